"""Drafts and what the contestmaster decided."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from rednov_bot.contest import Hold
from rednov_bot.papers import Decision, Draft, DraftKind, PaperId


class Drafts(Protocol):
    """Drafts and what the contestmaster decided."""

    def add_draft(self, draft: Draft) -> None:
        """A draft is put on file."""

    def draft(self, code: str) -> tuple[Draft, Decision | None] | None:
        """The draft with this code and what became of it; None when there is none."""

    def open_drafts(self) -> tuple[Draft, ...]:
        """Drafts without a decision, oldest first."""

    def approved_like(self, draft: Draft) -> str | None:
        """The code of an approved draft of the same words, about the same thing; None of none."""

    def last_rejected(self) -> str | None:
        """The code of the draft that was rejected last, None where none ever was."""

    def drafts_about(self, turn: PaperId) -> int:
        """How many drafts were made about a turn so far."""

    def drafts_of(self, kind: DraftKind, game: PaperId, about: str) -> int:
        """How many drafts of this kind, game and subject were made so far."""

    def first_drafted(self, turn: PaperId) -> datetime | None:
        """When the first draft about a turn was made, whatever came of it; None before."""

    def last_approved(self, kind: DraftKind, about: str) -> datetime | None:
        """When the last draft of this kind and about this was made that was approved."""

    def drafted_since(self, kind: DraftKind, about: str, since: datetime) -> int:
        """How many drafts of this kind, about something that begins so, were made since then."""

    def decide(self, decision: Decision) -> None:
        """A draft is decided.  Raises errors.DraftClosed when it was before."""

    def hold(self, hold: Hold) -> None:
        """A draft is held, or released."""

    def hold_of(self, draft: str) -> Hold | None:
        """The last that was said about holding a draft, None where nothing was."""
