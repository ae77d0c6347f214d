"""The hatches and where actions happen, as the reader needs them (contract, appendix C)."""

from __future__ import annotations

from typing import Final

from rednov_bot.games.red_november.rules.actions import FIX_ITS, RANGES
from rednov_bot.games.red_november.rules.words import SEA, ActionName

_HATCHES: Final = "1-2 1-3 2-3 2-4 2-5 3-4 4-5 5-6 5-7 5-8 7-8 7-9 8-9 8-10 9-10 3-11 6-11 9-11"

TOUCHING: Final = frozenset(
    pair
    for hatch in _HATCHES.split()
    for one, other in [map(int, hatch.split("-"))]
    for pair in ((one, other), (other, one))
)
"""Pairs of places with a hatch between them, either way round; 11 is the sea."""

ROOM_OF: Final[dict[ActionName, int]] = {
    "fix_engine": 1,
    "fix_oxygen": 2,
    "fix_reactor": 4,
    "stop_missile": 7,
    "gain_items": 8,
    "gain_grog": 10,
    "kill_kraken": SEA,
}
"""The one place of an action (§11d-j)."""

MOST_MINUTES: Final[dict[ActionName, int]] = {
    **dict.fromkeys(FIX_ITS, 10),
    **{name: most for name, (_, most) in RANGES.items() if most > 1},
}
"""The actions for which the gnome chooses minutes, and how many at most (§11, §12)."""
