"""Gnomes: a pointed hat, a colour, a letter; asleep a small letter and a z, gone a cross."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from rednov_bot.engine.position import Gnome, Position
from rednov_bot.engine.tables import Board
from rednov_bot.engine.words import SEA, GnomeName
from rednov_bot.picture import telling
from rednov_bot.picture.changes import Changes
from rednov_bot.picture.inks import HUES
from rednov_bot.picture.layout import WIDTH, Box
from rednov_bot.picture.lettering import fit
from rednov_bot.picture.shapes import Area, Circle, Group, Moved, Panel, Point, Shape, Text
from rednov_bot.prose.marks import marks

ROW: Final = 20.0  # of the list
_HEAD: Final = 16.0  # pixels of its titles
_CHIP: Final = 22.0
_NAME: Final = 38.0
_PLACE: Final = 172.0
_MINUTES: Final = 262.0
_DRUNK: Final = 278.0
_STATE: Final = 340.0


class Face(NamedTuple):
    """What is seen of a gnome wherever they are drawn."""

    letter: str
    seat: int
    asleep: bool
    changed: bool


class Sailor(NamedTuple):
    """A gnome as they are drawn."""

    gnome: Gnome
    face: Face


def sailors(position: Position, changed: Sequence[GnomeName]) -> tuple[Sailor, ...]:
    """The crew, in canonical order."""
    letters = marks(tuple([gnome.name for gnome in position.gnomes]))
    return tuple(
        [
            Sailor(gnome, Face(letters[gnome.name], seat, gnome.fainted, gnome.name in changed))
            for seat, gnome in enumerate(position.gnomes)
        ]
    )


@lru_cache(maxsize=1024)
def chip(face: Face, radius: float, ground: str = "paper", *, hat: bool = False) -> Panel:
    """One gnome, around the middle of their face."""
    hue = face.seat % len(HUES)
    edge, thick = ("change", 2.0) if face.changed else ("wall", 1.1)
    parts: list[Shape] = []
    if hat and not face.asleep:
        brim, tip = -radius * 0.6, -radius * 1.7
        corners = ((-radius * 0.8, brim), (0.0, tip), (radius * 0.8, brim))
        parts.append(Area((corners,), f"g{hue}", edge, 1.1))
    parts.append(Circle((0, 0), radius, f"g{hue}", edge, thick, 2.2 if face.asleep else 0))
    letter = face.letter.lower() if face.asleep else face.letter
    size = radius * 1.6
    parts.append(Text(0, size * 0.33, letter, size, f"l{hue}", True, "middle"))
    if face.asleep:
        parts.append(Text(radius * 0.8, -radius * 0.7, "z", 11, bold=True))
    return _around(radius, ground, parts)


@lru_cache(maxsize=1024)
def absent(face: Face, radius: float, ground: str = "paper") -> Panel:
    """Where a gnome was before: their outline."""
    size = radius * 1.4
    letter = Text(0, size * 0.33, face.letter, size, "change", False, "middle")
    return _around(radius, ground, (Circle((0, 0), radius, "", "change", 1.1, 2), letter))


def _around(radius: float, ground: str, parts: Sequence[Shape]) -> Panel:
    """A panel with room for a gnome with hat and a "z"."""
    reach, over = radius + 2, 2 * radius + 4
    return Panel(-reach, -over, 2 * reach + 4, reach + over, ground, tuple(parts), bare=True)


def crowd(
    inside: Box, here: Sequence[Face], left: Sequence[Face], top: float, ground: str
) -> list[Shape]:
    """Everybody in a room below *top*, and the outlines of those who *left* it: in rows."""
    count = len(here) + len(left)
    radius = 9.5
    while True:
        step_x, step_y = 2 * radius + 3, radius * 2.6
        across = max(1, int((inside.width - 5) // step_x))
        rows = -(-count // across)
        if rows * step_y <= inside.bottom - 3 - top or radius <= 5:
            break
        radius -= 0.5
    panels = [chip(one, radius, ground, hat=True) for one in here]
    panels += [absent(one, radius, ground) for one in left]
    return [
        Moved(
            (
                round(inside.left + 5 + radius + step_x * (place % across)),
                round(inside.bottom - 5 - radius - step_y * (rows - 1 - place // across)),
            ),
            panel,
        )
        for place, panel in enumerate(panels)
    ]


def crew_list(
    position: Position, board: Board, found: Changes, crew: Sequence[Sailor], top: float
) -> list[Shape]:
    """Who is where, with how many minutes, how drunk, and how they fare: a row for each gnome."""
    rows = [
        _row(
            one,
            telling.gnome(one.gnome, board),
            found.gnome(one.gnome.name),
            _state(one, position),
            top + _HEAD + ROW * number,
        )
        for number, one in enumerate(crew)
    ]
    return [_titles(top), *rows]


def high(crew: int) -> float:
    """How many pixels the list takes."""
    return _HEAD + ROW * crew


@lru_cache(maxsize=64)
def _titles(top: float) -> Group:
    titles = (
        (_NAME, "gnome", "start"),
        (_PLACE, "room", "start"),
        (_MINUTES, "minutes", "end"),
        (_DRUNK, "drunk", "start"),
    )
    words = [Text(x, top + 11, word, 12, "soft", False, way) for x, word, way in titles]
    return Group("", (Panel(0, top, WIDTH, _HEAD, "paper", tuple(words)),))


@lru_cache(maxsize=1024)
def _row(sailor: Sailor, says: str, was: Gnome | None, state: str, top: float) -> Group:
    gnome, y, middle = sailor.gnome, top + 14.5, (_CHIP, top + 10)
    name = fit(gnome.name, _PLACE - _NAME - 6, 14, bold=True)
    parts: list[Shape] = [
        Moved(middle, chip(sailor.face, 8)),
        Text(_NAME, y, name, 14, bold=True),
    ]
    if not gnome.in_play:
        gone = "killed" if gnome.fate == "killed" else "abandoned ship"
        parts.append(_cross(middle))
        parts.append(Text(_PLACE, y, gone, 14, "alarm" if gone == "killed" else "ink"))
    else:
        where = "the sea" if gnome.at == SEA else str(gnome.at)
        moved = was is not None and was.at != gnome.at
        parts.append(Text(_PLACE, y, where, 14, "change" if moved else "ink", moved))
        spent = was is not None and was.minutes != gnome.minutes
        ink = "change" if spent else "ink"
        parts.append(Text(_MINUTES, y, str(gnome.minutes), 14, ink, spent, "end"))
        for level in range(4):
            full = "filled" if level < gnome.intoxication else "paper"
            parts.append(Circle((_DRUNK + 6 + 13 * level, top + 10), 4.4, full, "wall", 1.2))
    if state:
        parts.append(Text(_STATE, y, fit(state, WIDTH - _STATE - 6, 13), 13))
    return Group(says, (Panel(0, top, WIDTH, ROW, "paper", tuple(parts)),), "gnome")


def _cross(at: Point) -> Area:
    left, right, top, bottom = at[0] - 8, at[0] + 8, at[1] - 8, at[1] + 8
    strokes = (((left, top), (right, bottom)), ((left, bottom), (right, top)))
    return Area(strokes, "", "alarm", 2.4, closed=False)


def _state(sailor: Sailor, position: Position) -> str:
    gnome = sailor.gnome
    if position.ending is not None:
        return "won" if gnome.name in position.ending.winners else "lost"
    if gnome.in_play and gnome.fainted:
        return "asleep"
    if gnome.name == position.pending:
        return "turn awaited"
    return "rescued" if gnome.in_play and not gnome.minutes else ""
