"""Which sentences stand inside quotation marks that an earlier sentence has opened."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import Final

_MARK: Final = re.compile(r"[\"\u201c\u201d]|\n[ \t]*\n")


class Quotes:
    """The quotation marks of a text, paragraph by paragraph; one that is not closed counts not."""

    def __init__(self, text: str) -> None:
        self._opened: list[int] = []
        self._closed: list[int] = []
        if '"' not in text and "\u201c" not in text and "\u201d" not in text:
            return
        marks: list[int] = []
        for match in [*_MARK.finditer(text), None]:
            if match is not None and len(match[0]) == 1:
                marks.append(match.start())
                continue
            if len(marks) % 2 == 0:
                self._opened += marks[::2]
                self._closed += marks[1::2]
            marks = []

    def hold(self, at: int) -> bool:
        """Whether this place is inside a pair of marks."""
        before = bisect_left(self._opened, at)
        return before > 0 and self._closed[before - 1] > at and self._opened[before - 1] < at - 1
