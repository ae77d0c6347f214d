"""Drafts that await the contestmaster's word: found by code, held, and closed for newer ones.

Words in which the contestmaster had amended a draft were written for that one: a new draft does not
have them, and names them.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from hmac import compare_digest
from typing import Final

from rednov_bot.core.contest import Change, ChangeContest, Hold
from rednov_bot.core.errors import DraftClosed, NoSuchDraft
from rednov_bot.core.models import Decision, Draft, DraftKind, Message, PaperId
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow.desk import Desk

_DECIDED: Final = {
    "approved": "approved",
    "rejected": "rejected",
    "superseded": "replaced by a newer one",
    "chosen": "answered",
    "settled": "settled",
}
_OF_AXES: Final = ("axis added", "axis removed")


def of_kind(records: UnitOfWork, kind: DraftKind, game: PaperId | None = None) -> list[Draft]:
    """The open drafts of a kind, oldest first; those about one game where it is named."""
    every = [one for one in records.open_drafts() if one.kind == kind]
    return [one for one in every if game in (None, one.game)]


def of_turn(records: UnitOfWork, turn: PaperId | None) -> list[Draft]:
    """The open drafts of a turn's resolution, or of a choice in it; claims are not among them."""
    every = [one for one in records.open_drafts() if one.kind != "claim" and one.turn is not None]
    return [one for one in every if one.turn == turn]


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
        if decision is not None and decision.verdict == "rejected":
            again = [one.code for one in of_turn(records, draft.turn)]
            return (again[0], None) if again else (code, decision)
        if decision is None or decision.verdict != "superseded" or not decision.by:
            return code, decision
        code = decision.by


def decided(decision: Decision) -> str:
    """`approved`; of a draft that no newer one replaced, why it was closed."""
    if decision.verdict == "superseded" and not decision.by:
        return f"closed, for {decision.why}"
    return _DECIDED[decision.verdict]


# -- left alone for a time -------------------------------------------------------------------------


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


# -- closed ----------------------------------------------------------------------------------------


def settle(desk: Desk, records: UnitOfWork, code: str, by: str, why: str) -> None:
    """A draft is answered, with nothing to post."""
    records.decide(Decision(code=code, verdict="settled", by=by, why=why, at=desk.now()))


def closed(code: str, why: str, at: datetime) -> Decision:
    """The decision that a draft goes no further, and that nothing takes its place."""
    return Decision(code=code, verdict="superseded", by="", why=why, at=at)


def superseded(code: str, by: str, at: datetime, why: str = "a newer draft") -> Decision:
    """The decision that a newer draft took this one's place."""
    return Decision(code=code, verdict="superseded", by=by, why=why, at=at)


def give_way(
    records: UnitOfWork, new: Draft, olds: Iterable[Draft], said: str = "This replaces draft {}."
) -> tuple[str, ...]:
    """Open drafts give way to a new one: nothing of them can be posted.

    What is *said* of each, where the new one is shown, and which words it does not have.
    """
    told: list[str] = []
    for old in olds:
        records.decide(superseded(old.code, new.code, new.made_at))
        told += [said.replace("{}", old.code), *own_words(records, old)]
    return tuple(filter(None, told))


def supersede(records: UnitOfWork, new: Draft, moved_by: str = "") -> tuple[str, ...]:
    """The same of open drafts about the same turn; with why it is drafted again."""
    if new.attempt == 1:
        return ()
    olds = of_turn(records, new.turn)
    told = [give_way(records, new, (old,), replaced(old, new, moved_by)) for old in olds]
    return tuple([said for every in told for said in every])


def replaced(old: Draft, new: Draft, moved_by: str = "") -> str:
    """That a draft takes the place of an older one, and why; a sentence or two.

    *moved_by* is what the gamestate has moved on by, where that is known.
    """
    if old.for_state == new.for_state:
        return f"This replaces draft {old.code}: it was drafted again, with the same luck."
    moved = f"the position was changed by {moved_by}" if moved_by else "the game has moved on"
    return (
        f"This replaces draft {old.code}, which cannot be approved any more: {moved}. The luck is "
        "the same."
    )


def same_change(records: UnitOfWork, made: Draft) -> tuple[str, ...]:
    """An open draft that would change the same of the contest gives way; what is said of it."""
    olds = of_kind(records, "contest")
    return give_way(records, made, [one for one in olds if _changed_by(one) & _changed_by(made)])


def _changed_by(draft: Draft) -> set[tuple[Change, str]]:
    """What a draft changes of the contest; of axes, each is another thing."""
    changes = [one for one in draft.effects if isinstance(one, ChangeContest)]
    return {(one.change, one.value.casefold() if one.change in _OF_AXES else "") for one in changes}


def read_anew(
    records: UnitOfWork, mail: PaperId, message: Message | None, at: datetime
) -> tuple[str, ...]:
    """Open lines that say an announcement has no effect are closed: its mail is read otherwise.

    A sentence for each, with which what comes of the mail is shown.
    """
    message_id = None if message is None else message.message_id
    told: list[str] = []
    for old in of_kind(records, "line"):
        answers = message_id is not None and message_id in [one.in_reply_to for one in old.pages]
        if not old.effects and (old.mail == mail or answers):
            records.decide(closed(old.code, f"mail {mail} is read otherwise", at))
            told.append(f"Draft {old.code}, by which it had no effect, is closed.")
            told += own_words(records, old)
    return tuple(told)


def own_words(records: UnitOfWork, old: Draft) -> tuple[str, ...]:
    """What is said with a draft that takes the place of an amended one: which words it has not."""
    if old.amends is None:
        return ()
    return (
        f"You had amended draft {old.code}, and this one does not have your words. They stand in "
        f"the mail that showed you draft {old.code}.",
    )


def as_drafted(records: UnitOfWork, draft: Draft) -> Draft:
    """The draft in the bot's own words, before any amendment."""
    while draft.amends is not None:
        found = records.draft(draft.amends)
        assert found is not None
        draft = found[0]
    return draft
