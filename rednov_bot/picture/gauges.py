"""The three disaster tracks with their reset points, the captain's grog, the event deck."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from rednov_bot.engine.position import Position
from rednov_bot.engine.words import TRACKS, Track
from rednov_bot.picture.changes import Changes
from rednov_bot.picture.layout import WIDTH
from rednov_bot.picture.shapes import Area, Box, Group, Panel, Shape, Sign, Text
from rednov_bot.prose.wording import TRACK_NAMES, counted

LOST: Final = 10  # the space on which the sub is lost (§21)
RESETS: Final = (1, 5)  # where a fixed track goes back to (§8)
_PITCH: Final = 31.0  # from one track to the next
TRACKS_HIGH: Final = 3 * _PITCH
STORES_HIGH: Final = 42.0
"""How many pixels they take."""

_LEFT: Final = 12.0
_FIRST: Final = 104.0
_CELL: Final = 28.0


def tracks(position: Position, found: Changes, top: float) -> list[Shape]:
    """The tracks, one below the other."""
    return [
        _track(one, position.track(one), found.track(one), top + _PITCH * row)
        for row, one in enumerate(TRACKS)
    ]


def stores(position: Position, found: Changes, top: float) -> Group:
    """The captain's grog and the event deck."""
    aside = ", Kraken aside" if position.kraken_aside else ""
    cards = f"{counted(position.deck_left, 'event card')} left{aside}"
    return _stores(position.stash, found.stash, cards, f"{len(position.played)} played", top)


@lru_cache(maxsize=1024)
def _track(track: Track, value: int, was: int | None, top: float) -> Group:
    name, y = TRACK_NAMES[track], top + 2
    parts: list[Shape] = [Text(_LEFT, y + 15, name, 14, bold=True)]
    for space in range(1, LOST + 1):
        x, here = _FIRST + _CELL * (space - 1), space == value
        middle = x + (_CELL - 3) / 2
        full = "filled" if space <= value else "paper"
        edge, thick = ("alarm", 2.4) if space == LOST else ("wall", 1.2)
        parts.append(Box(x, y, _CELL - 3, 20, full, edge, thick))
        if here:
            parts.append(Box(x + 2, y + 2, _CELL - 7, 16, "", "wall", 2))
        parts.append(Text(middle, y + 15, str(space), 13, bold=here, anchor="middle"))
        if space in RESETS:
            tip = ((middle - 4, y + 27), (middle, y + 22), (middle + 4, y + 27))
            parts.append(Area((tip,), "wall"))
        if space == was:
            parts.append(Box(x - 2, y - 2, _CELL + 1, 24, "", "change", 2))
    before = ""
    if was is not None:
        x = _FIRST + _CELL * LOST + 4
        parts.append(Text(x, y + 15, f"was {was}", 13, "change", bold=True))
        before = f", before this turn {was}"
    panel = Panel(0, top, WIDTH, _PITCH, "paper", tuple(parts))
    return Group(f"{name} {value} of {LOST}{before}", (panel,), "track")


@lru_cache(maxsize=256)
def _stores(stash: int, before: int | None, cards: str, played: str, y: float) -> Group:
    shown = min(stash, 8)
    was = "" if before is None else f" (was {before})"
    ink = "ink" if before is None else "change"
    parts: list[Shape] = [
        Text(_LEFT, y + 13, "Captain's grog", 14, bold=True),
        Text(_LEFT, y + 33, "Events", 14, bold=True),
        Text(_FIRST, y + 33, f"{cards}, {played}", 13),
        *[Sign("mug", (_FIRST + 3 + 17 * number, y + 1)) for number in range(shown)],
        Text(_FIRST + 17 * shown + 7, y + 13, f"{stash}{was}", 13, ink),
    ]
    panel = Panel(0, y, WIDTH, STORES_HIGH, "paper", tuple(parts))
    return Group(f"Captain's grog {stash}; {cards}", (panel,), "stores")
