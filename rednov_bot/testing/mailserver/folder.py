"""The mails of one user, with what IMAP knows of them: number, flags, date (RFC 3501, 2.3)."""

from __future__ import annotations

import imaplib
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime


@dataclass(slots=True, eq=False, kw_only=True)
class StoredMail:
    """One mail in a folder: its bytes never change, its flags do."""

    uid: int
    octets: bytes = field(repr=False)
    arrived_at: datetime  # UTC
    flags: set[str] = field(default_factory=set)
    gone: bool = False  # expunged, perhaps still in some session's view

    def internal_date(self) -> bytes:
        """When it arrived, as IMAP writes dates."""
        return imaplib.Time2Internaldate(self.arrived_at).encode()


class Folder:
    """An INBOX: mails in order of arrival, and those who want to hear of changes."""

    def __init__(self, uidvalidity: int = 1) -> None:
        self.uidvalidity = uidvalidity
        self.mails: list[StoredMail] = []
        self.next_uid = 1
        self.expunged = 0  # how many mails were ever taken out: sessions compare it with theirs
        self.watchers: set[Callable[[], None]] = set()

    def append(
        self, octets: bytes, *, arrived_at: datetime, flags: Iterable[str] = ()
    ) -> StoredMail:
        """A mail arrives, and every watcher hears of it."""
        mail = StoredMail(
            uid=self.next_uid,
            octets=with_crlf(octets),
            arrived_at=arrived_at.astimezone(UTC).replace(microsecond=0),
            flags=set(flags),
        )
        self.next_uid += 1
        self.mails.append(mail)
        self._tell()
        return mail

    def expunge(self, uids: Iterable[int]) -> None:
        """Mails leave for good; their numbers are not used again."""
        leaving = set(uids)
        for mail in self.mails:
            mail.gone = mail.gone or mail.uid in leaving
        before = len(self.mails)
        self.mails = [mail for mail in self.mails if not mail.gone]
        self.expunged += before - len(self.mails)
        self._tell()

    def renumber(self) -> None:
        """The folder's index was lost: the same mails under new numbers (RFC 3501, 2.3.1.1)."""
        self.uidvalidity += 1
        self.mails = [
            StoredMail(uid=n, octets=old.octets, arrived_at=old.arrived_at, flags=set(old.flags))
            for n, old in enumerate(self.mails, start=1)
        ]
        self.next_uid = len(self.mails) + 1
        self._tell()

    def facts(self) -> dict[bytes, int]:
        """What STATUS can be asked."""
        return {
            b"MESSAGES": len(self.mails),
            b"RECENT": 0,
            b"UIDNEXT": self.next_uid,
            b"UIDVALIDITY": self.uidvalidity,
            b"UNSEEN": sum("\\Seen" not in mail.flags for mail in self.mails),
        }

    def _tell(self) -> None:
        for watcher in tuple(self.watchers):
            watcher()


def positions(numbers: Sequence[int], wanted: bytes) -> list[int]:
    """Where in the ascending *numbers* those of an IMAP set such as `2,4:7,9:*` stand.

    `*` is the largest number; a range may be written from either end (RFC 3501, sequence-set).
    """
    found: set[int] = set()
    if not numbers:
        return []
    for part in wanted.split(b","):
        low, _, high = part.partition(b":")
        ends = sorted(numbers[-1] if end == b"*" else int(end) for end in (low, high or low))
        found.update(range(bisect_left(numbers, ends[0]), bisect_right(numbers, ends[1])))
    return sorted(found)


def with_crlf(octets: bytes) -> bytes:
    """The same text with every line ended by CR LF, as mail travels."""
    return octets.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
