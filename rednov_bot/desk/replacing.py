"""A draft takes the place of an older one about the same turn, and says so (A44, A95)."""

from __future__ import annotations

from datetime import datetime

from rednov_bot.papers import Decision, Draft
from rednov_bot.ports import Records


def supersede(records: Records, new: Draft, moved_by: str = "") -> tuple[str, ...]:
    """Open drafts about the same turn give way to the new one; nothing of them can be posted.

    A sentence for each, with which the new one is shown: what it replaces, and why.
    """
    if new.attempt == 1:
        return ()
    told = []
    for old in records.open_drafts():
        if old.kind != "claim" and old.turn is not None and old.turn == new.turn:
            records.decide(superseded(old.code, new.code, new.made_at))
            told.append(_replaced(old, new, moved_by))
    return tuple(told)


def _replaced(old: Draft, new: Draft, moved_by: str) -> str:
    if old.for_state == new.for_state:
        return f"This replaces draft {old.code}: it was drafted again, with the same luck."
    moved = f"the gamestate has moved on by {moved_by}" if moved_by else "the game has moved on"
    return (
        f"This replaces draft {old.code}, which cannot be approved any more: {moved}. The luck is "
        "the same."
    )


def superseded(code: str, by: str, at: datetime) -> Decision:
    """The decision that a newer draft took this one's place."""
    return Decision(code=code, verdict="superseded", by=by, why="a newer draft", at=at)
