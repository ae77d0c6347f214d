"""Rooms without a plan, put into a grid so that hatches are short and cross no third room."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Final, TypeAlias

from rednov_bot.engine.words import ROOMS, Hatch, Place

ACROSS: Final = 4
DOWN: Final = 3
_TRIES: Final = 12

Slot: TypeAlias = tuple[int, int]
"""A place of the grid: column 0-3, row 0-2."""

_SLOTS: Final[tuple[Slot, ...]] = tuple((x, y) for x in range(ACROSS) for y in range(DOWN))


def arranged(interior: frozenset[Hatch], outer: frozenset[Place]) -> dict[Place, Slot]:
    """A slot of its own for each room; always the same for the same hatches.

    *outer* are the rooms with a hatch to the sea, which belong on the edge.
    """
    chance = Random(0)
    best: list[Slot] = []
    for _ in range(_TRIES):
        slots = list(_SLOTS)
        chance.shuffle(slots)
        found = _settled(slots, interior, outer)
        if not best or _strain(found, interior, outer) < _strain(best, interior, outer):
            best = found
    return dict(zip(ROOMS, best, strict=False))


def _settled(slots: list[Slot], interior: frozenset[Hatch], outer: frozenset[Place]) -> list[Slot]:
    """Rooms change places two by two for as long as that makes it better."""
    strain, better = _strain(slots, interior, outer), True
    while better:
        better = False
        for one, other in combinations(range(len(slots)), 2):
            slots[one], slots[other] = slots[other], slots[one]
            tried = _strain(slots, interior, outer)
            if tried < strain:
                strain, better = tried, True
            else:
                slots[one], slots[other] = slots[other], slots[one]
    return slots


def _strain(slots: list[Slot], interior: frozenset[Hatch], outer: frozenset[Place]) -> int:
    """How far from good: the squares of the lengths, and much for each room in the way."""
    strain = 0
    for near, far in interior:
        (x1, y1), (x2, y2) = slots[near - 1], slots[far - 1]
        strain += (x1 - x2) ** 2 + (y1 - y2) ** 2 + 40 * sum(1 for _ in _between(x1, y1, x2, y2))
    for room in outer:
        x, y = slots[room - 1]
        strain += 0 if x in (0, ACROSS - 1) or y in (0, DOWN - 1) else 30
    return strain


def _between(x1: int, y1: int, x2: int, y2: int) -> Iterator[Slot]:
    """The slots that a straight line goes through or grazes, without its ends."""
    for x, y in _SLOTS:
        if (x, y) in ((x1, y1), (x2, y2)) or not min(x1, x2) <= x <= max(x1, x2):
            continue
        if not min(y1, y2) <= y <= max(y1, y2):
            continue
        aside = abs((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1))
        if 2 * aside < abs(x2 - x1) + abs(y2 - y1):
            yield x, y
