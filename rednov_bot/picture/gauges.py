"""The three disaster tracks with their reset points, the captain's grog, the event deck."""

from __future__ import annotations

from rednov_bot.engine.position import Position
from rednov_bot.engine.words import TRACKS, Track
from rednov_bot.picture import shapes
from rednov_bot.picture.changes import Changes
from rednov_bot.picture.shapes import n
from rednov_bot.prose.wording import TRACK_NAMES, counted

LEFT = 24.0
LOST = 10  # the space on which the sub is lost (§21)
RESETS = (1, 5)  # where a fixed track goes back to (§8)
HIGH = 3 * 34 + 52
"""Pixels from the first track to the end of the stores."""

_CELL = 26.0
_FIRST = LEFT + 122


def gauges(position: Position, found: Changes, top: float) -> list[str]:
    """The tracks, one below the other, and the stores below them."""
    drawn = [_track(one, position, found, top + 34 * row) for row, one in enumerate(TRACKS)]
    drawn.append(_stores(position, found, top + 34 * 3 + 8))
    return drawn


def _track(track: Track, position: Position, found: Changes, y: float) -> str:
    value, was = position.track(track), found.track(track)
    name = TRACK_NAMES[track]
    parts = [shapes.text(LEFT, y + 15, name, 13, bold=True)]
    for space in range(1, LOST + 1):
        x = _FIRST + _CELL * (space - 1)
        full = "f-filled" if space <= value else "f-paper"
        parts.append(shapes.box(x, y, _CELL - 3, 21, f"{full} s-wall", 1.2, 2))
        if space == value:
            parts.append(shapes.box(x + 2, y + 2, _CELL - 7, 17, "none s-wall", 2.4, 1))
        middle, here = x + (_CELL - 3) / 2, space == value
        parts.append(shapes.text(middle, y + 15, str(space), 12, bold=here, anchor="middle"))
        if space in RESETS:
            parts.append(shapes.path(f"M{n(middle - 4)} {n(y + 29)}l4 -6l4 6Z", "f-wall"))
        if space == LOST:
            parts.append(shapes.box(x, y, _CELL - 3, 21, "none s-alarm", 3, 2))
        if space == was:
            parts.append(shapes.box(x - 1.5, y - 1.5, _CELL, 24, "none s-change", 2, 3))
    x = _FIRST + _CELL * LOST + 4
    if was is not None:
        parts.append(shapes.text(x, y + 15, f"was {was}", 12, "t-change", bold=True))
    before = "" if was is None else f", before this turn {was}"
    return shapes.group(f"{name} {value} of {LOST}{before}", parts, "track")


def _stores(position: Position, found: Changes, y: float) -> str:
    aside = ", Kraken aside" if position.kraken_aside else ""
    cards = f"{counted(position.deck_left, 'event card')} left{aside}"
    was = "" if found.stash is None else f" (was {found.stash})"
    parts = [
        shapes.text(LEFT, y + 13, "Captain's grog", 13, bold=True),
        shapes.text(LEFT, y + 36, "Events", 13, bold=True),
        shapes.text(_FIRST, y + 36, f"{cards}, {len(position.played)} played", 12.5),
    ]
    shown = min(position.stash, 8)
    parts += [shapes.sign("mug", (_FIRST + 20 * number, y)) for number in range(shown)]
    ink = "t-ink" if found.stash is None else "t-change"
    parts.append(shapes.text(_FIRST + 20 * shown + 4, y + 13, f"{position.stash}{was}", 12.5, ink))
    return shapes.group(f"Captain's grog {position.stash}; {cards}", parts, "stores")
