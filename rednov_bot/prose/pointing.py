"""A gnome's own line with a mark under the words that are asked about, in columns of a terminal."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from typing import Final

from rednov_bot.prose.environment import WIDTH

_INDENT: Final = 2
_ROOM: Final = WIDTH - _INDENT
_CUT: Final = "..."

Shown = tuple[str, str]
"""A line, and the line of marks under it."""


def pointed(text: str, words: str) -> tuple[Shown, ...]:
    """The line of *text* in which alone these words of one line stand, and marks under them.

    A long line is cut around the words; words too long for a line have as many as they need.
    () where the words stand nowhere, or more than once.
    """
    if not words or text.count(words) != 1:
        return ()
    start = text.index(words)
    first = text.rfind("\n", 0, start) + 1
    line = text[first:].partition("\n")[0]
    return tuple(_rows(line, start - first, start - first + len(words)))


def _rows(line: str, start: int, end: int) -> Iterator[Shown]:
    """One row, if the words find room in it; else the words alone, in as many as they need."""
    cells = [_cell(character) for character in line]
    if sum(width for _, width in cells[start:end]) <= _ROOM - 2 * (len(_CUT) + 1):
        first, last = _window(line, cells, start, end)
        yield _row(cells, first, last, start, end)
        return
    while start < end:
        last = _fitting(line, cells, start, end)
        yield _row(cells, start, last, start, last, cut=False)
        start = last
        while start < end and line[start].isspace():
            start += 1


def _window(line: str, cells: Sequence[tuple[str, int]], start: int, end: int) -> tuple[int, int]:
    """From where to where a line is shown: whole, or as many words around as there is room for."""
    room = _ROOM - sum(width for _, width in cells)
    if room >= 0:
        return 0, len(line)
    room = _ROOM - 2 * (len(_CUT) + 1) - sum(width for _, width in cells[start:end])
    before = after = room // 2
    if (left := sum(width for _, width in cells[:start])) < before:
        before, after = left, room - left
    elif (right := sum(width for _, width in cells[end:])) < after:
        before, after = room - right, right
    first, last = start, end
    while first and cells[first - 1][1] <= before:
        first -= 1
        before -= cells[first][1]
    while last < len(line) and cells[last][1] <= after:
        after -= cells[last][1]
        last += 1
    return _at_a_word(line, first, start, last, end)


def _at_a_word(line: str, first: int, start: int, last: int, end: int) -> tuple[int, int]:
    """The same window, without halves of words at its edges where there are blanks to cut at."""
    if first and not line[first - 1].isspace():
        blank = next((at for at in range(first, start) if line[at].isspace()), None)
        first = first if blank is None else blank + 1
    if last < len(line) and not line[last].isspace():
        blank = next((at for at in range(last - 1, end - 1, -1) if line[at].isspace()), None)
        last = last if blank is None else blank
    return first, last


def _fitting(line: str, cells: Sequence[tuple[str, int]], start: int, end: int) -> int:
    """Up to where a row can hold the words, at a blank if there is one."""
    last, room = start, _ROOM
    while last < end and cells[last][1] <= room:
        room -= cells[last][1]
        last += 1
    if last < end and not line[last].isspace():
        blank = line.rfind(" ", start, last)
        last = blank if blank > start else last
    return last


def _row(
    cells: Sequence[tuple[str, int]],
    first: int,
    last: int,
    start: int,
    end: int,
    *,
    cut: bool = True,
) -> Shown:
    """The line from *first* to *last*, and marks from *start* to *end*."""
    while first < start and cells[first][0] == " ":
        first += 1
    before = f"{_CUT} " if cut and first and _is_shown(cells[:first]) else ""
    after = f" {_CUT}" if cut and _is_shown(cells[last:]) else ""
    shown = "".join([character for character, _ in cells[first:last]]).rstrip()
    blank = len(before) + sum([width for _, width in cells[first:start]])
    marks = sum([width for _, width in cells[start:end]])
    return f"{before}{shown}{after}", " " * blank + "^" * max(marks, 1)


def _is_shown(cells: Sequence[tuple[str, int]]) -> bool:
    return any(character.strip() for character, _ in cells)


def _cell(character: str) -> tuple[str, int]:
    """A character as it is shown, and its columns: none, one or two (UAX 11)."""
    if " " <= character <= "~":
        return character, 1
    kind = unicodedata.category(character)
    if kind in ("Mn", "Me"):
        return character, 0
    if kind in ("Cf", "Cs", "Co", "Cn"):
        return "", 0
    if kind[0] in "CZ":
        return " ", 1
    return character, 2 if unicodedata.east_asian_width(character) in "WF" else 1
