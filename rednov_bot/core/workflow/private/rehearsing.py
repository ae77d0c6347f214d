"""A turn is tried out: judged by the resolver's own checks, and neither taken nor resolved."""

from __future__ import annotations

from dataclasses import dataclass

from rednov_bot.core.contest import ON_THE_DOUBLE
from rednov_bot.core.models import Message, TurnAct
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import outgoing
from rednov_bot.core.workflow.announcements import turns
from rednov_bot.core.workflow.desk import Desk, Ongoing, ongoing
from rednov_bot.core.workflow.outgoing import answer, on_file
from rednov_bot.games.red_november.reader.reading import read
from rednov_bot.games.red_november.render import rehearsal_pages
from rednov_bot.games.red_november.render.canonical import announcement
from rednov_bot.games.red_november.render.wording import when
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.refusals import refusal
from rednov_bot.games.red_november.rules.rehearsal import Rehearsal, rehearse
from rednov_bot.games.red_november.rules.turn import Turn

NO_GAME = refusal("NO_GAME", "no game is ongoing")


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
