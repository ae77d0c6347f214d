"""A mail comes in: screened, read, judged, drafted."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Final, NamedTuple

from rednov_bot.core import errors
from rednov_bot.core.mail.authentication import authenticate
from rednov_bot.core.mail.message import Opened, open_letter
from rednov_bot.core.models import Classified, Filed, Message, PaperId, RawMail, Status
from rednov_bot.core.render.trust_pages import FAILED
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import (
    copies,
    hearing,
    held,
    listening,
    mails_on_file,
    office,
    outgoing,
    reach,
    returns,
    trust,
)
from rednov_bot.core.workflow.announcements import moments
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.core.workflow.outgoing import answer, answer_stranger
from rednov_bot.core.workflow.screening import (
    FORGED,
    screened,
    shows_a_reader,
    unread_because,
)
from rednov_bot.games.base import Player
from rednov_bot.games.red_november.render import answers

BEFORE: Final = "before this contest"
"""Why a mail is passed over that came before the bot acts on any."""


WITHOUT_TEXT: Final = (
    "the mail server gives no text for it, however often it is asked (UID {} in {}); see with a "
    "mail program what it is, and have its sender write again"
)
"""Why a mail is held of which nothing but its number in the mailbox is known."""


def opened(desk: Desk, raw: RawMail) -> Classified:
    """What a mail is to the bot, before anything is looked up: needs no transaction."""
    mail = open_letter(raw.octets, desk.roster)
    if desk.since is not None and _came_at(raw, mail) < desk.since.replace(microsecond=0):
        return Classified(disposition="ignore", reason=BEFORE)
    if not raw.octets:
        reason = WITHOUT_TEXT.format(raw.uid, raw.folder)
        return Classified(disposition="hold", reason=reason)
    found = screened(mail)
    by_list = found.notice is not None
    if found.message is None or not (found.disposition == "read" or found.by == "own" or by_list):
        return found
    shown = authenticate(mail, raw.octets, desk.checks, raw.arrived_at, by_list=by_list)
    return replace(found, message=replace(found.message, authentication=shown))


def _came_at(raw: RawMail, mail: Opened) -> datetime:
    """When a mail came, as the own servers say; the earlier where they differ.

    A mail that is copied from one mailbox to another bears the moment of its copying there, and
    the last server's own stamp still.  Whoever forges that one, or sends without any, can only make
    a mail of theirs older: never one of before count.
    """
    return min([raw.arrived_at, *[hop.at for hop in mail.message.stamps.hops[:1]]])


class Made(NamedTuple):
    """What was made of a mail, before it is stored."""

    disposition: Status
    reason: str
    is_news: bool = False  # whether the contestmaster is yet to hear that it is kept
    message: Message | None = None
    identity: str | None = None


def handle(
    desk: Desk, records: UnitOfWork, mail: PaperId, arrived_at: datetime, found: Classified
) -> None:
    """Everything that follows from one mail; that it is kept is told later (held.py)."""
    with records.because_of(mail):
        made = taken_in(desk, records, mail, arrived_at, found)
        store(desk, records, mail, made)
        if made.disposition == "hold" and not made.is_news:
            records.note_told((mail,))
        if made.message is not None:
            seated = office.seated(desk, records)
            trust.watch(seated, records, mail, made.message, made.disposition)


def store(
    desk: Desk, records: UnitOfWork, mail: PaperId, made: Made, again_by: Player | None = None
) -> Filed:
    """What was made of a mail is stored; *again_by*: who had it handled again."""
    filed = Filed(mail=mail, disposition=made.disposition, reason=made.reason, at=desk.now())
    records.dispose(
        mail,
        made.disposition,
        made.reason,
        message=made.message,
        digest=made.identity,
        at=filed.at,
        again_by=again_by,
    )
    return filed


def taken_in(
    desk: Desk,
    records: UnitOfWork,
    mail: PaperId,
    arrived_at: datetime,
    found: Classified,
    *,
    again: bool = False,
) -> Made:
    """What a mail brings about is brought about; what was made of it is still to be stored.

    Where it is handled *again*, nobody is told once more of what its list or a server says.
    """
    desk = office.seated(desk, records)
    message = found.message
    heard_at = min(arrived_at, desk.now())
    identity = None if message is None else mails_on_file.identity(message)
    if message is not None:
        message = moments.stamped(message, arrived_at, desk.now())
        message = mails_on_file.without(desk, records, mail, message)
    forged = found.disposition == "read" and _is_forged(desk, message)
    if message is not None and not forged and shows_a_reader(found):
        reach.note(desk, records, mail, message)
    if message is None or forged or found.disposition != "read":
        made = _passed_over(desk, records, mail, message, found, forged=forged, again=again)
    else:
        made = _judged(desk, records, mail, message, identity or "", heard_at)
    if found.report is not None and not again:
        heard = reach.hear_report(desk, records, mail, found.report, heard_at)
        made = made._replace(reason=heard or made.reason)
    return made._replace(message=message, identity=identity)


MOST_DIGESTS: Final = 20
"""Digests of one forum that are kept at once."""


def _judged(
    desk: Desk,
    records: UnitOfWork,
    mail: PaperId,
    message: Message,
    identity: str,
    heard_at: datetime,
) -> Made:
    repetition = copies.look(desk, records, mail, message, identity)
    if repetition is not None and repetition.disposition == "ignore":
        return Made("ignore", repetition.reason)
    kept = trust.weighed(desk, records, mail, message)
    if kept is None and repetition is not None:
        kept = "hold", repetition.reason, True
    if kept is not None:
        copies.note_kept(records, mail, message, identity)
        return Made(*kept)
    return Made("read", hearing.hear(desk, records, mail, message, heard_at))


def _passed_over(
    desk: Desk,
    records: UnitOfWork,
    mail: PaperId,
    message: Message | None,
    found: Classified,
    *,
    forged: bool,
    again: bool,
) -> Made:
    if forged:
        return Made("hold", FORGED, is_news=True)
    shown = None if message is None else message.authentication
    raw = records.raw_mail(mail) if found.by == "own" else None
    if raw is not None:
        return Made(*returns.hear(desk, records, mail, raw.octets, found.reason, shown))
    if found.notice is not None and not again:
        heard = returns.hear_list(desk, records, mail, found.notice, shown)
        if heard is not None:
            return Made(*heard, is_news=True)
    if message is not None and found.by == "digest of a forum":
        # A digest of a forum is kept; the contestmaster hears of it if no other of that forum is.
        # Of so many that lie there further ones are passed over, so that nobody can fill the tray.
        why = f"{held.DIGEST} {message.forum}, and a digest does not show who wrote what is in it"
        lying = len(records.held_for(why))
        if lying >= MOST_DIGESTS:
            return Made("ignore", f"{why}; as many of them are kept as may be")
        return Made("hold", why, is_news=not lying)
    if message is not None and found.disposition == "answer":
        _answer_stranger(desk, records, message)
    elif message is not None and message.sender is not None and unread_because(found):
        # A person hears that their mail is held, and what could not be read of it.
        forum = desk.settings.forums.get(message.forum or "")
        page = answers.not_read(
            unread_because(found),
            "" if forum is None else forum.address,
            said_at=message.said_at,
            letterhead=outgoing.letterhead_for(desk, None if forum is None else message.forum),
            envelope=outgoing.to_sender(desk, message),
        )
        answer(desk, records, page)
    elif message is not None and found.by == "perhaps":
        if listening.read(desk, message).verdict == "none":
            return Made("ignore", f"{found.reason} It announces nothing.")
    elif message is not None and found.by == "stranger":
        told = held.hear_newcomer(desk, records, mail, message)
        if told is not None:
            return Made("hold", told, is_news=True)
    return Made(found.disposition, found.reason, is_news=True)


def _is_forged(desk: Desk, message: Message | None) -> bool:
    """Whether From would pass for that of who holds the office now, or decides in their place.

    The settings may name another contestmaster: the office may have passed on since (A83, A108).
    """
    office_of = (desk.contestmaster, desk.decides)
    return message is not None and message.dressed and message.sender in office_of


def _answer_stranger(desk: Desk, records: UnitOfWork, message: Message) -> None:
    if not message.addresses:
        return
    page = answers.who_are_you(
        message.addresses[0],
        letterhead=outgoing.letterhead_for(desk),
        envelope=outgoing.to_sender(desk, message),
    )
    answer_stranger(desk, records, page, message.said_at)


def shunt(desk: Desk, records: UnitOfWork, mail: PaperId, fault: Exception) -> None:
    """A mail that could not be handled is held with its fault, and the next goes on.

    On file is the kind of the fault and its place in the program, never its words: they may quote
    what one gnome alone may know (§6).  The contestmaster is told later (held.py).
    """
    store(desk, records, mail, failed(fault))


def failed(fault: Exception) -> Made:
    """What is made of a mail whose handling failed: it is held, and says why."""
    return Made("hold", f"{FAILED} with {errors.named(fault)}; nothing of it took effect")
