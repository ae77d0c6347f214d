"""The ways of tiles through a game, cut where nobody else can know which tile went on which way.

A way is cut into stretches.  Where several tiles lay together and were parted out of everybody's
sight - a pool that was shuffled, a hand from which some were given or discarded by a private list -
they cross: every stretch ends there, and another begins.  What is public of a tile is noted with a
stretch: of a used tile its kind, of one that a thirsty gnome did not drink that it is no grog (§6).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from rednov_bot.engine.words import ITEMS, Item

Stretch = int
"""A part of the way of one tile, by its number."""

BIT: Final[dict[Item, int]] = {item: 1 << place for place, item in enumerate(ITEMS)}
ANY: Final = (1 << len(ITEMS)) - 1
"""Every kind of tile, a bit for each."""


class Ways:
    """Every stretch: which tile it is, which it may be, and how it goes on."""

    __slots__ = ("back", "crossings", "frozen", "kinds", "lacking", "may", "on", "since")

    def __init__(self) -> None:
        self.kinds: list[Item] = []  # by stretch, as all that follows
        self.may: list[int] = []  # which kinds it may have for all that everybody knows
        self.on: list[Stretch] = []  # the one behind the next crossing, -1 where there is none
        self.back: list[Stretch] = []  # the one before
        self.since: list[int] = []  # the crossing behind which it begins, -1 of none
        self.crossings: list[tuple[Stretch, ...]] = []  # the stretches that end there
        self.lacking: list[tuple[tuple[Stretch, ...], Counter[Item]]] = []
        """Hands that do not hold all of these, as everybody knows."""
        self.frozen = False  # from now on each tile goes its own way: none is parted from others

    def copy(self) -> Ways:
        """The same ways, which may go on otherwise."""
        made = Ways()
        made.kinds, made.may, made.on = self.kinds.copy(), self.may.copy(), self.on.copy()
        made.back, made.since = self.back.copy(), self.since.copy()
        made.crossings, made.lacking = self.crossings.copy(), self.lacking.copy()
        made.frozen = self.frozen
        return made

    def begin(self, kind: Item, may: int = ANY) -> Stretch:
        """A tile of this kind, of which nothing was known before."""
        return self._new(kind, may, -1, -1)

    def cross(self, stretches: Sequence[Stretch]) -> dict[Stretch, Stretch]:
        """These tiles lie together and are parted: how each goes on."""
        if self.frozen:
            return {one: one for one in stretches}
        number = len(self.crossings)
        self.crossings.append(tuple(stretches))
        onward = {}
        for one in stretches:
            self.on[one] = onward[one] = self._new(self.kinds[one], ANY, number, one)
        return onward

    def show(self, *stretches: Stretch) -> None:
        """Everybody knows what these tiles are."""
        for one in stretches:
            self.may[one] &= BIT[self.kinds[one]]

    def forbid(self, stretches: Iterable[Stretch], item: Item) -> None:
        """Everybody knows that none of these tiles is of that kind."""
        for one in stretches:
            self.may[one] &= ~BIT[item]

    def take(self, lying: list[Stretch], item: Item) -> Stretch | None:
        """The first tile of that kind is taken away; None where there is none."""
        for at, one in enumerate(lying):
            if self.kinds[one] == item:
                return lying.pop(at)
        return None

    def of(self, stretches: Iterable[Stretch]) -> list[Item]:
        """Which tiles these are."""
        return [self.kinds[one] for one in stretches]

    def _new(self, kind: Item, may: int, since: int, back: Stretch) -> Stretch:
        self.kinds.append(kind)
        self.may.append(may)
        self.on.append(-1)
        self.back.append(back)
        self.since.append(since)
        return len(self.kinds) - 1
