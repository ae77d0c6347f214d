"""Mails that came back, and notices that nobody answers: told of, and sent elsewhere, once (§6).

The words of a notice go to no address but those that the settings give to its gnome, and to each of
them once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from rednov_bot.core.mail.roster import folded
from rednov_bot.desk import stationery
from rednov_bot.desk.desk import Desk
from rednov_bot.desk.outgoing import post
from rednov_bot.desk.reaching.channels import QUESTION
from rednov_bot.desk.reaching.notices_sent import (
    LOOK_BACK,
    Notice,
    about,
    another_address,
    earlier,
    is_given_up,
    is_withdrawn,
    notice_of,
    notices,
    page_of,
    reason_of_copy,
    whose,
)
from rednov_bot.desk.trust import policy
from rednov_bot.engine.words import GnomeName
from rednov_bot.papers import Bounce, Sent
from rednov_bot.ports import Records
from rednov_bot.prose import delivery_pages
from rednov_bot.prose.letterhead import Envelope

_TOLD: Final = "came back "
_A_DAY: Final = timedelta(days=1)


def look_after(desk: Desk, records: Records) -> None:
    """What came back is told to whoever decides, once; and lost words go to another address."""
    for bounce, sent in records.bounces(desk.now() - LOOK_BACK):
        known = sent.kind == "public" and records.list_notices(sent.message_id)  # told already
        if sent.state == "bounced" and not sent.reason.startswith(_TOLD) and not known:
            _look_after(desk, records, bounce, sent)
    wanted = desk.settings.notices
    _send_what_was_refused(desk, records, every=wanted.resend != "never" and _has_another(desk))
    if wanted.resend == "silent" and wanted.confirm_within and _has_another(desk):
        _send_to_the_silent(desk, records)


def _look_after(desk: Desk, records: Records, bounce: Bounce, sent: Sent) -> None:
    every = notices(desk, records, further=LOOK_BACK)
    name, notice = whose(desk, records, sent), notice_of(every, sent.message_id)
    again = None
    allowed = desk.settings.notices.resend != "never"
    if allowed and notice is not None and name is not None and _is_unknown(notice):
        again = _send_elsewhere(desk, records, every, notice, name)
    asks = name is not None and policy.is_question(sent.reason)
    hangs = policy.waiting_for(desk, records, name or "") if asks else ()
    alone = notice is not None or sent.reason == QUESTION or hangs != ()
    reason = f"{_TOLD}{sent.message_id if alone else folded(sent.to)}"
    last = records.mailed_for(reason)
    if last is not None and (alone or _lately(last.queued_at, bounce.at)):
        return
    page = delivery_pages.came_back(
        name or (sent.to if sent.kind == "public" else None),
        sent.to,
        "doubt" if hangs else _kind_of(sent, notice),
        bounce.status,
        about=about(records, sent),
        again=again or "",
        never=notice is not None and not allowed,
        hangs=hangs,
        letterhead=stationery.letterhead(desk),
        envelope=_to_contestmaster(desk, sent.to),
    )
    post(desk, records, page, reason=reason)


def _is_unknown(notice: Notice) -> bool:
    """Whether its words are lost, and eir reader was not told in another way."""
    return notice.is_lost and not notice.was_told


def _kind_of(sent: Sent, notice: Notice | None) -> delivery_pages.Lost:
    if notice is not None:
        return "notice"
    if sent.reason == QUESTION:
        return "question"
    return "posting" if sent.kind == "public" else "mail"


def _lately(told_at: datetime | None, came_back_at: datetime) -> bool:
    """Whether it is already known of an address that mails to it come back."""
    return told_at is not None and came_back_at < told_at + _A_DAY


def _to_contestmaster(desk: Desk, lost: str) -> Envelope:
    """To eir first address, but not where that is the one at which mails are lost."""
    envelope = stationery.to_contestmaster(desk)
    other = another_address(desk, desk.decides, (lost,))
    if folded(envelope.to) == folded(lost) and other is not None:
        return replace(envelope, to=other)
    return envelope


def _send_elsewhere(
    desk: Desk, records: Records, every: Sequence[Notice], notice: Notice, name: GnomeName
) -> str | None:
    """The words of a notice go to another address of eirs; to which, None where there is none."""
    address = another_address(desk, name, [one.to for one in notice.copies])
    page = None if address is None else page_of(desk, records, every, notice, name)
    if address is None or page is None:
        return None
    again = replace(page, to=address)
    post(desk, records, again, draft=notice.first.draft, reason=reason_of_copy(notice))
    return address


def _has_another(desk: Desk) -> bool:
    return any(len(person.addresses) > 1 for person in desk.settings.people.values())


def _send_what_was_refused(desk: Desk, records: Records, *, every: bool) -> None:
    """A notice that no mail server takes for one address goes to another of eirs.

    Not *every* one, but at least what went nowhere because its address is eirs no longer.  Those
    of an opening are looked after by themselves (delivery.py, A110).
    """
    refused = records.unaccepted("private", desk.now() - LOOK_BACK)
    for one in refused:
        found = None if one.draft is None else records.draft(one.draft)
        gone = one.state == "refused" or is_given_up(desk, one)
        if not gone or found is None or found[0].kind == "opening":
            continue
        if not every and not is_withdrawn(desk, one.posting):
            continue
        sent = notices(desk, records, further=earlier(desk, one.queued_at))
        notice = notice_of(sent, one.posting.message_id)
        name = None if notice is None else whose(desk, records, notice.first)
        if notice is None or name is None or notice.was_told:
            continue
        if notice.is_not_taken:
            _send_elsewhere(desk, records, sent, notice, name)


def _send_to_the_silent(desk: Desk, records: Records) -> None:
    """Whoever was told something, has another address and was not heard of since gets it there.

    Only the latest notice, which tells eir whole hand; and once as long as e says nothing.
    """
    patience = timedelta(hours=desk.settings.notices.confirm_within)
    every = notices(desk, records)
    latest = {whose(desk, records, one.first): one for one in every if not one.is_lost}
    for name, notice in latest.items():
        accepted_at = notice.first.settled_at
        if name is None or accepted_at is None or len(notice.copies) > 1 or notice.was_told:
            continue
        if notice.first.state != "accepted" or desk.now() - accepted_at < patience:
            continue
        if name in records.heard_from(accepted_at):
            continue
        copied = [one.last.queued_at for one in every if _is_copied_to(desk, records, one, name)]
        if not copied or name in records.heard_from(max(copied)):
            _send_elsewhere(desk, records, every, notice, name)


def _is_copied_to(desk: Desk, records: Records, notice: Notice, name: GnomeName) -> bool:
    return len(notice.copies) > 1 and whose(desk, records, notice.first) == name
