"""The letters of the picture: Source Sans, from a package; what of a text fits into its place."""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

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
