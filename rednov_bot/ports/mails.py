"""Mails as fetched, what became of each, whose each is, and what was asked about them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Protocol

from rednov_bot.engine.words import GnomeName
from rednov_bot.papers import (
    Act,
    Alarm,
    AlarmKind,
    Authentication,
    AuthorQuestion,
    AuthorVerdict,
    AwaitedOpening,
    Bounce,
    Channel,
    Clarification,
    Clarified,
    Disposition,
    Filed,
    Forgery,
    Letter,
    ListNotice,
    MessageId,
    PaperId,
    PostingKind,
    QueuedPosting,
    RawMail,
    Sent,
)


class Mails(Protocol):
    """Mails as fetched, and what became of them."""

    def keep(self, mails: Sequence[RawMail]) -> int:
        """Store mails as they came.  One already on file (folder, UIDVALIDITY, UID) is passed over.

        Returns how many were new.
        """

    def bookmark(self, folder: str) -> tuple[int, int] | None:
        """The (UIDVALIDITY, UID) up to which *folder* was fetched, None at first.

        Of several UIDVALIDITYs the one fetched last.
        """

    def undisposed(self, limit: int) -> tuple[tuple[PaperId, RawMail], ...]:
        """Mails that have no disposition yet, in the order of their arrival on file.

        As many as are taken in hand at once, for the sake of memory: fewer of large ones, at least
        one.
        """

    def waiting(self, limit: int) -> int:
        """How many mails have no disposition yet; *limit* where there are more."""

    def first_undisposed(self) -> PaperId | None:
        """The first of the mails that have no disposition yet, None where there is none."""

    def dispose(
        self,
        mail: PaperId,
        disposition: Disposition,
        reason: str,
        *,
        letter: Letter | None,
        digest: str | None,
        at: datetime,
    ) -> None:
        """File what becomes of a mail, once; with the letter's identity where it has one."""

    def same_before(self, message_id: MessageId | None, digest: str | None) -> PaperId | None:
        """A mail filed as "read" earlier with this Message-ID or, without one, this digest.

        By its digest also one that the contestmaster has read.
        """

    def dispositions(self, only: Disposition | None = None) -> tuple[Filed, ...]:
        """What became of each mail, oldest first; of one kind, or of every kind."""

    def filed(self, mail: PaperId) -> Filed | None:
        """What became of one mail, None while that is not decided."""

    def held(self) -> tuple[Filed, ...]:
        """Mails kept for a human, about which the contestmaster has said nothing; oldest first."""

    def held_for(self, reason: str) -> tuple[Filed, ...]:
        """Those of them whose reason begins so; of others only new ones are looked at."""

    def held_untold(self) -> tuple[Filed, ...]:
        """Mails kept for a human of which nobody was told yet, oldest first."""

    def note_told(self, mails: Iterable[PaperId]) -> None:
        """Somebody was told that these mails are kept, or need not be."""

    def filed_since(
        self, disposition: Disposition, reason: str, since: datetime
    ) -> tuple[PaperId, ...]:
        """Which mails were filed so since then, for just this reason; oldest first."""

    def is_reopened(self, mail: PaperId) -> bool:
        """Whether the contestmaster has said how a mail is to be read."""

    def replay(
        self,
        mail: PaperId,
        by: GnomeName,
        disposition: Disposition,
        reason: str,
        *,
        letter: Letter | None,
        digest: str | None,
        at: datetime,
    ) -> None:
        """File what became of a mail when it was handled again: from now on that holds.

        If it was read, a copy of it that comes later is known as read.
        """

    def raw_mail(self, mail: PaperId) -> RawMail | None:
        """A mail as it came, None where there is none of this number."""

    def mails_before(self, mail: PaperId, most: int, octets: int) -> tuple[bytes, ...]:
        """The octets of up to *most* mails that came before one, the last first.

        Of those that have at most *octets* of them; one that was forgotten has none.
        """

    def reopen(
        self, mail: PaperId, by: GnomeName, why: str, at: datetime, *, digest: str | None = None
    ) -> None:
        """The contestmaster said how a mail is to be read: it is held no longer.

        With its *digest* a copy of it that comes later is known as read.
        """

    def led_to(self, mail: PaperId, game: PaperId, number: int) -> None:
        """By a discard or a gift in return, announced in a mail, a game got to this gamestate."""

    def took_effect(self, mail: PaperId) -> bool:
        """Whether a turn, a discard, a gift, a joining or a leaving came of a mail."""


class Copies(Protocol):
    """Copies of one mail: by what they say."""

    def note_likeness(self, mail: PaperId, digest: str) -> None:
        """What a mail that is read, or kept, looks like: a digest of who wrote it, and what."""

    def alike(self, digest: str) -> tuple[PaperId, ...]:
        """The mails of this likeness, oldest first."""


