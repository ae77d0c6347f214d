"""Every character there is: a letter of letters.txt, or one made of letter and marks."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import Final

from rednov_bot.lettering.strokes import CAPITAL_HEIGHT, X_HEIGHT, Letter, alphabet
from rednov_bot.lettering.weights import Weight, nearest

NOTDEF: Final = ".notdef"

_RANGES: Final = (
    (0x00C0, 0x024F),  # Latin-1, Latin Extended-A and -B
    (0x0370, 0x03FF),  # Greek
    (0x0400, 0x052F),  # Cyrillic
    (0x1E00, 0x1EFF),  # Latin Extended Additional
)
_TAKEN_APART: Final = unicodedata.ucd_3_2_0
"""The one Unicode that every Python has, so that the same letters are made by each."""

_CEDILLA: Final = "\u0327"
_COMMA_BELOW: Final = "\u0326"
_COMMA_ABOVE: Final = "\u0312"
_CARON: Final = "\u030c"
_CARON_BESIDE: Final = "\u0315"
_HORN: Final = "\u031b"
_OGONEK: Final = "\u0328"

_WITH_COMMA: Final = frozenset("DGKLNRTdklnrt")
_BESIDE: Final = {"d": (9.5, 1.8), "t": (5.1, 1.1), "l": (2.4, 0.9), "L": (4.8, 0.0)}
"""Where the caron of tall letters stands to their right, and how much wider they are, in units."""

_HORNED: Final = {"o": 5.9, "O": 8.7}
_BEFORE_GREEK: Final = frozenset("\u0300\u0301\u0313\u0314\u0342")
_ASIDE: Final = 2.4
"""How far apart accents stand before a Greek capital, in units."""

_STACKED: Final = 3.1
"""How far one mark stands above another, in units."""

_OVER_CAPITALS: Final = 0.4
"""How much nearer a mark stands to a tall letter than to a low one, in units."""

_CLEAR: Final = 1.25
"""How far at least the middle of a mark's stroke stays from the letter's end, in units."""

_DOTTED: Final = {"i": "ı", "j": "ȷ"}


@dataclass(frozen=True, slots=True)
class Placed:
    """A letter of letters.txt, and how far it is moved, in ems."""

    letter: str
    dx: int = 0
    dy: int = 0


@dataclass(frozen=True, slots=True)
class Sign:
    """A character as it is set."""

    placed: tuple[Placed, ...]
    advance: int  # in ems
    base: str  # the letter that it is kerned like
    crowned: bool = False  # whether it is a small letter with a mark above


@cache
def signs(weight: Weight) -> dict[str, Sign]:
    """Every character of a weight, and .notdef."""
    found = {name: _drawn(name, weight) for name in alphabet().letters}
    found |= {name: found[like] for name, like in alphabet().same.items()}
    for first, last in _RANGES:
        for character in map(chr, range(first, last + 1)):
            if character not in found and (made := _made(character, weight)) is not None:
                found[character] = made
    return found


@cache
def characters() -> frozenset[str]:
    """Every character that is drawn, spaces among them."""
    known = alphabet()
    single = {*known.letters, *known.same} - {NOTDEF}
    made = (chr(code) for first, last in _RANGES for code in range(first, last + 1))
    return frozenset(single.union(character for character in made if _parts(character)))


def kern(left: Sign, right: Sign, weight: Weight) -> int:
    """By how many ems the second of two neighbours moves, to the right if it is more than 0."""
    units = alphabet().kerns.get((left.base, right.base), 0.0)
    if right.crowned and units < 0:
        units /= 2
    return nearest(weight.across(units))


def shift(letter: Letter) -> float:
    """How far the grid's 0 of a letter lies to the right of where the letter begins, in units."""
    left, _, right, _ = letter.box()
    if letter.fixed is not None:
        return (letter.fixed - (right - left)) / 2 - left
    return letter.left - left if letter.left or letter.right else 0.0


def _drawn(name: str, weight: Weight) -> Sign:
    """A letter that letters.txt draws, or puts together."""
    letter = alphabet().letters[name]
    if letter.parts:
        placed, end = [], 0
        for part in letter.parts:
            dx = nearest(weight.across(part.dx))
            placed.append(Placed(part.letter, dx, nearest(weight.up(part.dy))))
            end = max(end, dx + _drawn(part.letter, weight).advance)
        return Sign(tuple(placed), end, name)
    if letter.fixed is not None:
        return Sign((Placed(name),), nearest(weight.across(letter.fixed)), name)
    left, _, right, _ = letter.box()
    wide = right - left + letter.left + letter.right if letter.left or letter.right else 0
    return Sign((Placed(name),), nearest(weight.across(wide)), name)


