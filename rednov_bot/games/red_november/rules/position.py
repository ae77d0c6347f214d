"""What everybody sees of a game.

Code that writes to a list is given a Position; what is secret lies in `gamestate`, which no such
code may import (§6).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeVar

import msgspec

from rednov_bot.games.base import Due as Due
from rednov_bot.games.red_november.rules.words import (
    NOWHERE,
    Axis,
    Fate,
    GnomeName,
    Hatch,
    Place,
    RoomCondition,
    TokenKind,
    Track,
)

T = TypeVar("T")

Token = tuple[TokenKind, int]
"""A timed destruction and the space of the time track on which it lies, 0-60."""

CardId = int
"""An event card by its place in the data set's deck; the Kraken is the one after the last."""


class Gnome(msgspec.Struct, frozen=True):
    """One gnome, as everybody sees them."""

    name: GnomeName
    at: Place = NOWHERE
    minutes: int = 0  # 60-0; 0 is Rescued!
    intoxication: int = 0  # 0-4
    fainted: bool = False
    fate: Fate = "aboard"
    arrived: int = 0  # the higher, the later they came to their present minute (A63)
    drew_in: Place = NOWHERE  # where they drew items without having acted elsewhere since (A38)

    @property
    def in_play(self) -> bool:
        """Neither killed (§20) nor departed (§11m)."""
        return self.fate == "aboard"


class Gift(msgspec.Struct, frozen=True):
    """A window for gifts in return, open until either gnome takes a turn (§11k)."""

    giver: GnomeName
    recipient: GnomeName


WON: Final = "game won"
"""What Y points are due for (§24)."""


class Ending(msgspec.Struct, frozen=True):
    """How the game ended (§21-§24)."""

    winners: tuple[GnomeName, ...]
    losers: tuple[GnomeName, ...]
    sub_lost: bool


class Position(msgspec.Struct, frozen=True):
    """Everything public in one game."""

    gnomes: tuple[Gnome, ...] = ()  # in canonical order: that of the opening
    rooms: tuple[RoomCondition, ...] = ("dry",) * 12  # by number; 0 and SEA are always dry
    blocked: frozenset[Hatch] = frozenset()
    heat: int = 1  # 1-10, as the two below (§8)
    pressure: int = 1
    asphyxiation: int = 1
    tokens: tuple[Token, ...] = ()
    stash: int = 6  # captain's grogs left, 6-0 (§11j)
    deck_left: int = 0  # event cards not yet drawn
    played: tuple[CardId, ...] = ()  # event cards in the discards, oldest first
    removed: tuple[CardId, ...] = ()  # event cards out of the game (option remove_respite)
    kraken_aside: bool = True
    y_pot: int = 0  # the most Y points the nomic lets this game award (§24)
    turns: int = 0  # turns taken so far
    pending: GnomeName | None = None  # whose turn is taken and not yet resolved
    gifts: tuple[Gift, ...] = ()  # windows for gifts in return
    dues: tuple[Due, ...] = ()  # all points ever owed in this game
    ending: Ending | None = None

    def seat(self, name: GnomeName) -> int:
        """The place of *name* in canonical order.  KeyError when they are no gnome of this game."""
        for number, gnome in enumerate(self.gnomes):
            if gnome.name == name:
                return number
        raise KeyError(name)

    def gnome(self, name: GnomeName) -> Gnome:
        """The gnome called *name*.  KeyError when there is none in this game."""
        for gnome in self.gnomes:
            if gnome.name == name:
                return gnome
        raise KeyError(name)

    def track(self, track: Track) -> int:
        """Where a disaster track stands, 1-10."""
        match track:
            case "heat":
                return self.heat
            case "pressure":
                return self.pressure
            case "asphyxiation":
                return self.asphyxiation

    def points(self, name: GnomeName, axis: Axis, reason: str | None = None) -> int:
        """All that *name* was ever owed along an axis, or for one *reason*."""
        owed = [due for due in self.dues if (due.gnome, due.axis) == (name, axis)]
        return sum([due.points for due in owed if reason in (None, due.reason)])


def without(some: Iterable[T], others: Iterable[T]) -> list[T]:
    """Those that are not among the others, one for one, in their order."""
    left = list(some)
    for one in others:
        if one in left:
            left.remove(one)
    return left
