"""What an action is done to: a fire, water, a hatch, a destruction, another gnome (§11)."""

from __future__ import annotations

from typing import TypeAlias

from rednov_bot.games.base import Refusal
from rednov_bot.games.red_november.rules.movement import Course, ends_of, no_fire
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.position import Gnome
from rednov_bot.games.red_november.rules.refusals import refusal
from rednov_bot.games.red_november.rules.turn import Action
from rednov_bot.games.red_november.rules.words import (
    SEA,
    ActionName,
    GnomeName,
    Hatch,
    TokenKind,
    hatch_label,
)

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


Target: TypeAlias = Hatch | GnomeName | Refusal | None


def target(course: Course, action: Action, options: Options) -> Target:
    """What the action is done to, filled in where only one can be meant (A17).

    Missiles and kraken must threaten the sub, though the gnome may have passed them (A36).
    """
    name, at = action.name, course.at
    match name:
        case "extinguish_fire" if at == SEA or course.rooms[at] != "fire":
            return no_fire(course)
        case "pump_water" if at == SEA or course.rooms[at] != "low":
            return refusal("NO_TARGET", f"room {at} has no low water", "§11c")
        case "stop_missile" | "kill_kraken":
            kind = TOKEN_OF[name]
            if all(token != kind for token, _ in course.position.tokens):
                what = "missile launch" if kind == "missiles" else "kraken"
                return refusal("NO_TARGET", f"no {what} threatens the sub", CLAUSE_OF[name])
        case "unblock_hatch":
            return _blocked_hatch(course, action)
        case "give_items" | "attack":
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


def _sleeps_there(course: Course, name: GnomeName) -> bool:
    """Whether they are in this room, asleep."""
    return any(
        one.name == name and one.fainted and one.in_play and one.at == course.at
        for one in course.position.gnomes
    )


def _other_gnome(course: Course, action: Action, options: Options) -> GnomeName | Refusal:
    """The other gnome in this room who is meant (§11k)."""
    clause = CLAUSE_OF[action.name]

    def reachable(gnome: Gnome) -> bool:
        awake = options.sleepers_trade or action.name == "attack" or not gnome.fainted
        return gnome.in_play and gnome.at == course.at and gnome.name != course.gnome and awake

    here = [gnome.name for gnome in course.position.gnomes if reachable(gnome)]
    if action.name == "attack" and "crowbar" not in course.used:
        return refusal("NO_CROWBAR_USED", "an attack needs a crowbar used before it in the turn")
    if action.recipient is None:
        if len(here) > 1:
            return refusal("INCOMPLETE", "several gnomes are here and the turn names none")
        if not here:
            return refusal("NO_RECIPIENT", f"no other gnome is in room {course.at}", clause)
        return here[0]
    if action.recipient not in here:
        if _sleeps_there(course, action.recipient):
            reason = f"{action.recipient} is asleep (game option sleepers_trade)"
            return refusal("NO_RECIPIENT", reason, clause)
        reason = f"{action.recipient} is not a gnome whom this can reach in room {course.at}"
        return refusal("NO_RECIPIENT", reason, clause)
    return action.recipient
