"""The thirteen actions: where each may be done, what it needs and what it costs (§11-§15)."""

from __future__ import annotations

from typing import get_args

import msgspec

from rednov_bot.games.base import Refusal
from rednov_bot.games.red_november.rules import targets
from rednov_bot.games.red_november.rules.movement import Course
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.refusals import refusal
from rednov_bot.games.red_november.rules.tables import Board
from rednov_bot.games.red_november.rules.targets import CLAUSE_OF
from rednov_bot.games.red_november.rules.turn import Action
from rednov_bot.games.red_november.rules.words import (
    SEA,
    ActionName,
    FixIt,
    GnomeName,
    Hatch,
    Place,
    Track,
)

SURCHARGE = 2  # minutes at low water (§15)
ABANDON_BELOW = 10  # minutes, of every gnome (§11m)
FREE_OF_SURCHARGE = frozenset({"no_action", "pump_water", "abandon", "extinguish_fire"})

RANGES: dict[ActionName, tuple[int, int]] = {
    "gain_items": (1, 4),
    "gain_grog": (1, 2),
    "give_items": (1, 1),
    "no_action": (1, 1),
    "attack": (1, 1),
}
"""Minutes that may be chosen where §12's 1-10 do not hold (§11i-l)."""

FIX_ITS: frozenset[ActionName] = frozenset(get_args(FixIt))

TRACK_OF: dict[ActionName, Track] = {
    "fix_engine": "pressure",
    "fix_oxygen": "asphyxiation",
    "fix_reactor": "heat",
}


class Ready(msgspec.Struct, frozen=True):
    """An action that may be done: with what is left open filled in from the position (A17)."""

    name: ActionName
    minutes: int
    surcharge: int
    place: Place
    hatch: Hatch | None = None
    recipient: GnomeName | None = None


def prepare(
    course: Course,
    action: Action,
    start: Position,
    options: Options,
    waived: frozenset[str] = frozenset(),
) -> Ready | Refusal:
    """The action as it will be done, or the first public reason why it cannot be.

    *start* is the position at the start of the turn (§11m).  What the gnome's own opening did to
    the room counts (A112).  Reasons *waived*, by their codes, count for nothing (§25).
    """
    found, target = _examined(course, action, start, options)
    for fault in found:
        if fault.code not in waived:
            return fault
    name, at = action.name, course.at
    minutes = action.minutes if action.minutes is not None else 1
    if name == "abandon":
        minutes = max(0, course.me.minutes - course.spent)  # may be none (A47)
    surcharge = 0
    if name not in FREE_OF_SURCHARGE and at != SEA and course.rooms[at] == "low":
        surcharge = SURCHARGE
    ends = target if isinstance(target, tuple) else None
    return Ready(name, minutes, surcharge, at, ends, target if isinstance(target, str) else None)


def faults(course: Course, action: Action, start: Position, options: Options) -> list[Refusal]:
    """Every public reason why an action cannot be done, in the order in which they are told."""
    return _examined(course, action, start, options)[0]


def _examined(
    course: Course, action: Action, start: Position, options: Options
) -> tuple[list[Refusal], targets.Target]:
    """What is against an action, and what it is done to.

    Where it is done in the wrong place, the state of that place is no reason of its own.
    """
    name = action.name
    target = targets.target(course, action, options)
    if name == "attack" and not options.crazed:
        return [refusal("NO_SUCH_ACTION", "the contract knows no attack")], target
    of_target = target if isinstance(target, Refusal) else None
    several = (
        _incomplete(action),
        _place(course, name) or _condition(course, name) or of_target,
        _too_early(start) if name == "abandon" else _limits(course, action),
        _drew(course, name) if options.drew_items else None,
    )
    return [fault for fault in several if fault is not None], target


def _limits(course: Course, action: Action) -> Refusal | None:
    """Too long, or more grog than is left, which voids the turn (§12, A41)."""
    name = action.name
    low, high = RANGES.get(name, (1, 10))
    minutes = action.minutes if action.minutes is not None else 1
    if not low <= minutes <= high:
        span = f"{low}" if low == high else f"{low} to {high}"
        return refusal("MINUTES_RANGE", f"this action takes {span} minutes", CLAUSE_OF[name])
    if name == "gain_grog" and course.position.stash < minutes:
        left = course.position.stash
        return refusal("STASH_EMPTY", f"only {left} grog is left in the captain's cabin")
    return None


def _incomplete(action: Action) -> Refusal | None:
    """Minutes must be stated where the gnome chooses them (§9, §12)."""
    chosen = action.name in FIX_ITS or action.name in ("gain_items", "gain_grog")
    if action.minutes is None and chosen:
        return refusal("INCOMPLETE", "the turn does not say how many minutes the action takes")
    return None


def home(board: Board, name: ActionName) -> Place | None:
    """The room an action belongs to, None where any will do (§11)."""
    match name:
        case "fix_engine":
            return board.engine
        case "fix_oxygen":
            return board.oxygen
        case "fix_reactor":
            return board.reactor
        case "stop_missile":
            return board.missiles
        case "gain_items":
            return board.stores
        case "gain_grog":
            return board.cabin
        case "kill_kraken" | "abandon":
            return SEA
        case _:
            return None


def _place(course: Course, name: ActionName) -> Refusal | None:
    """An action is done where §11 puts it; outside is no room (A28, A123)."""
    place = home(course.board, name)
    if place is not None and course.at != place:
        where = "outside the sub" if place == SEA else f"in room {place}"
        return refusal("WRONG_PLACE", f"this is done only {where}", CLAUSE_OF[name])
    if place is None and course.at == SEA and name != "no_action":
        return refusal("WRONG_PLACE", "this is done only in a room of the sub", CLAUSE_OF[name])
    return None


def _condition(course: Course, name: ActionName) -> Refusal | None:
    """In a burning room only extinguishing (§13, A54), at high water only no action (§14).

    So gifts are given at low water and not at high (A106), and a gnome may drown idly (A51).
    """
    if course.at == SEA:
        return None
    condition = course.rooms[course.at]
    if condition == "fire" and name != "extinguish_fire":
        return refusal("ROOM_ON_FIRE", f"room {course.at} burns: only extinguishing is available")
    if condition == "high" and name != "no_action":
        return refusal("ROOM_HIGH_WATER", f"room {course.at} is at high water: only no action")
    return None


def _too_early(start: Position) -> Refusal | None:
    """Nobody abandons while a gnome had ten minutes or more as the turn began (A46, A101)."""
    late = [gnome.name for gnome in start.gnomes if gnome.minutes >= ABANDON_BELOW]
    if not late:
        return None
    who = " and ".join(late)
    return refusal("TOO_EARLY_TO_ABANDON", f"at the start of the turn {who} had 10 minutes or more")


def _drew(course: Course, name: ActionName) -> Refusal | None:
    """Option drew_items: no second draw in a room before an action elsewhere (A38, A39)."""
    draws = name in ("gain_items", "gain_grog")
    if not draws or course.me.drew_in != course.at:
        return None
    return refusal("DREW_ITEMS", f"{course.gnome} must first act in another room")
