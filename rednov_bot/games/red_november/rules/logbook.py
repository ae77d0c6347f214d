"""Entering an event is the only way to change the gamestate."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias, TypeVar

from msgspec.structs import replace

from rednov_bot.games import base
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.gamestate import Gamestate, Limit, Secrets
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.public_changes import CHANGES, position_after
from rednov_bot.games.red_november.rules.words import Item

__all__ = ["Logbook", "Resolution", "after", "position_after"]

H = TypeVar("H")
Entry: TypeAlias = Callable[[Secrets, Position, Any], Secrets]

_ENTRIES: Final[dict[type, Entry]] = {}
"""What an event of each class changes in the secrets; filled by what follows.

Public events are among them: a tile used has left its hand.  The position is the one after it.
"""


def _by(kind: type[H]) -> Callable[[Callable[[Secrets, Position, H], Secrets]], Entry]:
    """The function below says what an event of this class changes."""

    def enter(entry: Callable[[Secrets, Position, H], Secrets]) -> Entry:
        _ENTRIES[kind] = entry
        return entry

    return enter


@_by(ev.GameOpened)
def _opened(secrets: Secrets, position: Position, told: ev.GameOpened) -> Secrets:
    crew = len(told.gnomes)
    return Secrets(hands=((),) * crew, limits=(None,) * crew)


@_by(ev.CardDrawn)
@_by(ev.FaintChecked)
def _drawn(secrets: Secrets, position: Position, told: ev.CardDrawn | ev.FaintChecked) -> Secrets:
    return replace(secrets, deck=secrets.deck[1:])


@_by(ev.ItemUsed)
def _used(secrets: Secrets, position: Position, told: ev.ItemUsed) -> Secrets:
    return _discarded(secrets, position.seat(told.gnome), (told.item,))


@_by(ev.ThirstSlaked)
def _slaked(secrets: Secrets, position: Position, told: ev.ThirstSlaked) -> Secrets:
    return _discarded(secrets, position.seat(told.gnome), ("grog",))


@_by(ev.DiscardNamed)
def _named(secrets: Secrets, position: Position, told: ev.DiscardNamed) -> Secrets:
    return _discarded(secrets, position.seat(told.to), told.items)


@_by(ev.ItemsReceived)
def _received(secrets: Secrets, position: Position, told: ev.ItemsReceived) -> Secrets:
    seat, items = position.seat(told.to), told.items
    hands = _with_hand(secrets, seat, secrets.hands[seat] + items)
    return replace(secrets, hands=hands, pool=secrets.pool[len(items) :])


@_by(ev.GrogGained)
def _grog_gained(secrets: Secrets, position: Position, told: ev.GrogGained) -> Secrets:
    seat = position.seat(told.gnome)
    grog: Item = "grog"
    hand = (*secrets.hands[seat], *[grog] * told.count)
    return replace(secrets, hands=_with_hand(secrets, seat, hand))


@_by(ev.GiftReceived)
def _handed_over(secrets: Secrets, position: Position, told: ev.GiftReceived) -> Secrets:
    giver, to, items = position.seat(told.giver), position.seat(told.to), told.items
    secrets = _less_owed(secrets, giver, len(items))
    left = hand_without(secrets.hands[giver], items)
    secrets = replace(secrets, hands=_with_hand(secrets, giver, left))
    return replace(secrets, hands=_with_hand(secrets, to, (*secrets.hands[to], *items)))


@_by(ev.LimitPending)
def _limited(secrets: Secrets, position: Position, told: ev.LimitPending) -> Secrets:
    return _with_limit(secrets, position.seat(told.to), Limit(told.limit, told.owed))


@_by(ev.LimitLifted)
def _lifted(secrets: Secrets, position: Position, told: ev.LimitLifted) -> Secrets:
    return _with_limit(secrets, position.seat(told.to), None)


@_by(ev.EventDeckShuffled)
def _deck_shuffled(secrets: Secrets, position: Position, told: ev.EventDeckShuffled) -> Secrets:
    return replace(secrets, deck=told.order)


@_by(ev.ItemPoolShuffled)
def _pool_shuffled(secrets: Secrets, position: Position, told: ev.ItemPoolShuffled) -> Secrets:
    return replace(secrets, pool=told.order, discards=())


@_by(ev.HandDropped)
def _dropped(secrets: Secrets, position: Position, told: ev.HandDropped) -> Secrets:
    seat = position.seat(told.gnome)
    discards = secrets.discards + (secrets.hands[seat] if told.to_discards else ())
    secrets = replace(secrets, hands=_with_hand(secrets, seat, ()), discards=discards)
    return _with_limit(secrets, seat, None)


@_by(ev.ReturnNoted)
def _noted(secrets: Secrets, position: Position, told: ev.ReturnNoted) -> Secrets:
    promise = (told.giver, told.recipient, told.items)
    return replace(secrets, promised=(*secrets.promised, promise))


@_by(ev.ReturnsKept)
def _kept(secrets: Secrets, position: Position, told: ev.ReturnsKept) -> Secrets:
    return replace(secrets, promised=())


@_by(ev.SecretsCorrected)
def _corrected(secrets: Secrets, position: Position, told: ev.SecretsCorrected) -> Secrets:
    limits = tuple([None if one is None else Limit(*one) for one in told.limits])
    return Secrets(told.hands, limits, told.deck, told.pool, told.discards, told.promised)


def hand_without(hand: tuple[Item, ...], items: tuple[Item, ...]) -> tuple[Item, ...]:
    """The hand without *items*, one tile for each; a tile that is not there is passed over."""
    left = list(hand)
    for item in items:
        if item in left:
            left.remove(item)
    return tuple(left)


def _with_hand(secrets: Secrets, seat: int, hand: tuple[Item, ...]) -> tuple[tuple[Item, ...], ...]:
    return (*secrets.hands[:seat], hand, *secrets.hands[seat + 1 :])


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


def _with_limit(secrets: Secrets, seat: int, limit: Limit | None) -> Secrets:
    return replace(secrets, limits=(*secrets.limits[:seat], limit, *secrets.limits[seat + 1 :]))


class Resolution(base.Resolution, frozen=True):
    """What comes of a turn, in types by which nobody takes the gamestate for the position."""

    events: tuple[ev.Event, ...]
    after: Gamestate
    plan: Any = None


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

    def resolution(self, plan: Any = None) -> Resolution:
        """All that has happened, of the *plan* of a turn or of none."""
        return Resolution(tuple(self.events), self.gamestate, plan)

    def tell(self, event: ev.PublicEvent) -> None:
        """Enter what everybody may know."""
        kind = type(event)
        if kind in CHANGES:
            self.position = CHANGES[kind](self.position, event)
        if kind in _ENTRIES:
            self.secrets = _ENTRIES[kind](self.secrets, self.position, event)
        self.events.append(event)

    def whisper(self, event: ev.PrivateEvent | ev.HiddenEvent) -> None:
        """Enter what one gnome, or nobody, may know."""
        self.secrets = _ENTRIES[type(event)](self.secrets, self.position, event)
        self.events.append(event)


def after(gamestate: Gamestate, event: ev.Event) -> Gamestate:
    """The gamestate after *event*.  Replaying a game is folding this over its events."""
    kind, position, secrets = type(event), gamestate.position, gamestate.secrets
    if kind in CHANGES:
        position = CHANGES[kind](position, event)
    if kind in _ENTRIES:
        secrets = _ENTRIES[kind](secrets, position, event)
    return Gamestate(position, secrets)
