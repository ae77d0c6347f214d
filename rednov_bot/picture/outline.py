"""The outline of a room on its plan: along the middle of its walls, in columns and lines."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from rednov_bot.plans import Spot

Corner: TypeAlias = tuple[int, int]
"""A corner of the grid: column and line."""


def outline(floor: frozenset[Spot]) -> tuple[tuple[Corner, ...], ...]:
    """The closed lines around a room, clockwise, each by its corners; one unless it has an island.

    A wall is one spot thick: half of it belongs to each side.
    """
    tiles = {
        (column - over, line - down) for line, column in floor for over in (0, 1) for down in (0, 1)
    }
    return tuple([_straightened(loop) for loop in _loops(_edges(tiles))])


def _edges(tiles: set[Corner]) -> dict[Corner, list[Corner]]:
    """From each corner of the outline to the next, the room at the right hand."""
    edges: dict[Corner, list[Corner]] = {}
    for x, y in sorted(tiles):
        for beside, start, end in (
            ((x, y - 1), (x, y), (x + 1, y)),
            ((x + 1, y), (x + 1, y), (x + 1, y + 1)),
            ((x, y + 1), (x + 1, y + 1), (x, y + 1)),
            ((x - 1, y), (x, y + 1), (x, y)),
        ):
            if beside not in tiles:
                edges.setdefault(start, []).append(end)
    return edges


def _loops(edges: dict[Corner, list[Corner]]) -> Iterable[list[Corner]]:
    while edges:
        start = here = min(edges)
        loop = []
        while True:
            ends = edges[here]
            there = ends.pop()
            if not ends:
                del edges[here]
            loop.append(here)
            here = there
            if here == start:
                break
        yield loop


def _straightened(loop: list[Corner]) -> tuple[Corner, ...]:
    """Only the corners at which the line turns."""
    turns = []
    for number, (x, y) in enumerate(loop):
        (x0, y0), (x1, y1) = loop[number - 1], loop[(number + 1) % len(loop)]
        if (x - x0, y - y0) != (x1 - x, y1 - y):
            turns.append((x, y))
    return tuple(turns)
