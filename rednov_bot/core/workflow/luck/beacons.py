"""A public beacon mixed into the luck of each turn, where a game has the option `beacon` (A95).

Nothing is fetched: the contestmaster supplies the value, by mail, by command or in a file.  Which
round it is of follows from the Date of the announcement: nobody knew it then, and nobody chooses.
"""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import timedelta
from typing import Final

from rednov_bot.core.errors import NoBeacon
from rednov_bot.core.models import Draft, TakenTurn
from rednov_bot.core.proof import beacon_in
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import resolving
from rednov_bot.core.workflow.desk import Desk, ongoing, pending
from rednov_bot.core.workflow.drafts import open_drafts
from rednov_bot.core.workflow.luck import fortune
from rednov_bot.games.base import Player

_VALUE: Final = re.compile(r"[0-9a-f]{64}")
_MOST: Final = 10**17
_CLOCKS: Final = timedelta(minutes=1)  # by which the beacon's clock may be ahead of the bot's


def supply(desk: Desk, records: UnitOfWork, round: int, value: str, by: Player) -> Draft | None:
    """The value of a round is stored; the turn that waits for it is resolved and drafted.

    What was drafted, None where no turn waits for that round.  A value that was mistyped may be
    supplied again while no posting hangs on it; the drafts of the turn go on counting.  Raises
    NoBeacon where the value is not of 64 hex digits, where the round is still to come, or where
    another value of it is in a turn that was published.
    """
    digits = value.lower()
    if not 1 <= round <= _MOST:
        raise NoBeacon(round, f"rounds are numbered from 1 to {_MOST}")
    if not _VALUE.fullmatch(digits):
        raise NoBeacon(round, "its value must be 64 hex digits; of a longer one give its SHA-256")
    taken = waiting(desk, records)
    named = _named(desk, records)
    beacon = beacon_in(named)
    if beacon is not None and round > (last := beacon.last_before(desk.now() + _CLOCKS)):
        raise NoBeacon(round, f"it is still to come: the last one by now is {last}")
    known = records.beacon(named, round)
    if known == digits:
        return None
    waits = () if taken is None else (taken.id,)
    if known is not None and set(records.bound_to(named, round)).difference(waits):
        raise NoBeacon(round, "another value of it was published with a turn, and stays")
    records.add_beacon(named, round, digits, by, desk.now())
    if taken is None or taken.beacon != round:
        return None
    for old in records.open_drafts():
        if old.kind == "choice" and old.turn == taken.id:
            records.decide(open_drafts.closed(old.code, "the beacon's value has come", desk.now()))
    return resolving.draft_resolution(desk, records, taken)


def _named(desk: Desk, records: UnitOfWork) -> str:
    """The beacon of the game that is being played, else that of the settings; "" without one."""
    now = ongoing(desk, records)
    if now is not None:
        return now.game.beacon
    return str(fortune.beacon_of(desk.settings.luck) or "")


def waiting(desk: Desk, records: UnitOfWork) -> TakenTurn | None:
    """The pending turn, where it is one that has a round of the beacon."""
    taken = pending(desk, records)
    return taken if taken is not None and taken.beacon is not None else None


def look(desk: Desk, records: UnitOfWork) -> None:
    """What the pending turn waits for is taken from the file in the settings, if it is there.

    What stands there and is no value, or none yet, is passed over.
    """
    taken = waiting(desk, records)
    if taken is None or taken.beacon is None or fortune.awaits(records, taken) is None:
        return
    value = desk.beacon(taken.beacon)
    if value is not None and _VALUE.fullmatch(value.lower()):
        with suppress(NoBeacon):  # by the bot's clock its round is still to come
            supply(desk, records, taken.beacon, value, desk.decides)
