"""Pieces of SVG: numbers, texts, lines and signs, written the same way every time."""

from __future__ import annotations

import re
from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

Point = tuple[float, float]

_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no XML can hold; and what turns the writing round reaches no further than its own text."""

_BIDI = re.compile("[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]")


def readable(words: str) -> str:
    """Words as XML can hold them, line by line."""
    return _NO_XML.sub("\ufffd", words)


def clean(words: str) -> str:
    """Words as a picture can hold them: one line, without signs that only steer."""
    return " ".join(_BIDI.sub("", readable(words)).split())


def n(number: float) -> str:
    """A coordinate: a tenth of a pixel is enough."""
    return f"{round(number, 1):g}"


def group(says: str, parts: Iterable[str], name: str = "") -> str:
    """Parts that are one thing, and what is read aloud of it; *name* is for style and tests."""
    marked = f" class={quoteattr(name)}" if name else ""
    return (
        f'<g{marked} role="img" aria-label={quoteattr(clean(says))}>'
        f"<title>{escape(clean(says))}</title>{''.join(parts)}</g>"
    )


def text(
    x: float,
    y: float,
    words: str,
    size: float,
    ink: str = "t-ink",
    *,
    bold: bool = False,
    anchor: str = "start",
) -> str:
    """A line of words, its left end, middle or right end on *x*, standing on *y*."""
    at = "" if anchor == "start" else f' text-anchor="{anchor}"'
    marks = f"{ink} bold" if bold else ink
    return (
        f'<text x="{n(x)}" y="{n(y)}" font-size="{n(size)}" class="{marks}"{at}>'
        f"{escape(clean(words))}</text>"
    )


def sign(name: str, at: Point, size: float = 1) -> str:
    """One of the signs of `rednov_bot.picture.signs`, with its origin at a point."""
    scale = "" if size == 1 else f" scale({n(size)})"
    return f'<use href="#{name}" transform="translate({n(at[0])} {n(at[1])}){scale}"/>'


def box(
    x: float, y: float, width: float, height: float, marks: str, line: float = 0, corner: float = 0
) -> str:
    """A rectangle, its lines *line* pixels wide."""
    stroke = f' stroke-width="{n(line)}"' if line else ""
    round_ = f' rx="{n(corner)}"' if corner else ""
    return (
        f'<rect x="{n(x)}" y="{n(y)}" width="{n(width)}" height="{n(height)}"{round_}'
        f' class="{marks}"{stroke}/>'
    )


def circle(at: Point, radius: float, marks: str, line: float = 0, dash: str = "") -> str:
    """A circle, its line *line* pixels wide."""
    stroke = f' stroke-width="{n(line)}"' if line else ""
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<circle cx="{n(at[0])}" cy="{n(at[1])}" r="{n(radius)}" class="{marks}"{stroke}{dashed}/>'
    )


def path(way: str, marks: str, line: float = 0, more: str = "") -> str:
    """A line or an area by its commands."""
    stroke = f' stroke-width="{n(line)}"' if line else ""
    return f'<path d="{way}" class="{marks}"{stroke}{more}/>'


def closed(corners: Iterable[Point]) -> str:
    """The commands for an area with these corners."""
    return "M" + "L".join([f"{n(x)} {n(y)}" for x, y in corners]) + "Z"


def straight(start: Point, end: Point) -> str:
    """The commands for a line."""
    return f"M{n(start[0])} {n(start[1])}L{n(end[0])} {n(end[1])}"
