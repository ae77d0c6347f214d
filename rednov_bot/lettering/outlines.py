"""Strokes become outlines: what the round end of a tool sweeps, in quadratic curves.

An outline runs clockwise around what is filled.  Outlines of one letter may overlap.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import acos, ceil, cos, hypot, pi, sin, tan

from rednov_bot.lettering.strokes import Piece, Point, Stroke
from rednov_bot.lettering.weights import Weight, nearest

Outline = list[tuple[int, int, bool]]
"""Points in ems, each with whether the outline passes through it or is only drawn towards it."""

_Points = list[tuple[float, float, bool]]

_BEND = 0.8
"""By how much at most one quadratic curve turns, in radians."""

_CORNER = 0.05
"""From which turn on two pieces meet in a corner, in radians."""


@dataclass(frozen=True, slots=True)
class _Arc:
    """A straight line, or a quadratic curve that turns little."""

    start: Point
    handle: Point | None
    end: Point
    setting_out: Point  # of length 1, as all directions here
    arriving: Point


def outlines(stroke: Stroke, weight: Weight, shift: float) -> list[Outline]:
    """The outlines of a stroke whose grid lies *shift* units to the right."""
    half = weight.tool * stroke.breadth / 2
    pieces = [tuple(weight.point((x + shift, y)) for x, y in piece) for piece in stroke.pieces]
    if len(pieces[0]) == 1:
        return [_whole(_disc(pieces[0][0], half))]
    arcs = [arc for piece in pieces for arc in _arcs(piece)]
    found = list(_swept(arcs, half, stroke.closed, stroke.filled))
    if stroke.filled:
        found.append(_clockwise(_side(arcs, 0.0)))
    return [_whole(points) for points in found]


def _swept(arcs: list[_Arc], half: float, closed: bool, filled: bool) -> Iterator[_Points]:
    """The one outline of a stroke with two ends, or the two of one without."""
    if closed:
        yield from _ring(arcs, half, filled)
        return
    points = _side(arcs, half)
    points += _bow(arcs[-1].end, _left(arcs[-1].arriving), pi, half)
    points += _side(arcs, -half)[::-1]
    yield points + _bow(arcs[0].start, _turned(_left(arcs[0].setting_out)), pi, half)


def _ring(arcs: list[_Arc], half: float, filled: bool) -> Iterator[_Points]:
    """A stroke without end: its outer edge clockwise, its inner edge the other way."""
    one, other = _side(arcs, half, closed=True), _side(arcs, -half, closed=True)
    outer, inner = (one, other) if abs(_area(one)) > abs(_area(other)) else (other, one)
    yield _clockwise(outer)
    if not filled and _area(outer) * _area(inner) > 0:
        yield _clockwise(inner)[::-1]


def _arcs(piece: Piece) -> Iterator[_Arc]:
    """A piece in lines and quadratic curves."""
    if len(piece) == 2:
        towards = _direction(piece[0], piece[1])
        yield _Arc(piece[0], None, piece[1], towards, towards)
        return
    count = max(1, ceil(_turning(piece) / _BEND))
    for at in range(count):
        start, setting_out = _on(piece, at / count)
        end, arriving = _on(piece, (at + 1) / count)
        yield _Arc(start, _handle(start, setting_out, end, arriving), end, setting_out, arriving)


def _on(curve: Piece, t: float) -> tuple[Point, Point]:
    """A point of a Bézier curve, and the direction there."""
    a, b, c, d = curve
    s = 1 - t
    at = [
        s**3 * p + 3 * s * s * t * q + 3 * s * t * t * r + t**3 * u
        for p, q, r, u in zip(a, b, c, d, strict=True)
    ]
    if t == 0:
        towards = _direction(a, b)
    elif t == 1:
        towards = _direction(c, d)
    else:
        x, y = (
            s * s * (q - p) + 2 * s * t * (r - q) + t * t * (u - r)
            for p, q, r, u in zip(a, b, c, d, strict=True)
        )
        towards = _direction((0.0, 0.0), (x, y))
    return (at[0], at[1]), towards


def _turning(curve: Piece) -> float:
    """How far a curve turns, to the left and right together, in radians."""
    directions = [_on(curve, at / 16)[1] for at in range(17)]
    return sum(_angle(a, b) for a, b in pairwise(directions))


def _handle(start: Point, setting_out: Point, end: Point, arriving: Point) -> Point | None:
    """Where the tangents of a curve's ends meet; nowhere if it is as good as straight."""
    across = _cross(setting_out, arriving)
    if abs(across) < 0.02:
        return None
    x, y = end[0] - start[0], end[1] - start[1]
    along = (x * arriving[1] - y * arriving[0]) / across
    if not 0 < along < 2 * hypot(x, y):
        return None
    return (start[0] + setting_out[0] * along, start[1] + setting_out[1] * along)


