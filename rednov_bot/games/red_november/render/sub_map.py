"""The map of the sub in plain ASCII, 72 columns: rooms, hatches, fire, water and gnomes.

Drawn on the plan of its data set (plans.py), whatever its rooms are called; a boat without
a plan is shown as a table of its rooms.
"""

from __future__ import annotations

from functools import lru_cache
from string import ascii_uppercase
from typing import Final

from rednov_bot.core.render.environment import fold
from rednov_bot.games.red_november import plans
from rednov_bot.games.red_november.plans import SubPlan
from rednov_bot.games.red_november.render.wording import title_of
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.tables import Board
from rednov_bot.games.red_november.rules.words import ROOMS, SEA, GnomeName, Place, RoomCondition


@lru_cache(maxsize=64)
def marks(names: tuple[GnomeName, ...]) -> dict[GnomeName, str]:
    """A capital of its own for each: a letter of the name as far to the front as possible.

    Initials that nobody else wants are given first.
    """
    given: dict[GnomeName, str] = {}
    initials = [name[:1].upper() for name in names]
    for name, initial in zip(names, initials, strict=True):
        if initial in ascii_uppercase and initial and initials.count(initial) == 1:
            given[name] = initial
    for name in names:
        if name not in given:
            free = set(ascii_uppercase).difference(given.values())
            own = (letter for letter in name.upper() if letter in free)
            given[name] = next(own, min(free))
    return given


LEGEND: Final = ("o  hatch     AB  gnomes", "X  blocked   ab  asleep")

SIGNS: Final[dict[RoomCondition, str]] = {
    "dry": "",
    "fire": "^^FIRE^^",
    "low": "~ low ~",
    "high": "~~HIGH~~",
}


def sub_map(position: Position, board: Board) -> str:
    """The map of the sub, without a line feed at its end."""
    if not board.plan:
        return table_of_rooms(position, board)
    plan = plans.read(board.plan)
    canvas = list(_labelled(board))
    for room in ROOMS:
        if sign := SIGNS[position.rooms[room]]:
            line, column = plan.corners[room]
            _put(canvas, line + 1, column + 1, sign)
    crowd = _crowd(position)
    for place, letters in crowd.items():
        if place in plan.corners:
            line, column = plan.corners[place]
            _put(canvas, line + (1 if place == SEA else 2), column + (place != SEA), letters)
    for ends in position.blocked:
        _put(canvas, *plan.wheels[ends], "X")
    if SEA in crowd and SEA not in plan.corners:
        canvas.append(f"the sea: {crowd[SEA]}")
    return "\n".join([row.rstrip() for row in canvas])


@lru_cache(maxsize=8)
def _labelled(board: Board) -> tuple[str, ...]:
    """The rows of an empty sub, with the names of its rooms and what its signs mean."""
    plan = plans.read(board.plan)
    canvas = list(plan.rows)
    purposes = ("engine", "oxygen", "reactor", "missiles", "stores", "cabin")
    purpose_of = {getattr(board, one): one.capitalize() for one in purposes}
    for room in ROOMS:
        line, column = plan.corners[room]
        name = f"{room} {purpose_of.get(room, '')}".rstrip()
        _put(canvas, line, column, name[: _free(plan, room) - 1])
    if SEA in plan.corners:
        _put(canvas, *plan.corners[SEA], "the sea")
    wide = len(LEGEND[0])
    if len(canvas) > 1 and not any(canvas[line][: wide + 1].strip() for line in (0, 1)):
        for line, words in enumerate(LEGEND):
            _put(canvas, line, 0, words.ljust(wide))
    else:
        canvas += ["", *LEGEND]
    return tuple(canvas)


def _free(plan: SubPlan, room: Place) -> int:
    """How many columns a room has from its number on, in that line."""
    line, column = plan.corners[room]
    free = 0
    while (line, column + free) in plan.floors[room]:
        free += 1
    return free


def table_of_rooms(position: Position, board: Board) -> str:
    """The rooms of any boat: what is the matter in each, who is there, where its hatches lead."""
    crowd = _crowd(position)
    lines = []
    for room in ROOMS:
        sign = SIGNS[position.rooms[room]]
        lead = f"{room:>2} {title_of(room, board):<20.20} {sign:<8} {crowd.get(room, '-'):<9} "
        beyond = []
        for ends in board.attached[room]:
            there = ends[0] if ends[1] == room else ends[1]
            shut = " (blocked)" if ends in position.blocked else ""
            beyond.append(f"{'sea' if there == SEA else there}{shut}")
        lines.append(fold("to " + ", ".join(beyond), lead, " " * 46))
    if SEA in crowd:
        lines.append(f"   {'the sea':<20} {'':<8} {crowd[SEA]}")
    return "\n".join(lines)


def _put(canvas: list[str], line: int, column: int, text: str) -> None:
    if line == len(canvas):
        canvas.append("")
    row = canvas[line].ljust(column)
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
