"""The map of the sub in plain ASCII, 72 columns: rooms, hatches, fire, water and gnomes.

Drawn for the boat of the standard data set, whatever its rooms are called; another boat is shown
as a table of its rooms.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from rednov_bot.engine.position import Position
from rednov_bot.engine.tables import Board
from rednov_bot.engine.words import ROOMS, SEA, Hatch, Place, RoomCondition
from rednov_bot.prose.environment import WIDTH, fold
from rednov_bot.prose.marks import marks
from rednov_bot.prose.wording import title_of

PLAN: Final = """\
o  hatch     AB  gnomes          +----------+
X  blocked   ab  asleep          |          o    the sea
                                 |          |
                                 |          |
+----------+---------------------+----o-----+-----------+--------------+
|          |                     |          |           |              |
|          o                     o          o           o              o
|          |                     |          |           |              |
|          +-----o----+----o-----+          +-----o-----+-o-+-----o----+
|          |          |          |          |               |          |
|          o          o          o          o               o          |
|          |          |          |          |               |          |
+----------+----o-----+----------+----------+---------------+----------+"""

CORNERS: Final[dict[Place, tuple[int, int]]] = {
    1: (5, 1),
    2: (5, 12),
    3: (9, 12),
    4: (9, 23),
    5: (5, 34),
    6: (1, 34),
    7: (5, 45),
    8: (9, 45),
    9: (5, 57),
    10: (9, 61),
    SEA: (0, 48),
}
"""Line and column of the upper left corner inside each room; beside the tower, the sea."""

WHEELS: Final[dict[Hatch, tuple[int, int]]] = {
    (1, 2): (6, 11),
    (1, 3): (10, 11),
    (2, 3): (8, 17),
    (2, 4): (8, 27),
    (2, 5): (6, 33),
    (3, 4): (10, 22),
    (4, 5): (10, 33),
    (5, 6): (4, 38),
    (5, 7): (6, 44),
    (5, 8): (10, 44),
    (7, 8): (8, 50),
    (7, 9): (6, 56),
    (8, 9): (8, 58),
    (8, 10): (10, 60),
    (9, 10): (8, 66),
    (3, SEA): (12, 16),
    (6, SEA): (1, 44),
    (9, SEA): (6, 71),
}
"""Line and column of each hatch in its wall."""

SIGNS: Final[dict[RoomCondition, str]] = {
    "dry": "",
    "fire": "^^FIRE^^",
    "low": "~ low ~",
    "high": "~~HIGH~~",
}

_ROWS: Final = tuple([row.ljust(WIDTH) for row in PLAN.split("\n")])


def sub_map(position: Position, board: Board) -> str:
    """The map of the sub, without a line feed at its end."""
    if board.hatches != WHEELS.keys():
        return table_of_rooms(position, board)
    canvas = list(_labelled(board))
    for room in ROOMS:
        if sign := SIGNS[position.rooms[room]]:
            line, column = CORNERS[room]
            _put(canvas, line + 1, column + 1, sign)
    for place, letters in _crowd(position).items():
        line, column = CORNERS[place]
        _put(canvas, line + 2, column + 1, letters)
    for ends in position.blocked:
        _put(canvas, *WHEELS[ends], "X")
    return "\n".join([row.rstrip() for row in canvas])


@lru_cache(maxsize=8)
def _labelled(board: Board) -> tuple[str, ...]:
    """The rows of an empty sub, with the names of its rooms."""
    canvas = list(_ROWS)
    for room, name in _short_names(board).items():
        _put(canvas, *CORNERS[room], name)
    return tuple(canvas)


def table_of_rooms(position: Position, board: Board) -> str:
    """The rooms of any boat: what is the matter in each, who is there, where its hatches lead."""
    crowd = _crowd(position)
    lines = []
    for room in ROOMS:
        sign = SIGNS[position.rooms[room]]
        lead = f"{room:>2} {title_of(room, board):<20.20} {sign:<8} {crowd.get(room, '-'):<9} "
        beyond = [_beyond(ends, room, position) for ends in board.attached[room]]
        lines.append(fold("to " + ", ".join(beyond), lead, " " * 46))
    if SEA in crowd:
        lines.append(f"   {'the sea':<20} {'':<8} {crowd[SEA]}")
    return "\n".join(lines)


def _beyond(ends: Hatch, room: Place, position: Position) -> str:
    beyond = ends[0] if ends[1] == room else ends[1]
    name = "sea" if beyond == SEA else str(beyond)
    return f"{name} (blocked)" if ends in position.blocked else name


def _put(canvas: list[str], line: int, column: int, text: str) -> None:
    row = canvas[line]
    canvas[line] = row[:column] + text + row[column + len(text) :]


def _crowd(position: Position) -> dict[Place, str]:
    """Who is where, by letter; small letters sleep."""
    letters = marks(tuple([gnome.name for gnome in position.gnomes]))
    crowd: dict[Place, str] = {}
    for gnome in position.gnomes:
        if gnome.in_play:
            letter = letters[gnome.name]
            letter = letter.lower() if gnome.fainted else letter
            crowd[gnome.at] = crowd.get(gnome.at, "") + letter
    return crowd


def _short_names(board: Board) -> dict[Place, str]:
    """What each room is for, short enough for its box."""
    names = {room: str(room) for room in ROOMS}
    names[board.engine] += " Engine"
    names[board.oxygen] += " Oxygen"
    names[board.reactor] += " Reactor"
    names[board.missiles] += " Missiles"
    names[board.stores] += " Stores"
    names[board.cabin] += " Cabin"
    return {room: name[: 11 if room == 7 else 10] for room, name in names.items()}
