"""What in a digest would have been handled, and never came by itself.

By itself came what took effect, or was heard as its author's: nothing that was passed over, kept,
disowned, or is not shown to be by its author as well as it must be to count.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from rednov_bot.desk import awaited, choosing, listening, mails_on_file, repeated
from rednov_bot.desk.desk import Desk, ongoing
from rednov_bot.mail import digests
from rednov_bot.mail.claims import claim
from rednov_bot.mail.letter import open_letter
from rednov_bot.mail.screening import screened
from rednov_bot.papers import Letter, PaperId
from rednov_bot.ports import Records

OLD: Final = timedelta(days=31)
"""Before the digest came: no list waits for so long, and such a Date is by a wrong clock."""

MOST_READ: Final = 32 * 1024
"""Characters of the mails in one digest; what stands behind them may announce anything."""

_MOST_COPIES: Final = 20  # with one Message-ID, or the same words, that are looked at


def of(desk: Desk, records: Records, octets: bytes, arrived_at: datetime) -> Iterator[Letter]:
    """The mails in a digest that are missing."""
    opened = open_letter(octets, desk.roster)
    if not digests.is_of_a_public_forum(opened):
        return
    now = ongoing(desk, records)
    began = None if now is None else records.chapters(now.game.id)[0].at
    left = MOST_READ
    for inner in digests.enclosed(opened):
        letter, date = inner.letter, inner.letter.stamps.date
        if letter.sender is None or not letter.public:
            continue
        if date is not None and began is not None and arrived_at - OLD <= date < began:
            continue  # it was meant for an earlier game
        if _came(desk, records, letter):
            continue
        disposition = screened(inner).disposition
        if disposition == "read":
            left -= len(letter.text)
        if disposition == "hold" or (
            disposition == "read" and (left < 0 or _matters(desk, letter))
        ):
            yield letter


def still(
    desk: Desk, records: Records, digest: PaperId, octets: bytes, arrived_at: datetime
) -> list[Letter]:
    """Those of which it is known that they are missing in this digest, and that have not come."""
    found = [
        one
        for one in of(desk, records, octets, arrived_at)
        if digest in awaited.asked_in(records, one)
    ]
    left: dict[tuple[str, ...], int] = {}
    missing = []
    for one in found:
        words = (one.sender or "", *repeated.words_of(one))
        if words not in left:
            left[words] = awaited.left(records, digest, one)
        if left[words] > 0:
            missing.append(one)
        left[words] -= 1
    return missing


def called(desk: Desk, octets: bytes, letter: Letter) -> Letter | None:
    """The mail in a digest that bears the Message-ID of this one, and says the same."""
    opened = open_letter(octets, desk.roster)
    for inner in digests.enclosed(opened, letter.message_id):
        if inner.letter.message_id == letter.message_id and _is(desk, inner.letter, letter):
            return inner.letter
    return None


def other(desk: Desk, records: Records, letter: Letter) -> bool:
    """Whether a list has sent something else under the Message-ID of a mail that is missing."""
    return any(one.public and one.sender is not None for one in _bearing(desk, records, letter))


def _matters(desk: Desk, letter: Letter) -> bool:
    """Whether anything would have come of a mail on a list."""
    if choosing.may_choose(letter) or "standing order" in letter.text.lower():
        return True
    return listening.read(desk, letter).verdict != "none" or claim(letter) is not None


def _came(desk: Desk, records: Records, letter: Letter) -> bool:
    """Whether a list has sent a mail by itself as well."""
    alike = repeated.likeness(letter)
    if alike is not None and any(counts(desk, records, one) for one in records.alike(alike)):
        return True
    if letter.message_id is not None:
        return any(
            one.public and _is(desk, letter, one)
            for one in _bearing(desk, records, letter, counting=True)
        )
    date = letter.stamps.date
    for mail in records.alike(repeated.wording(letter))[-_MOST_COPIES:]:
        if counts(desk, records, mail):
            one = mails_on_file.letter_if_any(desk, records, mail)
            if one is not None and (date is None or one.stamps.date == date):
                return True
    return False


def counts(desk: Desk, records: Records, mail: PaperId) -> bool:
    """Whether a mail on file was heard as its author's, whatever came of it."""
    filed = records.filed(mail)
    if filed is None:
        return False
    if records.is_reopened(mail):
        letter = mails_on_file.letter_if_any(desk, records, mail)
        identity = None if letter is None else mails_on_file.identity(letter)
        return records.same_before(None, identity) == mail
    shown = records.confidence(mail)
    trusted = shown is None or desk.settings.trust.of(shown.trust) == "act"
    return filed.disposition in ("read", "answer") and trusted


def _is(desk: Desk, letter: Letter, one: Letter) -> bool:
    return one.sender == letter.sender and repeated.says_the_same(desk, letter, one)


def _bearing(
    desk: Desk, records: Records, letter: Letter, *, counting: bool = False
) -> Iterator[Letter]:
    """The mails with the Message-ID of this one; or those of them alone that count."""
    if letter.message_id is None:
        return
    every = [one.mail for one in records.bearing(letter.message_id)]
    if counting:
        every = [one for one in every if counts(desk, records, one)]
    for mail in every[:_MOST_COPIES]:
        one = mails_on_file.letter_if_any(desk, records, mail)
        if one is not None:
            yield one
