"""An SVG picture becomes PNG: by resvg, with the lettering that travels with the program alone.

resvg drops text without a word where it has no letters for it; so the picture is lettered with
what `rednov_bot.lettering` has, and a name in another script is given by its letter on the board.
"""

from __future__ import annotations

import io
from functools import cache
from typing import Final

from rednov_bot.engine.position import Position
from rednov_bot.engine.tables import Tables
from rednov_bot.lettering import font_files
from rednov_bot.picture.board import board_svg

COLOURS: Final = 256
"""All that a flat drawing needs: a palette makes the file less than half as large."""


PIXELS: Final = 840
"""How wide: more than mail programs show it, and a quarter less to be painted."""


def board_png(
    position: Position, tables: Tables, before: Position | None = None, *, heading: str = ""
) -> bytes:
    """The picture of `board_svg` by day, as PNG.  The same values give the same octets."""
    return png(board_svg(position, tables, before, heading=heading, night=False))


def png(svg: str) -> bytes:
    """A picture as PNG, a little smaller than it is."""
    import resvg_py
    from PIL import Image

    drawn = resvg_py.svg_to_bytes(
        svg_string=svg, skip_system_fonts=True, font_files=_letters(), width=PIXELS
    )
    with Image.open(io.BytesIO(bytes(drawn))) as whole:
        few = whole.convert("RGB").quantize(
            COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
        )
    made = io.BytesIO()
    few.save(made, "PNG")
    return made.getvalue()


@cache
def _letters() -> list[str]:
    return [str(path) for path in font_files()]
