"""The whole picture, in the order in which it is read: boat, tracks, crew, time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from rednov_bot.core.render.wording import counted
from rednov_bot.games.red_november.render.picture import telling
from rednov_bot.games.red_november.render.picture.layout import (
    HULL,
    WIDTH,
    HatchPlace,
    RoomPlace,
    layout_of,
)
from rednov_bot.games.red_november.render.picture.pieces import (
    PITCH,
    STORES_HIGH,
    Face,
    Sailor,
    absent,
    chip,
    crew_list,
    crowd,
    high,
    sailors,
    stores,
    track,
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
    NOWHERE,
    ROOMS,
    SEA,
    TRACKS,
    Place,
    RoomCondition,
    TokenKind,
    hatch_label,
)

SURFACE = 40.0
"""Where the air ends."""

_LEVELS: dict[RoomCondition, float] = {"low": 0.3, "high": 0.58}
_GROUNDS: dict[RoomCondition, str] = {
    "dry": "room",
    "fire": "glow",
    "low": "water",
    "high": "water",
}
"""What gnomes in a room stand before."""
_NAME = 11  # size of the name of a room


def submarine(
    position: Position, board: Board, before: Position, crew: Sequence[Sailor]
) -> Iterator[Shape]:
    """The whole boat, room by room; on top the hatches, lower numbers first; and what is told."""
    moving, places = _moving(position, board, before, crew), layout_of(board).hatches
    yield _around(board)
    for one in ROOMS:
        room = _room(one, position.rooms[one], board)
        yield Group(telling.room(one, position, board), (room, *moving.get(one, ())), "room")
    for ends in sorted(board.hatches):
        blocked = ends in position.blocked
        says = f"hatch {hatch_label(ends)}{', blocked' if blocked else ''}"
        new = blocked != (ends in before.blocked)
        yield Group(says, _hatch(places[ends], blocked, new), "hatch")
    yield Group(telling.sea(position), (_sea(board), *moving.get(SEA, ())), "sea")


def _moving(
    position: Position, board: Board, before: Position, crew: Sequence[Sailor]
) -> dict[Place, list[Moved]]:
    """By place: the gnomes there, the outlines of those who left it, the flag of what is new."""
    layout = layout_of(board)
    here: defaultdict[Place, list[Face]] = defaultdict(list)
    left: defaultdict[Place, list[Face]] = defaultdict(list)
    for gnome, was, face in crew:
        if gnome.in_play:
            here[gnome.at].append(face)
        if was.in_play and was.at != gnome.at:
            left[was.at].append(face)
    drawn: dict[Place, list[Moved]] = {}
    for one in {**here, **left}:
        if one == NOWHERE:  # they have not been placed yet
            continue
        if one == SEA:
            box, top, ground = layout.sea, layout.sea.top + 16, "sea"
        else:
            box, ground = layout.rooms[one].inside, _GROUNDS[position.rooms[one]]
            top = box.top + 20 + 12 * len(_title_lines(one, board))
        drawn[one] = crowd(box, here.get(one, ()), left.get(one, ()), top, ground)
    for one in ROOMS:
        if position.rooms[one] != before.rooms[one]:
            box = layout.rooms[one].inside
            drawn.setdefault(one, []).append(Moved((box.right - 2, box.top + 2), _FLAG))
    return drawn


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


@lru_cache(maxsize=8)
def _sea(board: Board) -> Panel:
    box = layout_of(board).sea
    words = Text(box.left + 6, box.top + 12, "the sea", 12, "soft", bold=True)
    return Panel(*box, "sea", (words,), bare=True)


@lru_cache(maxsize=64)
def _title_lines(one: Place, board: Board) -> tuple[str, ...]:
    """The name of a room as it is written into it."""
    inside = layout_of(board).rooms[one].inside
    return wrapped(title_of(one, board), inside.width - 7, _NAME, 2)


@lru_cache(maxsize=128)
def _room(one: Place, condition: RoomCondition, board: Board) -> Panel:
    """A room without its gnomes: its number and name, fire or water."""
    where = layout_of(board).rooms[one]
    inside, number = where.inside, str(one)
    parts: list[Shape] = [Area(where.outline, "glow" if condition == "fire" else "room")]
    if condition in _LEVELS:
        parts += _flood(where, _LEVELS[condition])
    x, y = inside.left + 5, inside.top + 16
    parts.append(Text(x, y, number, 14, bold=True))
    if condition != "dry":
        matter, after = telling.CONDITIONS[condition], x + width(number, 14, bold=True) + 8
        if after + width(matter, 12) > inside.right - 4:
            matter = matter.split()[0]
        parts.append(Text(after, y, matter, 12))
    for line in _title_lines(one, board):
        y += 12
        parts.append(Text(x, y, line, _NAME))
    if condition == "fire":
        step = inside.width / (count := max(2, int(inside.width // 19)))
        for n in range(count):  # along the floor, small and large in turn
            at = inside.left + step * (n + 0.5), inside.bottom - 2
            parts.append(Sign("flame", at, 0.8 if n % 2 else 1.0))
    parts.append(Area(where.outline, "", "wall", 2.6))
    left, top, wide, high = where.around
    return Panel(left - 2, top - 2, wide + 4, high + 4, "plate", tuple(parts), bare=True)


_CORNER: Final = Area((((-11, 0), (0, 0), (0, 11)),), "change")
_FLAG: Final = Panel(-12, -1, 14, 14, "room", (_CORNER,), bare=True)
"""What marks a room that is new: a flag in its upper right corner."""


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
def _hatch(where: HatchPlace, blocked: bool, new: bool) -> tuple[Panel, ...]:
    """A hatch: a wheel of brass, or barred; behind it the pipe that it is in, if there is one."""
    wheel: tuple[Shape, ...] = (Sign("barred" if blocked else "wheel", where.wheel),)
    if new:
        wheel = (Circle(where.wheel, 10.5, "", "change", 2.2), *wheel)
    (x, y), reach = where.wheel, 12
    drawn = Panel(x - reach, y - reach, 2 * reach, 2 * reach, "room", wheel, bare=True)
    if where.pipe is None:
        return (drawn,)
    (x1, y1), (x2, y2) = where.pipe
    left, top = min(x1, x2) - 7, min(y1, y2) - 7
    wide, high = abs(x1 - x2) + 14, abs(y1 - y2) + 14
    walls = (stroke(*where.pipe, line="wall", thick=11), stroke(*where.pipe, line="plate", thick=7))
    return Panel(left, top, wide, high, "plate", walls, bare=True), drawn


_KEY: Final = 29.0  # pixels of what the signs mean


class Strip(NamedTuple):
    """A part of the picture from side to side, counted from its own top."""

    top: float
    height: float
    shapes: tuple[Shape, ...]


class Drawing(NamedTuple):
    """A picture that has not been written or painted yet: strips, one below the other."""

    height: int
    title: str
    strips: tuple[Strip, ...]


def drawing(
    position: Position,
    tables: Tables,
    before: Position | None = None,
    heading: str = "",
    *,
    whole: bool = True,
) -> Drawing:
    """The position, and what differs from the position *before*.

    Without the *whole*, what a mail says in its text is left out: its title, stores, the crew, and
    what is read aloud.
    """
    was, board = telling.compared(before, position), tables.board
    crew = sailors(position, was)
    title = telling.title(position, heading) if whole else ""
    strips: list[Strip] = []

    def add(shapes: Iterable[Shape], height: float) -> None:
        top = strips[-1].top + strips[-1].height if strips else 0.0
        strips.append(Strip(top, height, tuple(shapes)))

    boat = [*submarine(position, board, was, crew)]
    if whole:
        boat.append(Text(12, 25, fit(title, WIDTH - 24, 18, bold=True), 18, bold=True))
    add(boat, float(round(layout_of(board).bottom + 8)))
    for one in TRACKS:
        add([track(one, position.track(one), was.track(one))], PITCH)
    if whole:
        add([stores(position, was)], STORES_HIGH)
        add(crew_list(position, board, crew), high(len(crew)))
    for minutes in ROWS:
        add(*time_row(position, tables.time_track, was, crew, minutes))
    add([_key(before is not None)], _KEY)
    return Drawing(int(strips[-1].top + _KEY), title, tuple(strips))


@lru_cache(maxsize=2)
def _key(changed: bool) -> Panel:
    """What the signs mean."""
    y = 19.0

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
    return Panel(0, 0, WIDTH, _KEY, "paper", tuple(parts))


ROWS: Final = (tuple(range(60, 40, -1)), tuple(range(40, 20, -1)), tuple(range(20, -1, -1)))
"""The minutes from left to right, in three rows."""

_CELL: Final = 20.0
_LEFT: Final = 10.0
_COLUMNS: Final = {one: _LEFT + _CELL * at for row in ROWS for at, one in enumerate(row)}
_HIGH: Final = 28.0  # of a cell
_CHIP: Final = 7.0  # radius
_STEP: Final = 16.0  # from gnome to gnome above the same minute
_LANE: Final = 18.0  # pixels of a line of destructions


def time_row(
    position: Position,
    track: TimeTrack,
    before: Position,
    crew: Sequence[Sailor],
    minutes: Sequence[int],
) -> tuple[list[Shape], float]:
    """A row of it with who and what is there, and how high it is."""
    stacks = _stacks(crew, minutes)
    top = 5 + _STEP * max([len(stack) for stack in stacks.values()] + [1])
    drawn: list[Shape] = [Moved((0, top), _cells(minutes, track))]
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
    names, lanes = _destructions(tokens, before, top + _HIGH)
    return [*drawn, *names], top + _HIGH + 1 + _LANE * lanes


def _stacks(crew: Sequence[Sailor], minutes: Sequence[int]) -> dict[int, list[tuple[Sailor, bool]]]:
    """Who stands on each minute, and who did before."""
    stacks: defaultdict[int, list[tuple[Sailor, bool]]] = defaultdict(list)
    for one in crew:
        if one.gnome.in_play and one.gnome.minutes in minutes:
            stacks[one.gnome.minutes].append((one, True))
        if one.was.minutes != one.gnome.minutes and one.was.minutes in minutes:
            stacks[one.was.minutes].append((one, False))
    return stacks


@lru_cache(maxsize=16)
def _cells(minutes: Sequence[int], track: TimeTrack) -> Panel:
    cells = []
    for minute in minutes:
        x, ten = _COLUMNS[minute], minute % 10 == 0
        middle = x + _CELL / 2
        parts: list[Shape] = [
            Rectangle(x, 0, _CELL + 1, _HIGH + 1, "ghost" if ten else "paper", "line", 1),
            Text(middle, 11.5, str(minute), 12, bold=ten, anchor="middle"),
        ]
        here = (("event", track.events), ("item", track.items))
        marks = [name for name, on in here if minute in on]
        for number, name in enumerate(marks):
            at = middle + (number - (len(marks) - 1) / 2) * 10
            parts.append(Sign(name, (at, 20.5)))
        says = [f"minute {minute}", *([] if minute else ["Rescued!"]), *marks]
        cells.append(Group(", ".join(says), tuple(parts), "minute"))
    return Panel(0, 0, WIDTH, _HIGH + 1, "paper", tuple(cells))


def _destructions(tokens: Sequence[Token], before: Position, top: float) -> tuple[list[Shape], int]:
    """What lies on the track, pointed at and named below it on as many lines as that takes."""
    free: list[float] = []  # from where on each line is
    pointers: list[Shape] = []
    names: list[Shape] = []
    for token in sorted(tokens, key=lambda one: _COLUMNS[one[1]]):
        kind, space = token
        x, wide = _COLUMNS[space] + _CELL / 2, width(TOKEN_NAMES[kind], 13, bold=True) + 13
        left = min(x - 6, WIDTH - 6 - wide)
        lane = next((number for number, end in enumerate(free) if end < left), len(free))
        free[lane : lane + 1] = [left + wide + 8]
        pointers.append(Group("", (Moved((x, top), _pointer(lane)),)))
        name = Moved(
            (left, top + _LANE * lane), _token_name(kind, wide, token not in before.tokens)
        )
        names.append(Group(f"{TOKEN_NAMES[kind]} at minute {space}", (name,), "token"))
    return [*pointers, *names], len(free)


@lru_cache(maxsize=16)
def _pointer(lane: int) -> Panel:
    """From a cell down to the name of what lies on it."""
    tip = Area((((0, -1), (-4, 6), (4, 6)),), "alarm")
    line = stroke((0, 0), (0, 10 + _LANE * lane), line="alarm", thick=1.4)
    return Panel(-6, -2, 12, 14 + _LANE * lane, "paper", (tip, line), bare=True)


@lru_cache(maxsize=16)
def _token_name(kind: TokenKind, wide: float, new: bool) -> Panel:
    parts: list[Shape] = [
        Rectangle(0, 4, wide, 14, "alarm"),
        Text(6, 15, TOKEN_NAMES[kind], 13, "paper", bold=True),
    ]
    if new:
        parts.append(Rectangle(-2, 2, wide + 4, 18, "", "change", 2))
    return Panel(-3, 1, wide + 6, 20, "paper", tuple(parts), bare=True)