class Trusting(Protocol):
    """Whose mails are, who was asked whether they wrote one, and what was alarming."""

    def note_authentication(self, mail: PaperId, shown: Authentication, at: datetime) -> None:
        """Whether a mail is its author's, once; what was noted first holds."""

    def authentication(self, mail: PaperId) -> Authentication | None:
        """What was noted of a mail; None where nothing was checked."""

    def ask_author(
        self, mail: PaperId, code: str, name: GnomeName, grounds: str, at: datetime
    ) -> None:
        """Somebody is asked whether they wrote a mail; *code* answers it."""

    def author_question(self, code: str) -> AuthorQuestion | None:
        """What was asked under this code; None where nothing was."""

    def author_questions(self, since: datetime) -> tuple[AuthorQuestion, ...]:
        """What was asked since then and is open, oldest first."""

    def author_questions_of(self, mail: PaperId) -> tuple[AuthorQuestion, ...]:
        """Every question whether somebody wrote this mail, oldest first."""

    def settle_author_question(
        self, question: PaperId, verdict: AuthorVerdict, by: PaperId | None, at: datetime
    ) -> None:
        """It was answered by a mail, or closed, once: AlreadyOnFile when it was before."""

    def note_forgery(self, forgery: Forgery, *, told: bool) -> None:
        """Something alarming is on file; *told* says whether a mail tells of it."""

    def first_untold(self, summary: str) -> datetime | None:
        """When the first alarming thing happened that no mail told of since the last *summary*.

        *summary* is the kind by which such a one is on file.  None where nothing did.
        """

    def untold(self, summary: str) -> tuple[Forgery, ...]:
        """All that was alarming and that no mail told of since the last *summary*, in turn."""

    def how_many_forgeries(self, kind: str, since: datetime) -> int:
        """How often something was alarming in one way since then."""


class Clarifying(Protocol):
    """What unclear announcements mean: what was asked, and how it was settled."""

    def ask_to_clarify(self, asked: Clarification) -> None:
        """The author of an announcement is asked what it means; the code answers it."""

    def clarification(self, code: str) -> Clarification | None:
        """What was asked under this code; None where nothing was."""

    def clarification_of(self, mail: PaperId) -> Clarification | None:
        """What was asked last about an announcement; None where nothing was."""

    def clarify(
        self, mail: PaperId, verdict: Clarified, acts: tuple[Act, ...], by: PaperId, at: datetime
    ) -> None:
        """The mail *by* settles what an announcement means, once: else AlreadyOnFile."""

    def clarified(self, mail: PaperId) -> Clarified | None:
        """How it was settled what an announcement means; None where that is open."""


class Returns(Protocol):
    """The bot's own postings as lists send them back, and what was asked where one does not."""

    def note_sighting(
        self,
        posting: MessageId,
        mail: PaperId | None,
        forum: str,
        *,
        public: bool,
        same: bool,
        at: datetime,
    ) -> None:
        """A posting was seen in a forum; without a mail, the contestmaster says so."""

    def unpublished(self, since: datetime) -> tuple[QueuedPosting, ...]:
        """What lists were sent since then or may have been, or are, and was not seen there."""

    def sends_back(self, forum: str) -> bool | None:
        """Whether a forum sends the bot's own postings back; None where that is not known."""

    def note_alarm(
        self, posting: MessageId, code: str, what: AlarmKind, attempts: int, at: datetime
    ) -> None:
        """The draft with this code asks about a posting."""

    def alarm(self, code: str) -> Alarm | None:
        """What a draft asks about, None where that is no posting."""

    def alarms_about(self, posting: MessageId) -> tuple[Alarm, ...]:
        """What was asked about a posting."""

    def note_list_notice(self, notice: ListNotice) -> None:
        """A list has told what became of a posting."""

    def list_notices(self, posting: MessageId) -> tuple[ListNotice, ...]:
        """What its list has told of a posting, oldest first."""

    def withheld(self) -> tuple[QueuedPosting, ...]:
        """The postings that their lists hold or have refused, as far as is known; oldest first."""

    def post_again(self, posting: MessageId, by: str, at: datetime) -> None:
        """A posting is offered once more, whatever came of it so far: somebody says so."""


class Reaching(Protocol):
    """Whether mails reach their readers."""

    def sent(self, message_id: MessageId) -> Sent | None:
        """The bot's mail with this Message-ID, without its words; None where it is none of eirs."""

    def sent_since(self, kind: PostingKind, since: datetime) -> tuple[Sent, ...]:
        """Mails of one kind, queued since then, oldest first, without their words."""

    def note_bounce(self, bounce: Bounce) -> None:
        """A mail server has reported on a mail; the same report again is passed over."""

    def bounces(self, since: datetime) -> tuple[tuple[Bounce, Sent], ...]:
        """What failed to be delivered, as was reported since then, oldest first."""

    def confirm(self, posting: MessageId, mail: PaperId, at: datetime) -> bool:
        """A mail reached its reader, as eir own *mail* shows; whether that is news."""

    def heard_from(self, since: datetime) -> frozenset[GnomeName]:
        """Everybody of whom a mail was read after that moment."""

    def note_channel(self, channel: Channel) -> None:
        """Something became known of somebody's private channel."""

    def channels(self) -> tuple[Channel, ...]:
        """All that is known of private channels, oldest first."""

    def told_otherwise(self) -> frozenset[MessageId]:
        """The notices of which whoever decides has said that their readers know them."""

    def await_channels(self, opening: AwaitedOpening) -> None:
        """An opening was approved and waits; the first approval counts."""

    def awaited_opening(self, draft: str) -> AwaitedOpening | None:
        """The approval of an opening that waits; None of one that was not approved."""
