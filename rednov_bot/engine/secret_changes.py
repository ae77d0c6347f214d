"""What each happening changes in the secrets: hands, limits, decks and discards (§6)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from rednov_bot.engine import happenings as h
from rednov_bot.engine.gamestate import Limit, Secrets
from rednov_bot.engine.position import Position
from rednov_bot.engine.words import Item

TOUCHING: Final = frozenset(
    {h.ItemUsed, h.ThirstSlaked, h.CardDrawn, h.FaintChecked, h.GrogGained, h.GameOpened}
)
"""The public happenings that change a secret as well: a tile used has left its hand."""


def secrets_after(secrets: Secrets, position: Position, happening: h.Happening) -> Secrets:
    """The secrets after *happening*; *position* is the one after it, for the seats."""
    match happening:
        case h.CardDrawn() | h.FaintChecked():
            return replace(secrets, deck=secrets.deck[1:])
        case h.ItemUsed(gnome=name, item=item):
            return _discarded(secrets, position.seat(name), (item,))
        case h.ThirstSlaked(gnome=name):
            return _discarded(secrets, position.seat(name), ("grog",))
        case h.DiscardNamed(to=name, items=items):
            return _discarded(secrets, position.seat(name), items)
        case h.ItemsReceived(to=name, items=items):
            seat = position.seat(name)
            hands = _with_hand(secrets, seat, (*secrets.hands[seat], *items))
            return replace(secrets, hands=hands, pool=secrets.pool[len(items) :])
        case h.GrogGained(gnome=name, count=count):
            seat = position.seat(name)
            grog: Item = "grog"
            grogs = (grog,) * count
            return replace(secrets, hands=_with_hand(secrets, seat, secrets.hands[seat] + grogs))
        case h.GiftReceived(to=name, giver=giver, items=items):
            return _handed_over(secrets, position.seat(giver), position.seat(name), items)
        case h.LimitPending(to=name, limit=limit, owed=owed):
            return _with_limit(secrets, position.seat(name), Limit(limit, owed))
        case h.LimitLifted(to=name):
            return _with_limit(secrets, position.seat(name), None)
        case h.EventDeckShuffled(order=deck):
            return replace(secrets, deck=deck)
        case h.ItemPoolShuffled(order=pool):
            return replace(secrets, pool=pool, discards=())
        case h.HandDropped(gnome=name, to_discards=to_discards):
            return _dropped(secrets, position.seat(name), to_discards=to_discards)
        case h.ReturnNoted(giver=giver, recipient=name, items=items):
            return replace(secrets, promised=(*secrets.promised, (giver, name, items)))
        case h.ReturnsKept():
            return replace(secrets, promised=())
        case h.SecretsCorrected():
            return _corrected(happening)
        case h.GameOpened(gnomes=names):
            return Secrets(hands=((),) * len(names), limits=(None,) * len(names))
        case _:
            return secrets


def without(hand: tuple[Item, ...], items: tuple[Item, ...]) -> tuple[Item, ...]:
    """The hand without *items*, one tile for each; a tile that is not there is passed over."""
    left = list(hand)
    for item in items:
        if item in left:
            left.remove(item)
    return tuple(left)


def _with_hand(secrets: Secrets, seat: int, hand: tuple[Item, ...]) -> tuple[tuple[Item, ...], ...]:
    return (*secrets.hands[:seat], hand, *secrets.hands[seat + 1 :])


def _handed_over(secrets: Secrets, giver: int, to: int, items: tuple[Item, ...]) -> Secrets:
    secrets = _less_owed(secrets, giver, len(items))
    left = without(secrets.hands[giver], items)
    secrets = replace(secrets, hands=_with_hand(secrets, giver, left))
    return replace(secrets, hands=_with_hand(secrets, to, (*secrets.hands[to], *items)))


def _dropped(secrets: Secrets, seat: int, *, to_discards: bool) -> Secrets:
    discards = secrets.discards + (secrets.hands[seat] if to_discards else ())
    secrets = replace(secrets, hands=_with_hand(secrets, seat, ()), discards=discards)
    return _with_limit(secrets, seat, None)


def _discarded(secrets: Secrets, seat: int, items: tuple[Item, ...]) -> Secrets:
    """Tiles leave the hand and join the discards, the captain's grogs too (A72, A73)."""
    secrets = _less_owed(secrets, seat, len(items))
    hands = _with_hand(secrets, seat, without(secrets.hands[seat], items))
    return replace(secrets, hands=hands, discards=secrets.discards + items)


def _less_owed(secrets: Secrets, seat: int, count: int) -> Secrets:
    """Tiles that have left a hand by any means are no longer owed to its limit (A78)."""
    limit = secrets.limits[seat]
    if limit is None or limit.owed is None:
        return secrets
    return _with_limit(secrets, seat, Limit(limit.limit, max(0, limit.owed - count)))


def _corrected(told: h.SecretsCorrected) -> Secrets:
    limits = tuple([None if one is None else Limit(*one) for one in told.limits])
    return Secrets(told.hands, limits, told.deck, told.pool, told.discards, told.promised)


def _with_limit(secrets: Secrets, seat: int, limit: Limit | None) -> Secrets:
    return replace(secrets, limits=(*secrets.limits[:seat], limit, *secrets.limits[seat + 1 :]))
