"""Mails as fetched, and what became of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Protocol

from rednov_bot.engine.words import GnomeName
from rednov_bot.papers import Disposition, Filed, Letter, MessageId, PaperId, RawMail


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

    def was_filed(self, disposition: Disposition, reason: str, since: datetime) -> bool:
        """Whether any mail was filed so since then, for just this reason."""

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
