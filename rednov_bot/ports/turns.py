"""Turns taken, and what was said of them besides."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Protocol

from rednov_bot.engine.choices import Answer
from rednov_bot.engine.turn import Orders, Turn
from rednov_bot.engine.words import GnomeName, Item
from rednov_bot.papers import Letter, PaperId, TakenTurn
from rednov_bot.proof.commitments import ABSENT


class Turns(Protocol):
    """Turns taken, and what was said of them besides."""

    def add_turn(
        self,
        game: PaperId,
        number: int,
        turn: Turn,
        *,
        mail: PaperId,
        letter: Letter,
        forum: str,
        at: datetime,
        digest: str = ABSENT,
        beacon: int | None = None,
    ) -> TakenTurn:
        """A valid turn was taken; *digest* is that of its mail, for the luck (A95).

        *beacon* is the round of the public beacon that is mixed into it, if one is.
        """

    def turn(self, id: PaperId) -> TakenTurn:
        """One taken turn."""

    def turns(self, game: PaperId) -> tuple[TakenTurn, ...]:
        """Every turn taken in a game, oldest first."""

    def pending_turn(self, game: PaperId) -> TakenTurn | None:
        """The taken turn whose resolution is not approved yet."""

    def last_turn_at(self, game: PaperId, gnome: GnomeName) -> datetime:
        """When a gnome last took a turn, or when the game began (§19)."""

    def add_answer(self, turn: PaperId, key: str, answer: Answer, at: datetime) -> None:
        """A choice was answered; the first answer for a key counts."""

    def answers(self, turn: PaperId) -> Mapping[str, Answer]:
        """The answers on file for a turn's choices."""

    def note_items(self, gnome: GnomeName, items: tuple[Item, ...], at: datetime) -> None:
        """A private list of items arrived (A23)."""

    def noted_items(self, gnome: GnomeName, since: datetime) -> tuple[Item, ...] | None:
        """The latest private list of a gnome that came at or after *since*."""

    def note_orders(self, game: PaperId, gnome: GnomeName, orders: Orders, at: datetime) -> None:
        """Standing orders sent apart from a turn; the latest ones count."""

    def noted_orders(
        self, game: PaperId, until: datetime | None = None
    ) -> Mapping[GnomeName, Orders]:
        """The latest standing orders of each gnome; with *until*, the latest of that moment."""
