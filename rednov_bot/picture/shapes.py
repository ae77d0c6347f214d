"""What the picture is made of: a few plain shapes, which are written as SVG and painted as PNG."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import NamedTuple, TypeAlias

Point: TypeAlias = tuple[float, float]
Loop: TypeAlias = tuple[Point, ...]


class Area(NamedTuple):
    """Areas with corners, or lines if *closed* is not set; colours are names of `inks`, or none."""

    loops: tuple[Loop, ...]
    fill: str = ""
    line: str = ""
    thick: float = 0
    closed: bool = True


class Circle(NamedTuple):
    """A circle; *dash* is how long the dashes of its line are, 0 of one without gaps."""

    at: Point
    radius: float
    fill: str = ""
    line: str = ""
    thick: float = 0
    dash: float = 0


class Box(NamedTuple):
    """An upright rectangle; its corners may be round."""

    left: float
    top: float
    width: float
    height: float
    fill: str = ""
    line: str = ""
    thick: float = 0
    corner: float = 0


class Text(NamedTuple):
    """A line of words, its left end, middle or right end on *x*, standing on *y*."""

    x: float
    y: float
    words: str
    size: float
    ink: str = "ink"
    bold: bool = False
    anchor: str = "start"


class Sign(NamedTuple):
    """One of `rednov_bot.picture.signs`, with its origin at a point."""

    name: str
    at: Point
    size: float = 1


class Group(NamedTuple):
    """Parts that are one thing, and what is read aloud of it; *name* is for style and tests."""

    says: str
    parts: tuple[Shape, ...]
    name: str = ""


@dataclass(frozen=True, eq=False, slots=True)
class Panel:
    """Parts within a box, painted once for all pictures in which this very panel stands.

    They are on a *ground* of one colour.  Where it is *bare*, what is behind the panel is seen
    past its parts, and the ground is only what their edges are mixed with.
    """

    left: float
    top: float
    width: float
    height: float
    ground: str
    parts: tuple[Shape, ...]
    bare: bool = False


class Moved(NamedTuple):
    """A panel with its origin at a point in whole pixels."""

    at: Point
    panel: Panel


Shape: TypeAlias = Area | Circle | Box | Text | Sign | Group | Panel | Moved

_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no XML can hold; and what turns the writing round reaches no further than its own text."""

_BIDI = re.compile("[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]")


def readable(words: str) -> str:
    """Words as XML can hold them, line by line."""
    return _NO_XML.sub("\ufffd", words)


def clean(words: str) -> str:
    """Words as a picture can hold them: one line, without signs that only steer."""
    return " ".join(_BIDI.sub("", readable(words)).split())


def stroke(*points: Point, line: str, thick: float) -> Area:
    """A line from point to point."""
    return Area((points,), "", line, thick, closed=False)


def bent(start: Point, *curves: tuple[Point, Point, Point]) -> Loop:
    """Cubic curves from a point on, each by two handles and its end, as short straight lines."""
    points = [start]
    for one, two, end in curves:
        here = points[-1]
        for step in range(1, 7):
            t = step / 6
            weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            near = (here, one, two, end)
            x, y = (sum(w * at[n] for w, at in zip(weights, near, strict=True)) for n in (0, 1))
            points.append((round(x, 2), round(y, 2)))
    return tuple(points)


def wave(left: float, right: float, y: float, high: float, long: float) -> Loop:
    """A wavy line, each of its waves about *long* pixels."""
    steps = max(1, round((right - left) / long)) * 8
    step = (right - left) / steps
    return tuple(
        [
            (round(left + step * n, 2), round(y - high * sin(2 * pi * n / 8), 2))
            for n in range(steps + 1)
        ]
    )


def around(radius: float, turns: int, first: float = 0.0) -> Loop:
    """So many points on a circle around the origin."""
    angles = [first + 2 * pi * turn / turns for turn in range(turns)]
    return tuple([(round(radius * cos(at), 2), round(radius * sin(at), 2)) for at in angles])


def across(loops: Iterable[Sequence[Point]], y: float) -> list[tuple[float, float]]:
    """From where to where a level goes within areas of upright and level edges."""
    xs = sorted(
        x
        for loop in loops
        for (x, y1), (_, y2) in zip(loop, (*loop[1:], loop[0]), strict=True)
        if min(y1, y2) <= y < max(y1, y2)
    )
    return list(zip(xs[::2], xs[1::2], strict=False))


def below(loops: Iterable[Sequence[Point]], y: float) -> tuple[Loop, ...]:
    """The part of areas with upright and level edges that is below a level."""
    kept = (tuple([(x, max(y, y1)) for x, y1 in loop]) for loop in loops)
    return tuple([loop for loop in kept if any(y1 > y for _, y1 in loop)])
