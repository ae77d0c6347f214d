"""The whole picture, in the order in which it is read: boat, tracks, crew, time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from rednov_bot.engine.position import Position, Token
from rednov_bot.engine.tables import Tables, TimeTrack
from rednov_bot.picture import telling
from rednov_bot.picture.changes import Changes, changes
from rednov_bot.picture.crew import Sailor, absent, chip, crew_list, high, sailors
from rednov_bot.picture.gauges import STORES_HIGH, TRACKS_HIGH, stores, tracks
from rednov_bot.picture.layout import WIDTH, layout_of
from rednov_bot.picture.lettering import fit, width
from rednov_bot.picture.shapes import (
    Area,
    Box,
    Circle,
    Group,
    Moved,
    Panel,
    Shape,
    Sign,
    Text,
    stroke,
)
from rednov_bot.picture.submarine import submarine
from rednov_bot.prose.wording import TOKEN_NAMES, counted

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
    found, layout = changes(before, position), layout_of(tables.board)
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
    position: Position, track: TimeTrack, found: Changes, crew: Sequence[Sailor], top: float
) -> tuple[list[Shape], float]:
    """All rows of it, and where they end."""
    drawn: list[Shape] = []
    for minutes in ROWS:
        stacks = _stacks(crew, found, minutes)
        top += 5 + _STEP * max([len(stack) for stack in stacks.values()] + [1])
        drawn += _cells(minutes, track.events, track.items, top)
        for minute, stack in sorted(stacks.items(), reverse=True):
            drawn += _stack(stack, _x(minute) + _CELL / 2, top)
        lanes = _lanes([token for token in position.tokens if token[1] in minutes])
        drawn += [_pointer(one, lane, top + _HIGH) for one, lane in lanes]
        drawn += [_token(one, lane, one in found.tokens, top + _HIGH) for one, lane in lanes]
        top += _HIGH + _LANE * (max([lane for _, lane in lanes] + [-1]) + 1)
    return drawn, top


def _x(minute: int) -> float:
    """The left side of the cell of a minute."""
    return _COLUMNS[minute]


_Entry = tuple[Sailor, bool]


def _stacks(
    crew: Sequence[Sailor], found: Changes, minutes: Sequence[int]
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
) -> list[Shape]:
    cells = tuple([_cell(one, one in events, one in items, top) for one in minutes])
    return [Panel(0, top, WIDTH, _HIGH + 1, "paper", cells)]


def _cell(minute: int, event: bool, item: bool, top: float) -> Group:
    x, ten = _x(minute), minute % 10 == 0
    middle = x + _CELL / 2
    says = [f"minute {minute}"]
    parts: list[Shape] = [
        Box(x, top, _CELL + 1, _HIGH + 1, "ghost" if ten else "paper", "line", 1),
        Text(middle, top + 11.5, str(minute), 12, bold=ten, anchor="middle"),
    ]
    marks = [name for name, there in (("event", event), ("item", item)) if there]
    for number, name in enumerate(marks):
        at = middle + (number - (len(marks) - 1) / 2) * 10
        parts.append(Sign(name, (at, top + 20.5)))
    if minute == 0:
        says.append("Rescued!")
    return Group(", ".join([*says, *marks]), tuple(parts), "minute")


def _stack(stack: Sequence[_Entry], x: float, top: float) -> list[Shape]:
    """One above the other, from the cell upwards."""
    drawn: list[Shape] = []
    for number, (sailor, here) in enumerate(stack):
        at = (x, top - 3 - _CHIP - number * _STEP)
        if here:
            says = f"{sailor.gnome.name}, {counted(sailor.gnome.minutes, 'minute')}"
            drawn.append(Group(says, (Moved(at, chip(sailor.face, _CHIP)),), "time"))
        else:
            drawn.append(Group("", (Moved(at, absent(sailor.face, _CHIP)),)))
    return drawn


def _lanes(tokens: Sequence[Token]) -> list[tuple[Token, int]]:
    """Each destruction with the line below the track on which its name fits."""
    free: list[float] = []
    found = []
    for token in sorted(tokens, key=lambda one: _x(one[1])):
        left, right = _span(token)
        lane = next((number for number, end in enumerate(free) if end < left), len(free))
        free[lane : lane + 1] = [right + 8]
        found.append((token, lane))
    return found


def _span(token: Token) -> tuple[float, float]:
    """From where to where the name of a destruction reaches, with its sign."""
    kind, space = token
    wide = width(TOKEN_NAMES[kind], 13, bold=True) + 13
    left = min(_x(space) + _CELL / 2 - 6, WIDTH - 6 - wide)
    return left, left + wide


def _pointer(token: Token, lane: int, top: float) -> Group:
    """From a minute down to the name of what lies there."""
    x = _x(token[1]) + _CELL / 2
    tip = Area((((x, top - 1), (x - 4, top + 6), (x + 4, top + 6)),), "alarm")
    line = stroke((x, top), (x, top + 10 + _LANE * lane), line="alarm", thick=1.4)
    return Group("", (tip, line))


def _token(token: Token, lane: int, new: bool, top: float) -> Group:
    kind, space = token
    left, right = _span(token)
    y = top + 15 + _LANE * lane
    parts: list[Shape] = [
        Box(left, y - 11, right - left, 14, "alarm"),
        Text(left + 6, y, TOKEN_NAMES[kind], 13, "paper", bold=True),
    ]
    if new:
        parts.append(Box(left - 2, y - 13, right - left + 4, 18, "", "change", 2))
    return Group(f"{TOKEN_NAMES[kind]} at minute {space}", tuple(parts), "token")
