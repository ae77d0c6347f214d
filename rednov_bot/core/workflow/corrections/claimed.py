"""What becomes of a claim of error: denied, or accepted and kept until it is corrected (§25)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from rednov_bot.core.contest import Precedent, Withdrawn, withdrawals
from rednov_bot.core.errors import CannotAnswerClaim, DraftClosed, NoSuchDraft
from rednov_bot.core.models import Decision, Draft, Message
from rednov_bot.core.render import claim_pages
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import hidden, outgoing
from rednov_bot.core.workflow.contest import office
from rednov_bot.core.workflow.corrections.claims import about_claims
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.core.workflow.drafts import drafting, open_drafts
from rednov_bot.core.workflow.outgoing import post
from rednov_bot.core.workflow.scheduler import leftovers
from rednov_bot.core.workflow.scheduler.duty import Duty
from rednov_bot.core.workflow.screening import screen


@dataclass(frozen=True, slots=True)
class Accepted:
    """A claim is accepted, and lies on the desk until what was wrong is corrected."""

    draft: Draft
    turn: int | None  # the number of the turn to be corrected, where it was one


def deny(desk: Desk, records: UnitOfWork, code: str, by: str, why: str) -> Draft:
    """The claim is closed, and the answer that denies it is drafted, threaded under it.

    To the list, or to the claimant alone where they wrote to the bot alone.  Raises NoSuchDraft,
    DraftClosed, or CannotAnswerClaim where there is no claim or no reason.
    """
    desk = office.seated(desk, records)
    draft, reason = _open_claim(records, code), " ".join(why.split())
    if not reason:
        raise CannotAnswerClaim(code, 'a denial needs its reason: "deny because ..."')
    message = _message(desk, records, draft)
    open_drafts.settle(desk, records, code, by, f"denied: {reason}")
    public = message.forum != "private"
    what = draft.about.removeprefix(about_claims(message))
    # A list on which the bot does not post gets its answer elsewhere.
    envelope = outgoing.to_list(desk, message.forum, message) if public else None
    text = claim_pages.claim_denied(
        message.sender or "",
        what,
        reason,
        public=public,
        awaited=_awaits(records, draft),
        letterhead=outgoing.letterhead_for(desk, message.forum),
        envelope=envelope or outgoing.to_sender(desk, message),
    )
    made = desk.draft(
        "line",
        f"Claim of error denied: {message.sender}, {what}",
        game=draft.game,
        pages=(text,),
        mail=draft.mail,
    )
    heard = (message.text, *hidden.announced(records, draft.turn))
    notes = hidden.mind(desk, reason, heard) if public else ()
    return drafting.submit(desk, records, made, notes=notes)


def accept(desk: Desk, records: UnitOfWork, code: str, right: str = "") -> Accepted:
    """The claim is right: its claimant is told, and it stays open until it is corrected.

    The correction is the contestmaster's next word; it settles the claim when it is approved.
    Raises NoSuchDraft, DraftClosed or CannotAnswerClaim, as where *right* is not the claimant.
    """
    desk = office.seated(desk, records)
    draft = _open_claim(records, code)
    if accepted_at(records, code) is not None:
        raise CannotAnswerClaim(code, f"it was accepted already; {to_correct(records, draft)}")
    message = _message(desk, records, draft)
    if right not in ("", message.sender):
        raise CannotAnswerClaim(code, f"{right} did not make the claim, {message.sender} did")
    page = claim_pages.claim_accepted(
        draft.about.removeprefix(about_claims(message)),
        awaited=_awaits(records, draft),
        said_at=message.said_at or desk.now(),
        **outgoing.answering(desk, message, message.forum),
    )
    post(desk, records, page, reason=_acceptance_of(code))
    return Accepted(draft, None if draft.turn is None else records.turn(draft.turn).number)


def accepted_at(records: UnitOfWork, code: str) -> datetime | None:
    """When a claim was accepted: its claimant was told then."""
    told = records.mailed_for(_acceptance_of(code))
    return None if told is None else told.queued_at


def to_correct(records: UnitOfWork, draft: Draft) -> str:
    """What the contestmaster is to write now that a claim is accepted: half a sentence."""
    revealed = draft.game is not None and records.luck_revealed(draft.game) is not None
    if draft.turn is None or revealed:
        return 'once it is put right, "reject because it is put right" closes the claim'
    number = records.turn(draft.turn).number
    if _awaits(records, draft):
        return (
            f'answer the draft of turn {number} with "overrule: read as" and the whole turn in '
            "quotation marks, and approve what comes of it"
        )
    return (
        f'"rewind turn {number}:" and how it should have gone corrects it ("help" names the ways)'
    )


def described(records: UnitOfWork, draft: Draft) -> str:
    """What an open draft is about, as a list of drafts says it; of a claim, if it was accepted."""
    said = leftovers.described(records, draft)
    if draft.kind != "claim" or accepted_at(records, draft.code) is None:
        return said
    return f"{said}, accepted; not corrected yet"


def correction(desk: Desk, records: UnitOfWork, claim: Draft) -> Duty | None:
    """The correction that an accepted claim awaits, for which the contract names no hour.

    None of any other draft.
    """
    since = None if claim.kind != "claim" else accepted_at(records, claim.code)
    if since is None:
        return None
    what = "Correct what was wrong"
    if claim.turn is not None:
        verb = "Have another reading of" if _awaits(records, claim) else "Correct"
        what = f"{verb} turn {records.turn(claim.turn).number}"
    return Duty(
        kind="correct",
        key=f"correct {claim.code}",
        clause="§25",
        about=what,
        of=desk.decides,
        started_at=since,
        due_by=None,
        code=claim.code,
        note=f"{claim.about}, is accepted: {to_correct(records, claim)}.",
    )


def _acceptance_of(code: str) -> str:
    return f"acceptance of claim {code}"


def follow(records: UnitOfWork, resolution: Draft, by: str, at: datetime) -> None:
    """The accepted protests against a turn are settled as its *resolution* is posted, where that
    follows them: where something of the turn was ruled on since, or what was ruled on it before is
    withdrawn.  A resolution that was only drafted again does not follow them."""
    for known in records.open_drafts():
        if known.kind != "claim" or known.turn is None or known.turn != resolution.turn:
            continue
        since = accepted_at(records, known.code)
        if since is None:
            continue
        every = records.rulings(records.turn(known.turn).game)
        gone = withdrawals(every)
        for one in every:
            if one.turn != known.turn or one.at < since or one.number in gone:
                continue
            match one.effect:
                case Precedent():
                    continue
                case Withdrawn(ruling=number) if records.ruling(number).at >= since:
                    continue
                case _:
                    why = f"resolved by draft {resolution.code}"
                    settled = Decision(code=known.code, verdict="settled", by=by, why=why, at=at)
                    records.decide(settled)
                    break


def _awaits(records: UnitOfWork, claim: Draft) -> bool:
    pending = None if claim.game is None else records.pending_turn(claim.game)
    return pending is not None and pending.id == claim.turn


def _open_claim(records: UnitOfWork, code: str) -> Draft:
    found = records.draft(code)
    if found is None:
        raise NoSuchDraft(code)
    draft, decision = found
    if draft.kind != "claim":
        raise CannotAnswerClaim(code, "it is no claim of error: approve or reject it")
    if decision is not None:
        raise DraftClosed(code, decision.verdict)
    return draft


def _message(desk: Desk, records: UnitOfWork, draft: Draft) -> Message:
    raw = None if draft.mail is None else records.raw_mail(draft.mail)
    message = None if raw is None else screen(raw.octets, desk.roster).message
    if message is None or message.sender is None:
        raise CannotAnswerClaim(draft.code, "its mail cannot be read any more; reject it")
    return message
