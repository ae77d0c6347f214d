"""The contestmaster lets a draft lie; of its duty, which goes on, e is reminded all the same."""

from __future__ import annotations

from datetime import datetime

from rednov_bot.contest import Hold
from rednov_bot.desk.desk import Desk
from rednov_bot.desk.drafts import approval
from rednov_bot.papers import Draft
from rednov_bot.ports import Records


def hold(desk: Desk, records: Records, code: str, until: datetime | None, why: str) -> Draft:
    """The open draft is left alone until then, or until it is released.

    Raises NoSuchDraft or DraftClosed.
    """
    draft = approval.open_draft(records, code)
    records.hold(Hold(draft=code, until=until, why=why, at=desk.now()))
    return draft


def release(desk: Desk, records: Records, code: str) -> bool:
    """A held draft is held no longer; whether it was.  Raises NoSuchDraft or DraftClosed."""
    approval.open_draft(records, code)
    if held(desk, records, code) is None:
        return False
    records.hold(Hold(draft=code, until=None, why="", at=desk.now(), released=True))
    return True


def held(desk: Desk, records: Records, code: str) -> Hold | None:
    """The hold on a draft, None where there is none or its time is over."""
    found = records.hold_of(code)
    if found is None or found.released:
        return None
    return None if found.until is not None and found.until <= desk.now() else found
