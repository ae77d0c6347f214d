"""The thirteen actions: where each may be done, what it needs and what it costs (§11-§15)."""

from __future__ import annotations

import msgspec

from rednov_bot.engine.options import Options
from rednov_bot.engine.position import Gnome, Position
from rednov_bot.engine.refusals import Refusal, refusal
from rednov_bot.engine.rules.movement import Course, ends_of, no_fire
from rednov_bot.engine.tables import Board
from rednov_bot.engine.turn import Action
from rednov_bot.engine.words import (
    SEA,
    ActionName,
    GnomeName,
    Hatch,
    Place,
    TokenKind,
    Track,
    hatch_label,
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

FIX_ITS: frozenset[ActionName] = frozenset(
    {
        "unblock_hatch",
        "extinguish_fire",
        "pump_water",
        "fix_engine",
        "fix_oxygen",
        "fix_reactor",
        "stop_missile",
        "kill_kraken",
    }
)
"""§11a-h: those with a chance (§12), which alone can be improved (A33)."""

TRACK_OF: dict[ActionName, Track] = {
    "fix_engine": "pressure",
    "fix_oxygen": "asphyxiation",
    "fix_reactor": "heat",
}
TOKEN_OF: dict[ActionName, TokenKind] = {
    "fix_engine": "crushed",
    "fix_oxygen": "asphyxiated",
    "stop_missile": "missiles",
    "kill_kraken": "kraken",
}
CLAUSE_OF: dict[ActionName, str] = {
    "unblock_hatch": "§11a",
    "extinguish_fire": "§11b",
    "pump_water": "§11c",
    "fix_engine": "§11d",
    "fix_oxygen": "§11e",
    "fix_reactor": "§11f",
    "stop_missile": "§11g",
    "kill_kraken": "§11h",
    "gain_items": "§11i",
    "gain_grog": "§11j",
    "give_items": "§11k",
    "no_action": "§11l",
    "abandon": "§11m",
    "attack": "option crazed",
}


class Ready(msgspec.Struct, frozen=True):
    """An action that may be done: with what is left open filled in from the position (A17)."""

    name: ActionName
    minutes: int
    surcharge: int
    place: Place
    hatch: Hatch | None = None
    recipient: GnomeName | None = None


def prepare(course: Course, action: Action, start: Position, options: Options) -> Ready | Refusal:
    """The action as it will be done, or the first public reason why it cannot be.

    *start* is the position at the start of the turn (§11m).  What the gnome's own opening did to
    the room counts (A112); more grog than is left voids the turn (A41).
    """
    name, at = action.name, course.at
    if name == "attack" and not options.crazed:
        return refusal("NO_SUCH_ACTION", "the contract knows no attack")
    if incomplete := _incomplete(action):
        return incomplete
    for check in (_place, _condition):
        if (fault := check(course, name)) is not None:
            return fault
    target = _target(course, action, options)
    if isinstance(target, Refusal):
        return target
    low, high = RANGES.get(name, (1, 10))
    minutes = action.minutes if action.minutes is not None else 1
    if name == "abandon":
        if fault := _too_early(start):
            return fault
        minutes = max(0, start.gnome(course.gnome).minutes - course.spent)  # may be none (A47)
    elif not low <= minutes <= high:
        span = f"{low}" if low == high else f"{low} to {high}"
        return refusal("MINUTES_RANGE", f"this action takes {span} minutes", CLAUSE_OF[name])
    if name == "gain_grog" and course.position.stash < minutes:
        left = course.position.stash
        return refusal("STASH_EMPTY", f"only {left} grog is left in the captain's cabin")
    if name in ("gain_items", "gain_grog") and (fault := _drew(course, options)):
        return fault
    wet = at != SEA and course.position.rooms[at] == "low"
    surcharge = SURCHARGE if wet and name not in FREE_OF_SURCHARGE else 0
    ends = target if isinstance(target, tuple) else None
    return Ready(name, minutes, surcharge, at, ends, target if isinstance(target, str) else None)


def _incomplete(action: Action) -> Refusal | None:
    """Minutes must be stated where the gnome chooses them (§9, §12)."""
    chosen = action.name in FIX_ITS or action.name in ("gain_items", "gain_grog")
    if chosen and action.minutes is None:
        return refusal("INCOMPLETE", "the turn does not say how many minutes the action takes")
    return None


def _home(board: Board, name: ActionName) -> Place | None:
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
    home = _home(course.board, name)
    if home is not None and course.at != home:
        where = "outside the sub" if home == SEA else f"in room {home}"
        return refusal("WRONG_PLACE", f"this is done only {where}", CLAUSE_OF[name])
    if home is None and course.at == SEA and name != "no_action":
        return refusal("WRONG_PLACE", "this is done only in a room of the sub", CLAUSE_OF[name])
    return None


def _condition(course: Course, name: ActionName) -> Refusal | None:
    """In a burning room only extinguishing (§13, A54), at high water only no action (§14).

    So gifts are given at low water and not at high (A106), and a gnome may drown idly (A51).
    """
    if course.at == SEA:
        return None
    condition = course.position.rooms[course.at]
    if condition == "fire" and name != "extinguish_fire":
        return refusal("ROOM_ON_FIRE", f"room {course.at} burns: only extinguishing is available")
    if condition == "high" and name != "no_action":
        return refusal("ROOM_HIGH_WATER", f"room {course.at} is at high water: only no action")
    return None


def _target(course: Course, action: Action, options: Options) -> Hatch | GnomeName | Refusal | None:
    """What the action is done to, filled in where only one can be meant (A17).

    Missiles and kraken must threaten the sub, though the gnome may have passed them (A36).
    """
    name, at = action.name, course.at
    condition = "dry" if at == SEA else course.position.rooms[at]
    if name == "extinguish_fire" and condition != "fire":
        return no_fire(course)
    if name == "pump_water" and condition != "low":
        return refusal("NO_TARGET", f"room {at} has no low water", "§11c")
    if name in ("stop_missile", "kill_kraken"):
        kind = TOKEN_OF[name]
        if all(token != kind for token, _ in course.position.tokens):
            what = "missile launch" if kind == "missiles" else "kraken"
            return refusal("NO_TARGET", f"no {what} threatens the sub", CLAUSE_OF[name])
    if name == "unblock_hatch":
        return _blocked_hatch(course, action)
    if name in ("give_items", "attack"):
        return _other_gnome(course, action, options)
    return None


def _blocked_hatch(course: Course, action: Action) -> Hatch | Refusal:
    """The blocked hatch of this room that is meant (§11a)."""
    at = course.at
    here = [ends for ends in course.board.attached[at] if ends in course.position.blocked]
    if action.hatch is None:
        if len(here) > 1:
            which = " and ".join(hatch_label(ends) for ends in here)
            return refusal("INCOMPLETE", f"{which} are blocked and the turn does not say which one")
        if not here:
            return refusal("NO_TARGET", f"no hatch of room {at} is blocked", "§11a")
        return here[0]
    ends = ends_of(action.hatch, at)
    if ends not in here:
        label = hatch_label(ends)
        return refusal("NO_TARGET", f"{label} is not a blocked hatch of room {at}", "§11a")
    return ends


def _other_gnome(course: Course, action: Action, options: Options) -> GnomeName | Refusal:
    """The other gnome in this room who is meant (§11k)."""
    clause = CLAUSE_OF[action.name]

    def reachable(gnome: Gnome) -> bool:
        awake = options.sleepers_trade or action.name == "attack" or not gnome.fainted
        return gnome.in_play and gnome.at == course.at and gnome.name != course.gnome and awake

    here = [gnome.name for gnome in course.position.gnomes if reachable(gnome)]
    if action.name == "attack" and "crowbar" not in course.used:
        return refusal("NO_TARGET", "an attack needs a crowbar used in the turn", clause)
    if action.recipient is None:
        if len(here) > 1:
            return refusal("INCOMPLETE", "several gnomes are here and the turn names none")
        if not here:
            return refusal("NO_RECIPIENT", f"no other gnome is in room {course.at}", clause)
        return here[0]
    if action.recipient not in here:
        reason = f"{action.recipient} is not a gnome whom this can reach in room {course.at}"
        return refusal("NO_RECIPIENT", reason, clause)
    return action.recipient


def _too_early(start: Position) -> Refusal | None:
    """Nobody abandons while a gnome had ten minutes or more as the turn began (A46, A101)."""
    late = [gnome.name for gnome in start.gnomes if gnome.minutes >= ABANDON_BELOW]
    if not late:
        return None
    who = " and ".join(late)
    return refusal("TOO_EARLY_TO_ABANDON", f"at the start of the turn {who} had 10 minutes or more")


def _drew(course: Course, options: Options) -> Refusal | None:
    """Option drew_items: no second draw in a room before an action elsewhere (A38, A39)."""
    if not options.drew_items or course.position.gnome(course.gnome).drew_in != course.at:
        return None
    return refusal("DREW_ITEMS", f"{course.gnome} must first act in another room")
