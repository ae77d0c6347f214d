"""Entering an event is the only way to change the gamestate."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.gamestate import Gamestate, Limit, Secrets
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.public_changes import position_after
from rednov_bot.games.red_november.rules.words import Item

TOUCHING: Final = frozenset(
    {ev.ItemUsed, ev.ThirstSlaked, ev.CardDrawn, ev.FaintChecked, ev.GrogGained, ev.GameOpened}
)
"""The public events that change a secret as well: a tile used has left its hand."""


def secrets_after(secrets: Secrets, position: Position, event: ev.Event) -> Secrets:
    """The secrets after *event*; *position* is the one after it, for the seats."""
    match event:
        case ev.CardDrawn() | ev.FaintChecked():
            return replace(secrets, deck=secrets.deck[1:])
        case ev.ItemUsed(gnome=name, item=item):
            return _discarded(secrets, position.seat(name), (item,))
        case ev.ThirstSlaked(gnome=name):
            return _discarded(secrets, position.seat(name), ("grog",))
        case ev.DiscardNamed(to=name, items=items):
            return _discarded(secrets, position.seat(name), items)
        case ev.ItemsReceived(to=name, items=items):
            seat = position.seat(name)
            hands = _with_hand(secrets, seat, (*secrets.hands[seat], *items))
            return replace(secrets, hands=hands, pool=secrets.pool[len(items) :])
        case ev.GrogGained(gnome=name, count=count):
            seat = position.seat(name)
            grog: Item = "grog"
            grogs = (grog,) * count
            return replace(secrets, hands=_with_hand(secrets, seat, secrets.hands[seat] + grogs))
        case ev.GiftReceived(to=name, giver=giver, items=items):
            return _handed_over(secrets, position.seat(giver), position.seat(name), items)
        case ev.LimitPending(to=name, limit=limit, owed=owed):
            return _with_limit(secrets, position.seat(name), Limit(limit, owed))
        case ev.LimitLifted(to=name):
            return _with_limit(secrets, position.seat(name), None)
        case ev.EventDeckShuffled(order=deck):
            return replace(secrets, deck=deck)
        case ev.ItemPoolShuffled(order=pool):
            return replace(secrets, pool=pool, discards=())
        case ev.HandDropped(gnome=name, to_discards=to_discards):
            return _dropped(secrets, position.seat(name), to_discards=to_discards)
        case ev.ReturnNoted(giver=giver, recipient=name, items=items):
            return replace(secrets, promised=(*secrets.promised, (giver, name, items)))
        case ev.ReturnsKept():
            return replace(secrets, promised=())
        case ev.SecretsCorrected():
            return _corrected(event)
        case ev.GameOpened(gnomes=names):
            return Secrets(hands=((),) * len(names), limits=(None,) * len(names))
        case _:
            return secrets


def hand_without(hand: tuple[Item, ...], items: tuple[Item, ...]) -> tuple[Item, ...]:
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
    left = hand_without(secrets.hands[giver], items)
    secrets = replace(secrets, hands=_with_hand(secrets, giver, left))
    return replace(secrets, hands=_with_hand(secrets, to, (*secrets.hands[to], *items)))


def _dropped(secrets: Secrets, seat: int, *, to_discards: bool) -> Secrets:
    discards = secrets.discards + (secrets.hands[seat] if to_discards else ())
    secrets = replace(secrets, hands=_with_hand(secrets, seat, ()), discards=discards)
    return _with_limit(secrets, seat, None)


def _discarded(secrets: Secrets, seat: int, items: tuple[Item, ...]) -> Secrets:
    """Tiles leave the hand and join the discards, the captain's grogs too (A72, A73)."""
    secrets = _less_owed(secrets, seat, len(items))
    hands = _with_hand(secrets, seat, hand_without(secrets.hands[seat], items))
    return replace(secrets, hands=hands, discards=secrets.discards + items)


def _less_owed(secrets: Secrets, seat: int, count: int) -> Secrets:
    """Tiles that have left a hand by any means are no longer owed to its limit (A78)."""
    limit = secrets.limits[seat]
    if limit is None or limit.owed is None:
        return secrets
    return _with_limit(secrets, seat, Limit(limit.limit, max(0, limit.owed - count)))


def _corrected(told: ev.SecretsCorrected) -> Secrets:
    limits = tuple([None if one is None else Limit(*one) for one in told.limits])
    return Secrets(told.hands, limits, told.deck, told.pool, told.discards, told.promised)


def _with_limit(secrets: Secrets, seat: int, limit: Limit | None) -> Secrets:
    return replace(secrets, limits=(*secrets.limits[:seat], limit, *secrets.limits[seat + 1 :]))


__all__ = ["Logbook", "after", "position_after", "secrets_after"]


class Logbook:
    """A gamestate and what has happened to it, in order."""

    __slots__ = ("events", "position", "secrets")

    def __init__(self, gamestate: Gamestate) -> None:
        self.position = gamestate.position
        self.secrets = gamestate.secrets
        self.events: list[ev.Event] = []

    @property
    def gamestate(self) -> Gamestate:
        """The gamestate after all that has happened."""
        return Gamestate(self.position, self.secrets)

    def tell(self, event: ev.PublicEvent) -> None:
        """Enter what everybody may know."""
        self.position = position_after(self.position, event)
        if type(event) in TOUCHING:
            self.secrets = secrets_after(self.secrets, self.position, event)
        self.events.append(event)

    def whisper(self, event: ev.PrivateEvent | ev.HiddenEvent) -> None:
        """Enter what one gnome, or nobody, may know."""
        self.secrets = secrets_after(self.secrets, self.position, event)
        self.events.append(event)


def after(gamestate: Gamestate, event: ev.Event) -> Gamestate:
    """The gamestate after *event*.  Replaying a game is folding this over its events."""
    position, secrets = gamestate.position, gamestate.secrets
    if not isinstance(event, ev.PrivateEvent | ev.HiddenEvent):
        position = position_after(position, event)
        if type(event) not in TOUCHING:
            return Gamestate(position, secrets)
    return Gamestate(position, secrets_after(secrets, position, event))
