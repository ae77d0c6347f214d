"""What each public event changes in the position: nothing that is not told changes it."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any, Final, TypeVar, assert_never

from msgspec.structs import replace

from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.events import (
    Change,
    GnomeRuled,
    GrogRuled,
    HatchRuled,
    PointsRuled,
    PositionCorrected,
    RoomRuled,
    RulingGiven,
    TokenRuled,
    TrackRuled,
    TurnReread,
    TurnVoided,
)
from rednov_bot.games.red_november.rules.position import Due, Ending, Gift, Gnome, Position, Token
from rednov_bot.games.red_november.rules.words import NOWHERE, Fate, GnomeName, Place, RoomCondition


def ruled(position: Position, told: RulingGiven) -> Position:
    """The position with every value that the ruling sets."""
    return reduce(_entered, told.changes, position)


def corrected(position: Position, told: PositionCorrected) -> Position:
    """The position as it was corrected, whatever it was before."""
    return told.position


def reread(position: Position, told: TurnReread) -> Position:
    """The position in which the pending turn says something else."""
    return replace(position, gifts=told.gifts)


def voided(position: Position, told: TurnVoided) -> Position:
    """The position in which nobody's turn is pending any more."""
    return replace(position, pending=None, gifts=told.gifts)


def _entered(position: Position, change: Change) -> Position:
    match change:
        case TrackRuled():
            return replace(position, **{change.track: change.stands_at})
        case RoomRuled(room=room):
            rooms = (*position.rooms[:room], change.condition, *position.rooms[room + 1 :])
            return replace(position, rooms=rooms)
        case HatchRuled():
            without = position.blocked - {change.hatch}
            blocked = without | {change.hatch} if change.blocked else without
            return replace(position, blocked=blocked)
        case TokenRuled():
            return replace(position, tokens=_tokens(position.tokens, change))
        case GrogRuled():
            return replace(position, stash=change.left)
        case GnomeRuled():
            return _with_ruled_gnome(position, change)
        case PointsRuled():
            due = Due(change.gnome, change.axis, change.points, change.reason)
            return replace(position, dues=(*position.dues, due))
        case _:
            assert_never(change)


def _tokens(lying: tuple[Token, ...], change: TokenRuled) -> tuple[Token, ...]:
    token = (change.token, change.space)
    if not change.gone:
        return (*lying, token)
    left = list(lying)
    if token in left:
        left.remove(token)
    return tuple(left)


def _with_ruled_gnome(position: Position, change: GnomeRuled) -> Position:
    """A gnome who is killed has no place, no minutes and no open gift (§20)."""
    gnomes = list(position.gnomes)
    seat = position.seat(change.gnome)
    gnomes[seat] = _gnome(gnomes[seat], change, position.turns)
    gifts = position.gifts
    if change.fate == "killed":
        gifts = tuple([one for one in gifts if change.gnome not in (one.giver, one.recipient)])
    return replace(position, gnomes=tuple(gnomes), gifts=gifts)


def _gnome(gnome: Gnome, change: GnomeRuled, turns: int) -> Gnome:
    if change.fate == "killed":
        return replace(gnome, fate="killed", at=NOWHERE, minutes=0, fainted=False)
    values = {
        field: value
        for field in ("fate", "minutes", "at", "fainted", "intoxication")
        if (value := getattr(change, field)) is not None
    }
    if "minutes" in values:
        values["arrived"] = turns
    ruled_so: Gnome = replace(gnome, **values)
    return ruled_so


H = TypeVar("H")

_CHANGES: Final[dict[type, Callable[[Position, Any], Position]]] = {}
"""By class, for a game is replayed event by event; filled by what follows."""


def position_after(position: Position, event: ev.PublicEvent) -> Position:
    """The position after *event*: what everybody can follow from the list alone."""
    change = _CHANGES.get(type(event))
    return position if change is None else change(position, event)


def _by(
    kind: type[H],
) -> Callable[[Callable[[Position, H], Position]], Callable[[Position, Any], Position]]:
    """The function below says what an event of this class changes."""

    def enter(change: Callable[[Position, H], Position]) -> Callable[[Position, Any], Position]:
        _CHANGES[kind] = change
        return change

    return enter


