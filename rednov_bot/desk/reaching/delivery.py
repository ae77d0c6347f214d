"""An opening waits until each gnome has eir notice: nothing may hold it up in silence (A110).

One that was refused, or whose fate is unknown for an hour, goes to another address
as soon as the settings name one; the contestmaster is told of each, and may go on without it.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from rednov_bot.core.mail.roster import folded
from rednov_bot.desk import stationery
from rednov_bot.desk.desk import Desk
from rednov_bot.desk.hidden import sight
from rednov_bot.desk.outgoing import post
from rednov_bot.desk.reaching import channels
from rednov_bot.desk.reaching.notices_sent import is_given_up
from rednov_bot.desk.watch.apart import apart
from rednov_bot.engine.words import GnomeName
from rednov_bot.errors import NothingHeldUp
from rednov_bot.papers import Page, QueuedPosting
from rednov_bot.ports import Records
from rednov_bot.prose import delivery_pages

_THERE: Final = ("accepted", "published")

PATIENCE: Final = timedelta(hours=1)
"""How long a server may put a notice off, or lose it, before the contestmaster hears of it."""


def look_after(desk: Desk, records: Records) -> None:
    """Every notice that holds others up is sent again, or the contestmaster is told, once."""
    for one in records.held_up():
        if _is_lost(one, desk.now()):
            with apart(desk, records, "looking after notices"):
                _look_after(desk, records, one)


def _look_after(desk: Desk, records: Records, one: QueuedPosting) -> None:
    name = _whose(desk, records, one)
    address = None if name is None else desk.address_of(name)
    if name is None or address is None:
        return
    if folded(address) != folded(one.posting.to):
        _send_again(desk, records, one, address)
    else:
        _tell(desk, records, one, name)


def go_on(desk: Desk, records: Records, name: GnomeName) -> int:
    """What waits for the notices of *name* is sent without them: e was told in another way.

    An opening that waits for eir word does so no longer.  How many notices those are.  Raises
    NothingHeldUp where there is none, and no such opening.
    """
    waived = channels.waive(desk, records, name)
    found = wait_no_more(desk, records, name)
    if not waived and not found:
        raise NothingHeldUp(name)
    return found


def wait_no_more(desk: Desk, records: Records, name: GnomeName) -> int:
    """What waits for the notices of *name* is sent without them; how many those are."""
    found = [one for one in records.held_up() if _whose(desk, records, one) == name]
    for one in found:
        records.wait_no_more(one.posting.message_id)
    return len(found)


def _is_lost(one: QueuedPosting, now: datetime) -> bool:
    """Whether a notice has not arrived, as far as can be told; one on its way is not lost."""
    match one.state:
        case "refused":
            return True
        case "unknown":
            return one.again_at is None or _is_late(one, now)
        case "deferred":
            return _is_late(one, now)
        case _:  # it went, or is on its way
            return False


def _is_late(one: QueuedPosting, now: datetime) -> bool:
    return one.tried_since is not None and now >= one.tried_since + PATIENCE


def _fate(desk: Desk, one: QueuedPosting) -> delivery_pages.Fate:
    """What came of a lost notice; the contestmaster hears once of each."""
    if one.state == "deferred":
        return "given up" if is_given_up(desk, one) else "deferred"
    return "refused" if one.state == "refused" else "unknown"


def _opening(records: Records, one: QueuedPosting) -> delivery_pages.Opening:
    """What is known of the opening that waits for a notice, or did when a backup was taken."""
    public = [other for other in records.outbox(one.draft) if other.posting.kind == "public"]
    if any(other.state in _THERE for other in public):
        return "there"
    lost = [other for other in public if other.state == "unknown"]
    if any(not _is_answered(records, other) for other in lost):
        return "in doubt"
    return "yours" if lost and len(lost) == len(public) else "waits"


def _is_answered(records: Records, one: QueuedPosting) -> bool:
    """Whether the contestmaster was asked about a posting of unknown fate, and has answered."""
    asked = [
        alarm
        for alarm in records.alarms_about(one.posting.message_id)
        if alarm.attempts >= one.attempts
    ]
    return bool(asked) and not any(alarm.is_open for alarm in asked)


def _whose(desk: Desk, records: Records, one: QueuedPosting) -> GnomeName | None:
    """For which gnome a notice is: by its address, or where that is eirs no more by its draft."""
    known = desk.roster.people.get(folded(one.posting.to))
    if known is not None and one.draft is not None and _names(known, one):
        return known
    page = _page(records, one)
    return None if page is None else page.to_name


def _page(records: Records, one: QueuedPosting) -> Page | None:
    """The notice as it was approved, wherever it was sent since."""
    found = None if one.draft is None else records.draft(one.draft)
    if found is None:
        return None
    private = [page for page in found[0].pages if page.kind == "private"]
    return next((page for page in private if _is_it(page, one)), None)


def _is_it(page: Page, one: QueuedPosting) -> bool:
    return _names(page.to_name, one) or page.to == one.posting.to


def _names(name: GnomeName, one: QueuedPosting) -> bool:
    return f"To: {name} <".encode() in one.posting.octets


def _send_again(desk: Desk, records: Records, one: QueuedPosting, address: str) -> None:
    page = _page(records, one)
    assert page is not None
    new = post(desk, records, replace(page, to=address), draft=one.draft)
    records.wait_no_more(one.posting.message_id, new)


def _tell(desk: Desk, records: Records, one: QueuedPosting, name: GnomeName) -> None:
    envelope = stationery.to_contestmaster(desk)
    fate = _fate(desk, one)
    reason = f"{fate} {one.posting.message_id}"
    if records.last_answered(envelope.to, reason) is not None:
        return
    page = delivery_pages.undelivered(
        name,
        one.posting.to,
        fate,
        "" if sight.is_blind(records) else one.reply,
        opening=_opening(records, one),
        letterhead=stationery.letterhead(desk),
        envelope=envelope,
    )
    post(desk, records, page, reason=reason)
