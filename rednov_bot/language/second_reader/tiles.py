"""What becomes of a tile, by the words beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rednov_bot.language.second_reader.shades import is_handled
from rednov_bot.language.second_reader.slots import Role
from rednov_bot.language.words import Word, kinds

ROLES: Final[dict[str, Role]] = {
    "USE": "use", "MEANS": "use", "USED": "use", "GIVE": "goods", "DISCARD": "drop", "TAP": "gain",
    "DRAW": "gain", "OTHER": "unknown", "STATE": "unknown", "PAST": "unknown",
}  # fmt: skip
"""What words of these kinds say of the tiles behind them."""
_GOES: Final = kinds("GO ENTER LEAVE")
_BEHIND: Final = kinds("DUR SPEND FOR NOW ITEM SEPWORD")


def role_of(words: Sequence[Word], types: Sequence[str], at: int, role: Role) -> Role:
    """What becomes of the tile at *at*, *role* being what was said before it."""
    if words[at].type == "TILEWORD":
        ends_up = types[max(0, at - 2) : at] == ["OTHER", "MEANS"] and _GOES.isdisjoint(types)
        return "gain" if ends_up else role  # "come up with two items"
    if types[at + 1 : at + 2] == ["USED"]:
        return "use"
    handled = role == "unknown" and _BEHIND.issuperset(types[at + 1 :]) and is_handled(words[:at])
    return "handled" if handled else role


def is_heading(tile: Word) -> bool:
    """Whether a tile is no number of tiles: "tools: a crowbar"."""
    return tile.plural and not tile.number
