"""The whole picture, in the order in which it is read: boat, tracks, crew, time."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from rednov_bot.engine.position import Position
from rednov_bot.engine.tables import Tables
from rednov_bot.picture import telling
from rednov_bot.picture.changes import changes
from rednov_bot.picture.crew import crew_list, high, sailors
from rednov_bot.picture.gauges import STORES_HIGH, TRACKS_HIGH, stores, tracks
from rednov_bot.picture.layout import WIDTH, layout_of
from rednov_bot.picture.lettering import fit
from rednov_bot.picture.shapes import Area, Circle, Panel, Shape, Sign, Text
from rednov_bot.picture.submarine import submarine
from rednov_bot.picture.time_track import time_track

_KEY: Final = 26.0  # pixels of what the signs mean


class Drawing(NamedTuple):
    """A picture that has not been written or painted yet."""

    width: int
    height: int
    title: str
    description: str
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
    description = telling.description(position, tables, found)
    return Drawing(WIDTH, int(end + _KEY), title, description, tuple(drawn))


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
        *(Area((((182, y), (186, y - 5), (190, y)),), "wall"), words(195, "fixed to here")),
    ]
    if changed:
        parts.append(Area((((277, y - 10), (288, y - 10), (288, y + 1)),), "change"))
        parts.append(Circle((300, y - 4), 6, "", "change", 1.1, 2))
        parts.append(words(311, "new, or moved away"))
    return Panel(0, top, WIDTH, _KEY, "paper", tuple(parts))
