"""What was published of the luck of each game (A95)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Protocol

from rednov_bot.contest import RevealLuck
from rednov_bot.papers import PaperId
from rednov_bot.proof.published import Chain, Proof
from rednov_bot.proof.tiles import SealedPool


class Fortunes(Protocol):
    """What was published of the luck of each game."""

    def publish_luck(self, game: PaperId, proof: Proof, draft: str) -> None:
        """The draws of an approved posting have their numbers for ever."""

    def chain(self, game: PaperId) -> Chain | None:
        """How far the chain goes; None before the opening, and where the luck is of form 1."""

    def draws_at(self, game: PaperId, moment: str) -> Mapping[str, int]:
        """The numbers of what was published of a moment, by link."""

    def sealed_pools(self, game: PaperId) -> tuple[SealedPool, ...]:
        """The shuffles of the item pool that were published, the last one first."""

    def reveal_luck(self, game: PaperId, effect: RevealLuck, draft: str, at: datetime) -> None:
        """The secrets of a game's luck were published."""

    def luck_revealed(self, game: PaperId) -> RevealLuck | None:
        """Which secrets of a game are published; None while none is."""

    def luck_told_by(self, game: PaperId) -> tuple[tuple[str, bool], ...]:
        """By which drafts the secrets of a game were published, oldest first.

        The code of each, and whether those of the tiles are told in it.
        """

    def add_beacon(self, named: str, round: int, value: str, by: str, at: datetime) -> None:
        """The value of a round of a public beacon, 64 hex digits; the last one counts.

        *named* is the beacon, as the terms of a game have it.
        """

    def beacon(self, named: str, round: int) -> str | None:
        """The value that counts for a round of a public beacon; None while there is none."""

    def bound_to(self, named: str, round: int) -> tuple[PaperId, ...]:
        """The turns whose luck hangs on a round of a public beacon."""
