"""Somebody says what they will do, or wonders what would come of it: nothing counts, and they are
told.

To the bot alone it is tried out, which is what people write there for; on a list it announces
nothing, and who believes to have taken a turn by it would wait for nothing (§9).
"""

from __future__ import annotations

from dataclasses import replace

from rednov_bot.core.models import Act, Join, Message, Reading, TurnAct
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import listening, outgoing
from rednov_bot.core.workflow.commands.musings import as_announced, is_wondered
from rednov_bot.core.workflow.contest import starting
from rednov_bot.core.workflow.desk import Desk, ongoing
from rednov_bot.core.workflow.outgoing import answer, on_file
from rednov_bot.core.workflow.private import rehearsing
from rednov_bot.games.red_november.reader.questions import missing
from rednov_bot.games.red_november.render import answers
from rednov_bot.games.red_november.render.canonical import announcement

_NO_ACTION = " I take no action."


def tried(desk: Desk, records: UnitOfWork, message: Message, reading: Reading) -> str | None:
    """A turn that somebody wonders about to the bot alone, or that is not certain, is tried out.

    None of other words.  A movement is tried with no action behind it.  *reading* is that of the
    mail; what it proposes is shown as it was read.
    """
    text = as_announced(message.text.strip(), asked=True)
    if text is None:
        tries = [reading]
    elif reading.verdict == "none" or is_wondered(message.text):
        tries = [listening.read(desk, replace(message, text=text, places=None))]
        if tries[0].verdict == "ambiguous":
            whole = replace(message, text=text + _NO_ACTION, places=None)
            tries.append(listening.read(desk, whole))
    else:
        tries = []
    for one in tries:
        act = _one_act(one)
        if isinstance(act, TurnAct):
            return rehearsing.turn_tried(desk, records, message, act.turn)
    return None


def told(desk: Desk, records: UnitOfWork, message: Message) -> str | None:
    """Who says on a list what they will do, but does it not, is told so; None of other words.

    Only a gnome in play of a whole turn, and only whoever has not joined of joining.
    """
    text = as_announced(message.text.strip(), asked=False)
    if text is None:
        return None
    act = _one_act(listening.read(desk, replace(message, text=text, places=None)))
    name, now = message.sender or "", ongoing(desk, records)
    if isinstance(act, Join) and name not in starting.members(desk, records):
        words = f"I join {desk.settings.contest.name}."
    elif isinstance(act, TurnAct) and now is not None and now.in_play(name):
        words = announcement(act.turn)
    else:
        return None
    heads = outgoing.answering(desk, message, message.forum)
    page = answers.announced_nothing(words, said_at=message.said_at, **heads)
    return on_file("announces nothing, but says what they will do", answer(desk, records, page))


def _one_act(reading: Reading) -> Act | None:
    acts = reading.acts or reading.proposal
    return acts[0] if len(acts) == 1 and not (reading.second or missing(acts)) else None
