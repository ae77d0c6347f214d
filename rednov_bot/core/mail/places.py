"""Where in the mail each word stands that is read: its part, its line, its column."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

from rednov_bot.core.mail import plain
from rednov_bot.core.mail.parts import Text
from rednov_bot.core.mail.quotes import Live
from rednov_bot.papers import Place


class Places:
    """The way back from the live text to the mail.  Nothing is looked up before it is asked for.

    Parts are counted as a reader meets them, lines as they stand in a decoded part of plain
    text, or in an HTML part as it is shown; what has no width has no column.
    """

    __slots__ = ("_starts", "_words", "firsts", "live", "parts")

    def __init__(
        self,
        parts: tuple[Text, ...],
        firsts: Sequence[int],
        live: Sequence[Live],
        words: Sequence[str],
    ) -> None:
        self.parts = parts
        self.firsts = firsts  # the number of each part's first line among all lines
        self.live = live  # of each live line: its number among all lines, its columns
        self._words = words  # the live lines
        self._starts: list[int] = []  # of each live line: its offset in the text

    def at(self, offset: int) -> Place:
        """Where the character stands that is read at this offset of the live text.

        A line end stands behind the line it ends; IndexError outside of the text.
        """
        if not self._starts:
            self._starts = list(accumulate((len(line) + 1 for line in self._words), initial=0))
        if not 0 <= offset < self._starts[-1]:
            raise IndexError(offset)
        row = bisect_right(self._starts, offset) - 1
        number, first, _ = self.live[row]
        column = first + offset - self._starts[row]
        part = bisect_right(self.firsts, number) - 1
        line, column = self._in_part(part, number - self.firsts[part], first, row, column)
        return Place(part=part + 1, line=line, column=column)

    def _in_part(
        self, part: int, number: int, first: int, row: int, column: int
    ) -> tuple[int, int]:
        """Line and column in a part, from its line *number* as it was read."""
        seen = self.parts[part]
        if seen.kind == "html":
            return number + 1, column + 1
        flow = {"flowed": seen.flowed, "delsp": seen.delsp}
        read = plain.lines(seen.text, **flow)
        return plain.place(seen.text, read.sources[number], column, read.texts[number], **flow)
