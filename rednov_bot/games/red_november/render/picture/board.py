"""The whole picture, in the order in which it is read: boat, tracks, crew, time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from rednov_bot.core.render.wording import counted
from rednov_bot.games.red_november.render.picture import telling
from rednov_bot.games.red_november.render.picture.layout import (
    HULL,
    WIDTH,
    HatchPlace,
    Layout,
    RoomPlace,
    layout_of,
)
from rednov_bot.games.red_november.render.picture.pieces import (
    STORES_HIGH,
    TRACKS_HIGH,
    Face,
    Sailor,
    absent,
    chip,
    crew_list,
    crowd,
    high,
    sailors,
    stores,
    tracks,
)
from rednov_bot.games.red_november.render.picture.shapes import (
    Area,
    Circle,
    Group,
    Moved,
    Panel,
    Rectangle,
    Shape,
    Sign,
    Text,
    across,
    below,
    bent,
    fit,
    stroke,
    wave,
    width,
    wrapped,
)
from rednov_bot.games.red_november.render.wording import TOKEN_NAMES, title_of
from rednov_bot.games.red_november.rules.position import Position, Token
from rednov_bot.games.red_november.rules.tables import Board, Tables, TimeTrack
from rednov_bot.games.red_november.rules.words import (
    ROOMS,
    SEA,
    Hatch,
    Place,
    RoomCondition,
    hatch_label,
)

SURFACE = 40.0
"""Where the air ends."""

_LEVELS: dict[RoomCondition, float] = {"low": 0.3, "high": 0.58}
_NAME = 11  # size of the name of a room


def submarine(
    position: Position, board: Board, layout: Layout, found: telling.Changes, crew: Sequence[Sailor]
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
    box = layout.sea
    words = Text(box.left + 6, box.top + 12, "the sea", 12, "soft", bold=True)
    swimmers = crowd(box, here[SEA], left[SEA], box.top + 16, "sea")
    yield Group(telling.sea(position), (words, *swimmers), "sea")


@lru_cache(maxsize=8)
def _around(board: Board) -> Panel:
    """Sea and hull: the plates around all rooms, the screw behind, the periscope above."""
    layout = layout_of(board)
    rooms = [room.around for room in layout.rooms.values()]
    stern = min(rooms, key=lambda room: (room.left, -room.bottom))
    aft, y = layout.hull.left - HULL, (stern if layout.on_plan else layout.hull).middle[1]
    blades = tuple(
        [
            bent(
                (aft - 5, y),
                ((aft - 12, y + 6 * way), (aft - 10, y + 24 * way), (aft - 5, y + 27 * way)),
                ((aft, y + 22 * way), (aft, y + 6 * way), (aft - 5, y)),
            )
            for way in (-1, 1)
        ]
    )
    x = min(rooms, key=lambda room: (room.top, room.left)).middle[0]
    foot, head = layout.hull.top - HULL + 4, SURFACE - 5
    parts: tuple[Shape, ...] = (
        Rectangle(0, 0, WIDTH, SURFACE, "paper"),
        stroke(*wave(-8, WIDTH + 8, SURFACE, 2.5, 24), line="wave", thick=1.3),
        Rectangle(aft - 7, y - 4, 12, 8, "hull", corner=2),
        Area(blades, "brass", "wall", 1.1),
        stroke((x, foot), (x, head), (x + 11, head), line="hull", thick=5),
        Circle((x + 11, head), 3.6, "water", "wall", 1.1),
        Area(layout.skin, "plate", "hull", 2 * HULL),
        Area(layout.skin, "plate", "plate", 2 * HULL - 4),
    )
    return Panel(0, 0, WIDTH, layout.bottom, "sea", parts)


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
        step = inside.width / (count := max(2, int(inside.width // 19)))
        for n in range(count):  # along the floor, small and large in turn
            at = inside.left + step * (n + 0.5), inside.bottom - 2
            parts.append(Sign("flame", at, 0.8 if n % 2 else 1.0))
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


def _crowds(crew: Sequence[Sailor], found: telling.Changes) -> tuple[_Crowds, _Crowds]:
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


_KEY: Final = 26.0  # pixels of what the signs mean


class Drawing(NamedTuple):
    """A picture that has not been written or painted yet."""

    width: int
    height: int
    title: str
    shapes: tuple[Shape, ...]


def drawing(
    position: Position,
    tables: Tables,
    before: Position | None = None,
    heading: str = "",
    *,
    whole: bool = True,
) -> Drawing:
    """The position, and what differs from the position *before*; one part stands above another.

    Without the *whole*, what a mail says in its text is left out: its title, stores, the crew.
    """
    found, layout = telling.changes(before, position), layout_of(tables.board)
    crew = sailors(position, [gnome.name for gnome in found.gnomes])
    title = telling.title(position, heading)
    drawn = [*submarine(position, tables.board, layout, found, crew)]
    top = float(round(layout.bottom + 8))
    drawn += tracks(position, found, top)
    top += TRACKS_HIGH
    if whole:
        drawn.append(Text(12, 25, fit(title, WIDTH - 24, 18, bold=True), 18, bold=True))
        drawn.append(stores(position, found, top))
        top += STORES_HIGH
        drawn += crew_list(position, tables.board, found, crew, top)
        top += high(len(crew))
    track, end = time_track(position, tables.time_track, found, crew, top)
    end = float(round(end + 3))
    drawn += [*track, _key(end, before is not None)]
    return Drawing(WIDTH, int(end + _KEY), title, tuple(drawn))


@lru_cache(maxsize=64)
def _key(top: float, changed: bool) -> Panel:
    """What the signs mean."""
    y = top + 16

    def words(x: float, said: str) -> Text:
        return Text(x, y, said, 12, "soft")

    parts: list[Shape] = [
        *(Sign("event", (17, y - 4)), words(26, "event")),
        *(Sign("item", (69, y - 4)), words(79, "item")),
        *(Sign("barred", (118, y - 4), 0.7), words(128, "blocked")),
        *(Area((((182, y), (186, y - 5), (190, y)),), "wall"), words(195, "after a repair")),
    ]
    if changed:
        parts.append(Area((((277, y - 10), (288, y - 10), (288, y + 1)),), "change"))
        parts.append(Circle((300, y - 4), 6, "", "change", 1.1, 2))
        parts.append(words(311, "new, or moved away"))
    return Panel(0, top, WIDTH, _KEY, "paper", tuple(parts))


ROWS: Final = (tuple(range(60, 40, -1)), tuple(range(40, 20, -1)), tuple(range(20, -1, -1)))
"""The minutes from left to right, in three rows."""

_CELL: Final = 20.0
_LEFT: Final = 10.0
_COLUMNS: Final = {one: _LEFT + _CELL * at for row in ROWS for at, one in enumerate(row)}
_HIGH: Final = 28.0  # of a cell
_CHIP: Final = 7.0  # radius
_STEP: Final = 16.0  # from gnome to gnome above the same minute
_LANE: Final = 18.0  # pixels of a line of destructions


def time_track(
    position: Position, track: TimeTrack, found: telling.Changes, crew: Sequence[Sailor], top: float
) -> tuple[list[Shape], float]:
    """All rows of it, and where they end."""
    drawn: list[Shape] = []
    for minutes in ROWS:
        stacks = _stacks(crew, found, minutes)
        top += 5 + _STEP * max([len(stack) for stack in stacks.values()] + [1])
        drawn.append(_cells(minutes, track.events, track.items, top))
        for minute, stack in sorted(stacks.items(), reverse=True):
            for number, (sailor, here) in enumerate(stack):  # from the cell upwards
                at = _COLUMNS[minute] + _CELL / 2, top - 3 - _CHIP - number * _STEP
                draw, says = absent, ""
                if here:
                    says = f"{sailor.gnome.name}, {counted(sailor.gnome.minutes, 'minute')}"
                    draw = chip
                face = Moved(at, draw(sailor.face, _CHIP))
                drawn.append(Group(says, (face,), "time" if here else ""))
        tokens = [token for token in position.tokens if token[1] in minutes]
        names, lanes = _destructions(tokens, found, top + _HIGH)
        drawn += names
        top += _HIGH + _LANE * lanes
    return drawn, top


_Entry = tuple[Sailor, bool]


def _stacks(
    crew: Sequence[Sailor], found: telling.Changes, minutes: Sequence[int]
) -> dict[int, list[_Entry]]:
    """Who stands on each minute, and who did before."""
    stacks: defaultdict[int, list[_Entry]] = defaultdict(list)
    for one in crew:
        if one.gnome.in_play and one.gnome.minutes in minutes:
            stacks[one.gnome.minutes].append((one, True))
        was = found.gnome(one.gnome.name)
        if was is not None and was.minutes != one.gnome.minutes and was.minutes in minutes:
            stacks[was.minutes].append((one, False))
    return stacks


@lru_cache(maxsize=64)
def _cells(
    minutes: Sequence[int], events: frozenset[int], items: frozenset[int], top: float
) -> Panel:
    cells = []
    for minute in minutes:
        x, ten = _COLUMNS[minute], minute % 10 == 0
        middle = x + _CELL / 2
        parts: list[Shape] = [
            Rectangle(x, top, _CELL + 1, _HIGH + 1, "ghost" if ten else "paper", "line", 1),
            Text(middle, top + 11.5, str(minute), 12, bold=ten, anchor="middle"),
        ]
        marks = [name for name, on in (("event", events), ("item", items)) if minute in on]
        for number, name in enumerate(marks):
            at = middle + (number - (len(marks) - 1) / 2) * 10
            parts.append(Sign(name, (at, top + 20.5)))
        says = [f"minute {minute}", *([] if minute else ["Rescued!"]), *marks]
        cells.append(Group(", ".join(says), tuple(parts), "minute"))
    return Panel(0, top, WIDTH, _HIGH + 1, "paper", tuple(cells))


def _destructions(
    tokens: Sequence[Token], found: telling.Changes, top: float
) -> tuple[list[Shape], int]:
    """What lies on the track, pointed at and named below it on as many lines as that takes."""
    free: list[float] = []  # from where on each line is
    pointers: list[Shape] = []
    names: list[Shape] = []
    for token in sorted(tokens, key=lambda one: _COLUMNS[one[1]]):
        kind, space = token
        x, wide = _COLUMNS[space] + _CELL / 2, width(TOKEN_NAMES[kind], 13, bold=True) + 13
        left = min(x - 6, WIDTH - 6 - wide)
        right = left + wide
        lane = next((number for number, end in enumerate(free) if end < left), len(free))
        free[lane : lane + 1] = [right + 8]
        tip = Area((((x, top - 1), (x - 4, top + 6), (x + 4, top + 6)),), "alarm")
        line = stroke((x, top), (x, top + 10 + _LANE * lane), line="alarm", thick=1.4)
        pointers.append(Group("", (tip, line)))
        y = top + 15 + _LANE * lane
        parts: list[Shape] = [
            Rectangle(left, y - 11, right - left, 14, "alarm"),
            Text(left + 6, y, TOKEN_NAMES[kind], 13, "paper", bold=True),
        ]
        if token in found.tokens:
            parts.append(Rectangle(left - 2, y - 13, right - left + 4, 18, "", "change", 2))
        names.append(Group(f"{TOKEN_NAMES[kind]} at minute {space}", tuple(parts), "token"))
    return [*pointers, *names], len(free)
