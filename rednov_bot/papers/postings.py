"""A mail of the bot's own: what it says, and what became of it on its way."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal

from rednov_bot.engine.position import Position
from rednov_bot.engine.tables import Tables
from rednov_bot.engine.words import GnomeName
from rednov_bot.papers.mails import BounceKind, Grounds, Withheld
from rednov_bot.papers.names import MessageId, PaperId

PostingKind = Literal["public", "private", "receipt", "question", "draft", "desk"]
"""To a list; to one gnome by approval; answers to a sender; to the contestmaster."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardView:
    """What a picture of the board is to show: public values alone, that nobody has drawn yet."""

    now: Position
    tables: Tables = field(repr=False)
    before: Position | None = None  # what differs from it is marked
    heading: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A drawing that travels with a mail, and the page of HTML around it: the words of the mail."""

    png: bytes = field(repr=False)  # none where the mail would be too large with it
    html: str = field(repr=False)

    @property
    def content_id(self) -> str:
        """By which the page refers to it (RFC 2392): no other picture has the same."""
        return f"board.{hashlib.sha256(self.png).hexdigest()[:20]}@rednov"


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A mail as written, before it is sealed: what the contestmaster is shown and approves."""

    kind: PostingKind
    to: str  # one address
    to_name: str  # the person or forum, for people to read
    subject: str
    body: str = field(repr=False)  # plain text, LF, 72 columns
    in_reply_to: MessageId | None = None
    references: tuple[MessageId, ...] = ()
    view: BoardView | None = field(default=None, repr=False)  # to be drawn; not kept on file
    picture: Picture | None = None  # as it is drawn, and sent


@dataclass(frozen=True, slots=True, kw_only=True)
class Posting:
    """A sealed mail: its bytes and its Message-ID are fixed before the first attempt."""

    message_id: MessageId
    kind: PostingKind
    to: str
    octets: bytes = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnderWay(Posting):
    """A posting that somebody is sending, for the *number*-th time, counted from 1."""

    number: int


Outcome = Literal["accepted", "refused", "deferred", "unknown", "withdrawn"]
"""What came of one attempt: 2xx; 5xx; 4xx or not reached; lost after the final dot; or there was
none, for what the mail says was overtaken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One attempt to hand a posting to the SMTP server."""

    message_id: MessageId
    at: datetime
    outcome: Outcome
    reply: str  # the server's words, one line


PostingState = Literal[
    "queued",
    "sending",
    "accepted",
    "refused",
    "deferred",
    "unknown",
    "withdrawn",
    "bounced",
    "confirmed",
    "published",
    "held by the list",
    "refused by the list",
]
"""Not tried yet; being handed to a server; what the last attempt came to; it came back; its reader
has answered it; a public list was seen to have it; a list says that it has not passed it on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QueuedPosting:
    """A sealed mail on its way, and what came of it so far."""

    posting: Posting
    draft: str | None  # the code of the draft that it shows, or whose approval queued it
    state: PostingState
    attempts: int
    reply: str = ""  # the server's words at the last attempt, one line
    queued_at: datetime | None = None
    settled_at: datetime | None = None  # of the last attempt
    again_at: datetime | None = None  # when it is offered again by itself, None if it is not
    tried_since: datetime | None = None  # of the first attempt since it was said to go again

    @property
    def tried_for(self) -> timedelta:
        """How long after the first attempt the last one was made."""
        if self.tried_since is None or self.settled_at is None:
            return timedelta()
        return self.settled_at - self.tried_since


AlarmKind = Literal["not back", "other", "held by the list", "refused by the list"]
"""A posting has not come back from its list in time; it came back, and says other things; its list
says that a moderator is to look at it, or that it is turned away."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListNotice:
    """A list has told what became of a posting that was sent to it."""

    posting: MessageId
    mail: PaperId  # that says so
    what: Withheld
    grounds: Grounds
    attempts: int  # that the posting had by then
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Alarm:
    """The contestmaster was asked about a posting, in a draft of eir own."""

    code: str  # of the draft
    posting: MessageId
    to: str
    what: AlarmKind
    attempts: int  # that the posting had by then
    is_open: bool  # whether it awaits eir word


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """One of the bot's mails without its words: to whom it went, why, and what came of it."""

    message_id: MessageId
    kind: PostingKind
    to: str = field(repr=False)
    draft: str | None
    reason: str = field(repr=False)
    queued_at: datetime
    state: PostingState
    settled_at: datetime | None = None  # of the last attempt


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounce:
    """A mail server has reported on one of the bot's mails, in a mail that fits what was sent."""

    posting: MessageId
    mail: PaperId
    kind: BounceKind
    status: str  # RFC 3463: "5.1.1"; "" where it gives none
    at: datetime


ChannelChange = Literal["asked", "confirmed", "failed", "waived", "told"]
"""Somebody is asked to answer; has answered a private mail; one came back; is not waited for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Channel:
    """What became known of the way by which somebody gets eir private mail."""

    name: GnomeName = field(repr=False)
    address: str = field(repr=False)
    change: ChannelChange
    posting: MessageId | None  # that was sent there
    mail: PaperId | None  # that says so
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Came:
    """A mail that is not in the backup from which the database was restored."""

    mail: PaperId
    at: datetime  # when it came into the mailbox
    message_id: MessageId | None  # None also of one that is not handled
    reason: str | None  # why it became what it is; None of one that is not handled


@dataclass(frozen=True, slots=True, kw_only=True)
class Restoration:
    """The database was restored from a backup: what came about since that was taken is not in it.

    No posting that was on its way in the backup is known to have gone or not.
    """

    id: PaperId
    reaches: datetime | None  # when the service was last at work before the backup was taken
    mails: PaperId  # the last mail of the backup, 0 where it has none
    at: datetime
