"""One other hidden world, and where it comes from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import repeat
from random import Random

from msgspec.structs import replace

from rednov_bot.engine import happenings as h
from rednov_bot.engine.gamestate import Secrets
from rednov_bot.engine.luck import Luck
from rednov_bot.engine.position import CardId
from rednov_bot.engine.turn import NO_ORDERS, Orders, Turn
from rednov_bot.engine.words import GnomeName, Item
from tests.worlds.exchange import Exchange
from tests.worlds.other_luck import OtherLuck, shown
from tests.worlds.places import Places
from tests.worlds.trails import Deal, Kept, Trails
from tests.worlds.ways import Stretch


@dataclass(frozen=True, slots=True)
class Lacks:
    """A gnome has claimed tiles, and the list is told that the announcement is void for a reason
    of eirs alone: e does not hold all of them."""

    gnome: GnomeName
    claimed: Counter[Item] = field(repr=False)
    beside_promises: bool = False  # not with those that e has promised already


@dataclass(frozen=True, slots=True, repr=False)
class World:
    """Another hidden world at the moment of a draft."""

    name: str
    secrets: Secrets  # before what the draft tells
    told: tuple[h.Happening, ...]  # what the draft tells, as it happens there
    orders: Mapping[str, tuple[int, ...]]  # of what is shuffled in it, by the name of the draw
    _real: Trails
    _length: int
    _kinds: Sequence[Item]

    def luck(self, real: Luck) -> OtherLuck:
        """The luck of the draft there."""
        return OtherLuck(real, shown(self.told), self.orders, self.name)

    def turn(self, turn: Turn) -> Turn:
        """The *turn* that the draft resolves as it was announced there: with other gifts (§11k)."""
        action = turn.action
        if action is None or action.name != "give_items" or not action.give:
            return turn
        for one in self.told:
            if isinstance(one, h.GiftReceived) and one.giver == turn.gnome:
                return replace(turn, action=replace(action, give=one.items))
        return turn

    def wishes(self, standing: Mapping[GnomeName, Orders]) -> Mapping[GnomeName, Orders]:
        """The *standing* orders there: the attacked wish for what they do, whatever they hold.

        So one who did not defend emself may have had a crowbar, or none.
        """
        there = dict(standing)
        for one in self.told:
            if isinstance(one, h.Attacked):
                known = there.get(one.defender, NO_ORDERS)
                there[one.defender] = replace(known, defend=one.defended)
        return there

    def history(self) -> tuple[h.Happening, ...]:
        """Everything before the draft, as it happened there."""
        real = self._real
        known = [retold(one, kept, self._kinds) for one, kept in real.told[: self._length]]
        if real.deck_at >= 0:
            deck = known[real.deck_at]
            assert isinstance(deck, h.EventDeckShuffled | h.SecretsCorrected)
            order = deck.order if isinstance(deck, h.EventDeckShuffled) else deck.deck
            cards = (*order[: real.drawn], *self.secrets.deck)
            field = "order" if isinstance(deck, h.EventDeckShuffled) else "deck"
            known[real.deck_at] = replace(deck, **{field: cards})
        return tuple(known)


class Worlds:
    """All other worlds at the moment of a draft: those that nobody could tell from the real one."""

    def __init__(
        self,
        trails: Trails,
        secrets: Secrets,
        told: Sequence[h.Happening] = (),
        *,
        named: bool | Iterable[bool] = False,
        lacks: Lacks | None = None,
        pending: Turn | None = None,
    ) -> None:
        """*trails* lead to *secrets*; *told* is what the draft tells, private parts included.

        *named*: the list was told which tiles are given or discarded in it, in all that is told or
        one by one; *lacks*: what it is told of an announcement that has no effect; *pending*: a
        turn that was taken, so that everybody knows that its gnome holds the tiles that it names.
        """
        self._real, self._length, self._secrets = trails, len(trails.told), secrets
        self._after = trails.copy()
        self._claimed: tuple[list[Stretch], Counter[Item]] | None = None
        if lacks is not None:
            kept = trails.places.promised if lacks.beside_promises else []
            promised = {one for giver, _, every in kept for one in every if giver == lacks.gnome}
            hand = [one for one in trails.hand(lacks.gnome) if one not in promised]
            self._claimed = (hand, lacks.claimed)
            self._after.ways.lacking.append((tuple(hand), lacks.claimed))
        if pending is not None:
            self._after.hold(pending)
        shows = repeat(named) if isinstance(named, bool) else named
        for one, is_named in zip(told, shows, strict=False):
            self._after.enter(one, named=is_named)
        self._after.settle()
        self._decks = tuple(decks_of(secrets.deck, told))

    def another(self, name: str) -> World:
        """The world of that *name*: the same one, whenever it is asked for."""
        rng = Random(name)
        kinds = self._exchanged(rng)
        decks = [deck.stirred(rng) for deck in self._decks]
        orders = {deal.name: order_of(deal, kinds) for deal in self._after.deals}
        orders.update({deck.draw: deck.permutation for deck in decks[1:]})
        secrets = self._real.places.filled(self._secrets, kinds)
        return World(
            name,
            replace(secrets, deck=decks[0].order),
            tuple(self._told(kinds, iter(decks[1:]))),
            orders,
            self._real,
            self._length,
            kinds,
        )

    def _exchanged(self, rng: Random) -> Sequence[Item]:
        """The kinds of all tiles, by their stretches."""
        exchange = Exchange(self._after.ways, rng)
        pool, places = self._real.places.pool, self._after.places
        exchange.stir([one for place in (*places.hands, places.discards) for one in place])
        if self._claimed is not None:
            exchange.turn(*self._claimed)
        for hand in self._real.places.hands:
            exchange.change(hand)
        exchange.shuffle(pool)
        return exchange.kinds

    def _told(self, kinds: Sequence[Item], decks: Iterator[Deck]) -> Iterator[h.Happening]:
        for one, kept in self._after.told[self._length :]:
            if isinstance(one, h.EventDeckShuffled):
                yield h.EventDeckShuffled(next(decks).order)
            else:
                yield retold(one, kept, kinds)


@dataclass(frozen=True, slots=True, repr=False)
class Deck:
    """An event deck, and how many of its cards the draft shows."""

    order: tuple[CardId, ...]
    drawn: int
    draw: str = ""  # that shuffled it; "" for the one that is there before

    def stirred(self, rng: Random) -> Deck:
        """The same with the hidden cards in another order."""
        rest = list(self.order[self.drawn :])
        rng.shuffle(rest)
        if rest and tuple(rest) == self.order[self.drawn :]:
            rest.append(rest.pop(0))
        return Deck((*self.order[: self.drawn], *rest), self.drawn, self.draw)

    @property
    def permutation(self) -> tuple[int, ...]:
        """The draw that gives it: cards are shuffled from their numbers in rising order."""
        places = {card: place for place, card in enumerate(sorted(self.order))}
        return tuple([places[card] for card in self.order])


def decks_of(present: tuple[CardId, ...], told: Sequence[h.Happening]) -> Iterator[Deck]:
    """The deck that is there before, and every one that is shuffled in what is told."""
    order, drawn, draw, renewed = present, 0, "", 0
    for one in told:
        match one:
            case h.CardDrawn() | h.FaintChecked():
                drawn += 1
            case h.ItemPoolRenewed() | h.EventDeckRenewed():
                renewed += 1
            case h.EventDeckShuffled():
                yield Deck(order, drawn, draw)
                order, drawn = one.order, 0
                draw = f"renew events {renewed - 1}" if renewed else "event deck"
            case _:
                pass
    yield Deck(order, drawn, draw)


def order_of(deal: Deal, kinds: Sequence[Item]) -> tuple[int, ...]:
    """The draw that deals the tiles so."""
    tiles = [kinds[one] for one in deal.tiles]
    lying: dict[Item, list[int]] = {}
    for place, item in enumerate(sorted(tiles) if deal.sorted_first else tiles):
        lying.setdefault(item, []).append(place)
    return tuple([lying[kinds[one]].pop() for one in deal.order])


def retold(happening: h.Happening, kept: Kept, kinds: Sequence[Item]) -> h.Happening:
    """A private happening with the tiles that it has in another world."""
    if kept is None:
        return happening
    if isinstance(kept, Places):
        assert isinstance(happening, h.SecretsCorrected)
        lies = kept.filled(Secrets(), kinds)
        return replace(
            happening,
            hands=lies.hands,
            pool=lies.pool,
            discards=lies.discards,
            promised=lies.promised,
        )
    tiles = tuple([kinds[one] for one in kept])
    if isinstance(happening, h.ItemPoolShuffled):
        return h.ItemPoolShuffled(tiles)
    assert isinstance(happening, h.ItemsReceived | h.GiftReceived | h.DiscardNamed | h.ReturnNoted)
    return replace(happening, items=tiles)
