"""The time track: sixty minutes with their markers, every gnome, every timed destruction."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from rednov_bot.engine.position import Position, Token
from rednov_bot.engine.tables import TimeTrack
from rednov_bot.lettering import width
from rednov_bot.picture import shapes
from rednov_bot.picture.changes import Changes
from rednov_bot.picture.crew import Sailor, absent, chip
from rednov_bot.picture.layout import WIDTH
from rednov_bot.picture.shapes import n
from rednov_bot.prose.wording import TOKEN_NAMES, counted

ROWS: Final = (tuple(range(60, 29, -1)), tuple(range(29, -1, -1)))
"""The minutes from left to right, in two rows."""

_CELL: Final = 28.6
_LEFT: Final = 21.0
_HIGH: Final = 30.0  # of a cell
_CHIP: Final = 6.6  # radius
_LANE: Final = 17.0  # pixels of a line of destructions


def time_track(
    position: Position, track: TimeTrack, found: Changes, crew: Sequence[Sailor], top: float
) -> tuple[list[str], float]:
    """Both rows of it, and where they end."""
    drawn: list[str] = []
    for row, minutes in enumerate(ROWS):
        stacks = _stacks(crew, found, minutes)
        tall = max([len(stack) for stack in stacks.values()] + [2])
        top += 6 + -(-tall // 2) * (2 * _CHIP + 2)
        drawn += [_cell(minute, row, track, top) for minute in minutes]
        for minute, stack in sorted(stacks.items(), reverse=True):
            drawn += _stack(stack, _x(minute), top)
        tokens = [token for token in position.tokens if token[1] in minutes]
        lanes = _lanes(tokens)
        drawn += [_pointer(one, lane, top + _HIGH) for one, lane in lanes]
        drawn += [_token(one, lane, found, top + _HIGH) for one, lane in lanes]
        top += _HIGH + _LANE * (max([lane for _, lane in lanes] + [-1]) + 1) + 8
    return drawn, top


def _x(minute: int) -> float:
    """The left side of the cell of a minute."""
    row = next(minutes for minutes in ROWS if minute in minutes)
    return _LEFT + _CELL * row.index(minute)


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


def _cell(minute: int, row: int, track: TimeTrack, top: float) -> str:
    x = _x(minute)
    event, item = minute in track.events, minute in track.items
    says = [f"minute {minute}"]
    wide = _CELL
    ten = minute % 10 == 0
    parts = [shapes.box(x, top, wide, _HIGH, f"{'f-ghost' if ten else 'f-paper'} s-line", 1)]
    parts.append(shapes.text(x + wide / 2, top + 12, str(minute), 10.5, bold=ten, anchor="middle"))
    marks = [name for name, there in (("event", event), ("item", item)) if there]
    for number, name in enumerate(marks):
        at = (x + wide / 2 + (number - (len(marks) - 1) / 2) * 13, top + 21.5)
        parts.append(shapes.sign(name, at))
    if minute == 0:
        parts.append(shapes.text(x + wide + 4, top + 19, "Rescued!", 12, bold=True))
        says.append("Rescued!")
    return shapes.group(", ".join([*says, *marks]), parts, "minute")


def _stack(stack: Sequence[_Entry], x: float, top: float) -> list[str]:
    """Two beside each other, from the cell upwards."""
    drawn = []
    for number, (sailor, here) in enumerate(stack):
        beside = _CELL / 2 if len(stack) == 1 else _CELL * (0.27 if number % 2 == 0 else 0.76)
        at = (x + beside, top - 3 - _CHIP - (number // 2) * (2 * _CHIP + 2))
        minutes = counted(sailor.gnome.minutes, "minute")
        if here:
            says = f"{sailor.gnome.name}, {minutes}"
            drawn.append(shapes.group(says, [chip(at, sailor, _CHIP, hat=False)], "time"))
        else:
            drawn.append(f'<g aria-hidden="true">{absent(at, sailor, _CHIP)}</g>')
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
    wide = width(TOKEN_NAMES[kind], 12, bold=True) * 1.16 + 14  # other letters are wider
    left = min(_x(space) + _CELL / 2 - 6, WIDTH - 8 - wide)
    return left, left + wide


def _pointer(token: Token, lane: int, top: float) -> str:
    """From a minute down to the name of what lies there."""
    x = _x(token[1]) + _CELL / 2
    return shapes.path(f"M{n(x)} {n(top - 1)}l-5 8h10Z", "f-alarm") + shapes.path(
        f"M{n(x)} {n(top)}V{n(top + 12 + _LANE * lane)}", "none s-alarm", 1.5
    )


def _token(token: Token, lane: int, found: Changes, top: float) -> str:
    kind, space = token
    left, right = _span(token)
    y = top + 15 + _LANE * lane
    parts = [
        shapes.box(left, y - 11, right - left, 14, "f-alarm", corner=3),
        shapes.text(left + 7, y, TOKEN_NAMES[kind], 12, "t-paper", bold=True),
    ]
    if token in found.tokens:
        parts.append(shapes.box(left - 2, y - 13, right - left + 4, 18, "none s-change", 2, 4))
    return shapes.group(f"{TOKEN_NAMES[kind]} at minute {space}", parts, "token")
