"""What the picture is made of: a few plain shapes, which are written as SVG and painted as PNG."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from math import cos, pi, sin
from typing import Final, NamedTuple, TypeAlias

from PIL import ImageFont

FAMILY: Final = "Source Sans Pro"
"""What the font is called in a `font-family`."""

_FILES: Final = {False: "SourceSansPro-Regular.ttf", True: "SourceSansPro-Semibold.ttf"}
_FINE: Final = 100
"""The size at which widths are measured, so that they grow in proportion."""

_HIDDEN: Final = "(see the text)"


@cache
def font(size: float, *, bold: bool) -> ImageFont.FreeTypeFont:
    """The font at a size in pixels."""
    path = files("font_source_sans_pro").joinpath("files", _FILES[bold])
    return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def width(words: str, size: float, *, bold: bool = False) -> float:
    """How far a text on one line advances, in the unit of the size."""
    return font(_FINE, bold=bold).getlength(words) * size / _FINE


@lru_cache(maxsize=4096)
def _covered(character: str) -> bool:
    """Whether the font draws a character, and not the box that stands for what it does not have."""
    known = font(_FINE, bold=False)
    return bytes(known.getmask(character)) != bytes(known.getmask("\uffff"))


def covers(words: str) -> bool:
    """Whether the font has every letter of a text."""
    return words.isascii() or all(map(_covered, words))


def spelt(words: str) -> str:
    """The words without what the font has no letter for."""
    if words.isascii():
        return words
    known = unicodedata.normalize("NFC", words)
    return "".join([sign for sign in known if _covered(sign)]).strip() or _HIDDEN


@lru_cache(maxsize=1024)
def fit(words: str, wide: float, size: float, *, bold: bool = False) -> str:
    """The words, cut and ended by an ellipsis where they are wider than *wide* pixels."""
    words = " ".join(words.split())[:200]
    if width(words, size, bold=bold) <= wide:
        return words
    while words and width(f"{words}…", size, bold=bold) > wide:
        words = words[:-1]
    return f"{words.rstrip()}…" if words else ""


@lru_cache(maxsize=256)
def wrapped(words: str, wide: float, size: float, most: int) -> tuple[str, ...]:
    """The words in at most so many lines, each of them fitted to *wide* pixels."""
    lines: list[str] = []
    for word in words.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and (len(lines) == most or width(longer, size) <= wide):
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple([fit(line, wide, size) for line in lines])


_INKS: Final = {
    "sea": ("#d6e6ee", "#12232e"),
    "hull": ("#59626b", "#5a646d"),
    "plate": ("#8b959d", "#39434b"),
    "wall": ("#2b3238", "#b9c4cc"),
    "room": ("#f7f3e8", "#232b31"),
    "ink": ("#1b2126", "#f1f3f4"),
    "soft": ("#4f5a63", "#b3bec6"),
    "paper": ("#fbfaf6", "#171d21"),
    "line": ("#8b959d", "#6c7881"),
    "water": ("#6fb1d6", "#1f5f86"),
    "wave": ("#0f4c75", "#9ad1f2"),
    "flame": ("#c2410c", "#ff8a50"),
    "glow": ("#fdd9b5", "#4a2413"),
    "heart": ("#fbbf24", "#ffd166"),
    "brass": ("#ead9a6", "#8a7a45"),
    "alarm": ("#8f1d14", "#ff8a80"),
    "filled": ("#c9a227", "#7a6110"),
    "change": ("#7b1fa2", "#e1a6f5"),
    "ghost": ("#e9e6dc", "#2b3439"),
}
"""Each colour by its name: by day, and by night."""

DAY: Final = {name: by_day for name, (by_day, _) in _INKS.items()}
_NIGHT: Final = {name: by_night for name, (_, by_night) in _INKS.items()}

HUES: Final = (
    ("#0072b2", "#ffffff"),
    ("#e69f00", "#000000"),
    ("#009e73", "#000000"),
    ("#cc79a7", "#000000"),
    ("#f0e442", "#000000"),
    ("#d55e00", "#000000"),
    ("#56b4e9", "#000000"),
    ("#3b3b3b", "#ffffff"),
)
"""By seat: the colour of a gnome and of their letter.  Told apart with any kind of colour vision
(the palette of Okabe and Ito), by day and by night."""

_FILLS: Final = (
    *("sea", "hull", "plate", "room", "paper", "water", "glow", "brass", "filled", "flame"),
    *("heart", "ghost", "alarm", "wall", "change"),
)
_STROKES: Final = ("hull", "plate", "wall", "line", "wave", "alarm", "change", "paper")
_TEXTS: Final = ("ink", "soft", "alarm", "change", "paper")


def _rules(colours: dict[str, str]) -> str:
    fills = [f".f-{name}{{fill:{colours[name]}}}" for name in _FILLS]
    strokes = [f".s-{name}{{stroke:{colours[name]}}}" for name in _STROKES]
    texts = [f".t-{name}{{fill:{colours[name]}}}" for name in _TEXTS]
    return "".join(fills + strokes + texts)


STYLE: Final = "".join(
    [
        f"text{{font-family:'{FAMILY}','Source Sans 3','Helvetica Neue',Arial,sans-serif}}",
        ".none{fill:none}.bold{font-weight:600}path{stroke-linejoin:round;stroke-linecap:round}",
        _rules(DAY),
        *[
            f".f-g{seat}{{fill:{hue}}}.t-l{seat}{{fill:{letter}}}"
            for seat, (hue, letter) in enumerate(HUES)
        ],
        f"@media (prefers-color-scheme:dark){{{_rules(_NIGHT)}}}",
    ]
)
"""The style sheet: it follows whoever reads by night."""


Point: TypeAlias = tuple[float, float]
Loop: TypeAlias = tuple[Point, ...]


class Area(NamedTuple):
    """Areas with corners, or lines if *closed* is not set; colours are names of `inks`, or none."""

    loops: tuple[Loop, ...]
    fill: str = ""
    line: str = ""
    thick: float = 0
    closed: bool = True


class Circle(NamedTuple):
    """A circle; *dash* is how long the dashes of its line are, 0 of one without gaps."""

    at: Point
    radius: float
    fill: str = ""
    line: str = ""
    thick: float = 0
    dash: float = 0


class Rectangle(NamedTuple):
    """An upright rectangle; its corners may be round."""

    left: float
    top: float
    width: float
    height: float
    fill: str = ""
    line: str = ""
    thick: float = 0
    corner: float = 0


class Text(NamedTuple):
    """A line of words, its left end, middle or right end on *x*, standing on *y*."""

    x: float
    y: float
    words: str
    size: float
    ink: str = "ink"
    bold: bool = False
    anchor: str = "start"


class Sign(NamedTuple):
    """One of `rednov_bot.games.red_november.render.picture.pieces`, with its origin at a point."""

    name: str
    at: Point
    size: float = 1


class Group(NamedTuple):
    """Parts that are one thing, and what is read aloud of it; *name* is for style and tests."""

    says: str
    parts: tuple[Shape, ...]
    name: str = ""


@dataclass(frozen=True, eq=False, slots=True)
class Panel:
    """Parts within a box, painted once for all pictures in which this very panel stands.

    They are on a *ground* of one colour.  Where it is *bare*, what is behind the panel is seen
    past its parts, and the ground is only what their edges are mixed with.
    """

    left: float
    top: float
    width: float
    height: float
    ground: str
    parts: tuple[Shape, ...]
    bare: bool = False


class Moved(NamedTuple):
    """A panel with its origin at a point in whole pixels."""

    at: Point
    panel: Panel


Shape: TypeAlias = Area | Circle | Rectangle | Text | Sign | Group | Panel | Moved

_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no XML can hold; and what turns the writing round reaches no further than its own text."""

