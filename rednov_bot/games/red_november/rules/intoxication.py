"""Grog and coffee (§7)."""

from __future__ import annotations

from rednov_bot.games.red_november.rules.words import Item

MOST_INTOXICATION = 4
COFFEE_SOBERS = 2


def level_after(item: Item, level: int) -> int:
    """The level of intoxication after *item* is used at *level* (§7, A59)."""
    if item == "grog":
        return min(MOST_INTOXICATION, level + 1)
    if item == "coffee":
        return max(0, level - COFFEE_SOBERS)
    return level
