"""What letters.txt says: each letter as strokes on a grid.  Its form is explained at its head."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Final

SOURCE: Final = Path(__file__).with_name("letters.txt")

BASELINE: Final = 0.0
X_HEIGHT: Final = 10.0
CAPITAL_HEIGHT: Final = 14.0
ASCENDER: Final = 15.0
DESCENDER: Final = -4.2
LINES: Final = (BASELINE, X_HEIGHT, CAPITAL_HEIGHT, ASCENDER, DESCENDER)
"""The heights, in units of the grid, that letters stand on and reach up to."""

OVERSHOOT: Final = 0.2
"""By how much of a unit a round stroke swings over such a height, to look as tall as a flat one."""

FULLNESS: Final = 0.57
"""How far the handles of a quarter reach towards its corner; 0.5523 would be a true ellipse."""

BEARINGS: Final = {"|": 2.1, "(": 1.65, ")": 1.65, "/": 1.3, "\\": 1.3, ".": 1.3, "0": 0.0}
"""Room beside a letter in units, by what it shows there: stem, round, slant, something open."""

DOT: Final = 1.32
"""How broad a dot is, where a stroke is 1."""

Point = tuple[float, float]
Piece = tuple[Point, ...]
"""One point is a dot, two are a straight line, four a Bézier curve from the first to the last."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """One movement of the engraving tool."""

    pieces: tuple[Piece, ...]
    filled: bool = False
    breadth: float = 1.0  # of the tool; 1 is that of a whole letter

    @property
    def closed(self) -> bool:
        """Whether it ends where it began."""
        return len(self.pieces) > 1 and _same(self.pieces[0][0], self.pieces[-1][-1])

    def reversed(self) -> Stroke:
        """The same, drawn from its end."""
        return replace(self, pieces=tuple(piece[::-1] for piece in reversed(self.pieces)))

    def moved(self, dx: float, dy: float, size: float = 1.0) -> Stroke:
        """The same elsewhere; where it is smaller, with a tool half as much finer."""
        pieces = tuple(
            tuple((dx + x * size, dy + y * size) for x, y in piece) for piece in self.pieces
        )
        return replace(self, pieces=pieces, breadth=self.breadth * (1 + size) / 2)


@dataclass(frozen=True, slots=True)
class Part:
    """Another letter inside a letter, at its own size."""

    letter: str
    dx: float
    dy: float


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter as it is drawn: in units of the grid, before any weight is given to its strokes."""

    strokes: tuple[Stroke, ...]
    parts: tuple[Part, ...]  # where there are parts, there are no strokes
    left: float  # room beside it, in units
    right: float
    fixed: float | None  # the whole advance, for letters that stand in the middle of it
    above: float | None  # where marks stand, if not over its middle
    below: float | None

    def box(self) -> tuple[float, float, float, float]:
        """Left, bottom, right and top of its strokes' middle lines, in units."""
        points = [point for stroke in self.strokes for piece in stroke.pieces for point in piece]
        if not points:
            return (0.0, 0.0, 0.0, 0.0)
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return (min(xs), min(ys), max(xs), max(ys))


@dataclass(frozen=True, slots=True)
class Alphabet:
    """All that letters.txt draws."""

    letters: dict[str, Letter]
    same: dict[str, str]  # letters that look like another: Cyrillic А like A
    kerns: dict[tuple[str, str], float]  # what pairs stand closer or wider, in units


class UnreadableLetter(ValueError):
    """A line of letters.txt is not of its form."""

    def __init__(self, number: int, line: str, why: str) -> None:
        super().__init__(f"letters.txt, line {number}: {why}: {line}")


@cache
def alphabet() -> Alphabet:
    """The letters of the source that travels in the package."""
    return read(SOURCE.read_text(encoding="utf-8"))


def read(text: str) -> Alphabet:
    """The letters that a source of this form draws."""
    letters: dict[str, Letter] = {}
    same: dict[str, str] = {}
    kerns: dict[tuple[str, str], float] = {}
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words or words[0] == "#":
            continue
        try:
            if words[0] == "kern":
                kerns |= _kerns(words[1:])
            elif words[1] == "=":
                same |= dict.fromkeys(map(_character, words[2:]), _character(words[0]))
            else:
                letters[_character(words[0])] = _letter(words[1], words[2:], letters)
        except (ValueError, IndexError, KeyError) as error:
            raise UnreadableLetter(number, line, str(error)) from error
    alike = {
        (same.get(left, left), same.get(right, right)): units
        for (left, right), units in kerns.items()
    }
    return Alphabet(letters, same, alike)


def _character(word: str) -> str:
    if len(word) > 1 and word.startswith("U+"):
        return chr(int(word[2:], 16))
    if len(word) != 1 and word != ".notdef":
        raise ValueError(f"{word} is no single character")
    return word


def _kerns(words: list[str]) -> dict[tuple[str, str], float]:
    left, right, amount = words
    return {(one, other): float(amount) for one in left for other in right}


