"""What each public event changes in the position: nothing that is not told changes it."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any, Final, TypeAlias, TypeVar, assert_never

from msgspec.structs import replace

from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.position import Due, Ending, Gift, Gnome, Position
from rednov_bot.games.red_november.rules.words import NOWHERE, Fate, GnomeName, Place, RoomCondition

H = TypeVar("H")
Change: TypeAlias = Callable[[Position, Any], Position]

CHANGES: Final[dict[type, Change]] = {}
"""What a public event of each class changes; filled by what follows.

All others leave the position as it is: what they cause is told by others.
"""


def position_after(position: Position, event: ev.PublicEvent) -> Position:
    """The position after *event*: what everybody can follow from the list alone."""
    change = CHANGES.get(type(event))
    return position if change is None else change(position, event)


def _by(kind: type[H]) -> Callable[[Callable[[Position, H], Position]], Change]:
    """The function below says what an event of this class changes."""

    def enter(change: Callable[[Position, H], Position]) -> Change:
        CHANGES[kind] = change
        return change

    return enter


def _with_gnome(position: Position, name: GnomeName, **changes: object) -> Position:
    gnomes, seat = list(position.gnomes), position.seat(name)
    gnomes[seat] = replace(gnomes[seat], **changes)
    return replace(position, gnomes=tuple(gnomes))


def _with_room(position: Position, room: Place, condition: RoomCondition) -> Position:
    rooms = list(position.rooms)
    rooms[room] = condition
    return replace(position, rooms=tuple(rooms))


def _without_gifts_of(position: Position, name: GnomeName) -> tuple[Gift, ...]:
    gifts = position.gifts
    if not gifts:
        return gifts
    return tuple([gift for gift in gifts if name not in (gift.giver, gift.recipient)])


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
    gnomes, seat = list(position.gnomes), position.seat(told.gnome)
    if gnomes[seat].minutes != told.minutes:
        gnomes[seat] = replace(gnomes[seat], minutes=told.minutes, arrived=position.turns)
    return replace(position, gnomes=tuple(gnomes), pending=None)


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
    """They have no place and no open gift any more (§20)."""
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
    return replace(position, tokens=tuple([one for one in position.tokens if one not in gone]))


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


@_by(ev.PositionCorrected)
def _corrected(position: Position, told: ev.PositionCorrected) -> Position:
    return told.position


@_by(ev.TurnReread)
def _reread(position: Position, told: ev.TurnReread) -> Position:
    return replace(position, gifts=told.gifts)


@_by(ev.TurnVoided)
def _voided(position: Position, told: ev.TurnVoided) -> Position:
    return replace(position, pending=None, gifts=told.gifts)


@_by(ev.RulingGiven)
def _ruled(position: Position, told: ev.RulingGiven) -> Position:
    return reduce(_set, told.changes, position)


def _set(position: Position, change: ev.Change) -> Position:
    """The position with one value as it is ruled to be (§25)."""
    match change:
        case ev.TrackRuled(track, stands_at):
            return replace(position, **{track: stands_at})
        case ev.RoomRuled(room, condition):
            return _with_room(position, room, condition)
        case ev.HatchRuled(ends, blocked):
            without = position.blocked - {ends}
            return replace(position, blocked=without | {ends} if blocked else without)
        case ev.TokenRuled(kind, space, gone):
            lying = list(position.tokens)
            if not gone:
                lying.append((kind, space))
            elif (kind, space) in lying:
                lying.remove((kind, space))
            return replace(position, tokens=tuple(lying))
        case ev.GrogRuled(left):
            return replace(position, stash=left)
        case ev.GnomeRuled(name, fate="killed"):
            return _gone(position, name, "killed", 0)
        case ev.GnomeRuled(name):
            fields = ("fate", "minutes", "at", "fainted", "intoxication")
            given = {field: getattr(change, field) for field in fields}
            values = {field: value for field, value in given.items() if value is not None}
            if change.minutes is not None:
                values["arrived"] = position.turns
            return _with_gnome(position, name, **values)
        case ev.PointsRuled():
            due = Due(change.gnome, change.axis, change.points, change.reason)
            return replace(position, dues=(*position.dues, due))
        case _:
            assert_never(change)
