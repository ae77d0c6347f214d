"""The submarine cut open: hull, rooms with what is the matter in them, hatches, the sea."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from rednov_bot.engine.position import Position
from rednov_bot.engine.tables import Board
from rednov_bot.engine.words import ROOMS, SEA, Hatch, Place, RoomCondition, hatch_label
from rednov_bot.picture import telling
from rednov_bot.picture.changes import Changes
from rednov_bot.picture.crew import Face, Sailor, crowd
from rednov_bot.picture.layout import HULL, WIDTH, HatchPlace, Layout, RoomPlace, layout_of
from rednov_bot.picture.lettering import width, wrapped
from rednov_bot.picture.shapes import (
    Area,
    Box,
    Circle,
    Group,
    Panel,
    Shape,
    Sign,
    Text,
    across,
    below,
    bent,
    stroke,
    wave,
)
from rednov_bot.prose.wording import title_of

SURFACE = 40.0
"""Where the air ends."""

_LEVELS: dict[RoomCondition, float] = {"low": 0.3, "high": 0.58}
_NAME = 11  # size of the name of a room


def submarine(
    position: Position, board: Board, layout: Layout, found: Changes, crew: Sequence[Sailor]
) -> Iterator[Shape]:
    """The whole boat, room by room; on top the hatches, lower numbers first."""
    yield _around(board)
    here, left = _crowds(crew, found)
    for one in ROOMS:
        condition, new = position.rooms[one], one in found.rooms
        says = telling.room(one, position, board)
        where, title = layout.rooms[one], title_of(one, board)
        crowds = tuple(here[one]), tuple(left[one])
        yield _room(one, title, says, condition, where, *crowds, new)
    for ends in sorted(board.hatches):
        new = ends in found.blocked or ends in found.freed
        yield _hatch(ends, layout.hatches[ends], ends in position.blocked, new)
    yield _outside(telling.sea(position), layout, here[SEA], left[SEA])


@lru_cache(maxsize=8)
def _around(board: Board) -> Panel:
    """Sea and hull: the plates around all rooms, the screw behind, the periscope above."""
    layout = layout_of(board)
    parts: list[Shape] = [
        Box(0, 0, WIDTH, SURFACE, "paper"),
        stroke(*wave(-8, WIDTH + 8, SURFACE, 2.5, 24), line="wave", thick=1.3),
        *_tail(layout),
        *_mast(layout),
        Area(layout.skin, "plate", "hull", 2 * HULL),
        Area(layout.skin, "plate", "plate", 2 * HULL - 4),
    ]
    return Panel(0, 0, WIDTH, layout.bottom, "sea", tuple(parts))


def _tail(layout: Layout) -> list[Shape]:
    """The screw, behind whatever room is nearest to the stern."""
    stern = min(layout.rooms.values(), key=lambda room: (room.around.left, -room.around.bottom))
    x = layout.hull.left - HULL
    y = stern.around.middle[1] if layout.on_plan else layout.hull.middle[1]
    blades = tuple(
        [
            bent(
                (x - 5, y),
                ((x - 12, y + 6 * way), (x - 10, y + 24 * way), (x - 5, y + 27 * way)),
                ((x, y + 22 * way), (x, y + 6 * way), (x - 5, y)),
            )
            for way in (-1, 1)
        ]
    )
    return [Box(x - 7, y - 4, 12, 8, "hull", corner=2), Area(blades, "brass", "wall", 1.1)]


def _mast(layout: Layout) -> list[Shape]:
    """The periscope, on the room that is highest."""
    tower = min(layout.rooms.values(), key=lambda room: (room.around.top, room.around.left))
    x, foot, head = tower.around.middle[0], layout.hull.top - HULL + 4, SURFACE - 5
    return [
        stroke((x, foot), (x, head), (x + 11, head), line="hull", thick=5),
        Circle((x + 11, head), 3.6, "water", "wall", 1.1),
    ]


@lru_cache(maxsize=1024)
def _room(
    one: Place,
    title: str,
    says: str,
    condition: RoomCondition,
    where: RoomPlace,
    here: tuple[Face, ...],
    left: tuple[Face, ...],
    new: bool,
) -> Group:
    """A room: its number and name, fire or water, and who is there."""
    inside, number = where.inside, str(one)
    floor = "glow" if condition == "fire" else "room"
    parts: list[Shape] = [Area(where.outline, floor)]
    if condition in _LEVELS:
        parts += _flood(where, _LEVELS[condition])
    x, y = inside.left + 5, inside.top + 16
    parts.append(Text(x, y, number, 14, bold=True))
    if condition != "dry":
        matter, after = telling.CONDITIONS[condition], x + width(number, 14, bold=True) + 8
        if after + width(matter, 12) > inside.right - 4:
            matter = matter.split()[0]
        parts.append(Text(after, y, matter, 12))
    for line in wrapped(title, inside.width - 7, _NAME, 2):
        y += 12
        parts.append(Text(x, y, line, _NAME))
    if condition == "fire":
        parts += _flames(where)
    parts += crowd(inside, here, left, y + 4, "water" if condition in _LEVELS else floor)
    if new:  # a flag in the corner
        x, y = inside.right - 2, inside.top + 2
        parts.append(Area((((x - 11, y), (x, y), (x, y + 11)),), "change"))
    parts.append(Area(where.outline, "", "wall", 2.6))
    around = where.around
    left_, top = around.left - 2, around.top - 2
    panel = Panel(left_, top, around.width + 4, around.height + 4, "plate", tuple(parts), bare=True)
    return Group(says, (panel,), "room")


_Crowds = Mapping[Place, Sequence[Face]]


def _crowds(crew: Sequence[Sailor], found: Changes) -> tuple[_Crowds, _Crowds]:
    """Who is in each place, and who has left it."""
    here: defaultdict[Place, list[Face]] = defaultdict(list)
    left: defaultdict[Place, list[Face]] = defaultdict(list)
    for gnome, face in crew:
        was = found.gnome(gnome.name)
        if gnome.in_play:
            here[gnome.at].append(face)
        if was is not None and was.in_play and was.at != gnome.at:
            left[was.at].append(face)
    return here, left


def _flood(where: RoomPlace, part: float) -> Iterator[Shape]:
    """Water up to a *part* of the height of a room, waves on its surface."""
    around = where.around
    top = round(around.bottom - around.height * part)
    yield Area(below(where.outline, top), "water")
    for left, right in across(where.outline, top):
        yield stroke(*wave(left, right, top, 1.8, 14), line="wave", thick=1.3)
    for row, y in enumerate(range(top + 14, int(around.bottom) - 4, 15)):
        for left, right in across(where.outline, y):
            for x in range(int(left) + 7 + 11 * (row % 2), int(right) - 14, 24):
                yield stroke(*wave(x, x + 11, y, 1.4, 11), line="wave", thick=1)


def _flames(where: RoomPlace) -> list[Shape]:
    """Flames along the floor, small and large in turn."""
    inside = where.inside
    count = max(2, int(inside.width // 19))
    step = inside.width / count
    return [
        Sign(
            "flame",
            (inside.left + step * (number + 0.5), inside.bottom - 2),
            0.8 if number % 2 else 1.0,
        )
        for number in range(count)
    ]


@lru_cache(maxsize=256)
def _hatch(ends: Hatch, where: HatchPlace, blocked: bool, new: bool) -> Group:
    """A hatch: a wheel of brass, or barred."""
    parts: list[Shape] = []
    if where.pipe is not None:
        parts.append(stroke(*where.pipe, line="wall", thick=11))
        parts.append(stroke(*where.pipe, line="plate", thick=7))
    wheel: tuple[Shape, ...] = (Sign("barred" if blocked else "wheel", where.wheel),)
    if new:
        wheel = (Circle(where.wheel, 10.5, "", "change", 2.2), *wheel)
    (x, y), reach = where.wheel, 12
    parts.append(Panel(x - reach, y - reach, 2 * reach, 2 * reach, "room", wheel, bare=True))
    says = f"hatch {hatch_label(ends)}{', blocked' if blocked else ''}"
    return Group(says, tuple(parts), "hatch")


def _outside(says: str, layout: Layout, here: Sequence[Face], left: Sequence[Face]) -> Group:
    """The sea, and who swims in it."""
    box = layout.sea
    words = Text(box.left + 6, box.top + 12, "the sea", 12, "soft", bold=True)
    return Group(says, (words, *crowd(box, here, left, box.top + 16, "sea")), "sea")
