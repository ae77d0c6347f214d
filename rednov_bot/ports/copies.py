"""Copies of one mail: by what they say, and in the digests of lists."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from rednov_bot.papers import Awaited, Filed, MessageId, PaperId


class Copies(Protocol):
    """Copies of one mail: by what they say, and in the digests of lists."""

    def note_likeness(self, mail: PaperId, digest: str) -> None:
        """What a mail that is read looks like: the digest of its author, its Date, its words."""

    def alike(self, digest: str) -> tuple[PaperId, ...]:
        """The mails of this likeness that were read, oldest first."""

    def bearing(self, message_id: MessageId) -> tuple[Filed, ...]:
        """What became of every mail with this Message-ID when it came, oldest first."""

    def await_mail(self, awaited: Awaited) -> None:
        """A mail stood in a digest, and has not come by itself."""

    def awaited(self, since: datetime, until: datetime) -> tuple[Awaited, ...]:
        """What is awaited since a moment between these two, oldest first."""
