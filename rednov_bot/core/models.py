"""The papers, which are the values that the workflow hands on.  READ THIS FIRST.

    RawMail --mail--> Message --reader----> Reading --workflow, rules--> Draft --workflow--> Posting
     bytes            who, where,          acts, or                     what would          sealed
     as fetched       own words            questions                    be sent             bytes

A paper is stored once and never changed.  A later paper that names it says what happened to it.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any, Final, Literal, NewType, Protocol

from rednov_bot.core.contest import Effect
from rednov_bot.core.toml import AuthResult
from rednov_bot.games.base import (
    Act as Act,
    Choice,
    Deed as Deed,
    Event,
    Join as Join,
    Leave as Leave,
    Note as Note,
    Options,
    Player,
    Question as Question,
    Reading as Reading,
    Turn,
    TurnAct as TurnAct,
)

PaperId = NewType("PaperId", int)

MessageId = NewType("MessageId", str)
"""With its angle brackets: `<...@...>`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Authentication:
    """Whether a mail is its author's, and what shows that: for the contestmaster, and for them."""

    outcome: AuthResult
    grounds: tuple[str, ...]  # half sentences, the weightiest first

    @property
    def told(self) -> str:
        """`pass: DKIM of post.example passes, says our server`."""
        return f"{self.outcome}: {'; '.join(self.grounds)}"


AuthorVerdict = Literal["yes", "no", "closed"]
"""What somebody answers who is asked whether they wrote a mail; or the contestmaster has said how
it is read, so that nobody needs to answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthorQuestion:
    """Somebody is asked whether they wrote a mail."""

    id: PaperId
    mail: PaperId
    code: str  # 7 characters of A-Z2-9, as that of a draft
    name: Player
    grounds: str
    at: datetime
    verdict: AuthorVerdict | None  # None: it is open
    settled_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgery:
    """Something that only somebody does who pretends to be another."""

    kind: str
    what: str  # a sentence for the contestmaster
    mail: PaperId | None
    at: datetime


Clarified = Literal["confirmed", "denied"]
"""How its author settled what an unclear announcement means: by an answer, or by a no."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clarification:
    """What an unclear announcement means is asked under a code (A126)."""

    mail: PaperId  # the announcement
    code: str
    name: Player  # its author
    game: PaperId | None  # that was going on then
    turns: int  # how many were taken in it by then
    unresolved: bool  # whether the last of them awaited its resolution
    at: datetime
    text: str = field(repr=False)  # the announcement, with earlier answers in it
    questions: tuple[Question, ...] = field(repr=False)
    proposal: tuple[Act, ...] = field(default=(), repr=False)  # what it seems to announce
    second: tuple[Act, ...] = field(default=(), repr=False)  # or this, where both are shown
    said: tuple[tuple[str, str], ...] = field(default=(), repr=False)  # earlier: asked, answered


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirmed:
    """What the author of an unclear announcement was asked, and answered (A126)."""

    name: Player
    said: tuple[tuple[str, str], ...] = field(repr=False)  # what was asked, what was answered
    privately: bool


TAG: Final = r"RN[1-9]\d{0,5}"
"""How mails name a game, as a pattern."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """One game of the contest: what was fixed by its opening."""

    id: PaperId
    tag: str  # "RN1", "RN2", ...: how mails name it
    gnomes: tuple[Player, ...]  # in canonical order
    options: Options
    data: str  # name or path of the data set
    data_digest: str  # SHA-256 of the data set in force
    rules_version: str  # of the program that began it
    luck: int = 1  # the form of its luck: 2 can be checked by everybody (docs/luck.md)
    beacon: str = ""  # the public one that its terms bind it to, in their words; "" without one


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """How a game got to one of its gamestates."""

    number: int  # of the gamestate
    cause: str
    at: datetime
    events: tuple[Event, ...] = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenTurn:
    """A valid turn, taken at the moment of its announcement (§9)."""

    id: PaperId
    game: PaperId
    number: int  # counts the turns of a game from 1
    turn: Turn = field(repr=False)  # names the tiles of a private list
    taken_at: datetime
    message_id: MessageId | None  # of the announcement, for threading
    references: tuple[MessageId, ...]
    subject: str
    forum: str  # a key of [forums]: where the resolution goes
    mail: PaperId | None = None  # that announced it
    digest: str = "-"  # of that mail, in hex: the luck of the turn depends on it (A95)
    beacon: int | None = None  # the round of the public beacon that is mixed into its luck


Status = Literal["read", "ignore", "answer", "hold"]
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
    """The way back from a message's text to the mail."""

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