def _with_gnome(position: Position, name: GnomeName, **changes: object) -> Position:
    gnomes = position.gnomes
    for seat, gnome in enumerate(gnomes):
        if gnome.name == name:
            changed: Gnome = replace(gnome, **changes)
            return replace(position, gnomes=(*gnomes[:seat], changed, *gnomes[seat + 1 :]))
    raise KeyError(name)


def _with_room(position: Position, room: Place, condition: RoomCondition) -> Position:
    rooms = position.rooms
    return replace(position, rooms=(*rooms[:room], condition, *rooms[room + 1 :]))


def _without_gifts_of(position: Position, name: GnomeName) -> tuple[Gift, ...]:
    gifts = position.gifts
    if not gifts:
        return gifts
    return tuple(gift for gift in gifts if name not in (gift.giver, gift.recipient))


@_by(ev.GameOpened)
def _opened(position: Position, told: ev.GameOpened) -> Position:
    crew = tuple(
        Gnome(name=name, minutes=told.minutes, arrived=-seat)
        for seat, name in enumerate(told.gnomes)
    )
    return Position(gnomes=crew, stash=told.stash, deck_left=told.deck, y_pot=told.y_pot)


@_by(ev.GnomePlaced)
def _placed(position: Position, told: ev.GnomePlaced) -> Position:
    return _with_gnome(position, told.gnome, at=told.room)


@_by(ev.TurnTaken)
def _taken(position: Position, told: ev.TurnTaken) -> Position:
    gifts = _without_gifts_of(position, told.gnome)
    if told.gift_to is not None:
        gifts = (*gifts, Gift(told.gnome, told.gift_to))
    return replace(position, turns=told.number, pending=told.gnome, gifts=gifts)


@_by(ev.Passed)
def _passed(position: Position, told: ev.Passed) -> Position:
    return _with_gnome(position, told.gnome, at=told.to)


@_by(ev.ItemUsed)
def _used(position: Position, told: ev.ItemUsed) -> Position:
    if told.before == told.after:
        return position
    return _with_gnome(position, told.gnome, intoxication=told.after)


@_by(ev.ActionTaken)
def _acted(position: Position, told: ev.ActionTaken) -> Position:
    if told.action in ("gain_items", "gain_grog"):
        return _with_gnome(position, told.gnome, drew_in=told.place)
    if position.gnome(told.gnome).drew_in not in (NOWHERE, told.place):
        return _with_gnome(position, told.gnome, drew_in=NOWHERE)
    return position


@_by(ev.Reached)
def _reached(position: Position, told: ev.Reached) -> Position:
    return _with_gnome(position, told.gnome, minutes=told.space, arrived=position.turns)


@_by(ev.TurnResolved)
def _resolved(position: Position, told: ev.TurnResolved) -> Position:
    if position.gnome(told.gnome).minutes != told.minutes:
        position = _with_gnome(position, told.gnome, minutes=told.minutes, arrived=position.turns)
    return replace(position, pending=None)


@_by(ev.ThirstSlaked)
def _slaked(position: Position, told: ev.ThirstSlaked) -> Position:
    return _with_gnome(position, told.gnome, intoxication=told.after)


@_by(ev.Fainted)
def _fainted(position: Position, told: ev.Fainted) -> Position:
    return _with_gnome(position, told.gnome, fainted=True)


@_by(ev.Woke)
def _woke(position: Position, told: ev.Woke) -> Position:
    return _with_gnome(position, told.gnome, fainted=False)


@_by(ev.Killed)
def _killed(position: Position, told: ev.Killed) -> Position:
    return _gone(position, told.gnome, "killed", 0)


@_by(ev.GnomeDeparted)
def _departed(position: Position, told: ev.GnomeDeparted) -> Position:
    """They keep their minutes until the walk has spent them."""
    return _gone(position, told.gnome, "abandoned", position.gnome(told.gnome).minutes)


