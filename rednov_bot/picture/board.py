"""The whole picture, in the order in which it is read: boat, tracks, crew, time."""

from __future__ import annotations

from typing import Final
from xml.sax.saxutils import escape

from rednov_bot.engine.position import Position
from rednov_bot.engine.tables import Tables
from rednov_bot.picture import shapes, telling
from rednov_bot.picture.changes import changes
from rednov_bot.picture.crew import sailors
from rednov_bot.picture.crew_list import crew_list, high
from rednov_bot.picture.fitting import fit, spelt
from rednov_bot.picture.gauges import HIGH, gauges
from rednov_bot.picture.inks import style
from rednov_bot.picture.layout import WIDTH, layout_of
from rednov_bot.picture.shapes import n
from rednov_bot.picture.signs import SIGNS
from rednov_bot.picture.submarine import submarine, water
from rednov_bot.picture.time_track import time_track

SPARE: Final = 1.16
"""How much wider than our letters those of a reader's system may be."""


def board_svg(
    position: Position,
    tables: Tables,
    before: Position | None = None,
    *,
    heading: str = "",
    night: bool = True,
) -> str:
    """The position as an SVG picture, 960 wide, that can be selected, searched and read aloud.

    What differs from the position *before* is marked.  With *night* it is dark where its reader
    prefers that, and lettered by eir system; without, it is as a PNG is made from it, which our
    font has to letter.  The same values give the same characters.
    """
    found, layout = changes(before, position), layout_of(tables.board)
    crew = sailors(position, [gnome.name for gnome in found.gnomes])
    head = telling.title(position, heading)
    shown = fit(head if night else spelt(head), WIDTH - 60, 20, bold=True)
    deep = layout.bottom
    drawn = submarine(position, tables.board, layout, found, crew, spare=SPARE if night else 1)
    drawn += gauges(position, found, deep + 18)
    drawn += crew_list(position, tables.board, found, crew, deep + 12, lettered=not night)
    below = deep + 18 + max(HIGH, high(len(crew)))
    track, end = time_track(position, tables.time_track, found, crew, below)
    height = round(end + 26)
    what = escape(shapes.clean(telling.description(position, tables, found)))
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
            f'width="{WIDTH}" height="{height}" role="graphics-document document" '
            'aria-labelledby="board-title" aria-describedby="board-text">',
            f'<title id="board-title">{escape(shapes.clean(head))}</title>',
            f'<desc id="board-text">{what}</desc>',
            f"<style>{style(night=night)}</style>",
            f"<defs>{SIGNS}</defs>",
            shapes.box(0, 0, WIDTH, height, "f-paper"),
            *water(deep),
            shapes.text(24, 30, shown, 20, bold=True),
            *drawn,
            *track,
            *_key(end + 12, changed=before is not None),
            "</svg>\n",
        ]
    )


def _key(y: float, *, changed: bool) -> list[str]:
    """What the signs mean."""
    parts = [
        shapes.sign("event", (30, y - 4)),
        shapes.text(40, y, "event", 11.5, "t-soft"),
        shapes.sign("item", (90, y - 4)),
        shapes.text(100, y, "item", 11.5, "t-soft"),
        shapes.path(f"M142 {n(y)}l4 -6l4 6Z", "f-wall"),
        shapes.text(155, y, "a fixed track goes back to here", 11.5, "t-soft"),
        shapes.sign("wheel", (352, y - 4), 0.7),
        shapes.text(362, y, "hatch", 11.5, "t-soft"),
        shapes.sign("barred", (408, y - 4), 0.7),
        shapes.text(418, y, "blocked", 11.5, "t-soft"),
        shapes.text(472, y, "z asleep", 11.5, "t-soft"),
    ]
    if changed:
        parts.append(shapes.path(f"M532 {n(y - 10)}h11v11Z", "f-change"))
        parts.append(shapes.circle((556, y - 4), 6, "none s-change", 1.2, "1.5 2.5"))
        words = "new, or where a gnome was, since the turn before"
        parts.append(shapes.text(568, y, words, 11.5, "t-soft"))
    return ['<g class="key">', *parts, "</g>"]
