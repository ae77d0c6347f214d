"""Claims of error: somebody plainly says that a posting of the bot's is wrong (§25).

A claim is no act.  It lies before the contestmaster, who denies it, or accepts it and corrects what
was wrong; what is posted stands until they do.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from rednov_bot.core.contest import Duty, Precedent, Withdrawn, withdrawals
from rednov_bot.core.errors import CannotAnswerClaim, DraftClosed, NoSuchDraft
from rednov_bot.core.mail.composing import unsealed
from rednov_bot.core.mail.message import is_own_id, open_letter
from rednov_bot.core.models import Draft, Message, MessageId, PaperId, TakenTurn
from rednov_bot.core.render import claim_pages, draft_pages
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import hidden, office, outgoing
from rednov_bot.core.workflow.commands import asking as said_in
from rednov_bot.core.workflow.desk import Desk, draft_of, tables_of
from rednov_bot.core.workflow.drafts import drafting, leftovers, open_drafts
from rednov_bot.core.workflow.outgoing import answer, on_file, post

_MADE: Final = "claims an error"
_ACCEPTED: Final = "acceptance of claim {}"
_MOST_ABOVE: Final = 10
"""Mails above a claim in its thread that are looked up."""


@dataclass(frozen=True, slots=True)
class _About:
    """What a claim is about."""

    what: str  # within a sentence: `turn 12`, `the opening of RN1`
    game: PaperId | None
    turn: TakenTurn | None
    shown: Draft | None  # the draft of what is said to be wrong
    posted: str = ""  # the subject of the posting that is answered, "" where none is
    awaited: bool = False  # it is a turn that awaits its resolution


# -- heard ----------------------------------------------------------------------------------------


def hear(
    desk: Desk,
    records: UnitOfWork,
    mail: PaperId,
    message: Message,
    *,
    plainly: bool = False,
    unclear: bool = False,
) -> str | None:
    """A message that claims an error in a posting is put before the contestmaster.

    So is one by which a gnome protests that their turn was read wrongly, or takes it back: nothing
    of it is undone (§9), but the one who resolves it may say how it is read.  *unclear* where
    something seems to be announced beside it, which is not asked about; *plainly* where the message
    may yet be something else, and only words count that are plain anywhere.  What was made of it,
    for the file; None of a message that claims none, or of the contestmaster's own.
    """
    if message.sender in (None, desk.decides) or message.check:
        return None
    found = _claimed(desk, records, message, plainly=plainly)
    if found is None:
        return None
    return _taken_up(desk, records, mail, message, *found, unclear=unclear)


def hear_answer(
    desk: Desk, records: UnitOfWork, mail: PaperId, message: Message, taken: TakenTurn
) -> str:
    """What its gnome says, of whatever kind, in answer to the receipt of a turn (§25).

    While the turn awaits its resolution the contestmaster sees it, as the receipt promises.  Of a
    resolved one only a claim of error is put before them; other words are told what can be done.
    """
    about = _of_turn(records, taken.game, taken.number)
    awaited = about is not None and about.awaited
    said = message.text.strip() if awaited else said_in.claim(message, desk.words)
    if about is not None and said is not None:
        return _taken_up(desk, records, mail, message, said, about)
    page = claim_pages.resolved_already(
        taken.number,
        said_at=message.said_at or desk.now(),
        **outgoing.answering(desk, message, taken.forum),
    )
    return on_file("answers the receipt of a resolved turn", answer(desk, records, page))


def turn_answered(desk: Desk, records: UnitOfWork, message: Message) -> TakenTurn | None:
    """The sender's own turn in the latest game whose receipt a message answers.

    None for the contestmaster, who needs nobody to hear them.
    """
    above, game = _above(desk, message), records.latest_game()
    if not above or game is None or message.sender == desk.decides:
        return None
    every = [one for one in records.turns(game.id) if one.player == message.sender]
    return next((one for one in every if _is_receipt(records, above[0], one)), None)


def is_awaited(records: UnitOfWork, taken: TakenTurn) -> bool:
    """Whether a turn awaits its resolution."""
    pending = records.pending_turn(taken.game)
    return pending is not None and pending.id == taken.id


def _taken_up(
    desk: Desk,
    records: UnitOfWork,
    mail: PaperId,
    message: Message,
    said: str,
    about: _About,
    *,
    unclear: bool = False,
) -> str:
    """The claim goes to the contestmaster, once, and its claimant is told so."""
    earlier = None if message.message_id is None else records.same_before(message.message_id, None)
    if earlier is not None and records.mailed_for(f"claim of mail {earlier}") is not None:
        return f"{_MADE}, in a mail heard before"
    line = f"{about_claims(message)}{about.what}"
    turn = about.turn
    id = None if turn is None else turn.id
    draft = desk.draft("claim", line, game=about.game, turn=id, mail=mail)
    records.add_draft(draft)
    private = message.forum == "private"
    alone = private and hidden.is_blind(records)
    page = claim_pages.claim(
        draft.code,
        message.sender or "",
        line,
        draft_pages.CLAIMED_ALONE if alone else said,
        () if about.shown is None else _reasons(desk, records, about.shown),
        posted=about.posted,
        turn=None if turn is None else turn.number,
        awaits=("" if about.shown is None else about.shown.code) if about.awaited else None,
        revealed=about.game is not None and records.luck_revealed(about.game) is not None,
        private=private,
        said_at=message.said_at or desk.now(),
        **outgoing.for_desk(desk),
    )
    post(desk, records, page, draft=draft.code, reason=f"claim of mail {mail}")
    if message.wants_no_answer and private:
        return _MADE
    page = claim_pages.claim_noted(
        about.what,
        awaited=about.awaited,
        unclear=unclear,
        unseen=alone,
        said_at=message.said_at or desk.now(),
        **outgoing.answering(desk, message, message.forum),
    )
    return on_file(_MADE, answer(desk, records, page))


def _reasons(desk: Desk, records: UnitOfWork, posted: Draft) -> tuple[draft_pages.Reason, ...]:
    if posted.game is None or posted.for_state is None or not posted.events:
        return ()
    tables = tables_of(desk, records.game(posted.game))
    before = None
    if posted.for_state > 0:
        before = records.gamestate_at(posted.game, posted.for_state)
    gnome = None if posted.turn is None else records.turn(posted.turn).player
    return desk.game.clauses(posted.events, before, tables, gnome)


# -- what a claim is about ------------------------------------------------------------------------


def _claimed(
    desk: Desk, records: UnitOfWork, message: Message, *, plainly: bool
) -> tuple[str, _About] | None:
    above = _above(desk, message)
    named = message.forum == "private" or said_in.turn_named(message) is not None
    said = (
        said_in.claim(message, desk.words) if above or named or said_in.is_formal(message) else None
    )
    about = _posted(records, above) if said is not None and above else None
    if said is not None and about is not None:
        return said, about
    # The protest of a gnome against the reading of their turn that awaits its resolution; on a
    # list, where people talk of much, only one that names the turn or answers it.
    game = records.latest_game()
    taken = None if game is None else records.pending_turn(game.id)
    if taken is not None and taken.player == message.sender:
        own = message.in_reply_to is not None and message.in_reply_to == taken.message_id
        answers_us = bool(above) and _is_receipt(records, above[0], taken)
        near = message.forum == "private" or own or answers_us
        if near or said_in.names_the_turn(message):
            protested = said_in.protest(message, desk.words, answers_us=answers_us and not plainly)
            protested = protested or (said_in.claim(message, desk.words) if answers_us else None)
            if protested is not None:
                return protested, _awaited(records, taken)
    if said is None:
        return None
    if not named:
        about = _of_the_game(desk, records, message)
    elif game is not None:
        # It answers nothing: by default the last turn is meant, where a resolution is named.
        number = said_in.turn_named(message)
        if number is not None or said_in.is_of_a_resolution(message):
            about = _of_turn(records, game.id, number)
    return None if about is None else (said, about)


def _is_receipt(records: UnitOfWork, message_id: MessageId, taken: TakenTurn) -> bool:
    known = records.posting(message_id)
    if known is None or known.posting.kind != "receipt" or taken.message_id is None:
        return False
    return unsealed(known.posting).answers == taken.message_id


def _awaited(records: UnitOfWork, taken: TakenTurn) -> _About:
    open_ = open_drafts.of_turn(records, taken.id)
    shown = open_[-1] if open_ else None
    return _About(f"turn {taken.number}", taken.game, taken, shown, awaited=True)


def _of_turn(records: UnitOfWork, game: PaperId, number: int | None) -> _About | None:
    """About the turn of that number, or the last one that is resolved; None of one that nobody has
    taken."""
    pending = records.pending_turn(game)
    if pending is not None and pending.number == number:
        return _awaited(records, pending)
    for chapter in reversed(records.chapters(game)):
        draft = draft_of(records, chapter.cause.removeprefix("draft "))
        if draft is None or draft.kind != "resolution" or draft.turn is None:
            continue
        if number is None or records.turn(draft.turn).number == number:
            return _of(records, draft)
    return None


def _of_the_game(desk: Desk, records: UnitOfWork, message: Message) -> _About | None:
    """About what a gnome of the game means who claims an error on a list in the custom's own words.

    About the turn whose announcement they answer.  In a mail that answers none, and names a thing
    or a gnome of the game, for lists have other reports: about the turn that awaits its resolution,
    where its gnome is named or no other was resolved, else about the last resolution.
    """
    game = records.latest_game()
    if game is None or message.sender not in game.gnomes or not said_in.is_formal(message):
        return None
    if (above := message.in_reply_to) is not None:
        taken = next((one for one in records.turns(game.id) if one.message_id == above), None)
        return None if taken is None else _of_turn(records, game.id, taken.number)
    if not said_in.speaks_of_the_game(message, desk.words, game.gnomes):
        return None
    pending, last = records.pending_turn(game.id), _of_turn(records, game.id, None)
    if pending is not None and (last is None or pending.player in message.text):
        return _awaited(records, pending)
    return last


def _above(desk: Desk, message: Message) -> tuple[MessageId, ...]:
    """The mails of the bot's that a message answers, the nearest first."""
    near = () if message.in_reply_to is None else (message.in_reply_to,)
    every = dict.fromkeys((*near, *reversed(message.references[-_MOST_ABOVE:])))
    return tuple(one for one in every if is_own_id(one, desk.settings.bot.address))


