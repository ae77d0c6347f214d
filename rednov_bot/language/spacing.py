"""Two spaces behind a full stop, or between all words, say no more than one."""

from __future__ import annotations

import re
from typing import Final

_BEHIND_A_MARK: Final = re.compile(r"(?<=[.!?;,])[ ]{2}(?=[^\W_])")
_SINGLE: Final = re.compile(r"(?<=[^ ])[ ](?=[^ ])")
_WIDE: Final = re.compile(r"[ ]{3}")
_FEW: Final = 4
"""Gaps; a line with fewer may be the row of a table."""


def single_spaced(text: str) -> str:
    """The text with one space where two are typed out of habit; tables keep their columns."""
    if "  " not in text:
        return text
    return "\n".join([_single(line) if "  " in line else line for line in text.split("\n")])


def _single(line: str) -> str:
    told = line.strip(" ")
    if _SINGLE.search(told) or _WIDE.search(told) or told.count("  ") < _FEW:
        return _BEHIND_A_MARK.sub(" ", line)
    return line[: len(line) - len(line.lstrip(" "))] + told.replace("  ", " ")


def places_of(typed: str, text: str) -> list[int]:
    """Where each character of *text* stands in the text as it was *typed*."""
    places: list[int] = []
    at = 0
    for char in text:
        while char != " " == typed[at]:
            at += 1
        places.append(at)
        at += 1
    return places