Doubt = Literal["", "alternatives disagree", "hidden", "marked From"]
"""Why it is not certain what a mail says.

Its plain text and its HTML differ in their words, its HTML may hide some from readers, or a line
begins with ">From", which a mail server or a quote has marked.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """A mail understood as far as mail goes: who wrote it, where, and their own live text."""

    message_id: MessageId | None
    in_reply_to: MessageId | None
    references: tuple[MessageId, ...]
    subject: str = field(repr=False)  # decoded, one line; of a private mail it may name tiles
    sender: str | None  # a name from [people], None when nobody can be shown to have sent it
    addresses: tuple[str, ...]  # candidate author addresses, lower case, best first
    forum: str | None  # a key of [forums], "private", or None
    public: bool  # whether an announcement made there counts (§9)
    text: str = field(repr=False)  # their own words: decoded, without quotes, signatures, footers
    said_at: datetime | None  # the Date header in UTC; on the desk, the first credible stamp
    stamps: Stamps = Stamps()
    wants_no_answer: bool = False  # sent in bulk or by a list, or marked against automatic answers
    also_public: bool = False  # heard in no public forum, but one was written to as well
    check: bool = False  # sent to the bot's address for checks: nothing in it counts
    doubt: Doubt = ""
    other: str = field(default="", repr=False)  # what the other alternative says, where in doubt
    aside: str = field(default="", repr=False)  # words that may be theirs, or a quoted mail's
    places: Places | None = field(default=None, compare=False, repr=False)  # of each word read
    called: str = field(default="", compare=False)  # how From calls its author; proves nothing
    dressed: bool = False  # From has their own address, but is worded as if a list had rewritten it
    written: str | None = field(default=None, repr=False)  # their words, where *text* is a ruling
    uncut: str | None = field(default=None, repr=False)  # *text* with what is shown to be another's
    authentication: Authentication | None = None  # None where nothing is checked
    confirmed: Confirmed | None = None  # where its author has said what it means

    @property
    def is_ruled(self) -> bool:
        """Whether the contestmaster has said how it is read: then they see all that comes of it."""
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


Screened = Literal[
    "", "forged", "own", "bounce", "digest of a forum", "digest", "list", "machine", "two authors",
    "perhaps", "nobody", "stranger", "astray", "out of reach", "who are you", "disputed", "direct",
    "unread", "quoted", "empty",
]  # fmt: skip
"""The rule by which a mail is not read; "" of one that is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Classified:
    """What becomes of a mail, and why; the message, where it could be understood."""

    disposition: Status
    reason: str  # one sentence, on file; never shown to a list
    by: Screened = ""
    message: Message | None = None
    report: Report | None = None  # where a mail server reports on a delivery
    notice: Notice | None = None  # where a list, or a mail server, tells of a mail sent to a list


@dataclass(frozen=True, slots=True, kw_only=True)
class Filed:
    """What became of a mail."""

    mail: PaperId
    disposition: Status
    reason: str
    at: datetime


PostingKind = Literal["public", "private", "receipt", "question", "draft", "desk"]
"""To a list; to one gnome by approval; answers to a sender; to the contestmaster."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A drawing that travels with a mail, and the page of HTML around it: the words of the mail."""

    png: bytes = field(repr=False)  # none where the mail would be too large with it
    html: str = field(repr=False)

    @property
    def content_id(self) -> str:
        """By which the page refers to it (RFC 2392): no other picture has the same."""
        return _content_id(self.png)


@lru_cache(maxsize=8)
def _content_id(png: bytes) -> str:
    return f"board.{hashlib.sha256(png).hexdigest()[:20]}@rednov"


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
    view: Any = field(default=None, repr=False)  # of the game, to be drawn; not kept on file
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
    """The contestmaster was asked about a posting, in a draft of their own."""

    code: str  # of the draft
    posting: MessageId
    to: str
    what: AlarmKind
    attempts: int  # that the posting had by then
    is_open: bool  # whether it awaits their word


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
    """What became known of the way by which somebody gets their private mail."""

    name: Player = field(repr=False)
    address: str = field(repr=False)
    change: ChannelChange
    posting: MessageId | None  # that was sent there
    mail: PaperId | None  # that says so
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Restoration:
    """The database was restored from a backup: what came about since that was taken is not in it.

    No posting that was on its way in the backup is known to have gone or not.
    """

    id: PaperId
    reaches: datetime | None  # when the service was last at work before the backup was taken
    at: datetime


DraftKind = Literal[
    "opening",  # a game begins (§5)
    "resolution",  # a turn is resolved (§16)
    "line",  # one public line: a verdict
    "choice",  # a choice to be made; nothing to post
    "idle",  # an idle gnome is killed (§19)
    "award",  # points that are due are awarded (§18, §24)
    "correction",  # a resolution is amended (§25, A96)
    "claim",  # somebody claims an error; nothing to post
    "contest",  # the contest changes: an axis, the office (§1)
    "report",  # a report, or the story of a game
    "reading",  # a mail on file is read otherwise; nothing to post
    "secret",  # the secrets of a game's luck, when it is over (A95)
    "return",  # a posting has not come back from its list as it was sent; nothing new to post
]
"""What is put before the contestmaster."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What the contestmaster is shown and answers with one word.  It is never changed."""

    code: str  # 7 characters of A-Z2-9, unique for ever
    kind: DraftKind
    game: PaperId | None = None
    turn: PaperId | None = None  # the taken turn it resolves
    for_state: int | None = None  # the number of the gamestate it was written for; None: any
    attempt: int = 1  # counts the drafts about the same paper
    pages: tuple[Page, ...] = field(default=(), repr=False)  # exactly what is posted, in this order
    events: tuple[Event, ...] = field(default=(), repr=False)
    choice: Choice | None = field(default=None, repr=False)
    about: str = ""  # one public line, for lists of drafts
    made_at: datetime
    due_by: datetime | None = None  # the contestmaster's own duty (§16)
    mail: PaperId | None = None  # the announcement or claim that it is about
    effects: tuple[Effect, ...] = field(default=(), repr=False)  # what else it brings about
    amends: str | None = None  # the code of the draft that it only words otherwise


Verdict = Literal["approved", "rejected", "superseded", "chosen", "settled"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What became of a draft.  Final."""

    code: str
    verdict: Verdict
    by: str  # who decided; for superseded: the code of the draft that took its place
    why: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class AwaitedOpening:
    """An opening that was approved and waits until every private channel is confirmed."""

    draft: str
    by: str  # who approved it
    at: datetime
