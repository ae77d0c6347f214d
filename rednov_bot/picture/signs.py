"""Signs that are drawn many times: the marks of events and items, hatches, flames, mugs."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from rednov_bot.picture.shapes import (
    Area,
    Box,
    Circle,
    Loop,
    Point,
    Shape,
    around,
    bent,
    stroke,
)

_MIDDLE: Final = (0.0, 0.0)


def _star(radius: float) -> Loop:
    """Five points; the first is on top."""
    reach = [radius if turn % 2 == 0 else radius * 0.42 for turn in range(10)]
    return tuple(
        [(r * sin(turn * pi / 5), -r * cos(turn * pi / 5)) for turn, r in enumerate(reach)]
    )


def _spokes(reach: float, count: int, line: str, thick: float, first: float = 0) -> Area:
    ends = around(reach, count, first)
    return Area(tuple([(_MIDDLE, end) for end in ends]), "", line, thick, closed=False)


def _tongue(wide: float, h: float) -> Loop:
    """A flame; its origin is the middle of its foot."""
    w = wide / 2

    def at(x: float, y: float) -> Point:
        return x * w, -y * h

    return bent(
        at(-1, 0.3),
        (at(-1, 0.7), at(-0.2, 0.6), at(0, 1)),
        (at(0.3, 0.6), at(1, 0.7), at(1, 0.3)),
        (at(1, 0), at(-1, 0), at(-1, 0.3)),
    )


SIGNS: Final[dict[str, tuple[Shape, ...]]] = {
    "event": (Area((_star(5.4),), "alarm"),),
    "item": (
        _spokes(4.8, 8, "wave", 2.2),
        Circle(_MIDDLE, 2.9, "paper", "wave", 1.6),
    ),
    "wheel": (
        Circle(_MIDDLE, 6.6, "brass", "wall", 1.6),
        _spokes(6.2, 3, "wall", 1.3, -pi / 2),
    ),
    "barred": (
        Circle(_MIDDLE, 8, "alarm", "wall", 1.4),
        Area((((-4, -4), (4, 4)), ((-4, 4), (4, -4))), "", "paper", 2.6, closed=False),
    ),
    "flame": (Area((_tongue(13, 24),), "flame"), Area((_tongue(6.5, 12),), "heart")),
    "mug": (
        stroke((9, 5), (12, 4.5), (13.4, 6), (12.4, 8.6), (9, 10), line="wall", thick=1.4),
        Box(0, 2, 9, 11, "filled", "wall", 1.2, 1.5),
        Box(0.5, 1, 8, 3.4, "paper", "wall", 1, 1.5),
    ),
}
"""Each sign by its name; its origin is its middle, of a flame that of its foot, of a mug its upper
left corner."""
