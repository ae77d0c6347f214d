"""Where everything of a submarine is drawn, in pixels: on its plan, or arranged without one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import Final, NamedTuple, TypeAlias

from rednov_bot.games.red_november import plans
from rednov_bot.games.red_november.plans import Spot
from rednov_bot.games.red_november.render.picture.shapes import Point
from rednov_bot.games.red_november.rules.tables import Board
from rednov_bot.games.red_november.rules.words import ROOMS, SEA, Hatch, Place

WIDTH: Final = 440
"""Of every picture of the board: a phone shows it in readable size, and so does a mail program."""

TOP: Final = 68
"""Above the submarine: the heading, the surface of the sea, the periscope."""

_SIDE: Final = 24  # of sea at either side of the rooms
_COLUMN: Final = 8.0  # most pixels of a column of the plan
_LINE: Final = 26.0  # pixels of a line of the plan
HULL: Final = 9.0
"""Pixels of hull around the rooms."""

_SEA_BOX: Final = (132.0, 62.0)
_CABIN: Final = (76.0, 108.0)  # of a room without a plan
_GAP: Final = 24.0  # between two of them

OnPlan: TypeAlias = Callable[[float, float], Point]
"""From a column and a line of a plan to pixels."""


class Box(NamedTuple):
    """An upright rectangle."""

    left: float
    top: float
    width: float
    height: float

    @property
    def middle(self) -> Point:
        """Its middle."""
        return self.left + self.width / 2, self.top + self.height / 2

    @property
    def right(self) -> float:
        """Its right side."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """Its lower side."""
        return self.top + self.height


class RoomPlace(NamedTuple):
    """Where a room is drawn."""

    outline: tuple[tuple[Point, ...], ...]
    around: Box
    inside: Box  # from its number on, free of walls


class HatchPlace(NamedTuple):
    """Where a hatch is drawn: its wheel, and a pipe where no two rooms share its wall."""

    wheel: Point
    pipe: tuple[Point, Point] | None = None


class Layout(NamedTuple):
    """Where everything of a submarine is drawn."""

    rooms: dict[Place, RoomPlace]
    hatches: dict[Hatch, HatchPlace]
    sea: Box  # where gnomes outside are shown
    skin: tuple[tuple[Point, ...], ...]  # the outline of all rooms together
    hull: Box  # around them, without the hull itself
    on_plan: bool

    @property
    def bottom(self) -> float:
        """Where the picture of the sea ends."""
        return max(self.hull.bottom + HULL + 12, self.sea.bottom + 6)


@lru_cache(maxsize=8)
def layout_of(board: Board) -> Layout:
    """The layout of a board."""
    return _planned(plans.read(board.plan)) if board.plan else _arranged(board)


def _planned(plan: plans.SubPlan) -> Layout:
    spots = [spot for floor in plan.floors.values() for spot in floor]
    first, last = min(c for _, c in spots) - 1, max(c for _, c in spots) + 1
    upper, lower = min(n for n, _ in spots) - 1, max(n for n, _ in spots) + 1
    wide = min(_COLUMN, (WIDTH - 2 * _SIDE) / (last - first))
    left = (WIDTH - wide * (last - first)) / 2

    def at(column: float, line: float) -> Point:
        return left + (column - first) * wide, TOP + (line - upper) * _LINE

    right, bottom = at(last, lower)
    hull = Box(left, TOP, right - left, bottom - TOP)
    wheels = {ends: HatchPlace(at(column, line)) for ends, (line, column) in plan.wheels.items()}
    rooms = {room: _room(plan, room, at) for room in ROOMS}
    sea = _beside(hull)
    if SEA in plan.corners:
        line, column = plan.corners[SEA]
        x, y = at(column, line)
        sea = Box(min(x, WIDTH - _SEA_BOX[0]), max(y - 10, TOP - 24), *_SEA_BOX)
    every = frozenset().union(*plan.floors.values())
    skin = tuple([tuple([at(*corner) for corner in loop]) for loop in outline(every)])
    return Layout(rooms, wheels, sea, skin, hull, on_plan=True)


def _room(plan: plans.SubPlan, room: Place, at: OnPlan) -> RoomPlace:
    loops = tuple([tuple([at(*corner) for corner in loop]) for loop in outline(plan.floors[room])])
    line, column = plan.corners[room]
    floor, over, down = plan.floors[room], 0, 0
    while all((line + n, column + over) in floor for n in range(plans.WITHIN[0])):
        over += 1
    while all((line + down, column + n) in floor for n in range(over)):
        down += 1
    left, top = at(column - 1, line - 1)
    right, bottom = at(column + over, line + down)
    xs = [x for loop in loops for x, _ in loop]
    ys = [y for loop in loops for _, y in loop]
    around = Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
    return RoomPlace(loops, around, Box(left, top, right - left, bottom - top))


def _beside(hull: Box) -> Box:
    """The sea below the bow, where a plan does not mark it."""
    return Box(WIDTH - _SEA_BOX[0] - 20, hull.bottom + HULL + 2, *_SEA_BOX)


def _arranged(board: Board) -> Layout:
    """Ten boxes in a grid, a pipe for each hatch."""
    outer = frozenset(ends[0] for ends in board.exterior)
    slots = arranged(board.interior, outer)
    wide, high = _CABIN
    left = (WIDTH - ACROSS * wide - (ACROSS - 1) * _GAP) / 2
    boxes = {
        room: Box(left + x * (wide + _GAP), TOP + _GAP / 2 + y * (high + _GAP), wide, high)
        for room, (x, y) in slots.items()
    }
    hull = Box(left - _GAP / 2, TOP, ACROSS * (wide + _GAP), DOWN * (high + _GAP))
    rooms = {room: RoomPlace((_corners(box),), box, box) for room, box in boxes.items()}
    hatches = {ends: _pipe(boxes[ends[0]], boxes[ends[1]]) for ends in board.interior}
    hatches |= {ends: _way_out(boxes[ends[0]], hull) for ends in board.exterior}
    return Layout(rooms, hatches, _beside(hull), (_corners(hull),), hull, on_plan=False)


def _corners(box: Box) -> tuple[Point, ...]:
    return (
        (box.left, box.top),
        (box.right, box.top),
        (box.right, box.bottom),
        (box.left, box.bottom),
    )


def _pipe(one: Box, other: Box) -> HatchPlace:
    """From edge to edge along the line between two middles.

    Its wheel is half-way, but on a slant nearer to the left, for two slants cross in their middle.
    """
    (x1, y1), (x2, y2) = _leaving(one, other.middle), _leaving(other, one.middle)
    if x1 > x2:
        (x1, y1), (x2, y2) = (x2, y2), (x1, y1)
    part = 0.5 if abs(x1 - x2) < 1 or abs(y1 - y2) < 1 else 0.22
    return HatchPlace((x1 + (x2 - x1) * part, y1 + (y2 - y1) * part), ((x1, y1), (x2, y2)))


def _leaving(box: Box, towards: Point) -> Point:
    """Where a line from the middle of a box crosses its edge."""
    (x, y), (over, down) = box.middle, (towards[0] - box.middle[0], towards[1] - box.middle[1])
    parts = [side / 2 / abs(way) for side, way in ((box.width, over), (box.height, down)) if way]
    part = min(parts)
    return x + over * part, y + down * part


def _way_out(box: Box, hull: Box) -> HatchPlace:
    """From a room to the nearest side of the hull."""
    y, beside, rim = box.middle[1], box.left + box.width * 0.75, HULL / 2
    ways: list[tuple[float, Point, Point]] = [
        (box.top - hull.top, (beside, box.top), (beside, hull.top - rim)),
        (hull.bottom - box.bottom, (beside, box.bottom), (beside, hull.bottom + rim)),
        (box.left - hull.left, (box.left, y), (hull.left - rim, y)),
        (hull.right - box.right, (box.right, y), (hull.right + rim, y)),
    ]
    _, start, end = min(ways)
    return HatchPlace(end, (start, end))


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


ACROSS: Final = 4
DOWN: Final = 3
_TRIES: Final = 12
_SLOTS: Final[tuple[Corner, ...]] = tuple((x, y) for x in range(ACROSS) for y in range(DOWN))
"""The places of the grid: column 0-3, row 0-2."""


def arranged(interior: frozenset[Hatch], outer: frozenset[Place]) -> dict[Place, Corner]:
    """A slot of its own for each room; always the same for the same hatches.

    *outer* are the rooms with a hatch to the sea, which belong on the edge.
    """
    chance = Random(0)
    best: list[Corner] = []
    for _ in range(_TRIES):
        slots = list(_SLOTS)
        chance.shuffle(slots)
        found = _settled(slots, interior, outer)
        if not best or _strain(found, interior, outer) < _strain(best, interior, outer):
            best = found
    return dict(zip(ROOMS, best, strict=False))


def _settled(
    slots: list[Corner], interior: frozenset[Hatch], outer: frozenset[Place]
) -> list[Corner]:
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


def _strain(slots: list[Corner], interior: frozenset[Hatch], outer: frozenset[Place]) -> int:
    """How far from good: the squares of the lengths, and much for each room in the way."""
    strain = 0
    for near, far in interior:
        (x1, y1), (x2, y2) = slots[near - 1], slots[far - 1]
        strain += (x1 - x2) ** 2 + (y1 - y2) ** 2 + 40 * sum(1 for _ in _between(x1, y1, x2, y2))
    for room in outer:
        x, y = slots[room - 1]
        strain += 0 if x in (0, ACROSS - 1) or y in (0, DOWN - 1) else 30
    return strain


def _between(x1: int, y1: int, x2: int, y2: int) -> Iterator[Corner]:
    """The slots that a straight line goes through or grazes, without its ends."""
    for x, y in _SLOTS:
        if (x, y) in ((x1, y1), (x2, y2)) or not min(x1, x2) <= x <= max(x1, x2):
            continue
        if not min(y1, y2) <= y <= max(y1, y2):
            continue
        aside = abs((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1))
        if 2 * aside < abs(x2 - x1) + abs(y2 - y1):
            yield x, y
