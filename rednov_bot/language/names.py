"""How gnomes spell what the game names: items, rooms, machines, numbers.

A row is a spelling in lower case without `a`, `the` and `my`; plurals and possessives are made.
To teach the reader a spelling, add it to its row here, and a sample to tests/language.
"""

from __future__ import annotations

from typing import Final

from rednov_bot.engine.words import SEA, Item, Place

# fmt: off
ITEM_SPELLINGS: Final[dict[Item, str]] = {
    "grog": "grog|grog ration|ration of grog|mug of grog|bottle of grog|pint of grog|grog bottle|cup of grog|tot of grog|flask of grog|swig of grog|tankard of grog",
    "toolbox": "toolbox|tool box|tool kit|toolkit|box of tools|tools",
    "engine_manual": "engine manual|engine book|engine handbook|manual for engine|engine room manual|manual of engine",
    "pump_manual": "pump manual|oxygen pump manual|oxygen manual|oxygen pumps manual|pumps manual|manual for pump|manual for oxygen pump|air pump manual|o 2 manual|pump handbook|manual for oxygen pumps|manual of pump",
    "reactor_manual": "reactor manual|reactor book|reactor handbook|manual for reactor|reactor room manual|manual of reactor",
    "deactivation_code": "deactivation code|code|launch code|missile code|missile deactivation code|deactivation codes card|abort code",
    "crowbar": "crowbar|crow bar|pry bar|prybar",
    "fire_extinguisher": "fire extinguisher|extinguisher|co 2 bottle|co 2 extinguisher|fire bottle",
    "water_pump": "water pump|hand pump|bilge pump|portable pump|waterpump",
    "coffee": "coffee|cup of coffee|mug of coffee|pot of coffee|coffee cup",
    "aqualung": "aqualung|aqua lung|diving gear|scuba|scuba gear|diving suit|breathing gear|scuba set",
    "diving_gun": "diving gun|dive gun|harpoon|harpoon gun|speargun|spear gun",
    "lucky_charm": "lucky charm|charm|good luck charm|luck charm|talisman",
}

ROOM_SPELLINGS: Final[dict[Place, str]] = {
    1: "engine room|engines room|engineroom|engine compartment",
    2: "oxygen pump room|oxygen pumps room|oxygen room|air pump room|pump room|o 2 room|oxygen pump compartment",
    4: "reactor room|reactor compartment|reactor chamber",
    7: "missile control|missile control room|missile room|missile bay|launch control|missile control centre|missile control center|missiles room",
    8: "equipment stores|equipment store|stores|store|storeroom|store room|equipment room|lockers|equipment lockers|equipment storage|stores room|supply room|storage room|storage",
    10: "captain's cabin|captains cabin|cabin|captain's|captain's quarters|captain's room|skipper's cabin|skipper's|skippers cabin|room zero|captain cabin",
}

MACHINE_SPELLINGS: Final[dict[Place, str]] = {
    1: "engine|engines|motor|screw|propeller|drive",
    2: "oxygen pump|oxygen pumps|oxygen|o 2|o 2 pumps|o 2 pump|air pump|air pumps|oxygen machine|oxygen supply|life support|air supply|air machine|oxygen system|oxygen generator",
    4: "reactor|pile|reactor core|nuclear reactor|atomic pile|core",
    7: "missile|missiles|launch|missile launch|launch sequence|missile countdown|countdown|warhead|warheads|rockets|rocket|missile launches",
}

SEA_SPELLINGS: Final = "sea|ocean|outside|open sea|open water|water outside|brine|open ocean|outside sub|outside of sub|the deep|outdoors|depths"
"""The sea as a place; what leads there is `EXTERIOR_SPELLINGS`."""

EXTERIOR_SPELLINGS: Final = "exterior hatch|outer hatch|outside hatch|external hatch|airlock|air lock|exterior door|outer door|sea hatch|escape hatch|hatch to sea|hatch to outside|hatch into sea|hatch to ocean|hatch outside|exterior|hatch out|hatch to exterior|outward hatch"
FIRE_SPELLINGS: Final = "fire|flame|flames|blaze|inferno|conflagration"
WATER_SPELLINGS: Final = "water|flood|low water|floodwater|flooding|puddle|bilge|bilges|flood water"
KRAKEN_SPELLINGS: Final = "kraken|squid|giant squid|sea monster|monster|tentacles|beast|tentacled beast"
HATCH_SPELLINGS: Final = "hatch|hatches|door|hatchway|doorway"
BARREL_SPELLINGS: Final = "barrel|captain's barrel|keg|captain's keg|stash|captain's stash|captain's grog|grog barrel|grog stash|cask|captain's cask|captain's supply|captain's store|captain's private stash|captain's locker"
ROOM_WORDS: Final = "room|rooms|rm|compartment|chamber"
TILE_WORDS: Final = "item|items|tile|tiles|thing|things|item tile|item tiles|random item|random items"
# fmt: on

NUMBER_WORDS: Final[dict[str, int]] = {
    word: number
    for number, words in enumerate(
        "zero|one single|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|"
        "fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty".split("|")
    )
    for word in words.split()
} | {"couple": 2, "couple of": 2, "pair": 2, "pair of": 2, "half dozen": 6, "dozen": 12, "both": 2}

EXTERIOR_ROOMS: Final = (3, 6, 9)
"""The rooms with an exterior hatch (rules annex A)."""

HATCHES: Final = frozenset(
    tuple(map(int, label.split("-")))
    for label in "1-2 1-3 2-3 2-4 2-5 3-4 4-5 5-6 5-7 5-8 7-8 7-9 8-9 8-10 9-10".split()
)
"""The interior hatches (rules annex A): only to tell which end of a named one is near."""


def as_place(number: int) -> Place | None:
    """The room a number names: 1-10, and 0 for 10 (A40); None when it names none."""
    if number == 0:
        return 10
    return number if 1 <= number <= 10 else None


def place_of(word: str) -> Place | None:
    """The place that one written name or number means, or None."""
    if word.isdigit():
        return as_place(int(word))
    if word in SEA_SPELLINGS.split("|"):
        return SEA
    for table in (ROOM_SPELLINGS, MACHINE_SPELLINGS):
        for place, spellings in table.items():
            if word in spellings.split("|"):
                return place
    return None
