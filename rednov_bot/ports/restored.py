"""When the database was backed up, and what is not known since it was restored."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from rednov_bot.papers import Came, Restoration


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

    def first_restoration(self, since: datetime) -> Restoration | None:
        """The first that there was since then, None of none: its lost time may be the longest."""

    def came_since(self, since: Restoration) -> tuple[Came, ...]:
        """Mails that are not in the backup, without their words; oldest first.

        Not those that were read, or answered as a stranger's: they are none of the bot's own.
        """
