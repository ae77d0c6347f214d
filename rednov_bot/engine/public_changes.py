"""What each public happening changes in the position: nothing that is not told changes it.

One function for each happening that changes something, and no rules.  Whoever reads the list can
follow the position by them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from rednov_bot.engine import happenings as h
from rednov_bot.engine.position import Due, Ending, Gift, Gnome, Position
from rednov_bot.engine.ruled_changes import corrected, reread, ruled, voided
from rednov_bot.engine.words import NOWHERE, Fate, GnomeName, Place, RoomCondition

H = TypeVar("H")

_CHANGES: Final[dict[type, Callable[[Position, Any], Position]]] = {}
"""By class, for a game is replayed happening by happening; filled by what follows."""


def position_after(position: Position, happening: h.PublicHappening) -> Position:
    """The position after *happening*: what everybody can follow from the list alone."""
    change = _CHANGES.get(type(happening))
    return position if change is None else change(position, happening)


def _by(
    kind: type[H],
) -> Callable[[Callable[[Position, H], Position]], Callable[[Position, Any], Position]]:
    """The function below says what a happening of this class changes."""

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


@_by(h.GameOpened)
def _opened(position: Position, told: h.GameOpened) -> Position:
    crew = tuple(
        Gnome(name=name, minutes=told.minutes, arrived=-seat)
        for seat, name in enumerate(told.gnomes)
    )
    return Position(gnomes=crew, stash=told.stash, deck_left=told.deck, y_pot=told.y_pot)


@_by(h.GnomePlaced)
def _placed(position: Position, told: h.GnomePlaced) -> Position:
    return _with_gnome(position, told.gnome, at=told.room)


@_by(h.TurnTaken)
def _taken(position: Position, told: h.TurnTaken) -> Position:
    gifts = _without_gifts_of(position, told.gnome)
    if told.gift_to is not None:
        gifts = (*gifts, Gift(told.gnome, told.gift_to))
    return replace(position, turns=told.number, pending=told.gnome, gifts=gifts)


@_by(h.Passed)
def _passed(position: Position, told: h.Passed) -> Position:
    return _with_gnome(position, told.gnome, at=told.to)


@_by(h.ItemUsed)
def _used(position: Position, told: h.ItemUsed) -> Position:
    if told.before == told.after:
        return position
    return _with_gnome(position, told.gnome, intoxication=told.after)


@_by(h.ActionTaken)
def _acted(position: Position, told: h.ActionTaken) -> Position:
    if told.action in ("gain_items", "gain_grog"):
        return _with_gnome(position, told.gnome, drew_in=told.place)
    if position.gnome(told.gnome).drew_in not in (NOWHERE, told.place):
        return _with_gnome(position, told.gnome, drew_in=NOWHERE)
    return position


@_by(h.Reached)
def _reached(position: Position, told: h.Reached) -> Position:
    return _with_gnome(position, told.gnome, minutes=told.space, arrived=position.turns)


@_by(h.TurnResolved)
def _resolved(position: Position, told: h.TurnResolved) -> Position:
    if position.gnome(told.gnome).minutes != told.minutes:
        position = _with_gnome(position, told.gnome, minutes=told.minutes, arrived=position.turns)
    return replace(position, pending=None)


@_by(h.ThirstSlaked)
def _slaked(position: Position, told: h.ThirstSlaked) -> Position:
    return _with_gnome(position, told.gnome, intoxication=told.after)


@_by(h.Fainted)
def _fainted(position: Position, told: h.Fainted) -> Position:
    return _with_gnome(position, told.gnome, fainted=True)


@_by(h.Woke)
def _woke(position: Position, told: h.Woke) -> Position:
    return _with_gnome(position, told.gnome, fainted=False)


@_by(h.Killed)
def _killed(position: Position, told: h.Killed) -> Position:
    return _gone(position, told.gnome, "killed", 0)


@_by(h.GnomeDeparted)
def _departed(position: Position, told: h.GnomeDeparted) -> Position:
    """E keeps eir minutes until the walk has spent them."""
    return _gone(position, told.gnome, "abandoned", position.gnome(told.gnome).minutes)


def _gone(position: Position, name: GnomeName, fate: Fate, minutes: int) -> Position:
    left = replace(position, gifts=_without_gifts_of(position, name))
    return _with_gnome(left, name, fate=fate, at=NOWHERE, minutes=minutes, fainted=False)


@_by(h.GnomeReplaced)
def _replaced(position: Position, told: h.GnomeReplaced) -> Position:
    left = replace(position, gifts=_without_gifts_of(position, told.gnome))
    return _with_gnome(
        left, told.gnome, at=told.room, fainted=False, intoxication=0, drew_in=NOWHERE
    )


@_by(h.WaterEqualised)
def _equalised(position: Position, told: h.WaterEqualised) -> Position:
    one, other = told.rooms
    return _with_room(_with_room(position, one, "low"), other, "low")


@_by(h.RoomCaughtFire)
def _caught_fire(position: Position, told: h.RoomCaughtFire) -> Position:
    return _with_room(position, told.room, "fire")


@_by(h.RoomFlooded)
def _flooded(position: Position, told: h.RoomFlooded) -> Position:
    return _with_room(position, told.room, "high")


@_by(h.CurrentRose)
def _rose(position: Position, told: h.CurrentRose) -> Position:
    for room in told.rooms:
        position = _with_room(position, room, "high")
    return position


@_by(h.FirePutOut)
@_by(h.RoomPumped)
def _dried(position: Position, told: h.FirePutOut | h.RoomPumped) -> Position:
    return _with_room(position, told.room, "dry")


@_by(h.HatchJammed)
def _jammed(position: Position, told: h.HatchJammed) -> Position:
    return replace(position, blocked=position.blocked | {told.hatch})


@_by(h.HatchFreed)
def _freed(position: Position, told: h.HatchFreed) -> Position:
    return replace(position, blocked=position.blocked - {told.hatch})


@_by(h.TrackAdvanced)
@_by(h.TrackReset)
def _track_moved(position: Position, told: h.TrackAdvanced | h.TrackReset) -> Position:
    return replace(position, **{told.track: told.after})


@_by(h.TokenPlaced)
def _token_placed(position: Position, told: h.TokenPlaced) -> Position:
    return replace(position, tokens=(*position.tokens, (told.token, told.space)))


@_by(h.TokensPrevented)
def _prevented(position: Position, told: h.TokensPrevented) -> Position:
    gone = {(told.token, space) for space in told.spaces}
    return replace(position, tokens=tuple(one for one in position.tokens if one not in gone))


@_by(h.CardDrawn)
@_by(h.FaintChecked)
def _drawn(position: Position, told: h.CardDrawn | h.FaintChecked) -> Position:
    played = (*position.played, told.card)
    return replace(position, deck_left=position.deck_left - 1, played=played)


@_by(h.EventDeckRenewed)
def _renewed(position: Position, told: h.EventDeckRenewed) -> Position:
    aside = position.kraken_aside and not told.kraken_joined
    return replace(position, deck_left=told.size, played=(), kraken_aside=aside)


@_by(h.Respite)
def _respite(position: Position, told: h.Respite) -> Position:
    if not told.removed:
        return position
    *played, card = position.played
    return replace(position, played=tuple(played), removed=(*position.removed, card))


@_by(h.GrogGained)
def _grog_gained(position: Position, told: h.GrogGained) -> Position:
    return replace(position, stash=position.stash - told.count)


@_by(h.PointsDue)
def _due(position: Position, told: h.PointsDue) -> Position:
    due = Due(told.gnome, told.axis, told.points, told.reason)
    return replace(position, dues=(*position.dues, due))


@_by(h.GameOver)
def _over(position: Position, told: h.GameOver) -> Position:
    ending = Ending(told.winners, told.losers, told.sub_lost)
    return replace(position, ending=ending, gifts=())


_by(h.RulingGiven)(ruled)
_by(h.PositionCorrected)(corrected)
_by(h.TurnReread)(reread)
_by(h.TurnVoided)(voided)

CHANGING: Final = frozenset(_CHANGES)
"""All other public happenings leave the position as it is: what they cause is told by others."""