def _parts(character: str) -> tuple[str, str] | None:
    """The letter and the marks that a character is made of, if they are drawn."""
    known = alphabet()
    apart = _TAKEN_APART.normalize("NFD", character)
    base, marks = known.same.get(apart[0], apart[0]), apart[1:]
    if not marks or base not in known.letters:
        return None
    if not all(known.same.get(mark, mark) in known.letters for mark in marks):
        return None
    return apart[0], marks


def _made(character: str, weight: Weight) -> Sign | None:
    """A character put together of a letter and its marks."""
    parts = _parts(character)
    if parts is None:
        return None
    written, marks = parts
    known = alphabet()
    base = known.same.get(written, written)
    marks = "".join(_as_set(base, mark) for mark in marks)
    above = [mark for mark in marks if _is_above(mark)]
    dotless = _DOTTED.get(base, base) if above else base
    letter = known.letters[dotless]
    before = [mark for mark in above if mark in _BEFORE_GREEK] if "Α" <= written <= "Ω" else []
    places = []
    for mark in marks:
        if mark in before:
            x, y = _place_before(base, letter), -1.2
            x += before.index(mark) * _ASIDE
        else:
            x, y = _place(mark, base, letter)
            x += len(before) * _ASIDE
        if mark in above and mark not in before:
            y += _STACKED * [one for one in above if one not in before].index(mark)
        places.append((mark, x, y))
    bare = _drawn(dotless, weight).advance
    left = right = 0.0
    if above and not before:
        left, right = _room(places, bare / weight.across(1))
    left += len(before) * _ASIDE
    right += _BESIDE[base][1] if _CARON_BESIDE in marks else 0.0
    placed = [Placed(dotless, nearest(weight.across(left)))]
    lean = left if not before else 0.0
    placed += [
        Placed(mark, nearest(weight.across(x + lean)), nearest(weight.up(y)))
        for mark, x, y in places
    ]
    wide = bare + nearest(weight.across(left + right))
    return Sign(tuple(placed), wide, base, bool(above) and written.islower())


def _room(places: list[tuple[str, float, float]], wide: float) -> tuple[float, float]:
    """How much room a narrow letter needs more to its left and right for the marks above it."""
    left = right = 0.0
    for mark, x, _ in places:
        if _is_above(mark):
            begin, _, end, _ = alphabet().letters[mark].box()
            left = max(left, _CLEAR - x - begin)
            right = max(right, x + end + _CLEAR - wide)
    return left, right


def _as_set(base: str, mark: str) -> str:
    """The mark engraved for another: of Latvian letters a comma, of a ď a caron beside it."""
    if mark == _CEDILLA and base == "g":
        return _COMMA_ABOVE
    if mark == _CEDILLA and base in _WITH_COMMA:
        return _COMMA_BELOW
    if mark == _CARON and base in _BESIDE:
        return _CARON_BESIDE
    return alphabet().same.get(mark, mark)


def _is_above(mark: str) -> bool:
    return unicodedata.combining(mark) == 230


def _place_before(base: str, letter: Letter) -> float:
    """Where an accent's 0 stands before a Greek capital, in units."""
    return shift(letter) + letter.box()[0] - 1.2 + (1.2 if base in "AΛ" else 0.0)


def _place(mark: str, base: str, letter: Letter) -> tuple[float, float]:
    """Where a mark's 0 stands over or under a letter, in units."""
    left, bottom, right, top = letter.box()
    tall = top - X_HEIGHT - _OVER_CAPITALS if top > CAPITAL_HEIGHT - 1 else 0.0
    if mark == _CARON_BESIDE:
        return shift(letter) + _BESIDE[base][0], 0.0
    if mark == _HORN:
        return shift(letter) + _HORNED.get(base, right), max(0.0, top - X_HEIGHT)
    middle = (left + right) / 2
    if _is_above(mark):
        return shift(letter) + (middle if letter.above is None else letter.above), tall
    low = min(0.0, bottom + 0.2) if mark not in (_CEDILLA, _OGONEK) else 0.0
    return shift(letter) + (middle if letter.below is None else letter.below), low
