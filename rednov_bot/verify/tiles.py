"""With the secret of the tiles: what each gnome drew, and whether e can have held what e used.

Gifts and discards may be announced by number (A23): which tiles went nobody knows then, so of each
kind a gnome holds at least so many and at most so many.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from rednov_bot.engine import happenings as h
from rednov_bot.engine.draws import GameLuck, Keys
from rednov_bot.engine.tables import Tables
from rednov_bot.engine.words import ITEMS, GnomeName, Item
from rednov_bot.proof.tiles import sealed_pool
from rednov_bot.prose.wording import item as a_tile
from rednov_bot.verify.findings import Findings
from rednov_bot.verify.pools import Pools, Shuffle
from rednov_bot.verify.postings import Posting

MOST_GUESSES: Final = 3_000
"""Discards of which the names are not certain are tried against the root, as long as so many do."""

Known = tuple[Item, ...] | None
"""Tiles whose names are known, None where they are not."""


@dataclass(slots=True, repr=False)
class Held:
    """Tiles in one place: of each kind at least so many and at most so many."""

    least: Counter[Item] = field(default_factory=Counter, repr=False)
    most: Counter[Item] = field(default_factory=Counter, repr=False)
    size: int = 0

    def add(self, items: Iterable[Item]) -> None:
        """These tiles come."""
        for one in items:
            self.least[one] += 1
            self.most[one] += 1
            self.size += 1

    def take(self, one: Item) -> bool:
        """A tile goes; whether it can have been there."""
        fits = self.most[one] > 0
        self.least[one] = max(0, self.least[one] - 1)
        self.most[one] = max(0, self.most[one] - 1)
        self.size = max(0, self.size - 1)
        self._trim()
        return fits

    def lose(self, count: int) -> Held:
        """So many tiles go, of whatever kind; what they may be."""
        gone = Held(size=min(count, self.size))
        for one in ITEMS:
            gone.most[one] = min(self.most[one], gone.size)
            gone.least[one] = max(0, self.least[one] - (self.size - gone.size))
            self.least[one] = max(0, self.least[one] - gone.size)
        self.size -= gone.size
        self._trim()
        return gone

    def join(self, others: Held) -> None:
        """Tiles come of which not all names are known."""
        for one in ITEMS:
            self.least[one] += others.least[one]
            self.most[one] += others.most[one]
        self.size += others.size

    def _trim(self) -> None:
        for one in ITEMS:
            self.most[one] = min(self.most[one], self.size)
            self.least[one] = min(self.least[one], self.most[one])

    @property
    def known(self) -> Known:
        """All of them by name, in the order of the alphabet; None where that is not certain."""
        if self.least.total() != self.size:
            return None
        return tuple(sorted(self.least.elements()))

    def guesses(self) -> Iterator[tuple[Item, ...]]:
        """Everything that they may be."""

        def fill(kinds: Sequence[Item], left: int) -> Iterator[tuple[Item, ...]]:
            if not kinds:
                if not left:
                    yield ()
                return
            one = kinds[0]
            for count in range(self.least[one], min(self.most[one], left) + 1):
                for rest in fill(kinds[1:], left - count):
                    yield (one,) * count + rest

        return fill([one for one in sorted(ITEMS) if self.most[one]], self.size)


class Tiles:
    """Every tile of a game as far as its secret and the list tell."""

    def __init__(
        self, secret: bytes, tables: Tables, findings: Findings, *, all_drink: bool
    ) -> None:
        """*secret* is that of the tiles; *all_drink*: sleepers too, when it is overheated (A98)."""
        self._keys, self._tables, self._findings = Keys(bytes(32), secret), tables, findings
        self._all_drink = all_drink
        self.hands: dict[GnomeName, Held] = {}
        self.discards = Held()
        self.pool: list[Item] | None = []  # from the top; None: not certain
        self._shuffles = 0  # that were followed

    def follow(
        self,
        posting: Posting,
        happenings: Sequence[h.Happening],
        pools: Pools,
        given: Known,
    ) -> None:
        """What happens to tiles in one moment; *given* are those of a gift that names them."""
        in_play = set(self.hands)
        for place, one in enumerate(happenings):
            match one:
                case h.GameOpened(gnomes=names):
                    self.hands = {name: Held() for name in names}
                case h.ItemPoolShuffled(order=order):
                    self._shuffle(posting, pools, len(order))
                case h.ItemsReceived(to=name, items=items):
                    self._draw(name, len(items))
                case h.GrogGained(gnome=name, count=count):
                    grog: Item = "grog"
                    self.hands[name].add((grog,) * count)
                case h.ItemUsed(gnome=name, item=item):
                    self._use(posting, name, item)
                case h.ThirstSlaked(gnome=name):
                    self._use(posting, name, "grog")
                case h.CardDrawn(kind="overheated") if self._all_drink:
                    self._thirst(posting, happenings[place + 1 :], in_play)
                case h.GiftReceived(to=name, giver=giver, items=items):
                    self.give(posting, giver, name, len(items), given)
                    given = None
                case h.HandDropped(gnome=name, to_discards=to_discards):
                    self._drop(name, to_discards=to_discards)
                    in_play.discard(name)
                case h.HandsRevealed(hands=hands):
                    self._revealed(posting, hands)
                case _:
                    pass

    def discard(self, posting: Posting, name: GnomeName, count: int, items: Known) -> None:
        """A gnome discards; which tiles, the list may have been told."""
        if items is not None and len(items) == count:
            for one in items:
                self._use(posting, name, one)
        else:
            self.discards.join(self.hands[name].lose(count))

    def give(
        self, posting: Posting, giver: GnomeName, to: GnomeName, count: int, items: Known
    ) -> None:
        """Tiles change hands."""
        if items is not None and len(items) == count:
            for one in items:
                self._take(posting, giver, one)
            self.hands[to].add(items)
        else:
            self.hands[to].join(self.hands[giver].lose(count))

    def _shuffle(self, posting: Posting, pools: Pools, size: int) -> None:
        """The pool by its secret, and its root; the first time it is the data set's."""
        shown = list(pools.shuffles.values())[self._shuffles :]
        if not shown or shown[0].size != size:
            self.pool = None
            return
        shuffle = shown[0]
        self._shuffles += 1
        if shuffle.purpose == "item pool":
            things: Known = self._tables.items.tiles()
        else:
            things = self._discarded(shuffle)
            self.discards = Held()
        self.pool = None if things is None else self._order(shuffle, things)
        if things is None:
            what = "which tiles were shuffled is not certain, so its root cannot be computed"
            self._findings.note(posting.mail, f"draw {shuffle.number}: {what}")
        elif self._root(shuffle, things) != shuffle.root:
            what = f"draw {shuffle.number}, {shuffle.purpose}: the secret leads to another order"
            should = f"root {self._root(shuffle, things)}"
            self._findings.differs(posting.mail, what, f"root {shuffle.root}", should)

    def _discarded(self, shuffle: Shuffle) -> Known:
        known = self.discards.known
        if known is not None:
            return known
        for guess in islice(self.discards.guesses(), MOST_GUESSES):
            if self._root(shuffle, guess) == shuffle.root:
                return guess
        return None

    def _order(self, shuffle: Shuffle, things: Sequence[Item]) -> list[Item]:
        luck = GameLuck(self._keys, shuffle.scope)
        return [things[place] for place in luck.deal(shuffle.purpose, len(things))]

    def _root(self, shuffle: Shuffle, things: Sequence[Item]) -> str:
        order = self._order(shuffle, things)
        pool = sealed_pool(self._keys.tile, shuffle.number, shuffle.scope, shuffle.purpose, order)
        return pool.root()

    def _draw(self, name: GnomeName, count: int) -> None:
        if self.pool is None:
            unknown = Held(size=count)
            for one in ITEMS:
                unknown.most[one] = count
            self.hands[name].join(unknown)
            return
        self.hands[name].add(self.pool[:count])
        del self.pool[:count]

    def _use(self, posting: Posting, name: GnomeName, one: Item) -> None:
        self._take(posting, name, one)
        self.discards.add((one,))

    def _take(self, posting: Posting, name: GnomeName, one: Item) -> None:
        if not self.hands[name].take(one):
            what = f"{name} cannot have held {a_tile(one)}, by what was drawn"
            self._findings.differs(posting.mail, what)

    def _drop(self, name: GnomeName, *, to_discards: bool) -> None:
        held, self.hands[name] = self.hands[name], Held()
        if to_discards:
            self.discards.join(held)

    def _thirst(
        self, posting: Posting, later: Sequence[h.Happening], in_play: set[GnomeName]
    ) -> None:
        """Whoever surely holds a grog drinks one when it is overheated (A77)."""
        drinkers = set()
        for one in later:
            if isinstance(one, h.ThirstSlaked):
                drinkers.add(one.gnome)
            elif not isinstance(one, h.NobodyThirsty):
                break
        for name in sorted(in_play - drinkers):
            if self.hands[name].least["grog"]:
                what = f"{name} holds a grog, by what was drawn, and does not drink"
                self._findings.differs(posting.mail, what)

    def _revealed(
        self, posting: Posting, hands: Sequence[tuple[GnomeName, tuple[Item, ...]]]
    ) -> None:
        for name, items in hands:
            held, shown = self.hands[name], Counter(items)
            for one in ITEMS:
                if not held.least[one] <= shown[one] <= held.most[one]:
                    what = f"{name} cannot have held so many of {a_tile(one)}, by what was drawn"
                    self._findings.differs(posting.mail, what)
