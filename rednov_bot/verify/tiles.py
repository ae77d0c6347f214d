"""With the secret of the tiles: what each gnome drew, and whether they held what they used.

Gifts and discards may be announced by number (A23): which tiles went nobody knows then, so of each
kind a gnome holds at least so many and at most so many.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from msgspec.structs import replace

from rednov_bot.core.luck import Drawn, GameLuck, Keys, Scope
from rednov_bot.core.proof import sealed_pool
from rednov_bot.games.base import Player
from rednov_bot.games.red_november.render.wording import item as a_tile
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.turn import Turn, Use
from rednov_bot.games.red_november.rules.words import ITEMS, Item
from rednov_bot.verify.findings import Findings
from rednov_bot.verify.postings import Posting, ToldDraw

UNKNOWN: Final[Item] = "coffee"
"""What stands for a tile whose name the list was not told: one that does nothing in a hand."""


class KnownLuck(GameLuck):
    """Luck from the secret that was published; the order of tiles stays what it is: unknown."""

    __slots__ = ()

    def __init__(self, dice: bytes, scope: Scope) -> None:
        """Nothing is drawn yet."""
        super().__init__(Keys(dice, bytes(32)), scope)

    def deal(self, name: str, count: int) -> tuple[int, ...]:
        """The tiles as they lie: which is which, nobody knows."""
        order = tuple(range(count))
        self.drawn.append(Drawn(name, "tiles", order, count))
        return order


def without_names(state: Gamestate) -> Gamestate:
    """The gamestate in which no tile has a name any more."""
    secrets = state.secrets
    return replace(
        state,
        secrets=replace(
            secrets,
            hands=tuple([(UNKNOWN,) * len(hand) for hand in secrets.hands]),
            pool=(UNKNOWN,) * len(secrets.pool),
            discards=(UNKNOWN,) * len(secrets.discards),
            promised=tuple(
                [(giver, to, (UNKNOWN,) * len(items)) for giver, to, items in secrets.promised]
            ),
        ),
    )


def nameless(tables: Tables, first: Sequence[Item] = ()) -> Tables:
    """The data set with nothing but tiles without names, after *first*, those dealt first."""
    size = len(tables.items.tiles()) - len(first)
    pool = (*[(item, 1) for item in first], (UNKNOWN, size))
    return replace(tables, items=replace(tables.items, pool=pool))


def with_tiles(
    state: Gamestate, needed: Mapping[int, Counter[Item]], drawn: Mapping[int, Item]
) -> Gamestate:
    """The same with these tiles in these hands, by seat, as far as the hands are large enough.

    *drawn* are tiles on their places in the pool, counted from 0 at the top.
    """
    secrets = state.secrets
    hands = list(secrets.hands)
    for seat, items in needed.items():
        named = list(items.elements())[: len(hands[seat])]
        hands[seat] = (*named, *hands[seat][len(named) :])
    pool = list(secrets.pool)
    for place, item in drawn.items():
        if place < len(pool):
            pool[place] = item
    return replace(state, secrets=replace(secrets, hands=tuple(hands), pool=tuple(pool)))


def needed_for(turn: Turn) -> Counter[Item]:
    """The tiles that a gnome must hold to take a turn as they announced it (§9)."""
    needed: Counter[Item] = Counter()
    action = turn.action
    for step in turn.steps:
        if isinstance(step, Use):
            needed[step.item] += 1
    if turn.escape is not None:
        needed.update(turn.escape.uses)
    if action is not None and action.name == "give_items":
        needed.update(action.give or ())
    later = Counter([step.item for step in turn.after if isinstance(step, Use)])
    if action is not None and action.name == "gain_grog":
        later["grog"] = max(0, later["grog"] - (action.minutes or 0))
    return needed + later


@dataclass(frozen=True, slots=True)
class Shuffle:
    """A shuffle of tiles as a posting shows it."""

    number: int
    scope: Scope
    purpose: str
    root: str
    size: int


@dataclass(frozen=True, slots=True)
class Award:
    """A tile that a gnome drew: they are told which, the list where it lay."""

    moment: str
    gnome: Player
    shuffle: int  # the number of the draw
    place: int  # from 1 at the top


@dataclass(slots=True)
class Pools:
    """The shuffles so far, and whatever was drawn from them."""

    shuffles: dict[int, Shuffle] = field(default_factory=dict)
    awards: list[Award] = field(default_factory=list)
    now: int | None = None  # the number of the shuffle that is drawn from; None: not certain
    place: int = 0  # of the last tile drawn
    uncounted: set[str] = field(default_factory=set)
    """Moments in which tiles were drawn from places that nobody can count."""
    used: list[tuple[str, Player, Item, int]] = field(default_factory=list, repr=False)
    """What everybody saw go (below 0) or come: the moment, whose, the item, how many."""
    is_played: bool = True  # else the game is not played again, and nothing is counted

    def follow(self, events: Iterable[ev.Event], scope: Scope, draws: Iterable[ToldDraw]) -> None:
        """The tiles that are shuffled and drawn in one moment."""
        shown: Iterator[ToldDraw] = iter([one for one in draws if one.root])
        for one in events:
            match one:
                case ev.ItemPoolShuffled(order=order):
                    self._shuffled(next(shown, None), scope, len(order))
                case ev.ItemsReceived(to=name, items=items):
                    for _ in items:
                        self.place += 1
                        if self.now is not None:
                            award = Award(scope.moment, name, self.now, self.place)
                            self.awards.append(award)
                        else:
                            self.uncounted.add(scope.moment)
                case ev.ItemUsed(gnome=name, item=item):
                    self.used.append((scope.moment, name, item, -1))
                case ev.GrogGained(gnome=name, count=count):
                    self.used.append((scope.moment, name, "grog", count))
                case _:
                    pass

    def publish(self, posting: Posting, game: str) -> None:
        """The roots that a posting shows, of a game whose secrets are not told yet."""
        self.is_played = False
        for told in posting.section.moments if posting.section is not None else ():
            for draw in told.draws:
                if draw.root:
                    made = Shuffle(draw.number, Scope(game, ""), draw.purpose, draw.root, 0)
                    self.shuffles[draw.number] = made

    def _shuffled(self, draw: ToldDraw | None, scope: Scope, size: int) -> None:
        self.now, self.place = None, 0
        if draw is not None:
            self.now = draw.number
            made = Shuffle(draw.number, scope, draw.purpose, draw.root, size)
            self.shuffles[draw.number] = made

    def lose(self) -> None:
        """From here on nobody can count: the position was corrected by hand."""
        self.now = None

    def drawn_by(self, name: Player, moment: str) -> list[Award]:
        """What a gnome drew in a moment."""
        return [one for one in self.awards if (one.gnome, one.moment) == (name, moment)]


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
        self.hands: dict[Player, Held] = {}
        self.discards = Held()
        self.pool: list[Item] | None = []  # from the top; None: not certain
        self._shuffles = 0  # that were followed

    def follow(
        self, posting: Posting, events: Sequence[ev.Event], pools: Pools, given: Known
    ) -> None:
        """What happens to tiles in one moment; *given* are those of a gift that names them."""
        in_play = set(self.hands)
        for place, one in enumerate(events):
            match one:
                case ev.GameOpened(gnomes=names):
                    self.hands = {name: Held() for name in names}
                case ev.ItemPoolShuffled(order=order):
                    self._shuffle(posting, pools, len(order))
                case ev.ItemsReceived(to=name, items=items):
                    self._draw(name, len(items))
                case ev.GrogGained(gnome=name, count=count):
                    grog: Item = "grog"
                    self.hands[name].add((grog,) * count)
                case ev.ItemUsed(gnome=name, item=item):
                    self._use(posting, name, item)
                case ev.ThirstSlaked(gnome=name):
                    self._use(posting, name, "grog")
                case ev.CardDrawn(kind="overheated") if self._all_drink:
                    self._thirst(posting, events[place + 1 :], in_play)
                case ev.GiftReceived(to=name, giver=giver, items=items):
                    self.give(posting, giver, name, len(items), given)
                    given = None
                case ev.HandDropped(gnome=name, to_discards=to_discards):
                    self._drop(name, to_discards=to_discards)
                    in_play.discard(name)
                case ev.HandsRevealed(hands=hands):
                    self._revealed(posting, hands)
                case _:
                    pass

    def discard(self, posting: Posting, name: Player, count: int, items: Known) -> None:
        """A gnome discards; which tiles, the list may have been told."""
        if items is not None and len(items) == count:
            for one in items:
                self._use(posting, name, one)
        else:
            self.discards.join(self.hands[name].lose(count))

    def give(self, posting: Posting, giver: Player, to: Player, count: int, items: Known) -> None:
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

    def _draw(self, name: Player, count: int) -> None:
        if self.pool is None:
            unknown = Held(size=count)
            for one in ITEMS:
                unknown.most[one] = count
            self.hands[name].join(unknown)
            return
        self.hands[name].add(self.pool[:count])
        del self.pool[:count]

    def _use(self, posting: Posting, name: Player, one: Item) -> None:
        self._take(posting, name, one)
        self.discards.add((one,))

    def _take(self, posting: Posting, name: Player, one: Item) -> None:
        if not self.hands[name].take(one):
            what = f"{name} cannot have held {a_tile(one)}, by what was drawn"
            self._findings.differs(posting.mail, what)

    def _drop(self, name: Player, *, to_discards: bool) -> None:
        held, self.hands[name] = self.hands[name], Held()
        if to_discards:
            self.discards.join(held)

    def _thirst(self, posting: Posting, later: Sequence[ev.Event], in_play: set[Player]) -> None:
        """Whoever surely holds a grog drinks one when it is overheated (A77)."""
        drinkers = set()
        for one in later:
            if isinstance(one, ev.ThirstSlaked):
                drinkers.add(one.gnome)
            elif not isinstance(one, ev.NobodyThirsty):
                break
        for name in sorted(in_play - drinkers):
            if self.hands[name].least["grog"]:
                what = f"{name} holds a grog, by what was drawn, and does not drink"
                self._findings.differs(posting.mail, what)

    def _revealed(self, posting: Posting, hands: Sequence[tuple[Player, tuple[Item, ...]]]) -> None:
        for name, items in hands:
            held, shown = self.hands[name], Counter(items)
            for one in ITEMS:
                if not held.least[one] <= shown[one] <= held.most[one]:
                    what = f"{name} cannot have held so many of {a_tile(one)}, by what was drawn"
                    self._findings.differs(posting.mail, what)
