"""The secrets that a game played again would make known: for the contestmaster alone (§6).

Cards: everybody has seen the cards that the first course drew.  As long as a deck is the same
and the corrected course has drawn fewer of it, the cards between lie on top, and all know them
in order.  A deck shuffled anew in one course only is known to nobody.

Tiles: a gnome was told which tiles of the pool e was awarded.  As long as the pool is the same,
another gnome may be awarded one of these very tiles in the corrected course, or it still lies
in the pool at a place that can be counted.  And a gnome who was given a tile that now was never
given knows that the giver holds it still.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import chain
from typing import Generic, TypeVar

from rednov_bot.engine import happenings as h
from rednov_bot.engine.corrections.rerun import Corrected
from rednov_bot.engine.gamestate import Gamestate
from rednov_bot.engine.hushed import Hushed
from rednov_bot.engine.position import CardId
from rednov_bot.engine.words import GnomeName, Item

T = TypeVar("T")
NEAR: int = 6  # tiles deep: below, it is long until anybody draws it


class KnownTile(Hushed, frozen=True):
    """A gnome would know who holds a tile, or how deep it lies in the pool."""

    knower: GnomeName
    item: Item
    holder: GnomeName | None  # None: in the pool
    depth: int = 0  # 1 is the top


class Known(Hushed, frozen=True):
    """What would become known, and to whom."""

    cards: tuple[CardId, ...] = ()  # the next event cards, from the top; known to everybody
    tiles: tuple[KnownTile, ...] = ()


def known(corrected: Corrected) -> Known:
    """What would become known if the game went on from where the corrected course ends."""
    first = tuple(chain.from_iterable(step.step.told for step in corrected.steps))
    again = tuple(chain.from_iterable(step.happenings for step in corrected.steps))
    return Known(
        _cards(corrected.before, first, again),
        (*_awarded(corrected, first, again), *_given(corrected.after, first, again)),
    )


class _Stretch(Generic[T]):
    """A deck or pool from one shuffle to the next, and what was drawn of it by whom."""

    def __init__(self, order: tuple[T, ...]) -> None:
        self.order = order
        self.drawers: list[GnomeName] = []


def _card_stretches(before: Gamestate, happenings: Iterable[h.Happening]) -> list[_Stretch[CardId]]:
    stretches = [_Stretch(before.secrets.deck)]
    for one in happenings:
        match one:
            case h.EventDeckShuffled(order=order):
                stretches.append(_Stretch(order))
            case h.CardDrawn() | h.FaintChecked():
                stretches[-1].drawers.append("")
            case _:
                pass
    return stretches


def _cards(
    before: Gamestate, first: tuple[h.Happening, ...], again: tuple[h.Happening, ...]
) -> tuple[CardId, ...]:
    now = _card_stretches(before, again)[-1]
    drawn = len(now.drawers)
    for then in _card_stretches(before, first):
        if then.order == now.order:
            return then.order[drawn : len(then.drawers)]
    return ()


def _tile_stretches(before: Gamestate, happenings: Iterable[h.Happening]) -> list[_Stretch[Item]]:
    stretches = [_Stretch(before.secrets.pool)]
    for one in happenings:
        match one:
            case h.ItemPoolShuffled(order=order):
                stretches.append(_Stretch(order))
            case h.ItemsReceived(to=name, items=items):
                stretches[-1].drawers += [name] * len(items)
            case _:
                pass
    return stretches


def _awarded(
    corrected: Corrected, first: tuple[h.Happening, ...], again: tuple[h.Happening, ...]
) -> list[KnownTile]:
    found: list[KnownTile] = []
    stretches = _tile_stretches(corrected.before, again)
    for then in _tile_stretches(corrected.before, first):
        for now in stretches:
            if then.order == now.order:
                found += _of_one_pool(then, now, corrected.after, present=now is stretches[-1])
                break
    return found


def _of_one_pool(
    then: _Stretch[Item], now: _Stretch[Item], after: Gamestate, *, present: bool
) -> list[KnownTile]:
    found = []
    drawn = len(now.drawers)
    for place, knower in enumerate(then.drawers):
        item = then.order[place]
        if place < drawn:
            holder = now.drawers[place]
            if holder != knower and item in _hand(after, holder):
                found.append(KnownTile(knower, item, holder))
        elif present and place - drawn < NEAR:
            found.append(KnownTile(knower, item, None, place - drawn + 1))
    return found


def _given(
    after: Gamestate, first: tuple[h.Happening, ...], again: tuple[h.Happening, ...]
) -> list[KnownTile]:
    found = []
    for giver, to, item in (_gifts(first) - _gifts(again)).elements():
        if item in _hand(after, giver):
            found.append(KnownTile(to, item, giver))
    return found


def _gifts(happenings: Iterable[h.Happening]) -> Counter[tuple[GnomeName, GnomeName, Item]]:
    return Counter(
        (one.giver, one.to, item)
        for one in happenings
        if isinstance(one, h.GiftReceived)
        for item in one.items
    )


def _hand(state: Gamestate, name: GnomeName) -> tuple[Item, ...]:
    return state.secrets.hands[state.position.seat(name)]
