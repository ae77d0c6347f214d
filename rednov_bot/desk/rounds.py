"""What falls due by the clock alone: choices that nobody made, reminders, reports (7.1, 8.3)."""

from __future__ import annotations

from typing import Final

from rednov_bot.desk import (
    asking,
    awarding,
    beacons,
    delivery,
    heartbeat,
    idling,
    newcomers,
    office,
    reminding,
    reporting,
    resolving,
    restored,
)
from rednov_bot.desk.desk import Desk, ongoing
from rednov_bot.engine.resolve import Held
from rednov_bot.papers import Draft, DraftKind
from rednov_bot.ports import Records

_PASSED_ON: Final = frozenset[DraftKind]({"resolution", "choice"})


def make_rounds(desk: Desk, *, heard: bool = True, watched: bool = True) -> None:
    """Look at what is pending; done as often as you like, with the same effect as once.

    *heard* says whether all mail that has come is handled: where the mailbox cannot be read,
    nobody is warned of idleness and no kill is offered.  *watched* whether the bot is at work all
    the time; one that a timer runs now and then has no outages.
    """
    with desk.ledger.transaction() as records:
        desk = office.seated(desk, records)
        if heard:
            heartbeat.beat(desk, records, watched=watched)
            restored.tell(desk, records)
        delivery.look_after(desk, records)
        newcomers.admit(desk, records)
        reporting.weekly(desk, records)
        beacons.look(desk, records)
        _pass_on_choices(desk, records)
        idling.withdraw(desk, records)
        awarding.fall_due(desk, records)
        reminding.remind(desk, records, heard=heard)


def _pass_on_choices(desk: Desk, records: Records) -> None:
    """A choice that its gnome did not make in time goes to the contestmaster (7.1)."""
    now = ongoing(desk, records)
    taken = None if now is None else records.pending_turn(now.game.id)
    if now is None or taken is None:
        return
    if any(one.turn == taken.id and one.kind in _PASSED_ON for one in records.open_drafts()):
        return
    outcome = resolving.resolution_of(records, now, taken)
    if isinstance(outcome, Held) and asking.waits_in_vain(desk, records, taken, outcome.choice):
        resolving.draft_resolution(desk, records, taken)


def draft_again(desk: Desk, records: Records) -> Draft | None:
    """The pending turn is drafted again, with the same luck: after a rejection, say (A95)."""
    now = ongoing(desk, records)
    taken = None if now is None else records.pending_turn(now.game.id)
    return None if taken is None else resolving.draft_resolution(desk, records, taken)
