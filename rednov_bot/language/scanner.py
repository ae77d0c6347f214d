"""A text becomes words: every known phrase is one word, the longest that fits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from rednov_bot.games.red_november.reader.lexicon import PLAIN, plain as in_plain, unaccented
from rednov_bot.language.dialect import in_plain_words, is_spoken
from rednov_bot.language.lexicon import DETERMINERS, Node, spellings, vocabulary
from rednov_bot.language.typos import mended
from rednov_bot.language.words import Sense, Word, kinds

_PIECE: Final = re.compile(
    r"[^\W\d_]+(?:'[^\W\d_]+)*|\d+(?::\d\d\b)?|(?<![-=])[-=]+>|\n|[^\s\w]|_+", re.UNICODE
)
WORD: Final = re.compile(r"[a-z0-9']+|\?")
_PLAIN: Final = {**PLAIN, ord("\u2022"): "\n", ord("\u00b7"): "\n"}  # a bullet begins a line
_UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"})
_BREAKS: Final = {
    ",": "SEP", "&": "SEP", "+": "PLUS", ".": "STOP", "!": "STOP", ";": "STOP", "?": "QUERY",
    ":": "COLON", "(": "OPENING", ")": "CLOSING", "[": "ASIDE", "]": "ASIDE_END", "/": "SLASH",
    "-": "DASH", "{": "SEP", "}": "SEP", "|": "SEP", ">": "ARROW", "\n": "STOP", "%": "PERCENT",
    "=": "SEP", "~": "TILDE", "*": "FILL", "_": "FILL", '"': "QUOTE", "'": "FILL", "#": "FILL",
}  # fmt: skip
_ABBREVIATIONS: Final = kinds(
    "min mins m no h e i g rm r nr etc vs approx p ca para sect viz deact"
)
_NO_MANNER: Final = kinds(
    "early fly family belly ally rally bully jelly daily weekly monthly yearly"
)
_ITS_OWN: Final = ("eir", "his", "her", "their")
"""Inside "twiddles eir thumbs" no more than "my" is in "twiddle my thumbs"."""
_WRAPPED_FROM: Final = 58
"""A line is wrapped, not ended, if the next word would have passed this column."""


@lru_cache(maxsize=16)
def plain(text: str) -> str:
    """The text in lower case with plain quotes, dashes and spaces, of the same length."""
    return in_plain(text, _PLAIN)


@lru_cache(maxsize=16)
def words_in(lowered: str) -> frozenset[str]:
    """Every word of a plain text once, each with its apostrophes and without those around it."""
    words = WORD.findall(lowered)
    words += [word.strip("'") for word in words if "'" in word]
    return frozenset(words)


@lru_cache(maxsize=32)
def _proper_names(
    people: tuple[str, ...], contest: str
) -> dict[str, list[tuple[list[str], Sense]]]:
    """The names of people and of the contest, under their first word, the longest first."""
    names: dict[str, list[tuple[list[str], Sense]]] = {}
    for kind, known in (("NAME", people), ("CONTEST", (contest,))):
        for name in known:
            pieces = _PIECE.findall(plain(name))
            if pieces:
                row = (pieces, Sense(kind, name=name))
                names.setdefault(pieces[0], []).append(row)
                names.setdefault(pieces[0] + "'s", []).append(row)
    for spelling, sense in _other_spellings(people):
        rows = names.setdefault(spelling[0], [])
        rows.append((spelling, sense))
        names.setdefault(spelling[0] + "'s", []).append((spelling, sense))
    for rows in names.values():
        rows.sort(key=lambda row: -len(row[0]))
    return names


def _other_spellings(people: tuple[str, ...]) -> Iterator[tuple[list[str], Sense]]:
    """Names without accents, and first names; one that several people share is a NAMESAKE."""
    exact = {plain(name) for name in people}
    meant: dict[str, list[str]] = {}
    for name in people:
        bare = plain(name)
        spelt = (bare, unaccented(bare), unaccented(bare.translate(_UMLAUTS)))
        firsts = [spelling.split()[0] for spelling in spelt if len(spelling.split()) > 1]
        first = [one for one in firsts if len(one) > 1 and one.isalpha() and not _is_known(one)]
        for spelling in {*spelt, *first} - exact:
            meant.setdefault(spelling, []).append(name)
    for spelling, called in meant.items():
        kind = "NAME" if len(called) == 1 else "NAMESAKE"
        if pieces := _PIECE.findall(spelling):
            yield pieces, Sense(kind, name=" or ".join(called))


def _is_known(word: str) -> bool:
    """Whether a first name is a word of the game as well, which it then stays."""
    node = vocabulary().next.get(word)
    return word in DETERMINERS or (node is not None and bool(node.senses))


def scan(text: str, people: Sequence[str], contest: str) -> list[Word]:
    """All words of the text, each known phrase as one; determiners are left out."""
    names = _proper_names(tuple(people), contest)
    pieces = _mended(_pieces(text), frozenset(names))
    root = vocabulary()
    first = root.next
    words: list[Word] = []
    at, end, det = 0, len(pieces), ""
    while at < end:
        piece, start, stop = pieces[at]
        if piece in DETERMINERS and at + 1 < end and pieces[at + 1][0][0].isalnum():
            det, at = piece, at + 1
            continue
        length: int = 0
        senses: tuple[Sense, ...] = ()
        if piece in names:
            length, senses = _proper(names[piece], pieces, at, text)
        if not length and (piece in first or "'" in piece):
            node = first.get(piece)
            if node is not None and not node.next:
                length, senses = 1, node.senses
            else:
                known = 0 if node is None else 1
                length, senses = _longest(node or root, pieces, at, at + known)
        if not length:
            length, senses = 1, _unlisted(piece)
        if length > 1:
            stop = pieces[at + length - 1][2]
            piece = " ".join([p[0] for p in pieces[at : at + length]])
        is_ = senses[0]
        words.append(
            Word(
                is_.kind, start, stop, piece, senses,
                is_.name, is_.number, (), is_.form, det, is_.plural,
            )
        )  # fmt: skip
        at, det = at + length, ""
    return words


def _pieces(text: str) -> list[tuple[str, int, int]]:
    """The pieces of a text with their places; wrapped lines and inner hyphens are joined."""
    lowered = plain(text)
    pieces: list[tuple[str, int, int]] = []
    for match in _PIECE.finditer(lowered):
        piece = match[0]
        start, stop = match.span()
        if piece.isalnum():
            pieces.append((piece, start, stop))
            continue
        if piece == "\n" and (not pieces or _is_wrapped(lowered, start)):
            continue
        if (
            piece == "-"
            and lowered[start - 1 : start].isalpha()
            and lowered[stop : stop + 1].isalpha()
        ):
            continue
        if (
            piece == "."
            and pieces
            and pieces[-1][0] in _ABBREVIATIONS
            and start == pieces[-1][2]
            and (lowered[stop : stop + 2].strip() or pieces[-1][0] not in ("min", "mins", "m"))
            and (pieces[-1][0] != "i" or lowered[stop : stop + 2].strip()[:1] in ("e", ""))
            and (pieces[-1][0] != "no" or lowered[stop : stop + 2].strip().isdecimal())
        ):
            continue
        if piece in ".)" and _is_list_mark(lowered, pieces, start):
            pieces.pop()
            continue
        if piece == "\n" and pieces[-1][0] == "\n":
            piece = "\n\n"
            pieces.pop()
        pieces.append((piece, start, stop))
    return in_plain_words(pieces) if is_spoken(lowered) else pieces


def _mended(
    pieces: list[tuple[str, int, int]], names: frozenset[str]
) -> list[tuple[str, int, int]]:
    """The pieces with plain typing errors put right."""
    known, _ = spellings()
    for at, (piece, start, stop) in enumerate(pieces):
        if piece not in known and piece.isalpha() and (meant := mended(piece, names)) != piece:
            pieces[at] = (meant, start, stop)
    return pieces


def _is_list_mark(lowered: str, pieces: list[tuple[str, int, int]], stop: int) -> bool:
    """Whether the "1." or "2)" here only numbers a line."""
    if not pieces or not pieces[-1][0].isdecimal() or pieces[-1][2] != stop:
        return False
    line = lowered.rfind("\n", 0, stop) + 1
    return not lowered[line : pieces[-1][1]].strip(" -*(") and lowered[stop + 1 : stop + 2] in " "


def _is_wrapped(lowered: str, newline: int) -> bool:
    """Whether the line ends here only because it was full."""
    line = lowered[lowered.rfind("\n", 0, newline) + 1 : newline].rstrip()
    if not line or line[-1] in ".;:!?":
        return False
    rest = lowered[newline + 1 : newline + 40].partition("\n")[0].lstrip(" ")
    first = rest.split(" ", 1)[0]
    if not first or not (first[0].isalnum() or first[0] in "(\"'"):
        return False
    return len(line) + 1 + len(first) > _WRAPPED_FROM


def _proper(
    rows: list[tuple[list[str], Sense]], pieces: list[tuple[str, int, int]], at: int, text: str
) -> tuple[int, tuple[Sense, ...]]:
    """A name of a person or of the contest that stands here."""
    for spelling, sense in rows:
        length = len(spelling)
        if all(
            at + n < len(pieces) and pieces[at + n][0].removesuffix("'s") == spelling[n]
            for n in range(length)
        ):
            known_word = vocabulary().next.get(spelling[0])
            if known_word and known_word.senses and text[pieces[at][1]].islower():
                continue
            owner = pieces[at + length - 1][0].endswith("'s")
            return length, (Sense("OWNER" if owner else sense.kind, name=sense.name),)
    return 0, ()


def _longest(
    node: Node, pieces: list[tuple[str, int, int]], at: int, ahead: int
) -> tuple[int, tuple[Sense, ...]]:
    """The longest known phrase that begins here; determiners inside it are passed over.

    The pieces up to *ahead* lead to the *node*.  Not so in "I hand the pump to Pip", "I open the
    sea hatch", "I pump the room out".
    """
    senses = node.senses
    length = ahead - at if senses else 0
    end = len(pieces)
    while ahead < end and node.next:
        piece = pieces[ahead][0]
        following = node.next.get(piece)
        if following is None and piece[-2:] == "'s":
            following = node.next.get(piece[:-2])
        if following is None:
            own = piece in DETERMINERS or (piece in _ITS_OWN and pieces[at][0][-1:] in "sg")
            if own and ahead > at and pieces[ahead - 1][0] not in ("hand", "open", "pump"):
                ahead += 1
                continue
            break
        ahead, node = ahead + 1, following
        if node.senses:
            length, senses = ahead - at, node.senses
    return length, senses


@lru_cache(maxsize=4096)
def _unlisted(piece: str) -> tuple[Sense, ...]:
    """What a piece is that stands in no table: a number, a mark, or not known."""
    if piece[0].isdecimal():
        if ":" in piece:
            hours, _, minutes = piece.partition(":")
            return (Sense("DUR", number=int(minutes)),) if hours == "0" else (Sense("OTHER"),)
        if len(piece) > 2 or (len(piece) == 2 and piece[0] == "0"):
            return (Sense("BIG", number=0),)
        return (Sense("NUM", number=int(piece)),)
    if piece == "\n\n":
        return (Sense("PARAGRAPH"),)
    if piece in _BREAKS:
        return (Sense(_BREAKS[piece]),)
    if piece[-1] == ">":
        return (Sense("ARROW"),)
    if not piece[0].isalpha() or (piece.endswith("ly") and piece not in _NO_MANNER):
        return (Sense("FILL"),)  # an adverb that says how
    return (Sense("OTHER"),)
