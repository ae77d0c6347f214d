"""Other kinds of tiles go the ways that tiles have gone, as far as nobody could tell (§6).

The real game is one solution.  Where ways cross, two tiles go on for each other; that is kept if
each of them may be, from there on, what everybody knows of its way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from random import Random
from typing import Final

from rednov_bot.engine.words import Item
from tests.worlds.ways import ANY, BIT, Stretch, Ways

_TRIES: Final = 12  # for each tile of a hand that is still the same


class Exchange:
    """The kinds of tiles in another world, exchanged tile by tile."""

    __slots__ = ("_back", "_lacking", "_on", "_rng", "_ways", "kinds")

    def __init__(self, ways: Ways, rng: Random) -> None:
        """They are exchanged as *rng* has it."""
        self._ways, self._rng = ways, rng
        self.kinds, self._on, self._back = ways.kinds.copy(), ways.on.copy(), ways.back.copy()
        self._lacking: dict[Stretch, list[int]] = {}
        for number, (hand, _) in enumerate(ways.lacking):
            for one in hand:
                self._lacking.setdefault(one, []).append(number)

    def stir(self, ends: Iterable[Stretch]) -> None:
        """Each tile that has come to one of these *ends* of its way is exchanged, if it can be."""
        for end in ends:
            if self._ways.may[end] & (self._ways.may[end] - 1):
                self._part(end)

    def shuffle(self, pool: Sequence[Stretch]) -> None:
        """The tiles of the pool of which nothing is known lie in another order."""
        ways = self._ways
        free = [one for one in pool if ways.may[one] == ANY and ways.on[one] < 0]
        if free:
            lying = [self.kinds[one] for one in free]
            self._rng.shuffle(lying)
            if lying == ways.of(free):
                lying.append(lying.pop(0))
            for one, kind in zip(free, lying, strict=True):
                self.kinds[one] = kind

    def change(self, hand: Sequence[Stretch]) -> None:
        """A hand comes to hold other tiles than it really does, if it can."""
        kinds, may = self.kinds, self._ways.may
        real = sorted(self._ways.of(hand))
        if sorted([kinds[one] for one in hand]) != real:
            return
        free = [one for one in hand if may[one] & (may[one] - 1)]
        for _ in range(_TRIES):
            for one in free:
                self._part(one)
                if sorted([kinds[tile] for tile in hand]) != real:
                    return

    def turn(self, hand: Sequence[Stretch], claimed: Counter[Item]) -> None:
        """A hand that does not hold all of some tiles lacks others of them, if it can.

        What it really holds of them is missing, and it has the rest.
        """
        held = Counter(self._ways.of(hand)) & claimed
        gone = self._rng.choice(sorted(held or claimed))
        for one in hand:
            if self.kinds[one] == gone:
                self._become(one, [item for item in BIT if item not in claimed])
        for item in claimed - Counter([self.kinds[one] for one in hand]):
            others = [one for one in hand if self.kinds[one] not in claimed]
            if others and item != gone:
                self._become(self._rng.choice(others), (item,))

    def _become(self, one: Stretch, kinds: Collection[Item]) -> None:
        """A tile becomes one of these kinds, if it can."""
        for _ in range(_TRIES):
            if self.kinds[one] in kinds:
                return
            self._part(one, kinds)

    def _part(self, end: Stretch, kinds: Collection[Item] = ()) -> None:
        """At one of its crossings a tile goes on for another one, of certain *kinds* or any."""
        since, rng = self._ways.since, self._rng
        parted = []
        while since[end] >= 0:
            parted.append(end)
            end = self._back[end]
        if not parted:
            return
        behind = parted[int(rng.random() * len(parted))]
        here = self._ways.crossings[since[behind]]
        if kinds:
            here = tuple([one for one in here if self.kinds[one] in kinds])
        if here:
            self._exchange(self._back[behind], here[int(rng.random() * len(here))])

    def _exchange(self, one: Stretch, other: Stretch) -> bool:
        """Two tiles go on for each other, if that cannot be told."""
        kinds, may = self.kinds, self._ways.may
        mine, yours = kinds[one], kinds[other]
        if mine == yours:
            return False
        way, its_way = self._rest(self._on[one]), self._rest(self._on[other])
        for stretch in way:
            if not may[stretch] & BIT[yours]:
                return False
        for stretch in its_way:
            if not may[stretch] & BIT[mine]:
                return False
        self._put(way, yours, its_way, mine)
        if self._lacking and not self._still_lacking(way + its_way):
            self._put(way, mine, its_way, yours)
            return False
        self._on[one], self._on[other] = its_way[0], way[0]
        self._back[way[0]], self._back[its_way[0]] = other, one
        return True

    def _put(self, way: list[Stretch], kind: Item, its_way: list[Stretch], other: Item) -> None:
        for stretch in way:
            self.kinds[stretch] = kind
        for stretch in its_way:
            self.kinds[stretch] = other

    def _rest(self, stretch: Stretch) -> list[Stretch]:
        """A stretch and all that follow it."""
        on, rest = self._on, [stretch]
        while (stretch := on[stretch]) >= 0:
            rest.append(stretch)
        return rest

    def _still_lacking(self, changed: list[Stretch]) -> bool:
        """Whether every hand that is known not to hold all of some tiles still does not."""
        numbers = {number for one in changed for number in self._lacking.get(one, ())}
        for number in numbers:
            hand, all_of = self._ways.lacking[number]
            if not all_of - Counter([self.kinds[one] for one in hand]):
                return False
        return True
