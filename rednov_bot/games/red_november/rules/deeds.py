"""What a gnome does between turns, and the lists that go with it (§11k, §17, A23)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from rednov_bot.games.base import Deed, Note
from rednov_bot.games.red_november.rules.words import GnomeName, Item


@dataclass(frozen=True, slots=True)
class Discard(Deed):
    """A gnome discards for a hand limit (§17); `count` alone where the list is private (A23)."""

    called: ClassVar[str] = "discard"
    items: tuple[Item, ...] = field(repr=False)
    count: int | None = None


@dataclass(frozen=True, slots=True)
class GiveBack(Deed):
    """A gift in return (§11k); `count` alone where the list is private (A23)."""

    called: ClassVar[str] = "gift in return"
    to: GnomeName
    items: tuple[Item, ...] = field(repr=False)
    count: int | None = None


@dataclass(frozen=True, slots=True)
class ItemList(Note):
    """A private mail that names the tiles of a gift or discard announced by number (A23)."""

    called: ClassVar[str] = "private list"
    items: tuple[Item, ...] = field(repr=False)

    @property
    def kept(self) -> tuple[Item, ...]:
        """The tiles."""
        return self.items
