"""Drafts that await the contestmaster's word: found by their codes, and held until they decide."""

from __future__ import annotations

from datetime import datetime
from hmac import compare_digest

from rednov_bot.core.contest import Hold
from rednov_bot.core.errors import DraftClosed, NoSuchDraft
from rednov_bot.core.models import Decision, Draft, DraftKind, PaperId
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow.desk import Desk

_DECIDED = {
    "approved": "approved",
    "rejected": "rejected",
    "superseded": "replaced by a newer one",
    "chosen": "answered",
    "settled": "settled",
}


def of_kind(records: UnitOfWork, kind: DraftKind, game: PaperId | None = None) -> list[Draft]:
    """The open drafts of a kind, oldest first; those about one game where it is named."""
    every = [one for one in records.open_drafts() if one.kind == kind]
    return [one for one in every if game in (None, one.game)]


def named(records: UnitOfWork, code: str) -> tuple[Draft, Decision | None] | None:
    """The draft with this code and what became of it; None when there is none.

    The code is compared with that of each open draft, every character of all of them, so that how
    long it takes does not tell how much of a guess is right.  Only codes that open nothing any more
    are looked up, which may take longer or less long.
    """
    given, found = code.encode("utf-8", "replace"), None
    for one in records.open_drafts():
        if compare_digest(one.code.encode(), given):
            found = one
    return records.draft(code) if found is None else (found, None)


def open_draft(records: UnitOfWork, code: str) -> Draft:
    """The undecided draft with this code.  Raises NoSuchDraft or DraftClosed."""
    found = named(records, code)
    if found is None:
        raise NoSuchDraft(code)
    draft, decision = found
    if decision is not None:
        last, _ = newest(records, code)
        raise DraftClosed(code, f"replaced by draft {last}" if last != code else decided(decision))
    return draft


def newest(records: UnitOfWork, code: str) -> tuple[str, Decision | None]:
    """The last of the drafts that replaced this one, itself if none did; and what became of it.

    Where that one was rejected, the one that was made of its turn again.  Raises NoSuchDraft.
    """
    while True:
        found = records.draft(code)
        if found is None:
            raise NoSuchDraft(code)
        draft, decision = found
        if decision is not None and decision.verdict == "rejected" and draft.turn is not None:
            of_it = [one for one in records.open_drafts() if one.turn == draft.turn]
            again = [one.code for one in of_it if one.kind != "claim"]
            return (again[0], None) if again else (code, decision)
        if decision is None or decision.verdict != "superseded" or not decision.by:
            return code, decision
        code = decision.by


def decided(decision: Decision) -> str:
    """`approved`; of a draft that no newer one replaced, why it was closed."""
    if decision.verdict == "superseded" and not decision.by:
        return f"closed, for {decision.why}"
    return _DECIDED[decision.verdict]


def hold(desk: Desk, records: UnitOfWork, code: str, until: datetime | None, why: str) -> Draft:
    """The open draft is left alone until then, or until it is released.

    Raises NoSuchDraft or DraftClosed.
    """
    draft = open_draft(records, code)
    records.hold(Hold(draft=code, until=until, why=why, at=desk.now()))
    return draft


def release(desk: Desk, records: UnitOfWork, code: str) -> bool:
    """A held draft is held no longer; whether it was.  Raises NoSuchDraft or DraftClosed."""
    open_draft(records, code)
    if held(desk, records, code) is None:
        return False
    records.hold(Hold(draft=code, until=None, why="", at=desk.now(), released=True))
    return True


def held(desk: Desk, records: UnitOfWork, code: str) -> Hold | None:
    """The hold on a draft, None where there is none or its time is over."""
    found = records.hold_of(code)
    if found is None or found.released:
        return None
    return None if found.until is not None and found.until <= desk.now() else found


def settle(desk: Desk, records: UnitOfWork, code: str, by: str, why: str) -> None:
    """A draft is answered, with nothing to post."""
    records.decide(Decision(code=code, verdict="settled", by=by, why=why, at=desk.now()))