def _side(arcs: Sequence[_Arc], off: float, *, closed: bool = False) -> _Points:
    """The line that keeps its distance to the left of arcs, round about their corners."""
    points: _Points = []
    for at, arc in enumerate(arcs):
        begun = bool(at) or closed
        met = _meeting(arcs[at - 1], arc, off) if begun else None
        start = _beside(arc.start, arc.setting_out, off)
        end = _beside(arc.end, arc.arriving, off)
        if met is None:
            points += _corner(arcs[at - 1], arc, off) if begun else []
            points.append((*start, True))
        elif at:
            points[-1] = (*met, True)
        if arc.handle is not None:
            handle = _handle(start, arc.setting_out, end, arc.arriving)
            if handle is not None:
                points.append((*handle, False))
        points.append((*end, True))
    if closed and (met := _meeting(arcs[-1], arcs[0], off)) is not None:
        points[-1] = (*met, True)
    return points


def _meeting(before: _Arc, after: _Arc, off: float) -> Point | None:
    """Where the lines beside two straight arcs cross inside their corner, if they reach so far."""
    turn = _angle(before.arriving, after.setting_out)
    if before.handle or after.handle or _cross(before.arriving, after.setting_out) * off <= 0:
        return None
    short = abs(off) * tan(turn / 2)
    if turn <= _CORNER or short > min(_length(before), _length(after)) / 2:
        return None
    x, y = _beside(before.end, before.arriving, off)
    return (x - before.arriving[0] * short, y - before.arriving[1] * short)


def _corner(before: _Arc, after: _Arc, off: float) -> _Points:
    """What lies between two arcs beside their corner: a bow outside, the corner itself inside.

    The corner is right however short the arcs are: each of them and the bow's sector then have an
    edge of their own, all clockwise, and the edges they share cancel out.
    """
    across, turn = (
        _cross(before.arriving, after.setting_out),
        _angle(before.arriving, after.setting_out),
    )
    if turn <= _CORNER:
        return []
    if across * off > 0 or (across == 0 and off < 0):
        return [(*after.start, True)]
    bow = _bow(after.start, _left(before.arriving), turn, off)
    if off > 0:
        return bow
    return _bow(after.start, _turned(_left(after.setting_out)), turn, -off)[::-1]


def _bow(middle: Point, towards: Point, turn: float, radius: float) -> _Points:
    """Handles of a circle's part, from a direction on clockwise."""
    count = ceil(turn / (pi / 3) - 0.01)
    step = turn / count
    reach = radius / cos(step / 2)
    points: _Points = []
    for at in range(count):
        angle = -(at + 0.5) * step
        x = towards[0] * cos(angle) - towards[1] * sin(angle)
        y = towards[0] * sin(angle) + towards[1] * cos(angle)
        points.append((middle[0] + x * reach, middle[1] + y * reach, False))
    return points


def _disc(middle: Point, radius: float) -> _Points:
    """A dot."""
    return [(middle[0] - radius, middle[1], True), *_bow(middle, (-1.0, 0.0), 2 * pi, radius)]


def _whole(points: _Points) -> Outline:
    """An outline in whole ems, without points that say nothing."""
    rounded = [(nearest(x), nearest(y), on) for x, y, on in points]
    rounded = [point for at, point in enumerate(rounded) if point[:2] != rounded[at - 1][:2]]
    return [
        point
        for at, point in enumerate(rounded)
        if at == 0 or not _is_implied(rounded[at - 1], point, rounded[(at + 1) % len(rounded)])
    ]


def _is_implied(
    before: tuple[int, int, bool], point: tuple[int, int, bool], after: tuple[int, int, bool]
) -> bool:
    """Whether a point is in the middle between two handles, where TrueType needs none."""
    if not point[2] or before[2] or after[2]:
        return False
    return (
        abs(before[0] + after[0] - 2 * point[0]) <= 2
        and abs(before[1] + after[1] - 2 * point[1]) <= 2
    )


def _clockwise(points: _Points) -> _Points:
    return points if _area(points) < 0 else points[::-1]


def _area(points: _Points) -> float:
    """Twice the area inside, less than 0 where its edge runs clockwise."""
    shifted = points[1:] + points[:1]
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(points, shifted, strict=True))


def _angle(one: Point, other: Point) -> float:
    return acos(max(-1.0, min(1.0, one[0] * other[0] + one[1] * other[1])))


def _direction(start: Point, end: Point) -> Point:
    x, y = end[0] - start[0], end[1] - start[1]
    return (x / hypot(x, y), y / hypot(x, y))


def _cross(one: Point, other: Point) -> float:
    return one[0] * other[1] - one[1] * other[0]


def _left(towards: Point) -> Point:
    return (-towards[1], towards[0])


def _length(arc: _Arc) -> float:
    return hypot(arc.end[0] - arc.start[0], arc.end[1] - arc.start[1])


def _turned(towards: Point) -> Point:
    return (-towards[0], -towards[1])


def _beside(at: Point, towards: Point, off: float) -> Point:
    return (at[0] - towards[1] * off, at[1] + towards[0] * off)