def _posted(records: UnitOfWork, above: tuple[MessageId, ...]) -> _About | None:
    for message_id in above:
        known = records.posting(message_id)
        if known is None or known.posting.kind not in ("public", "private"):
            continue
        draft = draft_of(records, known.draft)
        if draft is not None:
            return _of(records, draft, unsealed(known.posting).subject)
    return None


def _of(records: UnitOfWork, draft: Draft, posted: str = "") -> _About:
    taken = None if draft.turn is None else records.turn(draft.turn)
    what = f'"{draft.about}"'
    if taken is not None:
        what = f"turn {taken.number}"
    elif draft.kind == "opening" and draft.game is not None:
        what = f"the opening of {records.game(draft.game).tag}"
    return _About(what, draft.game, taken, draft, posted)


def about_claims(message: Message) -> str:
    """How a line about a claim begins."""
    return f"Claim of error: {message.sender}, "


# -- denied, or accepted and kept until it is corrected -------------------------------------------


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


def accept(desk: Desk, records: UnitOfWork, code: str, right: str = "") -> Draft:
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
    post(desk, records, page, reason=_ACCEPTED.format(code))
    return draft


def accepted_at(records: UnitOfWork, code: str) -> datetime | None:
    """When a claim was accepted: its claimant was told then."""
    told = records.mailed_for(_ACCEPTED.format(code))
    return None if told is None else told.queued_at


