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
        tries = [_read(desk, message, text)]
        if tries[0].verdict == "ambiguous":
            tries.append(_read(desk, message, text + _NO_ACTION))
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
    act = None if text is None else _one_act(_read(desk, message, text))
    words = _meant(desk, records, message, act)
    if words is None:
        return None
    page = answers.announced_nothing(
        words,
        said_at=message.said_at,
        **outgoing.answering(desk, message, message.forum),
    )
    return on_file("announces nothing, but says what they will do", answer(desk, records, page))


def _read(desk: Desk, message: Message, text: str) -> Reading:
    return listening.read(desk, replace(message, text=text, places=None))


def _one_act(reading: Reading) -> Act | None:
    acts = reading.acts or reading.proposal
    return acts[0] if len(acts) == 1 and not (reading.second or missing(acts)) else None


def _meant(desk: Desk, records: UnitOfWork, message: Message, act: Act | None) -> str | None:
    name = message.sender or ""
    if isinstance(act, Join) and name not in starting.members(desk, records):
        return f"I join {desk.settings.contest.name}."
    now = ongoing(desk, records)
    if not isinstance(act, TurnAct) or now is None or name not in now.game.gnomes:
        return None
    return announcement(act.turn) if now.gamestate.position.gnome(name).in_play else None
