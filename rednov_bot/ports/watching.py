"""Who was away, when the bot itself was, and who was reminded of what."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from rednov_bot.contest import Absence, Outage, Reminded
from rednov_bot.engine.words import GnomeName
from rednov_bot.papers import PaperId


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