def to_correct(records: UnitOfWork, draft: Draft) -> str:
    """What the contestmaster is to write now that a claim is accepted: half a sentence."""
    revealed = draft.game is not None and records.luck_revealed(draft.game) is not None
    if draft.turn is None or revealed:
        return 'once it is put right, "reject because it is put right" closes the claim'
    taken = records.turn(draft.turn)
    number = taken.number
    if not _awaits(records, draft):
        return (
            f'"rewind turn {number}:" and how it should have gone corrects it ("help" names the '
            "ways)"
        )
    if _awaited(records, taken).shown is None:
        return (
            f'mail "overrule turn {number}: read as" and the whole turn in quotation marks, or '
            f'"overrule turn {number}: void", and approve what comes of it'
        )
    return (
        f'answer the draft of turn {number} with "overrule: read as" and the whole turn in '
        "quotation marks, and approve what comes of it"
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


def follow(desk: Desk, records: UnitOfWork, resolution: Draft) -> None:
    """The accepted protests against a turn are settled as its *resolution* is posted, where that
    follows them: where something of the turn was ruled on since, or what was ruled on it before is
    withdrawn.  A resolution that was only drafted again does not follow them."""
    for known in records.open_drafts():
        since = accepted_at(records, known.code) if known.kind == "claim" else None
        if since is None or known.turn is None or known.turn != resolution.turn:
            continue
        every = records.rulings(records.turn(known.turn).game)
        gone = withdrawals(every)
        for one in every:
            if one.turn != known.turn or one.at < since or one.number in gone:
                continue
            if isinstance(one.effect, Precedent):
                continue
            if isinstance(one.effect, Withdrawn) and records.ruling(one.effect.ruling).at >= since:
                continue
            why = f"resolved by draft {resolution.code}"
            open_drafts.settle(desk, records, known.code, desk.decides, why)
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
    message = None if raw is None else open_letter(raw.octets, desk.roster).message
    if message is None or message.sender is None:
        raise CannotAnswerClaim(draft.code, "its mail cannot be read any more; reject it")
    return message
