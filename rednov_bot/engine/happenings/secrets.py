"""What one gnome is told alone, and what nobody is told (§6)."""

from __future__ import annotations

from rednov_bot.engine.happenings.kind import ItemSource, Whispered
from rednov_bot.engine.position import CardId
from rednov_bot.engine.words import (
    GnomeName,
    Item,
)


class ItemsReceived(Whispered, frozen=True):
    """Which items a gnome was awarded (§6)."""

    to: GnomeName
    items: tuple[Item, ...]
    source: ItemSource


class GiftReceived(Whispered, frozen=True):
    """Which items a gnome was given, or took from whom e slew."""

    to: GnomeName
    giver: GnomeName
    items: tuple[Item, ...]


class LimitPending(Whispered, frozen=True):
    """A hand limit is exceeded: so many items must be discarded before the next turn (§17)."""

    to: GnomeName
    limit: int
    held: int
    owed: int | None  # fixed at the event (option hand_limit_basis = at_event)


class LimitLifted(Whispered, frozen=True):
    """A pending hand limit is met."""

    to: GnomeName


class DiscardNamed(Whispered, frozen=True):
    """Which items a gnome discarded."""

    to: GnomeName
    items: tuple[Item, ...]


class ReturnNoted(Whispered, frozen=True):
    """The tiles of a promised gift in return."""

    giver: GnomeName
    recipient: GnomeName
    items: tuple[Item, ...]


class ReturnsKept(Whispered, frozen=True):
    """Promised gifts in return were made; none is open."""


class EventDeckShuffled(Whispered, frozen=True):
    """The order of the event deck, from the top."""

    order: tuple[CardId, ...]


class ItemPoolShuffled(Whispered, frozen=True):
    """The order of the item pool, from the top; the discards are in it."""

    order: tuple[Item, ...]


class HandDropped(Whispered, frozen=True):
    """The items of the killed go to the discards, or out of the game (A68, A50)."""

    gnome: GnomeName
    to_discards: bool


class SecretsCorrected(Whispered, frozen=True):
    """With a corrected position: hands and limits by seat, decks from the top (A96)."""

    hands: tuple[tuple[Item, ...], ...]
    limits: tuple[tuple[int, int | None] | None, ...]  # the limit, and what is owed (A78)
    deck: tuple[CardId, ...]
    pool: tuple[Item, ...]
    discards: tuple[Item, ...]
    promised: tuple[tuple[GnomeName, GnomeName, tuple[Item, ...]], ...] = ()
