"""What in a digest would have been handled, and never came by itself.

By itself came what took effect, or was heard as its author's: nothing that was passed over, kept,
disowned, or is not shown to be by its author as well as it must be to count.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from rednov_bot.desk import listening, mails_on_file
from rednov_bot.desk.announcements import choosing
from rednov_bot.desk.desk import Desk, ongoing
from rednov_bot.desk.digests import awaited
from rednov_bot.desk.trust import repeated
from rednov_bot.mail import digests
from rednov_bot.mail.claims import claim
from rednov_bot.mail.letter import open_letter
from rednov_bot.mail.screening import screened
from rednov_bot.papers import Letter, MessageId, PaperId
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
    left, on_file = MOST_READ, _OnFile(desk, records)
    for inner in digests.enclosed(opened):
        letter, date = inner.letter, inner.letter.stamps.date
        if letter.sender is None or not letter.public:
            continue
        if date is not None and began is not None and arrived_at - OLD <= date < began:
            continue  # it was meant for an earlier game
        if on_file.has(letter):
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


def otherwise(desk: Desk, records: Records, found: list[Letter]) -> frozenset[MessageId]:
    """The Message-IDs of missing mails under which a list has sent something else."""
    on_file = _OnFile(desk, records)

    def is_somebodys(mail: PaperId) -> bool:
        one = on_file.letter(mail)
        return one is not None and one.public and one.sender is not None

    names = {one.message_id for one in found if one.message_id is not None}
    return frozenset([name for name in names if any(map(is_somebodys, on_file.bearing(name)))])


def _matters(desk: Desk, letter: Letter) -> bool:
    """Whether anything would have come of a mail on a list."""
    if choosing.may_choose(letter) or "standing order" in letter.text.lower():
        return True
    return listening.read(desk, letter).verdict != "none" or claim(letter) is not None


class _OnFile:
    """The mails on file with which those in one digest are compared, each opened once.

    A hundred small mails in a digest may bear the Message-ID of a single large one.
    """

    def __init__(self, desk: Desk, records: Records) -> None:
        self._desk, self._records = desk, records
        self._opened: dict[PaperId, Letter | None] = {}
        self._counting: dict[PaperId, bool] = {}

    def has(self, letter: Letter) -> bool:
        """Whether a list has sent a mail by itself as well."""
        alike = repeated.likeness(letter)
        if alike is not None and any(map(self.counts, self._records.alike(alike))):
            return True
        same_words = self._records.alike(repeated.wording(letter))
        if letter.message_id is not None:
            every = self.bearing(letter.message_id, counting=True)
            return any(one in same_words for one in every) or any(
                one.public and _is(self._desk, letter, one)
                for one in map(self.letter, every)
                if one is not None
            )
        date = letter.stamps.date
        for mail in same_words[-_MOST_COPIES:]:
            if self.counts(mail):
                one = self.letter(mail)
                if one is not None and (date is None or one.stamps.date == date):
                    return True
        return False

    def bearing(self, name: MessageId, *, counting: bool = False) -> list[PaperId]:
        """The first mails with a Message-ID; or those of them alone that count."""
        every = [one.mail for one in self._records.bearing(name)]
        return [one for one in every if not counting or self.counts(one)][:_MOST_COPIES]

    def counts(self, mail: PaperId) -> bool:
        """Whether a mail was heard as its author's, whatever came of it."""
        if mail not in self._counting:
            self._counting[mail] = self._was_heard(mail)
        return self._counting[mail]

    def letter(self, mail: PaperId) -> Letter | None:
        """A mail as it was when it came."""
        if mail not in self._opened:
            self._opened[mail] = mails_on_file.letter_if_any(self._desk, self._records, mail)
        return self._opened[mail]

    def _was_heard(self, mail: PaperId) -> bool:
        filed = self._records.filed(mail)
        if filed is None:
            return False
        if self._records.is_reopened(mail):
            letter = self.letter(mail)
            identity = None if letter is None else mails_on_file.identity(letter)
            return self._records.same_before(None, identity) == mail
        shown = self._records.confidence(mail)
        trusted = shown is None or self._desk.settings.trust.of(shown.trust) == "act"
        return filed.disposition in ("read", "answer") and trusted


def _is(desk: Desk, letter: Letter, one: Letter) -> bool:
    return one.sender == letter.sender and repeated.says_the_same(desk, letter, one)
