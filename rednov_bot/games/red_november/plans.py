"""The plan of a submarine, drawn in plain ASCII: what the map and the picture of it are made from.

    +----------+-----------+
    |1         |2          |
    |          o           o    the sea
    |          |           |
    +----------+-----------+

Walls of `+`, `-` and `|`; `o` in a wall is a hatch; each room bears its number where its text is to
begin; `the sea` stands where gnomes outside are to be shown.  Rooms may have any outline of lines
and columns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from rednov_bot.games.red_november.rules.tables import MOST_GNOMES
from rednov_bot.games.red_november.rules.words import (
    ROOMS,
    SEA,
    Hatch,
    Place,
    hatch,
    hatch_label,
    place_name,
)

COLUMNS: Final = 72
"""As wide as a mail (RFC 3676 4.2)."""

LINES: Final = 40
WITHIN: Final = (3, 9)
"""Lines and columns that a room must have from its number on: its name, a hazard, eight gnomes."""

_WALLS = frozenset("+-|")
_SEA = "the sea"
_NUMBER = re.compile(r"[0-9]+")

Spot: TypeAlias = tuple[int, int]
"""Line and column, from 0."""


class PlanFault(ValueError):
    """A plan that cannot be drawn from: one sentence that says where, and what to do."""


class SubPlan(NamedTuple):
    """The plan of a submarine, read."""

    rows: tuple[str, ...]  # walls and hatches alone, each as long as the longest
    corners: dict[Place, Spot]  # where the text of a room begins; of SEA only where it is marked
    wheels: dict[Hatch, Spot]
    floors: dict[Place, frozenset[Spot]]  # the inside of each room

    def owner(self, spot: Spot) -> Place:
        """The room that a spot lies in; SEA outside, and for walls."""
        return next((room for room, floor in self.floors.items() if spot in floor), SEA)


def rows_of(text: str) -> tuple[str, ...]:
    """The lines of a plan as they are written, without blanks at their ends; PlanFault if none."""
    rows = [row.rstrip() for row in text.split("\n")]
    while rows and not rows[-1]:
        rows.pop()
    if not rows:
        raise PlanFault("nothing is drawn; draw the ten rooms, or remove the file")
    return tuple(rows)


@lru_cache(maxsize=8)
def read(rows: tuple[str, ...]) -> SubPlan:
    """A plan from its lines; PlanFault where it is none."""
    _within_bounds(rows)
    wide = max(map(len, rows))
    canvas = [row.ljust(wide) for row in rows]
    corners = _sea(canvas)
    corners |= _numbers(canvas)
    floors = _floors(tuple(canvas), corners)
    plan = SubPlan(tuple(canvas), corners, {}, floors)
    for ends, spot in _wheels(plan):
        if ends in plan.wheels:
            raise PlanFault(f"{_at(spot)}: the hatch {hatch_label(ends)} is drawn twice; remove it")
        plan.wheels[ends] = spot
    return plan


def misfit(plan: SubPlan, hatches: frozenset[Hatch]) -> str | None:
    """Where a plan shows other hatches than the sub has, in a sentence; None if it shows them."""
    for ends, spot in sorted(plan.wheels.items()):
        if ends not in hatches:
            return (
                f"{_at(spot)}: a hatch {hatch_label(ends)} is drawn, which [hatches] does not list;"
                " remove one of them, or add the other"
            )
    missing = sorted(hatches - plan.wheels.keys())
    if missing:
        return f"no hatch {hatch_label(missing[0])} is drawn; put an o into the wall between them"
    return None


def _at(spot: Spot) -> str:
    return f"line {spot[0] + 1}, column {spot[1] + 1}"


def _within_bounds(rows: tuple[str, ...]) -> None:
    if len(rows) > LINES:
        raise PlanFault(f"it has {len(rows)} lines; a plan has {LINES} at most")
    for number, row in enumerate(rows):
        if len(row) > COLUMNS:
            raise PlanFault(
                f"line {number + 1} is {len(row)} columns wide; a plan has {COLUMNS} at most"
            )
        for column, sign in enumerate(row.replace(_SEA, " " * len(_SEA))):
            if sign not in "+-| o0123456789":
                raise PlanFault(
                    f"{_at((number, column))}: {sign!r} means nothing; walls are + - |, a hatch is "
                    "o, a room its number"
                )


def _sea(canvas: list[str]) -> dict[Place, Spot]:
    """Where gnomes outside are shown; the words are taken off the canvas."""
    found: dict[Place, Spot] = {}
    for line, row in enumerate(canvas):
        column = row.find(_SEA)
        if column < 0:
            continue
        if found or row.count(_SEA) > 1:
            raise PlanFault(f'{_at((line, column))}: "{_SEA}" stands there again; once will do')
        found[SEA] = (line, column)
        canvas[line] = row.replace(_SEA, " " * len(_SEA))
    return found


def _numbers(canvas: list[str]) -> dict[Place, Spot]:
    """Where the number of each room stands; the numbers are taken off the canvas."""
    found: dict[Place, Spot] = {}
    for line, row in enumerate(canvas):
        for number in _NUMBER.finditer(row):
            spot, room = (line, number.start()), int(number[0])
            if room not in ROOMS:
                raise PlanFault(f"{_at(spot)}: there is no room {number[0]}; rooms are 1 to 10")
            if room in found:
                raise PlanFault(f"{_at(spot)}: room {room} is drawn twice; number one otherwise")
            found[room] = spot
        canvas[line] = _NUMBER.sub(lambda one: " " * len(one[0]), row)
    for room in ROOMS:
        if room not in found:
            raise PlanFault(f"room {room} is not on it; draw every room from 1 to 10")
    return found


def _floors(canvas: tuple[str, ...], corners: dict[Place, Spot]) -> dict[Place, frozenset[Spot]]:
    floors: dict[Place, frozenset[Spot]] = {}
    for room in ROOMS:
        floor = _flooded(canvas, corners[room])
        if floor is None:
            raise PlanFault(f"room {room} is open to the sea; close its walls")
        for other, other_floor in floors.items():
            if floor & other_floor:
                raise PlanFault(f"no wall stands between rooms {other} and {room}; draw one")
        line, column = corners[room]
        lines, columns = WITHIN
        wanted = {(line + down, column + over) for down in range(lines) for over in range(columns)}
        if not wanted <= floor:
            raise PlanFault(
                f"room {room} is too small: from its number on it needs {lines} lines of "
                f"{columns} columns; draw it larger, or its number further to the left"
            )
        floors[room] = floor
    if SEA in corners:
        _open_water(canvas, corners[SEA], floors)
    return floors


def _open_water(canvas: tuple[str, ...], spot: Spot, floors: dict[Place, frozenset[Spot]]) -> None:
    """Refused unless gnomes can be shown at, and below, the words `the sea`."""
    line, column = spot
    if any(spot in floor for floor in floors.values()):
        raise PlanFault(f'{_at(spot)}: "{_SEA}" stands inside the submarine; move it out')
    below = canvas[line + 1][column : column + MOST_GNOMES] if line + 1 < len(canvas) else ""
    if below.strip() or column + MOST_GNOMES > COLUMNS:
        raise PlanFault(
            f'{_at(spot)}: below "{_SEA}" {MOST_GNOMES} columns must be free for gnomes; move it'
        )


def _flooded(canvas: tuple[str, ...], start: Spot) -> frozenset[Spot] | None:
    """Every spot that water from *start* reaches; None when it runs out."""
    inside, edge = {start}, [start]
    while edge:
        here = edge.pop()
        for spot in _around(here):
            if not (0 <= spot[0] < len(canvas) and 0 <= spot[1] < len(canvas[0])):
                return None
            if spot not in inside and canvas[spot[0]][spot[1]] == " ":
                inside.add(spot)
                edge.append(spot)
    return frozenset(inside)


def _around(spot: Spot) -> tuple[Spot, ...]:
    line, column = spot
    return ((line - 1, column), (line + 1, column), (line, column - 1), (line, column + 1))


def _wheels(plan: SubPlan) -> Iterator[tuple[Hatch, Spot]]:
    for line, row in enumerate(plan.rows):
        for column, sign in enumerate(row):
            if sign == "o":
                yield _ends(plan, (line, column)), (line, column)


def _ends(plan: SubPlan, spot: Spot) -> Hatch:
    """What lies on the two sides of a hatch."""
    above, below, left, right = _around(spot)
    across = [(left, right), (above, below)]
    sides = [pair for pair in across if not any(_is_wall(plan, end) for end in pair)]
    if len(sides) != 1:
        raise PlanFault(f"{_at(spot)}: this hatch is in no wall; put it between two pieces of one")
    one, other = (plan.owner(end) for end in sides[0])
    if one == other:
        raise PlanFault(
            f"{_at(spot)}: this hatch leads from {place_name(one)} to itself; move it or remove it"
        )
    return hatch(one, other)


def _is_wall(plan: SubPlan, spot: Spot) -> bool:
    line, column = spot
    within = 0 <= line < len(plan.rows) and 0 <= column < len(plan.rows[0])
    return within and (plan.rows[line][column] in _WALLS or plan.rows[line][column] == "o")
