"""What each item is good for, in one short phrase (CC, §7, §10c)."""

from __future__ import annotations

from collections import Counter
from typing import Final

from rednov_bot.engine.rules.actions import FIX_ITS
from rednov_bot.engine.rules.intoxication import COFFEE_SOBERS
from rednov_bot.engine.rules.walk import SPARED_BY_A_CHARM
from rednov_bot.engine.tables import Tables
from rednov_bot.engine.words import ITEMS, ActionName, Item
from rednov_bot.prose.environment import fold
from rednov_bot.prose.wording import ITEM_NAMES, listed

DOINGS: Final[dict[ActionName, str]] = {
    "fix_engine": "fixing the engine",
    "fix_oxygen": "fixing the oxygen pumps",
    "fix_reactor": "fixing the reactor",
    "unblock_hatch": "unblocking",
    "extinguish_fire": "extinguishing",
    "pump_water": "pumping",
    "stop_missile": "stopping missiles",
    "kill_kraken": "fighting the kraken",
}
BESIDES: Final[dict[Item, str]] = {
    "grog": "lets you into fire; makes you drunker",
    "fire_extinguisher": "lets you into fire",
    "coffee": f"sobers you by {COFFEE_SOBERS}",
    "aqualung": "lets you out, and live there, for one turn",
    "lucky_charm": f"spares you the next {SPARED_BY_A_CHARM} events of the turn",
}
_WIDE: Final = 18


def good_for(tile: Item, tables: Tables) -> str:
    """`+30% for fixing the engine; ...`."""
    helps: dict[int, list[ActionName]] = {}
    for doing in DOINGS:
        if points := tables.items.help_of(tile, doing):
            helps.setdefault(points, []).append(doing)
    parts = [f"+{10 * points}% for {_for(doings)}" for points, doings in helps.items()]
    if tile in BESIDES:
        parts.append(BESIDES[tile])
    return "; ".join(parts)


def _for(doings: list[ActionName]) -> str:
    if set(doings) == FIX_ITS:
        return "whatever you mend or fight"
    fixed = {"fix_engine", "fix_oxygen", "fix_reactor"}
    if fixed <= set(doings):
        rest = [DOINGS[one] for one in doings if one not in fixed]
        return listed(["fixing engine, pumps or reactor", *rest], "or")
    return listed([DOINGS[one] for one in doings], "or")


def hand_uses(hand: tuple[Item, ...], tables: Tables) -> tuple[str, ...]:
    """`   2  grog   +30% for ...`: each kind that is held, and what it is good for."""
    counts = Counter(hand)
    return tuple(
        [
            fold(
                good_for(kind, tables),
                f"{counts[kind]:>4}  {ITEM_NAMES[kind]:<{_WIDE}}",
                " " * (6 + _WIDE),
            )
            for kind in ITEMS
            if counts[kind]
        ]
    )
