"""The words of the game: items, actions, event cards, places, tracks and tokens.

Their spelling here is the spelling of case files, readings and JSON; how gnomes spell them is
known to the reader, how they are shown to `render`.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

GnomeName: TypeAlias = str

Place: TypeAlias = int
"""A room, 1-10, or SEA, or NOWHERE."""

SEA: Final = 11
"""Outside the sub."""

NOWHERE: Final = 0
"""Where the killed and the departed are (A121).  The Captain's Cabin is room 10 (A40)."""

ROOMS: Final = tuple(range(1, 11))

Hatch: TypeAlias = tuple[int, int]
"""A hatch by its two ends, the lower number first; (6, SEA) is an exterior one."""

Item: TypeAlias = Literal[
    "grog",
    "toolbox",
    "engine_manual",
    "pump_manual",
    "reactor_manual",
    "deactivation_code",
    "crowbar",
    "fire_extinguisher",
    "water_pump",
    "coffee",
    "aqualung",
    "diving_gun",
    "lucky_charm",
]
ITEMS: Final[tuple[Item, ...]] = get_args(Item)

FixIt: TypeAlias = Literal[
    "unblock_hatch",
    "extinguish_fire",
    "pump_water",
    "fix_engine",
    "fix_oxygen",
    "fix_reactor",
    "stop_missile",
    "kill_kraken",
]
"""§11a-h: the actions with a chance (§12), which alone can be improved (A33)."""
ActionName: TypeAlias = Literal[
    FixIt,
    "gain_items",
    "gain_grog",
    "give_items",
    "no_action",
    "abandon",
    "attack",
]
"""§11a-m, and the attack of the optional rule `crazed`."""
ACTIONS: Final[tuple[ActionName, ...]] = get_args(ActionName)

CardKind: TypeAlias = Literal[
    "blocked_hatch",
    "fire",
    "respite",
    "descent",
    "reactor_warmup",
    "fire_spreads",
    "reactor_malfunction",
    "missile_countdown",
    "stumble",
    "turbulence",
    "leak",
    "fast_descent",
    "underwater_current",
    "friendly_fire",
    "overheated",
    "engine_down",
    "oxygen_pumps_down",
    "kraken",
]

Track: TypeAlias = Literal["heat", "pressure", "asphyxiation"]
TRACKS: Final[tuple[Track, ...]] = get_args(Track)

Axis: TypeAlias = Literal["X", "Y"]
"""Along what the contract awards points (§18, §24)."""

TokenKind: TypeAlias = Literal["crushed", "asphyxiated", "missiles", "kraken"]
"""The four timed destructions: Crushed!, Asphyxiated!, Missiles Launched!, Devoured by Kraken!"""
TOKEN_KINDS: Final[tuple[TokenKind, ...]] = get_args(TokenKind)

RoomCondition: TypeAlias = Literal["dry", "fire", "low", "high"]
"""Fire and water exclude each other."""

Fate: TypeAlias = Literal["aboard", "killed", "abandoned"]

Cause: TypeAlias = Literal[
    "fire", "high_water", "no_air", "asleep_in_fire", "asleep_in_flood", "idle", "slain"
]
"""What a gnome is killed by: §16b, §16d, §19, and the optional rule `crazed`."""


def hatch(one: Place, other: Place) -> Hatch:
    """The hatch between two places, the lower number first."""
    return (one, other) if one < other else (other, one)


def place_label(place: Place) -> str:
    """`7`, or `sea`: how a place is written in cases, sheets and JSON."""
    return "sea" if place == SEA else str(place)


def place_name(place: Place) -> str:
    """`room 7`, or `the sea`: how a place is called in a sentence."""
    return "the sea" if place == SEA else f"room {place}"


def minutes_label(count: int) -> str:
    """`1 minute`, `5 minutes`: how a time is called in a sentence."""
    return "1 minute" if count == 1 else f"{count} minutes"


def hatch_label(ends: Hatch) -> str:
    """`5-8` or `6-sea`: how a hatch is written in cases, sheets and JSON."""
    return f"{place_label(ends[0])}-{place_label(ends[1])}"
