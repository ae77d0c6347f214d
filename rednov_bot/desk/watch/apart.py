"""What fails is undone by itself, and does not stop what stands beside it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from rednov_bot import faults, journal
from rednov_bot.desk import stationery
from rednov_bot.desk.desk import Desk
from rednov_bot.desk.outgoing import post
from rednov_bot.errors import stops_all
from rednov_bot.ports import Records
from rednov_bot.prose import kept_pages

_REASON: Final = "fault of a duty"


@contextmanager
def apart(desk: Desk, records: Records, duty: str) -> Iterator[None]:
    """A duty by itself: where it fails it is undone, told of, and what comes next is done.

    Faults that stop all work are raised.
    """
    try:
        with records.undoable():
            yield
    except Exception as fault:
        if stops_all(fault):
            raise
        journal.left_undone(duty, fault)
        _tell(desk, records, duty, fault)


def _tell(desk: Desk, records: Records, duty: str, fault: Exception) -> None:
    """Whoever decides hears of each fault once."""
    try:
        with records.undoable():
            envelope, told = stationery.to_contestmaster(desk), faults.named(fault)
            reason = f"{_REASON}: {duty}: {told}"
            if records.last_answered(envelope.to, reason) is not None:
                return
            page = kept_pages.faulty(
                duty, told, letterhead=stationery.letterhead(desk), envelope=envelope
            )
            post(desk, records, page, reason=reason)
    except Exception as another:
        if stops_all(another):
            raise
