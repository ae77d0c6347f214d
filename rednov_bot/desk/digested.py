"""A digest of a public forum: what stands in it and never came by itself is asked about (§9).

A digest shows by no mark whose the mails in it are, so nothing in it takes effect.  What came by
itself as well counts as what came; what did not, though somebody on the roster announces
something in it, is kept for whoever decides, who hears of it when the list's own copy had its time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from rednov_bot.desk import choosing, listening, mails_on_file, repeated, stationery
from rednov_bot.desk.desk import Desk, ongoing
from rednov_bot.desk.outgoing import post
from rednov_bot.mail import digests
from rednov_bot.mail.claims import claim
from rednov_bot.mail.letter import open_letter
from rednov_bot.mail.screening import screened
from rednov_bot.papers import Disposition, Filed, Letter, PaperId
from rednov_bot.ports import Records
from rednov_bot.prose import kept_pages
from rednov_bot.prose.kept_pages import Missing
from rednov_bot.prose.wording import listed, when

LATE: Final = timedelta(hours=2)
"""How long the list's own copy may be under way before anybody is asked."""

OLD: Final = timedelta(days=31)
"""Before the digest came: what is older is no news, but an archive."""

AT_A_TIME: Final = 20
"""Digests that are kept at once: more of them are made up, and must not fill the tray."""

A_DAY: Final = 3
"""Mails about them within 24 hours; the last of them says that it is."""

MOST_READ: Final = 32 * 1024
"""Characters of the mails in one digest; what stands behind them may announce anything.

A digest is looked into again whenever something in it comes, and as many are kept as may be.
"""

_DAY: Final = timedelta(days=1)
_KEPT: Final = "It is a digest, and what stands in it has not come by itself: "
_REASON: Final = "digest "
_MOST_COPIES: Final = 20  # with one Message-ID, or the same words, that are looked at
_MOST_NAMED: Final = 5  # on file


def note(
    desk: Desk,
    records: Records,
    mail: PaperId,
    octets: bytes,
    reason: str,
    arrived_at: datetime,
) -> tuple[Disposition, str]:
    """What becomes of a digest, and why; *reason* is why it was left alone so far.

    By what is missing of it is known from then on that it is asked about, and when it comes.
    """
    missing = list(_missing(desk, records, octets, arrived_at))
    new = [one for one in missing if _asked_in(records, one) in (None, mail)]
    if not new:
        why = " What has not come of it by itself is asked about already." if missing else ""
        return "ignore", reason + why
    if len([one for one in _kept(records) if one.mail != mail]) >= AT_A_TIME:
        return "ignore", f"{reason} As many digests are kept as may be."
    for one in new:
        if _asked_in(records, one) is None:
            for mark in (_asked(one), _says(one), *_awaits(one)):
                records.note_likeness(mail, mark)
    named = [f"{one.sender}'s mail{_dated(one)}" for one in new[:_MOST_NAMED]]
    if len(new) > _MOST_NAMED:
        named.append(f"{len(new) - _MOST_NAMED} more")
    return "hold", f"{_KEPT}{listed(named)}."


def came(desk: Desk, records: Records, mail: PaperId, letter: Letter) -> None:
    """A mail came by itself: whatever digest is kept for nothing else is kept no longer.

    So does one in which its author says again what is missing.
    """
    if not letter.public or letter.sender is None:
        return
    awaited = {one for mark in _awaits(letter) for one in records.alike(mark)}
    waiting = awaited.union(records.alike(_says(letter))) - {mail}
    if not waiting:
        return
    for digest in [one.mail for one in _kept(records) if one.mail in waiting]:
        raw = records.raw_mail(digest)
        if raw is not None and digest not in awaited:
            missing = _missing(desk, records, raw.octets, raw.arrived_at)
            said = next((one for one in missing if _is(desk, one, letter)), None)
            if said is not None:  # of two mails with the same words only one is said again
                records.note_likeness(mail, _asked(said))
        _look_again(desk, records, digest)


def look(desk: Desk, records: Records) -> None:
    """Whoever decides is asked about what has not come in time, once of each digest.

    To be asked when every mail that has come is handled.
    """
    kept = _kept(records)
    if not kept:
        return
    now = desk.now()
    told = {one.mail: records.mailed_for(f"{_REASON}{one.mail}") for one in kept}
    moments = [one.queued_at for one in told.values() if one is not None]
    left = A_DAY - len([at for at in moments if at is not None and now - at < _DAY])
    for one in kept:
        if left > 0 and told[one.mail] is None and now - one.at >= LATE:
            left -= _ask(desk, records, one.mail, last=left == 1)


