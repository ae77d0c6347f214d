"""Copies of one mail: by what they say."""

from __future__ import annotations

from typing import Protocol

from rednov_bot.papers import Filed, MessageId, PaperId


class Copies(Protocol):
    """Copies of one mail: by what they say."""

    def note_likeness(self, mail: PaperId, digest: str) -> None:
        """What a mail that is read, or kept, looks like: a digest of who wrote it, and what."""

    def alike(self, digest: str) -> tuple[PaperId, ...]:
        """The mails of this likeness, oldest first."""

    def bearing(self, message_id: MessageId) -> tuple[Filed, ...]:
        """What became of every mail with this Message-ID when it came, oldest first."""
