"""A phase of the game ends without an announcement: by its time, or because all is there.

Its turn is taken like any other, without a mail, and resolved with what the players have left with
the bot alone by then.
"""

from __future__ import annotations

from datetime import datetime

from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import announcements, resolving
from rednov_bot.core.workflow.desk import Desk, Ongoing, draft_of, ongoing


def end(desk: Desk, records: UnitOfWork, at: datetime | None = None) -> None:
    """The phase is over if the game says so of this moment, or of *at*, when a mail came."""
    now = ongoing(desk, records) if desk.game.phased else None
    if now is None or now.facts.pending is not None:
        return
    orders, since = records.noted_orders(now.game.id), _since(records, now)
    turn = desk.game.phase_ends(now.gamestate, orders, since, at or desk.now(), now.options)
    if turn is None:
        return
    taken, _ = announcements.take_turn(desk, records, now, None, None, turn, desk.now())
    resolving.draft_resolution(desk, records, taken)


def _since(records: UnitOfWork, now: Ongoing) -> datetime:
    """When the last turn was resolved, or the game began: that was approved then."""
    chapters = records.chapters(now.game.id)
    for chapter in reversed(chapters):
        draft = draft_of(records, chapter.cause.removeprefix("draft "))
        if draft is not None and draft.kind == "resolution":
            return chapter.at
    return chapters[0].at