def _ask(desk: Desk, records: Records, digest: PaperId, *, last: bool) -> bool:
    """The mail about one digest.  Whether it goes: by now all may have come."""
    missing = _look_again(desk, records, digest)
    raw = records.raw_mail(digest)
    if not missing or raw is None:
        return False
    opened = open_letter(raw.octets, desk.roster).letter
    page = kept_pages.missing(
        digest,
        opened.forum or "",
        opened.subject,
        tuple(
            [
                Missing(one.sender or "", one.stamps.date, one.subject, _other(desk, records, one))
                for one in missing
            ]
        ),
        last=last,
        letterhead=stationery.letterhead(desk),
        envelope=stationery.to_contestmaster(desk),
    )
    post(desk, records, page, reason=f"{_REASON}{digest}")
    return True


def _look_again(desk: Desk, records: Records, digest: PaperId) -> list[Letter]:
    """What is still missing of a digest that is kept; where all has come it is kept no longer."""
    raw = records.raw_mail(digest)
    if raw is None:
        return []
    missing = [
        one
        for one in _missing(desk, records, raw.octets, raw.arrived_at)
        if _asked_in(records, one) == digest
    ]
    if not missing:
        records.reopen(digest, desk.decides, "all of it has come by itself", desk.now())
    return missing


def _kept(records: Records) -> list[Filed]:
    return [one for one in records.held() if one.reason.startswith(_KEPT)]


def _missing(desk: Desk, records: Records, octets: bytes, arrived_at: datetime) -> Iterator[Letter]:
    """What in a digest would have been handled, and never came by itself."""
    opened = open_letter(octets, desk.roster)
    if not digests.is_of_a_public_forum(opened):
        return
    now = ongoing(desk, records)
    since = arrived_at - OLD
    if now is not None:
        since = max(since, records.chapters(now.game.id)[0].at)  # nothing else was meant for it
    left = MOST_READ
    for inner in digests.enclosed(opened):
        letter, date = inner.letter, inner.letter.stamps.date
        if letter.sender is None or not letter.public or (date is not None and date < since):
            continue
        if _came(desk, records, letter):
            continue
        disposition = screened(inner).disposition
        if disposition == "read":
            left -= len(letter.text)
        if disposition == "hold" or (
            disposition == "read" and (left < 0 or _matters(desk, letter))
        ):
            yield letter


def _matters(desk: Desk, letter: Letter) -> bool:
    """Whether anything would have come of a mail on a list."""
    if choosing.may_choose(letter) or "standing order" in letter.text.lower():
        return True
    return listening.read(desk, letter).verdict != "none" or claim(letter) is not None


def _came(desk: Desk, records: Records, letter: Letter) -> bool:
    """Whether a list has sent a mail by itself as well, or its author has said it again."""
    if len(records.alike(_asked(letter))) > 1:
        return True
    alike = repeated.likeness(letter)
    if alike is not None and records.alike(alike):
        return True
    if letter.message_id is not None:
        return any(one.public and _is(desk, letter, one) for one in _bearing(desk, records, letter))
    date = letter.stamps.date
    for mail in records.alike(repeated.wording(letter))[-_MOST_COPIES:]:
        one = mails_on_file.letter_if_any(desk, records, mail)
        if one is not None and (date is None or one.stamps.date == date):
            return True
    return False


def _is(desk: Desk, letter: Letter, one: Letter) -> bool:
    return one.sender == letter.sender and repeated.says_the_same(desk, letter, one)


def _other(desk: Desk, records: Records, letter: Letter) -> bool:
    """Whether a list has sent something else under the Message-ID of a mail that is missing."""
    return any(one.public and one.sender is not None for one in _bearing(desk, records, letter))


def _bearing(desk: Desk, records: Records, letter: Letter) -> Iterator[Letter]:
    """The mails with the Message-ID of this one."""
    if letter.message_id is None:
        return
    for filed in records.bearing(letter.message_id)[:_MOST_COPIES]:
        one = mails_on_file.letter_if_any(desk, records, filed.mail)
        if one is not None:
            yield one


def _asked_in(records: Records, letter: Letter) -> PaperId | None:
    """The first digest of which it is known that this is missing."""
    return next(iter(records.alike(_asked(letter))), None)


def _asked(letter: Letter) -> str:
    """By what it is known that somebody is asked about a mail in a digest."""
    date = letter.stamps.date
    which = (letter.message_id or "", "" if date is None else date.isoformat())
    return _mark("asked", letter.sender or "", *which, *repeated.words_of(letter))


def _awaits(letter: Letter) -> tuple[str, ...]:
    """By what a digest is found in which a mail is missing, once that comes."""
    date = letter.stamps.date
    named = None if letter.message_id is None else _mark("awaited", letter.message_id)
    dated = None if date is None else _mark("awaited", letter.sender or "", date.isoformat())
    return tuple([mark for mark in (named, dated) if mark is not None])


def _says(letter: Letter) -> str:
    """By what a digest is found in which a mail is missing, once its author says it again."""
    return _mark("says", letter.sender or "", *repeated.words_of(letter))


def _mark(*facts: str) -> str:
    facts = ("digest", *facts)
    return hashlib.sha256("\0".join(facts).encode("utf-8", "replace")).hexdigest()


def _dated(letter: Letter) -> str:
    date = letter.stamps.date
    return "" if date is None else f" of {when(date)}"
