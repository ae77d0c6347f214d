"""Towers of marks on one letter, higher than anybody builds.

To put marks into their order (Unicode normalisation) takes a time that grows with their square.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Final

HIGHEST: Final = 100  # marks on one letter that are left as they are


def first(text: str) -> int | None:
    """Where the first such tower stands, None of a text without one."""
    found = None if text.isascii() else _towers().search(text)
    return None if found is None else found.start()


def torn_down(text: str) -> str:
    """The text without them: what is left is normalised in a time that grows with its length."""
    return text if text.isascii() else _towers().sub("", text)


@cache
def _towers() -> re.Pattern[str]:
    marks = [sign for sign in map(chr, range(0x300, 0x1F000)) if unicodedata.combining(sign)]
    return re.compile(f"[{''.join(marks)}]{{{HIGHEST},}}")
