"""What falls due by the clock alone: a choice nobody made goes to the contestmaster (7.1)."""

from __future__ import annotations

from rednov_bot.desk import turns
from rednov_bot.desk.desk import Desk, ongoing
from rednov_bot.papers import Draft
from rednov_bot.ports import Records


def make_rounds(desk: Desk) -> None:
    """Look at what is pending; done as often as you like, with the same effect as once."""
    with desk.ledger.transaction() as records:
        now = ongoing(desk, records)
        if now is None or now.gamestate.position.pending is None:
            return
        taken = records.pending_turn(now.game.id)
        if taken is None or desk.now() < taken.taken_at + turns.ASK_FOR:
            return
        if records.drafts_about(taken.id) == 0:
            turns.draft_resolution(desk, records, taken)


def draft_again(desk: Desk, records: Records) -> Draft | None:
    """The pending turn is drafted again, with the same luck: after a rejection, say (A95)."""
    now = ongoing(desk, records)
    taken = None if now is None else records.pending_turn(now.game.id)
    return None if taken is None else turns.draft_resolution(desk, records, taken)
