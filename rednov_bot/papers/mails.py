"""A mail that came: its bytes, what was understood of it, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Literal, Protocol

from rednov_bot.papers.announcements import Confirmed
from rednov_bot.papers.names import MessageId, PaperId
from rednov_bot.papers.trust import Confidence

Disposition = Literal["read", "ignore", "answer", "hold"]
"""What becomes of a mail: it is read, left alone, answered, or kept for a human."""

LONGEST_REASON: Final = 600  # characters


def brief(reason: str) -> str:
    """A reason as it is on file and told, and no longer, whatever the mail had put into it."""
    return reason if len(reason) <= LONGEST_REASON else f"{reason[: LONGEST_REASON - 4]} ..."


@dataclass(frozen=True, slots=True, kw_only=True)
class RawMail:
    """What came over the wire, byte for byte."""

    folder: str
    uidvalidity: int
    uid: int
    octets: bytes = field(repr=False)  # a private mail may name tiles
    arrived_at: datetime  # the mailbox's own stamp (INTERNALDATE), UTC


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a word stands in a mail, counted from 1: the part, the line in it, the column."""

    part: int
    line: int
    column: int


class Places(Protocol):
    """The way back from a letter's text to the mail."""

    def at(self, offset: int) -> Place:
        """Where the character stands that is read at this offset of the text."""


@dataclass(frozen=True, slots=True)
class Hop:
    """A server that a mail went through, and when it got it (a Received field)."""

    host: str  # "" where it does not say
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamps:
    """Every stamp that a mail bears, in UTC."""

    date: datetime | None = None  # the sender's own
    listed: datetime | None = None  # when the list's own server passed it on
    hops: tuple[Hop, ...] = ()  # the last first
    arrived: datetime | None = None  # the mailbox's own (INTERNALDATE)


Doubt = Literal["", "alternatives disagree", "hidden"]
"""Why it is not certain what a letter says.

Its plain text and its HTML differ in their words, or its HTML may hide some from readers.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """A mail understood as far as mail goes: who wrote it, where, and eir own live text."""

    message_id: MessageId | None
    in_reply_to: MessageId | None
    references: tuple[MessageId, ...]
    subject: str = field(repr=False)  # decoded, one line; of a private mail it may name tiles
    sender: str | None  # a name from [people], None when nobody can be shown to have sent it
    addresses: tuple[str, ...]  # candidate author addresses, lower case, best first
    forum: str | None  # a key of [forums], "private", or None
    public: bool  # whether an announcement made there counts (§9)
    text: str = field(repr=False)  # eir own words: decoded, without quotes, signatures, footers
    said_at: datetime | None  # the Date header in UTC; on the desk, the first credible stamp
    listed_at: datetime | None  # when the list passed it on, from its Received, else None
    stamps: Stamps = Stamps()
    wants_no_answer: bool = False  # sent in bulk or by a list, or marked against automatic answers
    also_public: bool = False  # heard in no public forum, but one was written to as well
    check: bool = False  # sent to the bot's address for checks: nothing in it counts
    doubt: Doubt = ""
    other: str = field(default="", repr=False)  # what the other alternative says, where in doubt
    places: Places | None = field(default=None, compare=False, repr=False)  # of each word read
    called: str = field(default="", compare=False)  # how From calls its author; proves nothing
    dressed: bool = False  # From has eir own address, but is worded as if a list had rewritten it
    written: str | None = field(default=None, repr=False)  # eir words, where *text* is a ruling
    confidence: Confidence | None = None  # None where nothing is checked
    confirmed: Confirmed | None = None  # where its author has said what it means

    @property
    def is_ruled(self) -> bool:
        """Whether the contestmaster has said how it is read: then e sees all that comes of it."""
        return self.written is not None


BounceKind = Literal["failed", "delayed", "relayed"]
"""A mail was not delivered; it is still tried; it was delivered or handed on (RFC 3464, 2.3.3)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fate:
    """What a mail server says became of a mail for one recipient."""

    kind: BounceKind
    status: str  # RFC 3463: "5.1.1"; "" where it gives none
    recipients: tuple[str, ...] = field(repr=False)  # one, by its addresses, folded; () unnamed


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What a mail server reports on a delivery.  Anybody can write one: it proves nothing."""

    fates: tuple[Fate, ...]
    about: tuple[MessageId, ...]  # the bot's own mails that it may be about, the likeliest first
    returned: MessageId | None = None  # the first of them, where it was named as the mail returned
    sent_to: tuple[str, ...] = field(default=(), repr=False)  # To of the returned mail, folded


Withheld = Literal["held by the list", "refused by the list"]
"""What a list did with a mail: it waits there for a moderator; it was turned away."""

Grounds = Literal["too large", "not a member", "no subject", "not said"]
"""Why, as far as it is understood."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """A list tells what became of a mail that was sent to it.  Anybody can write one."""

    forums: tuple[str, ...]  # keys of those from which it may come
    about: tuple[MessageId, ...]  # the bot's own mails that it names, the likeliest first
    form: Withheld | None  # what its form shows, None where only its words tell
    words: str = field(repr=False)  # its subject and its text
    says: tuple[str, ...] = field(repr=False)  # the first lines of it, for people
    is_reply: bool = False  # it says to machines that it answers a mail (RFC 3834)
    is_too_large: bool = False  # it says so to machines


@dataclass(frozen=True, slots=True, kw_only=True)
class Screened:
    """What becomes of a mail, and why; the letter, where it could be understood."""

    disposition: Disposition
    reason: str  # one sentence, on file; never shown to a list
    letter: Letter | None = None
    report: Report | None = None  # where a mail server reports on a delivery
    notice: Notice | None = None  # where a list, or a mail server, tells of a mail sent to a list


@dataclass(frozen=True, slots=True, kw_only=True)
class Filed:
    """What became of a mail."""

    mail: PaperId
    disposition: Disposition
    reason: str
    at: datetime
