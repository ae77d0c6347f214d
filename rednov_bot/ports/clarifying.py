"""What unclear announcements mean: what was asked, and how it was settled (A126)."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from rednov_bot.papers import Act, Clarification, Clarified, PaperId


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
