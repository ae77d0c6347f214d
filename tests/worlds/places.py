"""Which tile lies where at one moment, by its stretch of way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from msgspec.structs import replace

from rednov_bot.engine.gamestate import Secrets
from rednov_bot.engine.words import GnomeName, Item
from tests.worlds.ways import Stretch, Ways

Promise = tuple[GnomeName, GnomeName, tuple[Stretch, ...]]
"""Who gives in return, to whom, and what (option return_gift_effect)."""


class Untraceable(Exception):
    """What happened does not fit the tiles as they are known."""


@dataclass(slots=True, repr=False)
class Places:
    """The hands by seat, the pool from the top, the discards, what is promised."""

    ways: Ways
    hands: list[list[Stretch]]
    pool: list[Stretch]
    discards: list[Stretch]
    promised: list[Promise]

    def copy(self, ways: Ways) -> Places:
        """The same places, which may be filled otherwise."""
        hands = [hand.copy() for hand in self.hands]
        return Places(ways, hands, self.pool.copy(), self.discards.copy(), self.promised.copy())

    def __iter__(self) -> Iterator[list[Stretch]]:
        """Every place where tiles lie: hands, pool, discards."""
        return iter([*self.hands, self.pool, self.discards])

    def filled(self, secrets: Secrets, kinds: Sequence[Item]) -> Secrets:
        """The secrets with tiles of these kinds, told by stretch, in their places.

        Hands and discards of the same tiles stay in their order.
        """

        def of(stretches: Sequence[Stretch], lay: tuple[Item, ...] = ()) -> tuple[Item, ...]:
            lies = tuple([kinds[one] for one in stretches])
            return lay if lay and sorted(lay) == sorted(lies) else lies

        hands = zip_longest(self.hands, secrets.hands, fillvalue=())
        return replace(
            secrets,
            hands=tuple([of(hand, lay) for hand, lay in hands][: len(self.hands)]),
            pool=of(self.pool),
            discards=of(self.discards, secrets.discards),
            promised=tuple([(giver, to, of(kept)) for giver, to, kept in self.promised]),
        )

    def fits(self, secrets: Secrets) -> bool:
        """Whether *secrets* have the same tiles in the same places; in hands in any order."""
        mine = self.filled(secrets, self.ways.kinds)
        return (
            [sorted(hand) for hand in mine.hands] == [sorted(hand) for hand in secrets.hands]
            and mine.pool == secrets.pool
            and sorted(mine.discards) == sorted(secrets.discards)
            and mine.promised == secrets.promised
        )

    # -- tiles that go from one place to another; Untraceable where they do not lie there -------

    def among(self, seat: int, name: GnomeName, items: Iterable[Item]) -> list[Stretch]:
        """Tiles of these kinds in a hand: not promised ones; first those of which more is known."""
        promised, may = self._promised_by(name), self.ways.may
        left = sorted(self.hands[seat], key=lambda one: (one in promised, may[one].bit_count()))
        found = [self.ways.take(left, item) for item in items]
        if None in found:
            raise Untraceable
        return [one for one in found if one is not None]

    def chosen(
        self, seat: int, name: GnomeName, items: tuple[Item, ...], named: bool
    ) -> tuple[Stretch, ...]:
        """The tiles that a gnome chose among eirs; the list is told which, or not."""
        found = self.among(seat, name, items)
        if named:
            self.ways.show(*found)
            return tuple(found)
        promised, hand = self._promised_by(name), self.hands[seat]
        free = [one for one in hand if one not in promised]
        if not found or len(free) == len(found):
            return tuple(found)
        onward = self.ways.cross(free)
        hand[:] = [onward.get(one, one) for one in hand]
        return tuple([onward.get(one, one) for one in found])

    def drawn(self, seat: int, items: tuple[Item, ...]) -> tuple[Stretch, ...]:
        """The first tiles of the pool go to a hand."""
        top = tuple(self.pool[: len(items)])
        if tuple(self.ways.of(top)) != items:
            raise Untraceable
        del self.pool[: len(items)]
        self.hands[seat] += top
        return top

    def leave(self, seat: int, gone: Iterable[Stretch]) -> None:
        """Tiles leave a hand."""
        for one in gone:
            self.hands[seat].remove(one)

    def dealt(self, tiles: Sequence[Stretch], order: tuple[Item, ...]) -> None:
        """These tiles are shuffled into a new pool; nothing is left of the discards."""
        if sorted(self.ways.of(tiles)) != sorted(order):
            raise Untraceable
        lying = list(self.ways.cross(tiles).values())
        laid = [self.ways.take(lying, item) for item in order]
        self.pool, self.discards = [one for one in laid if one is not None], []

    def _promised_by(self, name: GnomeName) -> set[Stretch]:
        return {one for giver, _, kept in self.promised for one in kept if giver == name}


def found(was: Places, secrets: Secrets) -> Places:
    """The places as *secrets* fill them, whatever brought the tiles there (A96); no promises.

    As many as can be are tiles known before, above all those that stay where they are; all others
    are new, and nobody knows anything of them.
    """
    ways = was.ways
    made = Places(ways, [[] for _ in secrets.hands], [], [], [])
    wanted = [*secrets.hands, secrets.pool, secrets.discards]
    before = was.copy(ways)
    there = list(before) if len(was.hands) == len(secrets.hands) else [[] for _ in wanted]
    put = [
        [ways.take(lying, item) for item in items]
        for lying, items in zip(there, wanted, strict=True)
    ]
    loose = [one for lying in before for one in lying]
    for filled, items in zip(put, wanted, strict=True):
        filled[:] = [
            ways.take(loose, item) if one is None else one
            for one, item in zip(filled, items, strict=True)
        ]
    new = [
        ways.begin(item)
        for filled, items in zip(put, wanted, strict=True)
        for one, item in zip(filled, items, strict=True)
        if one is None
    ]
    onward = _mixed(new, [one for one in put[-2] if one is not None], ways)
    fresh = iter(new)
    for place, filled in zip(made, put, strict=True):
        every = [next(fresh) if one is None else one for one in filled]
        place += [onward.get(one, one) for one in every]
    return made


def _mixed(new: Sequence[Stretch], pool: Sequence[Stretch], ways: Ways) -> dict[Stretch, Stretch]:
    """New tiles may be any of the pool, for all that anybody knows."""
    return ways.cross((*new, *pool)) if new else {}
