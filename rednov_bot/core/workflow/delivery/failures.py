"""Mails that came back or that nobody answers: told of, and sent elsewhere, once (A110)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from rednov_bot.core.errors import NothingHeldUp
from rednov_bot.core.mail.roster import folded
from rednov_bot.core.models import (
    Bounce,
    Fate,
    Page,
    PaperId,
    PostingKind,
    QueuedPosting,
    Report,
    Sent,
)
from rednov_bot.core.render import delivery_pages
from rednov_bot.core.store.sending import GIVE_UP
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import hidden, outgoing
from rednov_bot.core.workflow.delivery import channels
from rednov_bot.core.workflow.delivery.channels import QUESTION
from rednov_bot.core.workflow.delivery.notices import (
    LOOK_BACK,
    Notice,
    about,
    addressee,
    another_address,
    earlier,
    is_given_up,
    is_to,
    is_withdrawn,
    notice_of,
    notices,
    page_of,
    reason_of_copy,
)
from rednov_bot.core.workflow.desk import Desk, draft_of
from rednov_bot.core.workflow.health import apart
from rednov_bot.core.workflow.outgoing import post
from rednov_bot.core.workflow.trust import policy
from rednov_bot.games.base import Player

_KINDS: Final[tuple[PostingKind, ...]] = ("desk", "draft", "receipt", "question", "private")
_FILED: Final = "A mail server reports on a delivery, and that is on file with the mail."


def hear_report(
    desk: Desk, records: UnitOfWork, mail: PaperId, report: Report, came_at: datetime
) -> str | None:
    """What a report says is stored; for which reason it is, None where it fits no mail sent."""
    filed = False
    for fate in report.fates:
        named = _named(desk, records, report, fate)
        sent = named or (None if report.about else _last_to(desk, records, fate, came_at))
        if sent is None:
            continue
        bounce = Bounce(
            posting=sent.message_id, mail=mail, kind=fate.kind, status=fate.status, at=desk.now()
        )
        records.note_bounce(bounce)
        if fate.kind == "failed" and named is not None:  # what anybody can make up holds nobody up
            channels.came_back(desk, records, sent, mail)
        filed = True
    return _FILED if filed else None


def _named(desk: Desk, records: UnitOfWork, report: Report, fate: Fate) -> Sent | None:
    """The mail that a report names, where it fits; few know the Message-ID of a private one."""
    for one in report.about:
        sent = records.sent(one)
        if sent is not None and _was_handed_over(sent) and _fits(desk, report, fate, sent):
            return sent
    return None


def _was_handed_over(sent: Sent) -> bool:
    return sent.state not in ("queued", "refused", "deferred")


def _fits(desk: Desk, report: Report, fate: Fate, sent: Sent) -> bool:
    """Whether a report tells of the reader to whom a mail went.

    Whoever passes their mail on elsewhere may be named by an address that nobody knows; then it is
    theirs only if the mail itself came back, with the address that it was sent to.
    """
    to, roster = folded(sent.to), desk.roster
    if not fate.recipients or to in fate.recipients:
        return True
    if any(one in roster.people or roster.is_list_or_bot(one) for one in fate.recipients):
        return False
    return report.returned == sent.message_id and to in report.sent_to


def _last_to(desk: Desk, records: UnitOfWork, fate: Fate, came_at: datetime) -> Sent | None:
    whose = [one for one in fate.recipients if one in desk.roster.people]
    if not whose:
        return None
    before = [
        one
        for kind in _KINDS
        for one in records.sent_since(kind, came_at - GIVE_UP)
        if folded(one.to) in whose and _was_handed_over(one)
        if one.settled_at is not None and one.settled_at <= came_at
    ]
    return max(reversed(before), key=lambda one: one.queued_at, default=None)


_THERE: Final = ("accepted", "published")

PATIENCE: Final = timedelta(hours=1)
"""How long a server may put a notice off, or lose it, before the contestmaster hears of it."""


def look_after_openings(desk: Desk, records: UnitOfWork) -> None:
    """Every notice that holds others up is sent again, or the contestmaster is told, once."""
    for one in records.held_up():
        late = one.tried_since is not None and desk.now() >= one.tried_since + PATIENCE
        lost = one.state == "unknown" and one.again_at is None
        if one.state == "refused" or lost or (late and one.state in ("unknown", "deferred")):
            with apart(desk, records, "looking after notices"):
                _look_after(desk, records, one)


def _look_after(desk: Desk, records: UnitOfWork, one: QueuedPosting) -> None:
    name = _whose(desk, records, one)
    address = None if name is None else desk.address_of(name)
    if name is None or address is None:
        return
    if folded(address) != folded(one.posting.to):
        page = _page(records, one)
        assert page is not None
        new = post(desk, records, replace(page, to=address), draft=one.draft)
        records.wait_no_more(one.posting.message_id, new)
        return
    fate: delivery_pages.Fate = "refused" if one.state == "refused" else "unknown"
    if one.state == "deferred":
        fate = "given up" if is_given_up(desk, one) else "deferred"
    told = delivery_pages.undelivered(
        name,
        one.posting.to,
        fate,
        "" if hidden.is_blind(records) else one.reply,
        opening=_opening(records, one),
        **outgoing.for_desk(desk),
    )
    outgoing.post_once(desk, records, told, f"{fate} {one.posting.message_id}")


def go_on(desk: Desk, records: UnitOfWork, name: Player) -> int:
    """What waits for the notices of *name* is sent without them: they were told in another way.

    An opening that waits for their word does so no longer.  How many notices those are.  Raises
    NothingHeldUp where there is none, and no such opening.
    """
    openings = [one for one in records.open_drafts() if one.kind == "opening"]
    waived = any(name in channels.missing(desk, records, one) for one in openings)
    if waived:
        channels.note(desk, records, name, desk.address_of(name) or "", "waived")
    found = wait_no_more(desk, records, name)
    if not waived and not found:
        raise NothingHeldUp(name)
    return found


def wait_no_more(desk: Desk, records: UnitOfWork, name: Player) -> int:
    """What waits for the notices of *name* is sent without them; how many those are."""
    found = [one for one in records.held_up() if _whose(desk, records, one) == name]
    for one in found:
        records.wait_no_more(one.posting.message_id)
    return len(found)


def _opening(records: UnitOfWork, one: QueuedPosting) -> delivery_pages.Opening:
    """What is known of the opening that waits for a notice, or did when a backup was taken."""
    public = [other for other in records.outbox(one.draft) if other.posting.kind == "public"]
    if any(other.state in _THERE for other in public):
        return "there"
    lost = [other for other in public if other.state == "unknown"]
    for other in lost:
        asked = [
            alarm
            for alarm in records.alarms_about(other.posting.message_id)
            if alarm.attempts >= other.attempts
        ]
        if not asked or any(alarm.is_open for alarm in asked):
            return "in doubt"
    return "yours" if lost and len(lost) == len(public) else "waits"


def _whose(desk: Desk, records: UnitOfWork, one: QueuedPosting) -> Player | None:
    """For which gnome a notice is: by its address, or where that is theirs no more by its draft."""
    known = desk.roster.people.get(folded(one.posting.to))
    if known is not None and one.draft is not None and is_to(known, one.posting):
        return known
    page = _page(records, one)
    return None if page is None else page.to_name


def _page(records: UnitOfWork, one: QueuedPosting) -> Page | None:
    draft = draft_of(records, one.draft)
    for page in () if draft is None else draft.pages:
        its = is_to(page.to_name, one.posting) or page.to == one.posting.to
        if page.kind == "private" and its:
            return page
    return None


_TOLD: Final = "came back "
_A_DAY: Final = timedelta(days=1)


def look_after_unreached(desk: Desk, records: UnitOfWork) -> None:
    """What came back is told to the contestmaster, once; and lost words go to another address."""
    for bounce, sent in records.bounces(desk.now() - LOOK_BACK):
        known = sent.kind == "public" and records.list_notices(sent.message_id)  # told already
        if sent.state == "bounced" and not sent.reason.startswith(_TOLD) and not known:
            _see_to_bounce(desk, records, bounce, sent)
    wanted = desk.settings.notices
    _send_what_was_refused(desk, records, every=wanted.resend != "never" and _has_another(desk))
    if wanted.resend != "silent" or not wanted.confirm_within or not _has_another(desk):
        return
    # Whoever was told something, has another address and was not heard of since gets it there.
    # Only the latest notice, which tells the whole hand; and once until they say something.
    patience, every = timedelta(hours=wanted.confirm_within), notices(desk, records)
    whose = {one.first.message_id: addressee(desk, records, one.first) for one in every}
    latest = {whose[one.first.message_id]: one for one in every if not one.is_lost}
    for name, notice in latest.items():
        accepted_at = notice.first.settled_at
        if name is None or accepted_at is None or len(notice.copies) > 1 or notice.was_told:
            continue
        if notice.first.state != "accepted" or desk.now() - accepted_at < patience:
            continue
        copied = [
            one.last.queued_at
            for one in every
            if len(one.copies) > 1 and whose[one.first.message_id] == name
        ]
        if name not in records.heard_from(accepted_at) and (
            not copied or name in records.heard_from(max(copied))
        ):
            _send_elsewhere(desk, records, every, notice, name)


def _see_to_bounce(desk: Desk, records: UnitOfWork, bounce: Bounce, sent: Sent) -> None:
    every = notices(desk, records, further=LOOK_BACK)
    name, notice = addressee(desk, records, sent), notice_of(every, sent.message_id)
    again, allowed = None, desk.settings.notices.resend != "never"
    untold = notice is not None and notice.is_lost and not notice.was_told
    if allowed and notice is not None and name is not None and untold:
        again = _send_elsewhere(desk, records, every, notice, name)
    asks = name is not None and policy.is_question(sent.reason)
    hangs = policy.waiting_for(desk, records, name or "") if asks else ()
    alone = notice is not None or sent.reason == QUESTION or hangs != ()
    reason = f"{_TOLD}{sent.message_id if alone else folded(sent.to)}"
    last = records.mailed_for(reason)
    if last is not None and (
        alone or (last.queued_at is not None and bounce.at < last.queued_at + _A_DAY)
    ):
        return
    lost: delivery_pages.Lost = "posting" if sent.kind == "public" else "mail"
    if hangs:
        lost = "doubt"
    elif notice is not None:
        lost = "notice"
    elif sent.reason == QUESTION:
        lost = "question"
    # To their first address, but not where that is the one at which mails are lost.
    envelope = outgoing.to_contestmaster(desk)
    other = another_address(desk, desk.decides, (sent.to,))
    if folded(envelope.to) == folded(sent.to) and other is not None:
        envelope = replace(envelope, to=other)
    page = delivery_pages.came_back(
        name or (sent.to if sent.kind == "public" else None),
        sent.to,
        lost,
        bounce.status,
        about=about(records, sent),
        again=again or "",
        never=notice is not None and not allowed,
        hangs=hangs,
        letterhead=outgoing.letterhead_for(desk),
        envelope=envelope,
    )
    post(desk, records, page, reason=reason)


def _send_elsewhere(
    desk: Desk, records: UnitOfWork, every: Sequence[Notice], notice: Notice, name: Player
) -> str | None:
    """The words of a notice go to another address of theirs; to which, None where there is none."""
    address = another_address(desk, name, [one.to for one in notice.copies])
    page = None if address is None else page_of(desk, records, every, notice, name)
    if address is None or page is None:
        return None
    again = replace(page, to=address)
    post(desk, records, again, draft=notice.first.draft, reason=reason_of_copy(notice))
    return address


def _has_another(desk: Desk) -> bool:
    return any(len(person.addresses) > 1 for person in desk.settings.people.values())


def _send_what_was_refused(desk: Desk, records: UnitOfWork, *, every: bool) -> None:
    """A notice that no mail server takes for one address goes to another of theirs.

    Not *every* one, but at least what went nowhere because its address is theirs no longer.  Those
    of an opening are looked after by themselves (look_after_openings, A110).
    """
    refused = records.unaccepted("private", desk.now() - LOOK_BACK)
    for one in refused:
        draft = draft_of(records, one.draft)
        gone = one.state == "refused" or is_given_up(desk, one)
        if not gone or draft is None or draft.kind == "opening":
            continue
        if not every and not is_withdrawn(desk, one.posting):
            continue
        sent = notices(desk, records, further=earlier(desk, one.queued_at))
        notice = notice_of(sent, one.posting.message_id)
        name = None if notice is None else addressee(desk, records, notice.first)
        if notice is None or name is None or notice.was_told:
            continue
        # No server has any copy, nor is one asked again; of what was returned its report tells.
        untaken = [it.state == "bounced" or notice.is_refused(it) for it in notice.copies]
        if notice.first.state != "bounced" and all(untaken):
            _send_elsewhere(desk, records, sent, notice, name)
