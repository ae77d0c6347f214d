"""The list of the crew: who is where, with how many minutes, how drunk, and how e fares."""

from __future__ import annotations

from collections.abc import Sequence

from rednov_bot.engine.position import Position
from rednov_bot.engine.tables import Board
from rednov_bot.engine.words import SEA
from rednov_bot.picture import shapes, telling
from rednov_bot.picture.changes import Changes
from rednov_bot.picture.crew import Sailor, chip
from rednov_bot.picture.fitting import fit, spelt
from rednov_bot.picture.layout import WIDTH

LEFT = 500.0
ROW = 22.0
_NAME = LEFT + 28
_PLACE = LEFT + 172
_MINUTES = LEFT + 262
_DRUNK = LEFT + 276
_STATE = LEFT + 340


def crew_list(
    position: Position,
    board: Board,
    found: Changes,
    crew: Sequence[Sailor],
    top: float,
    *,
    lettered: bool,
) -> list[str]:
    """A row for each gnome below a row of titles; *lettered*: in the letters of our font alone."""
    titles = (
        (_NAME, "gnome", "start"),
        (_PLACE, "room", "start"),
        (_MINUTES, "minutes", "end"),
        (_DRUNK, "drunk", "start"),
    )
    heads = [
        shapes.text(x, top + 10, word, 11, "t-soft", anchor=anchor) for x, word, anchor in titles
    ]
    rows = [
        _row(one, position, board, found, top + 16 + ROW * row, lettered)
        for row, one in enumerate(crew)
    ]
    return ['<g aria-hidden="true">', *heads, "</g>", *rows]


def high(crew: int) -> float:
    """How many pixels the list takes."""
    return 16 + ROW * crew


def _row(
    sailor: Sailor, position: Position, board: Board, found: Changes, top: float, lettered: bool
) -> str:
    gnome, y = sailor.gnome, top + 15
    name = spelt(gnome.name) if lettered else gnome.name
    name = fit(name, _PLACE - _NAME - 8, 13, bold=True)
    parts = [
        chip((LEFT + 12, top + 11), sailor, 8, hat=False),
        shapes.text(_NAME, y, name, 13, bold=True),
    ]
    was = found.gnome(gnome.name)
    if not gnome.in_play:
        gone = "killed" if gnome.fate == "killed" else "abandoned ship"
        parts.append(_cross((LEFT + 12, top + 11)))
        parts.append(shapes.text(_PLACE, y, gone, 13, "t-alarm" if gone == "killed" else "t-ink"))
    else:
        where = "the sea" if gnome.at == SEA else str(gnome.at)
        moved = "t-change" if was is not None and was.at != gnome.at else "t-ink"
        parts.append(shapes.text(_PLACE, y, where, 13, moved, bold=moved == "t-change"))
        spent = "t-change" if was is not None and was.minutes != gnome.minutes else "t-ink"
        parts.append(
            shapes.text(
                _MINUTES, y, str(gnome.minutes), 13, spent, bold=spent == "t-change", anchor="end"
            )
        )
        parts += [
            shapes.circle(
                (_DRUNK + 6 + 13 * level, top + 11),
                4.2,
                f"{'f-filled' if level < gnome.intoxication else 'f-paper'} s-wall",
                1.2,
            )
            for level in range(4)
        ]
    if state := _state(sailor, position):
        parts.append(shapes.text(_STATE, y, fit(state, WIDTH - _STATE - 6, 12.5), 12.5))
    return shapes.group(telling.gnome(gnome, board), parts, "gnome")


def _cross(at: shapes.Point) -> str:
    left, right, top, bottom = at[0] - 9, at[0] + 9, at[1] - 9, at[1] + 9
    cross = shapes.straight((left, top), (right, bottom))
    cross += shapes.straight((left, bottom), (right, top))
    return shapes.path(cross, "none s-alarm", 2.5)


def _state(sailor: Sailor, position: Position) -> str:
    gnome, states = sailor.gnome, []
    if position.ending is not None:
        states.append("won" if gnome.name in position.ending.winners else "lost")
    elif gnome.in_play and gnome.fainted:
        states.append("asleep")
    elif gnome.name == position.pending:
        states.append("turn awaited")
    elif gnome.in_play and not gnome.minutes:
        states.append("rescued")
    return ", ".join(states)
