"""The contest: its members, its changes, what was ruled."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from rednov_bot.contest import ContestChange, Membership, Ruling, RulingEffect
from rednov_bot.engine.words import GnomeName
from rednov_bot.papers import PaperId


class Contest(Protocol):
    """The contest: its members, its changes, what was ruled."""

    def contestants(self) -> tuple[GnomeName, ...]:
        """Who is a contestant now, in the order of joining."""

    def joined(self, name: GnomeName, at: datetime, mail: PaperId | None) -> None:
        """A player became a contestant (§3)."""

    def left(self, name: GnomeName, at: datetime, mail: PaperId | None) -> None:
        """A contestant left (§3)."""

    def memberships(self) -> tuple[Membership, ...]:
        """Every joining and leaving, oldest first."""

    def change_contest(self, change: ContestChange) -> None:
        """Something changed in the contest."""

    def contest_changes(self) -> tuple[ContestChange, ...]:
        """All that changed in the contest, oldest first."""

    def rule(
        self,
        *,
        clause: str,
        text: str,
        by: GnomeName,
        at: datetime,
        effect: RulingEffect,
        game: PaperId | None = None,
        turn: PaperId | None = None,
        since: int | None = None,
        proposed: bool = False,
    ) -> Ruling:
        """The contestmaster's ruling is put on file, and numbered; a *proposed* one holds later."""

    def uphold(self, number: int, at: datetime, since: int | None = None) -> None:
        """The list is told of a ruling; one that was proposed holds from now on."""

    def ruling(self, number: int) -> Ruling:
        """One ruling, also if it is only proposed.  KeyError when there is none."""

    def rulings(self, game: PaperId | None = None) -> tuple[Ruling, ...]:
        """Every ruling that holds or has held, or those that concern *game*; oldest first."""
