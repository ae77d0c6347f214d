"""What can be written, and how wide it is: all that a drawer asks, without fontTools."""

from __future__ import annotations

import unicodedata
from itertools import pairwise
from pathlib import Path
from typing import Final

from rednov_bot.lettering.repertoire import NOTDEF, characters, kern, signs
from rednov_bot.lettering.weights import BOLD, EM, REGULAR, WEIGHTS

FAMILY: Final = "Rednov Sign"
"""What the font is called in a `font-family`; its weights are 400 and 700."""


def font_files() -> tuple[Path, Path]:
    """The font's two files, regular and bold."""
    regular, bold = (Path(__file__).with_name(weight.file) for weight in WEIGHTS)
    return regular, bold


def covers(text: str) -> bool:
    """Whether every character of a text is drawn; letters and marks may stand apart (NFD)."""
    return characters().issuperset(unicodedata.normalize("NFC", text))


def width(text: str, size: float, *, bold: bool = False) -> float:
    """How far a text on one line advances at a font size, in the unit of the size.

    What is not drawn counts as wide as the box that stands for it.
    """
    weight = BOLD if bold else REGULAR
    known = signs(weight)
    missing = known[NOTDEF]
    line = [known.get(character, missing) for character in unicodedata.normalize("NFC", text)]
    ems = sum(sign.advance for sign in line)
    ems += sum(kern(left, right, weight) for left, right in pairwise(line))
    return ems * size / EM
