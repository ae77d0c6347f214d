"""What the bot sends, when it was away, and what is not known since a restore."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from rednov_bot.contest import Absence, Outage, Reminded
from rednov_bot.engine.words import GnomeName
from rednov_bot.papers import (
    Attempt,
    MessageId,
    Outcome,
    PaperId,
    Posting,
    PostingKind,
    QueuedPosting,
    Restoration,
    UnderWay,
)


class Outbox(Protocol):
    """Sealed mails on their way."""

    def queue(
        self,
        posting: Posting,
        *,
        draft: str | None,
        after: Sequence[MessageId] = (),
        reason: str = "",
        at: datetime,
    ) -> None:
        """A sealed mail is to be sent, once those named by *after* were accepted."""

    def due(self, now: datetime, limit: int) -> tuple[Posting, ...]:
        """Postings to attempt now: queued ones, and deferred ones after a back-off.

        Those for lists before the others, oldest first: how many mails go to single gnomes, the
        list does not feel.  Not those that wait for others or are under way; not accepted or
        refused ones.  One of unknown fate goes again, but never to a list: until a day after its
        first lost connection, or until five bots died with it in hand.
        """

    def begin_sending(self, now: datetime, limit: int) -> tuple[UnderWay, ...]:
        """What is due is under way from now on, until `attempted` or `put_back` says otherwise.

        To be kept before the network is used.
        """

    def handed_over(self, one: UnderWay) -> None:
        """From now on a mail under way may have gone, whatever comes of it: its text goes out.

        KeyError, and nothing is noted, where it is under way no longer.
        """

    def begun_again(self) -> frozenset[MessageId]:
        """Those of the mails that are under way that were under way before."""

    def put_back(self, some: Iterable[UnderWay]) -> None:
        """Nothing was tried with these mails: those that are still under way so are due again."""

    def attempted(self, attempt: Attempt, number: int | None = None) -> None:
        """An attempt was made, and its mail is under way no longer.

        *number*: which sending that was; None where there is one at most.  Nothing is noted of a
        sending that has come to its end.
        """

    def interrupted(self, now: datetime) -> int:
        """Who sent is dead: nothing is under way any more; how many mails are of unknown fate.

        What they had not begun to hand over is due again.
        """

    def outbox(self, draft: str | None = None) -> tuple[QueuedPosting, ...]:
        """Every posting and its state, oldest first; of one draft what showed it, too."""

    def unsent(self) -> tuple[QueuedPosting, ...]:
        """Every posting that no server has accepted, and its state, oldest first."""

    def outcomes(self) -> Mapping[Outcome, int]:
        """How many attempts ever came to each outcome."""

    def unaccepted(self, kind: PostingKind, since: datetime) -> tuple[QueuedPosting, ...]:
        """Mails of one kind, queued or tried since then, that no server has accepted; oldest first.

        Not those that were queued for a reason of their own: reminders and the like.
        """

    def posting(self, message_id: MessageId) -> QueuedPosting | None:
        """The bot's mail with this Message-ID, None where it is none of eirs."""

    def held_up(self) -> tuple[QueuedPosting, ...]:
        """Mails that no server has accepted so far and that others wait for, oldest first."""

    def waits_for(self, posting: MessageId) -> tuple[QueuedPosting, ...]:
        """The mails that a posting still waits for, oldest first."""

    def wait_no_more(self, after: MessageId, instead: MessageId | None = None) -> None:
        """What waits for the mail *after* waits for another *instead*, or for neither."""

    def mailed_for(self, reason: str) -> QueuedPosting | None:
        """The last mail queued for this reason, None where none was."""

    def answered_since(self, to: str, since: datetime, reason: str) -> int:
        """How many mails went to an address for this reason since then."""

    def answered_in_all(self, since: datetime, reason: str) -> int:
        """How many mails went to anybody for this reason since then."""

    def last_answered(self, to: str, reason: str) -> datetime | None:
        """When the last mail queued for this reason went to an address, None where none did."""


class Restored(Protocol):
    """When the database was backed up, and what is not known since it was restored."""

    def note_backup(self, at: datetime) -> None:
        """A backup was taken, and found to be whole."""

    def last_backup(self) -> datetime | None:
        """When the last backup was taken, None where none ever was."""

    def restore(self, at: datetime) -> int:
        """This is a backup, and goes on from here: what was to be posted is of unknown fate.

        How many postings those are.
        """

    def restoration(self) -> Restoration | None:
        """When the database was restored last, None where it never was."""


class Watching(Protocol):
    """Who was away, when the bot itself was, and who was reminded of what."""

    def made_at(self) -> datetime | None:
        """When the database was made; None of one that is older than this being noted."""

    def note_absence(self, absence: Absence, mail: PaperId | None) -> None:
        """Somebody announced to be away."""

    def absences(self, name: GnomeName) -> tuple[Absence, ...]:
        """The absences that somebody announced, oldest first."""

    def beat(self, at: datetime) -> None:
        """The bot is at work at this moment."""

    def last_beat(self) -> datetime | None:
        """When the bot was last known to be at work, None at first."""

    def note_outage(self, outage: Outage) -> None:
        """The bot was not at work for a while."""

    def outages(self, since: datetime) -> tuple[Outage, ...]:
        """The outages that ended after *since*, oldest first."""

    def remind(self, reminded: Reminded) -> None:
        """Somebody was reminded; the first reminder for a stage counts."""

    def reminders(self, duty: str) -> tuple[Reminded, ...]:
        """Who was reminded of a duty, and when; the earliest stage first."""
