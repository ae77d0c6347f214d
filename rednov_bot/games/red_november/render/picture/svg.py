"""The picture as SVG: text that can be selected, searched and read aloud, dark by night."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

from rednov_bot.games.red_november.render.picture import telling
from rednov_bot.games.red_november.render.picture.board import Drawing, drawing
from rednov_bot.games.red_november.render.picture.layout import WIDTH
from rednov_bot.games.red_november.render.picture.pieces import SIGNS
from rednov_bot.games.red_november.render.picture.shapes import (
    STYLE,
    Area,
    Circle,
    Group,
    Moved,
    Panel,
    Point,
    Rectangle,
    Shape,
    Sign,
    Text,
    clean,
    covers,
    width,
)
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.tables import Tables

_FIXED = 4
"""Longer texts keep the width that they were laid out with, whatever letters their reader has."""


def board_svg(
    position: Position, tables: Tables, before: Position | None = None, *, heading: str = ""
) -> str:
    """The position as an SVG picture; what differs from the position *before* is marked.

    The same values give the same characters.
    """
    made: Drawing = drawing(position, tables, before, heading)
    says = telling.description(position, tables, before)
    signs = "".join([f'<g id="{name}">{_written(parts)}</g>' for name, parts in SIGNS.items()])
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {made.height}" '
            f'width="{WIDTH}" height="{made.height}" role="graphics-document document" '
            'aria-labelledby="board-title" aria-describedby="board-text">',
            f'<title id="board-title">{escape(clean(made.title))}</title>',
            f'<desc id="board-text">{escape(clean(says))}</desc>',
            f"<style>{STYLE}</style>",
            f"<defs>{signs}</defs>",
            *[_written(strip.shapes, (0, strip.top)) for strip in made.strips],
            "</svg>\n",
        ]
    )


def _written(shapes: tuple[Shape, ...], at: Point = (0, 0)) -> str:
    return "".join([_one(shape, at) for shape in shapes])


def _one(shape: Shape, at: Point) -> str:
    """A shape, moved by *at*."""
    right, down = at
    match shape:
        case Group(says, parts, name):
            marked = f" class={quoteattr(name)}" if name else ""
            said = clean(says)
            if not said:
                return f'<g{marked} aria-hidden="true">{_written(parts, at)}</g>'
            label = f'role="img" aria-label={quoteattr(said)}'
            return f"<g{marked} {label}><title>{escape(said)}</title>{_written(parts, at)}</g>"
        case Panel():
            around = Rectangle(shape.left, shape.top, shape.width, shape.height, shape.ground)
            return _written(shape.parts if shape.bare else (around, *shape.parts), at)
        case Moved((x, y), panel):
            return _one(panel, (x + right, y + down))
        case Text():
            return _text(shape._replace(x=shape.x + right, y=shape.y + down))
        case Sign(name, (x, y), size):
            scale = "" if size == 1 else f" scale({_n(size)})"
            place = f"translate({_n(x + right)} {_n(y + down)}){scale}"
            return f'<use href="#{name}" transform="{place}"/>'
        case Rectangle(x, y, wide, high, fill, line, thick, corner):
            round_ = f' rx="{_n(corner)}"' if corner else ""
            place = f'x="{_n(x + right)}" y="{_n(y + down)}"'
            place += f' width="{_n(wide)}" height="{_n(high)}"{round_}'
            return f"<rect {place}{_inks(fill, line, thick)}/>"
        case Circle((x, y), radius, fill, line, thick, dash):
            gaps = f' stroke-dasharray="{_n(dash)}"' if dash else ""
            place = f'cx="{_n(x + right)}" cy="{_n(y + down)}" r="{_n(radius)}"'
            return f"<circle {place}{_inks(fill, line, thick)}{gaps}/>"
        case Area(loops, fill, line, thick, closed):
            lines = [[f"{_n(x + right)} {_n(y + down)}" for x, y in loop] for loop in loops]
            way = "".join([f"M{'L'.join(line)}{'Z' if closed else ''}" for line in lines])
            return f'<path d="{way}"{_inks(fill, line, thick)}/>'


def _n(number: float) -> str:
    """A coordinate: a tenth of a pixel is enough."""
    return f"{round(number, 1):g}"


def _inks(fill: str, line: str, thick: float) -> str:
    marks = " ".join([f"f-{fill}" if fill else "none", *([f"s-{line}"] if line else [])])
    stroke = f' stroke-width="{_n(thick)}"' if line else ""
    return f' class="{marks}"{stroke}'


def _text(one: Text) -> str:
    said = clean(one.words)
    at = "" if one.anchor == "start" else f' text-anchor="{one.anchor}"'
    wide = ""
    if len(said) >= _FIXED and covers(said):
        exact = _n(width(said, one.size, bold=one.bold))
        wide = f' textLength="{exact}" lengthAdjust="spacingAndGlyphs"'
    marks = f"t-{one.ink} bold" if one.bold else f"t-{one.ink}"
    return (
        f'<text x="{_n(one.x)}" y="{_n(one.y)}" font-size="{_n(one.size)}"'
        f' class="{marks}"{at}{wide}>{escape(said)}</text>'
    )
