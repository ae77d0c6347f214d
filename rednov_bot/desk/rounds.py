"""What falls due by the clock alone: a choice nobody made (7.1), the report of the week."""

from __future__ import annotations

from rednov_bot.desk import asking, delivery, newcomers, office, reporting, turns
from rednov_bot.desk.desk import Desk, ongoing
from rednov_bot.engine.resolve import Held
from rednov_bot.papers import Draft
from rednov_bot.ports import Records


def make_rounds(desk: Desk) -> None:
    """Look at what is pending; done as often as you like, with the same effect as once."""
    with desk.ledger.transaction() as records:
        desk = office.seated(desk, records)
        delivery.look_after(desk, records)
        newcomers.admit(desk, records)
        reporting.weekly(desk, records)
        now = ongoing(desk, records)
        taken = None if now is None else records.pending_turn(now.game.id)
        if now is None or taken is None:
            return
        outcome = turns.resolution_of(records, now, taken)
        if isinstance(outcome, Held) and asking.waits_in_vain(desk, records, taken, outcome.choice):
            turns.draft_resolution(desk, records, taken)


def draft_again(desk: Desk, records: Records) -> Draft | None:
    """The pending turn is drafted again, with the same luck: after a rejection, say (A95)."""
    now = ongoing(desk, records)
    taken = None if now is None else records.pending_turn(now.game.id)
    return None if taken is None else turns.draft_resolution(desk, records, taken)
