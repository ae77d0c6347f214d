"""Text as resvg prints it with our font alone."""

from __future__ import annotations

from xml.sax.saxutils import escape

from resvg_py import svg_to_bytes

from rednov_bot.lettering import FAMILY, font_files

_FILES = [str(path) for path in font_files()]


def text(words: str, *, at: float = 20, size: float = 40, weight: int = 400) -> str:
    """An SVG element with words that begin so many px from the left."""
    return (
        f'<text x="{at}" y="60" font-family="{FAMILY}" font-size="{size}"'
        f' font-weight="{weight}" xml:space="preserve">{escape(words)}</text>'
    )


def printed(*elements: str, wide: int = 120) -> bytes:
    """A PNG of elements, 100 px high."""
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="100">'
    return svg_to_bytes(
        svg_string=svg + "".join(elements) + "</svg>", skip_system_fonts=True, font_files=_FILES
    )
