"""A turn is tried out: judged by the resolver's own checks, and neither taken nor resolved.

Who says what they will do, or wonders what would come of it, does nothing by it.  To the bot alone
it is tried out, which is what people write there for; on a list they are told, for who believes to
have taken a turn by it would wait for nothing (§9).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rednov_bot.core.contest import ON_THE_DOUBLE
from rednov_bot.core.models import Act, Join, Message, Reading, TurnAct
from rednov_bot.core.render.wording import when
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import listening, office, outgoing
from rednov_bot.core.workflow.announcements import turns
from rednov_bot.core.workflow.commands.asking import as_announced, is_wondered
from rednov_bot.core.workflow.desk import NO_GAME, Desk, Ongoing, ongoing
from rednov_bot.core.workflow.outgoing import answer, on_file
from rednov_bot.games.red_november.reader.questions import missing
from rednov_bot.games.red_november.reader.reading import read
from rednov_bot.games.red_november.render import answers, rehearsal_pages
from rednov_bot.games.red_november.render.canonical import announcement
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.rehearsal import Rehearsal, rehearse
from rednov_bot.games.red_november.rules.turn import Turn


@dataclass(frozen=True, slots=True)
class Tried:
    """A rehearsal, and the game in which it was held; none between games."""

    said: Turn  # as announced: a gift by number is one (A23)
    rehearsal: Rehearsal
    now: Ongoing | None
    waits: str  # whose turn awaits its resolution, "" where none does
    plain: bool  # the plain announcement is read as the very same turn

    @property
    def options(self) -> Options:
        """The game's, or those by default."""
        return Options() if self.now is None else self.now.options


def turn_tried(
    desk: Desk, records: UnitOfWork, message: Message, said: Turn, *, several: bool = False
) -> str:
    """A planned turn: what would come of it if it were announced now (rules.md 3.1)."""
    done = tried(desk, records, said)
    page = rehearsal_pages.rehearsal(
        done.rehearsal,
        done.said,
        None if done.now is None else done.now.tables,
        done.options,
        waits=done.waits,
        own_words=not done.plain,
        several=several,
        **outgoing.answering(desk, message),
    )
    return on_file("a rehearsal", answer(desk, records, page, asked=True))


def tried(desk: Desk, records: UnitOfWork, said: Turn) -> Tried:
    """The turn as it would be judged now, with the private list its gnome has sent (A23)."""
    now = ongoing(desk, records)
    if now is None:
        nothing = Rehearsal(said, Position(), (), (NO_GAME,), ())
        return Tried(said, nothing, None, "", reads_back(desk, said))
    turn = turns.with_private_list(desk, records, said, now.options)
    found = rehearse(now.gamestate, turn, now.tables, now.options)
    return Tried(said, found, now, waits(desk, records, now), reads_back(desk, said))


def waits(desk: Desk, records: UnitOfWork, now: Ongoing) -> str:
    """Whose turn awaits its resolution by whom until when, "" where none does (§9, §16)."""
    taken = records.pending_turn(now.game.id)
    if taken is None:
        return ""
    due = when(taken.taken_at + ON_THE_DOUBLE)
    return (
        f"turn {taken.number}, {taken.turn.gnome}'s, awaits its resolution by "
        f"{desk.decides}, due by {due}"
    )


def reads_back(desk: Desk, said: Turn) -> bool:
    """Whether the plain announcement is read as just this turn."""
    reading = read(
        announcement(said),
        author=said.gnome,
        people=tuple(desk.settings.people),
        contest=desk.settings.contest.name,
    )
    return reading.acts == (TurnAct(said),)


_NO_ACTION = " I take no action."


def turn_wondered(
    desk: Desk, records: UnitOfWork, message: Message, reading: Reading
) -> str | None:
    """A turn that somebody wonders about to the bot alone, or that is not certain, is tried out.

    None of other words.  A movement is tried with no action behind it.  *reading* is that of the
    mail; what it proposes is shown as it was read.
    """
    text = as_announced(message.text.strip(), desk.words, asked=True)
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
            return turn_tried(desk, records, message, act.turn)
    return None


def announced_nothing(desk: Desk, records: UnitOfWork, message: Message) -> str | None:
    """Who says on a list what they will do, but does it not, is told so; None of other words.

    Only a gnome in play of a whole turn, and only whoever has not joined of joining.
    """
    text = as_announced(message.text.strip(), desk.words, asked=False)
    if text is None:
        return None
    act = _one_act(listening.read(desk, replace(message, text=text, places=None)))
    name, now = message.sender or "", ongoing(desk, records)
    if isinstance(act, Join) and name not in office.members(desk, records):
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
