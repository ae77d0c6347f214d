"""What rulings and corrections change in the position: values are set, nothing is played (§25)."""

from __future__ import annotations

from functools import reduce
from typing import assert_never

from msgspec.structs import replace

from rednov_bot.engine.happenings import (
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
from rednov_bot.engine.position import Due, Gnome, Position, Token
from rednov_bot.engine.words import NOWHERE


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
            return _with_gnome(position, change)
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


def _with_gnome(position: Position, change: GnomeRuled) -> Position:
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