_BIDI = re.compile("[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]")


def readable(words: str) -> str:
    """Words as XML can hold them, line by line."""
    return _NO_XML.sub("\ufffd", words)


def clean(words: str) -> str:
    """Words as a picture can hold them: one line, without signs that only steer."""
    return " ".join(_BIDI.sub("", readable(words)).split())


def stroke(*points: Point, line: str, thick: float) -> Area:
    """A line from point to point."""
    return Area((points,), "", line, thick, closed=False)


def bent(start: Point, *curves: tuple[Point, Point, Point]) -> Loop:
    """Cubic curves from a point on, each by two handles and its end, as short straight lines."""
    points = [start]
    for one, two, end in curves:
        here = points[-1]
        for step in range(1, 7):
            t = step / 6
            weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            near = (here, one, two, end)
            x, y = (sum(w * at[n] for w, at in zip(weights, near, strict=True)) for n in (0, 1))
            points.append((round(x, 2), round(y, 2)))
    return tuple(points)


def wave(left: float, right: float, y: float, high: float, long: float) -> Loop:
    """A wavy line, each of its waves about *long* pixels."""
    steps = max(1, round((right - left) / long)) * 8
    step = (right - left) / steps
    return tuple(
        [
            (round(left + step * n, 2), round(y - high * sin(2 * pi * n / 8), 2))
            for n in range(steps + 1)
        ]
    )


def around(radius: float, turns: int, first: float = 0.0) -> Loop:
    """So many points on a circle around the origin."""
    angles = [first + 2 * pi * turn / turns for turn in range(turns)]
    return tuple([(round(radius * cos(at), 2), round(radius * sin(at), 2)) for at in angles])


def across(loops: Iterable[Sequence[Point]], y: float) -> list[tuple[float, float]]:
    """From where to where a level goes within areas of upright and level edges."""
    xs = sorted(
        x
        for loop in loops
        for (x, y1), (_, y2) in zip(loop, (*loop[1:], loop[0]), strict=True)
        if min(y1, y2) <= y < max(y1, y2)
    )
    return list(zip(xs[::2], xs[1::2], strict=False))


def below(loops: Iterable[Sequence[Point]], y: float) -> tuple[Loop, ...]:
    """The part of areas with upright and level edges that is below a level."""
    kept = (tuple([(x, max(y, y1)) for x, y1 in loop]) for loop in loops)
    return tuple([loop for loop in kept if any(y1 > y for _, y1 in loop)])
