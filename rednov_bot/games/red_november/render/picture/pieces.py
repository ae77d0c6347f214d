"""What stands on the board: gnomes, gauges, and the signs that are drawn many times."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import cos, pi, sin
from typing import Final, NamedTuple

from rednov_bot.core.render.wording import counted
from rednov_bot.games.red_november.render.picture import telling
from rednov_bot.games.red_november.render.picture.layout import WIDTH, Box
from rednov_bot.games.red_november.render.picture.shapes import (
    HUES,
    Area,
    Circle,
    Group,
    Loop,
    Moved,
    Panel,
    Point,
    Rectangle,
    Shape,
    Sign,
    Text,
    around,
    bent,
    fit,
    stroke,
)
from rednov_bot.games.red_november.render.sub_map import marks
from rednov_bot.games.red_november.render.wording import TRACK_NAMES
from rednov_bot.games.red_november.rules.position import Gnome, Position
from rednov_bot.games.red_november.rules.tables import Board
from rednov_bot.games.red_november.rules.words import SEA, Track

_MIDDLE: Final = (0.0, 0.0)


def _star(radius: float) -> Loop:
    """Five points; the first is on top."""
    reach = [radius if turn % 2 == 0 else radius * 0.42 for turn in range(10)]
    return tuple(
        [(r * sin(turn * pi / 5), -r * cos(turn * pi / 5)) for turn, r in enumerate(reach)]
    )


def _spokes(reach: float, count: int, line: str, thick: float, first: float = 0) -> Area:
    ends = around(reach, count, first)
    return Area(tuple([(_MIDDLE, end) for end in ends]), "", line, thick, closed=False)


def _tongue(wide: float, h: float) -> Loop:
    """A flame; its origin is the middle of its foot."""
    w = wide / 2

    def at(x: float, y: float) -> Point:
        return x * w, -y * h

    return bent(
        at(-1, 0.3),
        (at(-1, 0.7), at(-0.2, 0.6), at(0, 1)),
        (at(0.3, 0.6), at(1, 0.7), at(1, 0.3)),
        (at(1, 0), at(-1, 0), at(-1, 0.3)),
    )


SIGNS: Final[dict[str, tuple[Shape, ...]]] = {
    "event": (Area((_star(5.4),), "alarm"),),
    "item": (
        _spokes(4.8, 8, "wave", 2.2),
        Circle(_MIDDLE, 2.9, "paper", "wave", 1.6),
    ),
    "wheel": (
        Circle(_MIDDLE, 6.6, "brass", "wall", 1.6),
        _spokes(6.2, 3, "wall", 1.3, -pi / 2),
    ),
    "barred": (
        Circle(_MIDDLE, 8, "alarm", "wall", 1.4),
        Area((((-4, -4), (4, 4)), ((-4, 4), (4, -4))), "", "paper", 2.6, closed=False),
    ),
    "flame": (Area((_tongue(13, 24),), "flame"), Area((_tongue(6.5, 12),), "heart")),
    "mug": (
        stroke((9, 5), (12, 4.5), (13.4, 6), (12.4, 8.6), (9, 10), line="wall", thick=1.4),
        Rectangle(0, 2, 9, 11, "filled", "wall", 1.2, 1.5),
        Rectangle(0.5, 1, 8, 3.4, "paper", "wall", 1, 1.5),
    ),
}
"""Each sign by its name; its origin is its middle, of a flame that of its foot, of a mug its upper
left corner."""


LOST: Final = 10  # the space on which the sub is lost (§21)
RESETS: Final = (1, 5)  # where a fixed track goes back to (§8)
PITCH: Final = 31.0
STORES_HIGH: Final = 42.0
"""How many pixels a track takes, and how many the stores."""

_LEFT: Final = 12.0
_FIRST: Final = 104.0
_CELL: Final = 28.0


def stores(position: Position, before: Position) -> Group:
    """The captain's grog and the event deck."""
    aside = ", Kraken aside" if position.kraken_aside else ""
    cards = f"{counted(position.deck_left, 'event card')} left{aside}"
    stash, shown = position.stash, min(position.stash, 8)
    was, ink = ("", "ink") if before.stash == stash else (f" (was {before.stash})", "change")
    parts: list[Shape] = [
        Text(_LEFT, 13, "Captain's grog", 14, bold=True),
        Text(_LEFT, 33, "Events", 14, bold=True),
        Text(_FIRST, 33, f"{cards}, {len(position.played)} played", 13),
        *[Sign("mug", (_FIRST + 3 + 17 * number, 1)) for number in range(shown)],
        Text(_FIRST + 17 * shown + 7, 13, f"{stash}{was}", 13, ink),
    ]
    panel = Panel(0, 0, WIDTH, STORES_HIGH, "paper", tuple(parts))
    return Group(f"Captain's grog {stash}; {cards}", (panel,), "stores")


def track(one: Track, value: int, was: int) -> Group:
    """A track, and where it stood before, if it has moved."""
    says = f"{TRACK_NAMES[one]} {value} of {LOST}"
    if was == value:
        return Group(says, (_track(one, value),), "track")
    parts = _track(one, value), Moved((0, 0), _stood(was))
    return Group(f"{says}, before this turn {was}", parts, "track")