def _gone(position: Position, name: GnomeName, fate: Fate, minutes: int) -> Position:
    left = replace(position, gifts=_without_gifts_of(position, name))
    return _with_gnome(left, name, fate=fate, at=NOWHERE, minutes=minutes, fainted=False)


@_by(ev.GnomeReplaced)
def _replaced(position: Position, told: ev.GnomeReplaced) -> Position:
    left = replace(position, gifts=_without_gifts_of(position, told.gnome))
    return _with_gnome(
        left, told.gnome, at=told.room, fainted=False, intoxication=0, drew_in=NOWHERE
    )


@_by(ev.WaterEqualised)
def _equalised(position: Position, told: ev.WaterEqualised) -> Position:
    one, other = told.rooms
    return _with_room(_with_room(position, one, "low"), other, "low")


@_by(ev.RoomCaughtFire)
def _caught_fire(position: Position, told: ev.RoomCaughtFire) -> Position:
    return _with_room(position, told.room, "fire")


@_by(ev.RoomFlooded)
def _flooded(position: Position, told: ev.RoomFlooded) -> Position:
    return _with_room(position, told.room, "high")


@_by(ev.CurrentRose)
def _rose(position: Position, told: ev.CurrentRose) -> Position:
    for room in told.rooms:
        position = _with_room(position, room, "high")
    return position


@_by(ev.FirePutOut)
@_by(ev.RoomPumped)
def _dried(position: Position, told: ev.FirePutOut | ev.RoomPumped) -> Position:
    return _with_room(position, told.room, "dry")


@_by(ev.HatchJammed)
def _jammed(position: Position, told: ev.HatchJammed) -> Position:
    return replace(position, blocked=position.blocked | {told.hatch})


@_by(ev.HatchFreed)
def _freed(position: Position, told: ev.HatchFreed) -> Position:
    return replace(position, blocked=position.blocked - {told.hatch})


@_by(ev.TrackAdvanced)
@_by(ev.TrackReset)
def _track_moved(position: Position, told: ev.TrackAdvanced | ev.TrackReset) -> Position:
    return replace(position, **{told.track: told.after})


@_by(ev.TokenPlaced)
def _token_placed(position: Position, told: ev.TokenPlaced) -> Position:
    return replace(position, tokens=(*position.tokens, (told.token, told.space)))


@_by(ev.TokensPrevented)
def _prevented(position: Position, told: ev.TokensPrevented) -> Position:
    gone = {(told.token, space) for space in told.spaces}
    return replace(position, tokens=tuple(one for one in position.tokens if one not in gone))


@_by(ev.CardDrawn)
@_by(ev.FaintChecked)
def _drawn(position: Position, told: ev.CardDrawn | ev.FaintChecked) -> Position:
    played = (*position.played, told.card)
    return replace(position, deck_left=position.deck_left - 1, played=played)


@_by(ev.EventDeckRenewed)
def _renewed(position: Position, told: ev.EventDeckRenewed) -> Position:
    aside = position.kraken_aside and not told.kraken_joined
    return replace(position, deck_left=told.size, played=(), kraken_aside=aside)


@_by(ev.Respite)
def _respite(position: Position, told: ev.Respite) -> Position:
    if not told.removed:
        return position
    *played, card = position.played
    return replace(position, played=tuple(played), removed=(*position.removed, card))


@_by(ev.GrogGained)
def _grog_gained(position: Position, told: ev.GrogGained) -> Position:
    return replace(position, stash=position.stash - told.count)


@_by(ev.PointsDue)
def _due(position: Position, told: ev.PointsDue) -> Position:
    due = Due(told.gnome, told.axis, told.points, told.reason)
    return replace(position, dues=(*position.dues, due))


@_by(ev.GameOver)
def _over(position: Position, told: ev.GameOver) -> Position:
    ending = Ending(told.winners, told.losers, told.sub_lost)
    return replace(position, ending=ending, gifts=())


_by(ev.RulingGiven)(ruled)
_by(ev.PositionCorrected)(corrected)
_by(ev.TurnReread)(reread)
_by(ev.TurnVoided)(voided)

CHANGING: Final = frozenset(_CHANGES)
"""All other public events leave the position as it is: what they cause is told by others."""
