"""The submarine cut open: hull, rooms with what is the matter in them, hatches, the sea."""

from __future__ import annotations

from collections.abc import Sequence

from rednov_bot.engine.position import Position
from rednov_bot.engine.tables import Board
from rednov_bot.engine.words import ROOMS, SEA, Hatch, Place, RoomCondition, hatch_label
from rednov_bot.picture import shapes, telling
from rednov_bot.picture.changes import Changes
from rednov_bot.picture.crew import Sailor, crowd
from rednov_bot.picture.fitting import fit
from rednov_bot.picture.layout import HULL, WIDTH, Box, HatchPlace, Layout, RoomPlace
from rednov_bot.picture.shapes import n
from rednov_bot.prose.wording import title_of

SURFACE = 46.0
"""Where the air ends."""

_LEVELS: dict[RoomCondition, float] = {"low": 0.3, "high": 0.58}


def water(height: float) -> list[str]:
    """The sea, with waves on it."""
    ripples = "".join(["q8 -7 16 0t16 0" for _ in range(WIDTH // 32 + 1)])
    return [
        shapes.box(0, SURFACE, WIDTH, height - SURFACE, "f-sea"),
        shapes.path(f"M-8 {n(SURFACE)}{ripples}", "none s-wave", 1.5),
    ]


def hull(layout: Layout) -> list[str]:
    """Its plates around all rooms, the screw behind, the periscope above."""
    way = "".join([shapes.closed(loop) for loop in layout.skin])
    round_ = ' stroke-linejoin="round"'
    tail = _tail(layout)
    mast = _mast(layout)
    return [
        *tail,
        *mast,
        shapes.path(way, "f-plate s-hull", 2 * HULL, round_),
        shapes.path(way, "f-plate s-plate", 2 * HULL - 6, round_),
    ]


def _tail(layout: Layout) -> list[str]:
    """The screw, behind whatever room is nearest to the stern."""
    stern = min(layout.rooms.values(), key=lambda room: (room.around.left, -room.around.bottom))
    x = layout.hull.left - HULL
    y = stern.around.middle[1] if layout.on_plan else layout.hull.middle[1]
    blades = "".join(
        [
            f"M{n(x - 5)} {n(y)}c-9 {8 * way} -7 {30 * way} 0 {34 * way}"
            f"c6 {-6 * way} 6 {-26 * way} 0 {-34 * way}Z"
            for way in (-1, 1)
        ]
    )
    return [
        shapes.box(x - 8, y - 5, 14, 10, "f-hull", corner=3),
        shapes.path(blades, "f-brass s-wall", 1.2),
    ]


def _mast(layout: Layout) -> list[str]:
    """The periscope, on the room that is highest."""
    tower = min(layout.rooms.values(), key=lambda room: (room.around.top, room.around.left))
    x, top = tower.around.middle[0], layout.hull.top - HULL
    foot, head = top + 6, SURFACE - 6
    way = f"M{n(x)} {n(foot)}L{n(x)} {n(head)}L{n(x + 14)} {n(head)}"
    return [
        shapes.path(way, "none s-hull", 7, ' stroke-linejoin="round"'),
        shapes.circle((x + 14, head), 4.5, "f-water s-wall", 1.2),
    ]


def room(
    one: Place,
    position: Position,
    board: Board,
    where: RoomPlace,
    found: Changes,
    crew: Sequence[Sailor],
    spare: float,
) -> str:
    """A room: its number and name, fire or water, and who is there."""
    condition, inside = position.rooms[one], where.inside
    way = "".join([shapes.closed(loop) for loop in where.outline])
    parts = [shapes.path(way, "f-glow" if condition == "fire" else "f-room")]
    if condition in _LEVELS:
        parts += _flood(one, way, where, _LEVELS[condition])
    name = f"{one} {title_of(one, board)}".rstrip()
    name = fit(name, (inside.width - 12) / spare, 12.5, bold=True)
    x, top = inside.left + 7, inside.top + 25
    parts.append(shapes.text(x, inside.top + 19, name, 12.5, bold=True))
    if condition != "dry":
        parts.append(shapes.text(x, inside.top + 33, telling.CONDITIONS[condition], 12))
        top += 14
    if condition == "fire":
        parts += _flames(inside)
    here = [one_ for one_ in crew if one_.gnome.in_play and one_.gnome.at == one]
    left = [one_ for one_ in crew if _was_at(one_, one, found)]
    parts += crowd(inside, here, left, top)
    parts.append(shapes.path(way, "none s-wall", 4, ' stroke-linejoin="round"'))
    if one in found.rooms:
        parts.append(_changed(inside))
    return shapes.group(telling.room(one, position, board), parts, "room")


def _was_at(sailor: Sailor, place: Place, found: Changes) -> bool:
    was = found.gnome(sailor.gnome.name)
    return was is not None and was.in_play and was.at == place != sailor.gnome.at


def _changed(inside: Box) -> str:
    """A flag in the corner: this is new."""
    x, y = inside.right - 2, inside.top + 2
    return shapes.path(f"M{n(x - 15)} {n(y)}L{n(x)} {n(y)}L{n(x)} {n(y + 15)}Z", "f-change")


def _flood(one: Place, way: str, where: RoomPlace, part: float) -> list[str]:
    """Water up to a *part* of the height of a room, waves on its surface."""
    around = where.around
    top = around.bottom - around.height * part
    across = int(around.width // 32)
    waves = "".join(["q5 -5 10 0t10 0" for _ in range(int(around.width // 20) + 1)])
    ripples = [
        shapes.path(
            f"M{n(around.left + 12 + 22 * (row % 2))} {n(y)}" + "q4 -4 8 0t8 0m16 0" * across,
            "none s-wave",
            1,
        )
        for row, y in enumerate(range(int(top) + 18, int(around.bottom) - 4, 18))
    ]
    clip = f"room-{one}"
    return [
        f'<clipPath id="{clip}"><path d="{way}"/></clipPath><g clip-path="url(#{clip})">',
        shapes.path(
            f"M{n(around.left)} {n(top)}{waves}V{n(around.bottom)}H{n(around.left)}Z",
            "f-water s-wave",
            1.5,
        ),
        *ripples,
        "</g>",
    ]


def _flames(inside: Box) -> list[str]:
    """Flames along the floor, small and large in turn."""
    count = max(2, int(inside.width // 26))
    step = inside.width / count
    return [
        shapes.sign(
            "flame",
            (inside.left + step * (number + 0.5), inside.bottom - 3),
            0.8 if number % 2 else 1.0,
        )
        for number in range(count)
    ]


def hatch(ends: Hatch, where: HatchPlace, position: Position, found: Changes) -> str:
    """A hatch: a wheel of brass, or barred."""
    blocked = ends in position.blocked
    x, y = where.wheel
    parts = []
    if where.pipe is not None:
        parts.append(shapes.path(shapes.straight(*where.pipe), "none s-wall", 14))
        parts.append(shapes.path(shapes.straight(*where.pipe), "none s-plate", 9))
    if ends in found.blocked or ends in found.freed:
        parts.append(shapes.circle((x, y), 13.5, "none s-change", 2.5))
    if blocked:
        parts.append(shapes.sign("barred", (x, y)))
    else:
        parts.append(shapes.sign("wheel", (x, y)))
    says = f"hatch {hatch_label(ends)}{', blocked' if blocked else ''}"
    return shapes.group(says, parts, "hatch")


def outside(position: Position, box: Box, found: Changes, crew: Sequence[Sailor]) -> str:
    """The sea, and who swims in it."""
    here = [one for one in crew if one.gnome.in_play and one.gnome.at == SEA]
    left = [one for one in crew if _was_at(one, SEA, found)]
    parts = [shapes.text(box.left + 9, box.top + 12, "the sea", 12.5, "t-soft", bold=True)]
    parts += crowd(box, here, left, box.top + 16)
    return shapes.group(telling.sea(position), parts, "sea")


def submarine(
    position: Position,
    board: Board,
    layout: Layout,
    found: Changes,
    crew: Sequence[Sailor],
    *,
    spare: float,
) -> list[str]:
    """The whole boat, room by room; on top the hatches, lower numbers first.

    *spare* is by how much letters may be wider than ours.
    """
    drawn = hull(layout)
    drawn += [room(one, position, board, layout.rooms[one], found, crew, spare) for one in ROOMS]
    drawn += [hatch(ends, layout.hatches[ends], position, found) for ends in sorted(board.hatches)]
    drawn.append(outside(position, layout.sea, found, crew))
    return drawn