@lru_cache(maxsize=64)
def _track(one: Track, value: int) -> Panel:
    parts: list[Shape] = [Text(_LEFT, 17, TRACK_NAMES[one], 14, bold=True)]
    for space in range(1, LOST + 1):
        x, here = _FIRST + _CELL * (space - 1), space == value
        middle = x + (_CELL - 3) / 2
        full = "filled" if space <= value else "paper"
        edge, thick = ("alarm", 2.4) if space == LOST else ("wall", 1.2)
        parts.append(Rectangle(x, 2, _CELL - 3, 20, full, edge, thick))
        if here:
            parts.append(Rectangle(x + 2, 4, _CELL - 7, 16, "", "wall", 2))
        parts.append(Text(middle, 17, str(space), 13, bold=here, anchor="middle"))
        if space in RESETS:
            tip = ((middle - 4, 29.0), (middle, 24.0), (middle + 4, 29.0))
            parts.append(Area((tip,), "wall"))
    return Panel(0, 0, WIDTH, PITCH, "paper", tuple(parts))


@lru_cache(maxsize=16)
def _stood(was: int) -> Panel:
    """What marks where a track stood."""
    x, end = _FIRST + _CELL * (was - 1), _FIRST + _CELL * LOST + 4
    around = Rectangle(x - 2, 0, _CELL + 1, 24, "", "change", 2)
    words = Text(end, 17, f"was {was}", 13, "change", bold=True)
    return Panel(x - 3, 0, WIDTH - x + 3, PITCH, "paper", (around, words), bare=True)


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
    was: Gnome  # before the turn that the picture is of
    face: Face


def sailors(position: Position, before: Position) -> tuple[Sailor, ...]:
    """The crew, in canonical order."""
    letters = marks(tuple([gnome.name for gnome in position.gnomes]))
    return tuple(
        [
            Sailor(now, was, Face(letters[now.name], seat, now.fainted, telling.differs(was, now)))
            for seat, (was, now) in enumerate(zip(before.gnomes, position.gnomes, strict=True))
        ]
    )


@lru_cache(maxsize=256)
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


@lru_cache(maxsize=256)
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
) -> list[Moved]:
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


def crew_list(position: Position, board: Board, crew: Sequence[Sailor]) -> list[Shape]:
    """Who is where, with how many minutes, how drunk, and how they fare: a row for each gnome."""
    rows = [
        Group(
            telling.gnome(one.gnome, board), (_row(one, position, _HEAD + ROW * number),), "gnome"
        )
        for number, one in enumerate(crew)
    ]
    titles = (
        Text(_NAME, 11, "gnome", 12, "soft"),
        Text(_PLACE, 11, "room", 12, "soft"),
        Text(_MINUTES, 11, "minutes", 12, "soft", anchor="end"),
        Text(_DRUNK, 11, "drunk", 12, "soft"),
    )
    return [Group("", (Panel(0, 0, WIDTH, _HEAD, "paper", titles),)), *rows]


def high(crew: int) -> float:
    """How many pixels the list takes."""
    return _HEAD + ROW * crew


def _row(sailor: Sailor, position: Position, top: float) -> Panel:
    gnome, was, y, middle = sailor.gnome, sailor.was, top + 14.5, (_CHIP, top + 10)
    name = fit(gnome.name, _PLACE - _NAME - 6, 14, bold=True)
    parts: list[Shape] = [
        Moved(middle, chip(sailor.face, 8)),
        Text(_NAME, y, name, 14, bold=True),
    ]
    if not gnome.in_play:
        gone = "killed" if gnome.fate == "killed" else "abandoned ship"
        (x, y_), r = middle, 8
        crossed = (((x - r, y_ - r), (x + r, y_ + r)), ((x - r, y_ + r), (x + r, y_ - r)))
        parts.append(Area(crossed, "", "alarm", 2.4, closed=False))
        parts.append(Text(_PLACE, y, gone, 14, "alarm" if gone == "killed" else "ink"))
    else:
        where = "the sea" if gnome.at == SEA else str(gnome.at)
        moved = was.at != gnome.at
        parts.append(Text(_PLACE, y, where, 14, "change" if moved else "ink", moved))
        spent = was.minutes != gnome.minutes
        ink = "change" if spent else "ink"
        parts.append(Text(_MINUTES, y, str(gnome.minutes), 14, ink, spent, "end"))
        for level in range(4):
            full = "filled" if level < gnome.intoxication else "paper"
            parts.append(Circle((_DRUNK + 6 + 13 * level, top + 10), 4.4, full, "wall", 1.2))
    if state := _state(gnome, position):
        parts.append(Text(_STATE, y, fit(state, WIDTH - _STATE - 6, 13), 13))
    return Panel(0, top, WIDTH, ROW, "paper", tuple(parts))


def _state(gnome: Gnome, position: Position) -> str:
    if position.ending is not None:
        return "won" if gnome.name in position.ending.winners else "lost"
    if gnome.in_play and gnome.fainted:
        return "asleep"
    if gnome.name == position.pending:
        return "turn awaited"
    return "rescued" if gnome.in_play and not gnome.minutes else ""