def _letter(bearing: str, words: list[str], known: dict[str, Letter]) -> Letter:
    """One letter, from the word for its bearings and those for its strokes."""
    above = next((float(word[1:]) for word in words if word[0] == "^"), None)
    below = next((float(word[1:]) for word in words if word[0] == "_"), None)
    drawn = " ".join(word for word in words if word[0] not in "^_")
    strokes: list[Stroke] = []
    parts: list[Part] = []
    for one in filter(None, map(str.strip, drawn.split(";"))):
        if one.startswith("@"):
            letter, size, dx, dy = _copied(one)
            if size == 1 and "!" not in one:
                parts.append(Part(letter, dx, dy))
            else:
                strokes += [stroke.moved(dx, dy, size) for stroke in known[letter].strokes]
        else:
            strokes.append(_stroke(one))
    if parts and strokes:
        raise ValueError("parts and strokes together; write @! for a part")
    strokes = [_swung(stroke) for stroke in _joined(strokes)]
    fixed = float(bearing[1:]) if bearing.startswith("=") else None
    left, right = (0.0, 0.0) if fixed is not None else (BEARINGS[bearing[0]], BEARINGS[bearing[1]])
    return Letter(tuple(strokes), tuple(parts), left, right, fixed, above, below)


_COPIED: Final = re.compile(r"@!?(U\+\w+|\S)(?:\*([\d.]+))?\+(-?[\d.]+),(-?[\d.]+)")


def _copied(text: str) -> tuple[str, float, float, float]:
    """Which letter is copied, how large, how far to the right and how far up."""
    found = _COPIED.fullmatch(text)
    if found is None:
        raise ValueError(f"{text} is no copy")
    letter, size, dx, dy = found.groups()
    return _character(letter), float(size or 1), float(dx), float(dy)


def _stroke(text: str) -> Stroke:
    filled = text.startswith("%")
    first, *others = text.removeprefix("%").split()
    breadth = 1.0
    if first.startswith("~"):
        breadth = float(first[1:])
        first, *others = others
    at = _point(first)
    pieces: list[Piece] = []
    for word in others:
        pieces.append(_piece(at, word))
        at = pieces[-1][-1]
    if not pieces:
        return Stroke(((at,),), filled, DOT * breadth)
    return Stroke(tuple(pieces), filled, breadth)


def _piece(at: Point, word: str) -> Piece:
    """The piece from where the tool is to where a word sends it."""
    if word[0] == "c":
        first, second, end = map(_point, word[1:].split(":"))
        return (at, first, second, end)
    if word[0] not in "hv":
        return (at, _point(word))
    target, _, part = word[1:].partition("*")
    end = _point(target)
    corner = (end[0], at[1]) if word[0] == "h" else (at[0], end[1])
    handles = (_between(at, corner, FULLNESS), _between(end, corner, FULLNESS))
    return _beginning((at, *handles, end), float(part or 1))


def _point(word: str) -> Point:
    x, y = word.split(",")
    return (float(x), float(y))


def _between(one: Point, other: Point, share: float) -> Point:
    return (one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share)


def _beginning(curve: Piece, share: float) -> Piece:
    """The first part of a curve, by de Casteljau."""
    if share == 1:
        return curve
    a, b, c, d = curve
    ab, bc, cd = _between(a, b, share), _between(b, c, share), _between(c, d, share)
    abc, bcd = _between(ab, bc, share), _between(bc, cd, share)
    return (a, ab, abc, _between(abc, bcd, share))


def _same(one: Point, other: Point) -> bool:
    return abs(one[0] - other[0]) < 1e-6 and abs(one[1] - other[1]) < 1e-6


def _joined(strokes: list[Stroke]) -> list[Stroke]:
    """Strokes that set out from the same point in opposite directions are one."""
    joined: list[Stroke] = []
    for stroke in strokes:
        partner = next((one for one in joined if _set_out_apart(one, stroke)), None)
        if partner is None:
            joined.append(stroke)
        else:
            whole = replace(stroke, pieces=partner.reversed().pieces + stroke.pieces)
            joined[joined.index(partner)] = whole
    return joined


def _set_out_apart(one: Stroke, other: Stroke) -> bool:
    a, b = one.pieces[0], other.pieces[0]
    if len(a) == 1 or len(b) == 1 or one.closed or other.closed or not _same(a[0], b[0]):
        return False
    ax, ay, bx, by = a[1][0] - a[0][0], a[1][1] - a[0][1], b[1][0] - b[0][0], b[1][1] - b[0][1]
    return ax * bx + ay * by < 0 and abs(ax * by - ay * bx) < 0.02 * abs(ax * bx + ay * by)


def _swung(stroke: Stroke) -> Stroke:
    """A stroke whose curves swing a little over the line where they turn."""
    pieces = list(stroke.pieces)
    turns = range(0 if stroke.closed else 1, len(pieces))
    for at in turns:
        before, after = pieces[at - 1], pieces[at]
        if len(before) < 4 or len(after) < 4 or after[0][1] not in LINES:
            continue
        level = after[0][1]
        if abs(before[2][1] - level) > 1e-6 or abs(after[1][1] - level) > 1e-6:
            continue
        rise = before[0][1] - level, after[3][1] - level
        if rise[0] * rise[1] <= 0:
            continue
        by = -OVERSHOOT if rise[0] > 0 else OVERSHOOT
        pieces[at - 1] = (before[0], before[1], _raised(before[2], by), _raised(before[3], by))
        pieces[at] = (_raised(after[0], by), _raised(after[1], by), after[2], after[3])
    return replace(stroke, pieces=tuple(pieces))


def _raised(point: Point, by: float) -> Point:
    return (point[0], point[1] + by)
