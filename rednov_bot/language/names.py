"""Places and hatches by number: which numbers name rooms, and which rooms a hatch joins."""

from __future__ import annotations

from typing import Final

from rednov_bot.engine.words import ActionName, Place

EXTERIOR_ROOMS: Final = frozenset((3, 6, 9))
"""The rooms with an exterior hatch (rules annex A)."""

WORKPLACES: Final[dict[ActionName, Place]] = {
    "fix_engine": 1,
    "fix_oxygen": 2,
    "fix_reactor": 4,
    "stop_missile": 7,
    "gain_items": 8,
    "gain_grog": 10,
}
"""The actions that are tied to a room (§11d-g, i, j)."""


def as_place(number: int) -> Place | None:
    """The room a number names: 1-10, and 0 for 10 (A40); None when it names none."""
    if number == 0:
        return 10
    return number if 1 <= number <= 10 else None
