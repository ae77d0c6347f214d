"""How gnomes speak at sea, in plain words: "I be openin' th' hatch an' in I go"."""

from __future__ import annotations

import re
from typing import Final, TypeAlias

Piece: TypeAlias = tuple[str, int, int]
"""A piece of the text, in lower case, and where it begins and ends."""

_SPOKEN: Final = re.compile(
    r"in'(?!\w)|\b(?:an|wi|o|th|t|ol|wiv)'(?!\w)|'(?:tis|twas|em|is)\b|\b(?:ye|yer|arr+|yarr+|avast|cap'n"
    r"|matey|mateys|tae|fer|i be|ah'm)\b"
)
_LOOSE: Final = re.compile(r"'(?:(?!\w)|(?<!\w'))")
"""An apostrophe that stands inside no word."""
_STEMS: Final = ("ye", "arr", "avast", "matey", "tae", "fer", "i be", "cap'n", "ah'm")
_CLIPPED: Final = {
    "an": "and",
    "wi": "with",
    "wiv": "with",
    "o": "of",
    "th": "the",
    "t": "to",
    "ol": "old",
}
_APOSTROPHE_FIRST: Final = {"tis": "it's", "twas": "was", "em": "them", "is": "his"}
_SPELT: Final = {
    "cap'n": "captain", "yer": "your", "ye": "you", "tae": "to", "fer": "for", "ah'm": "i'm",
    "meself": "myself", "dat": "that", "dis": "this", "da": "the", "ter": "to", "tha": "the",
    "wif": "with", "goin": "going", "missus": "crew",
}  # fmt: skip
_EXCLAIMED: Final = re.compile(r"^(?:a+r+h*|y+a+r+|avast|mateys?|hearties|heave|ho|ahoy)$")
_TAKES_ME: Final = frozenset(
    ["give", "gives", "to", "for", "let", "lets", "with", "from", "tell", "by", "at", "of", "hand"]
)
"""Behind one of these "me" is no "my"."""


def is_spoken(lowered: str) -> bool:
    """Whether a text has anything of the dialect."""
    clipped = "'" in lowered and _LOOSE.search(lowered) is not None
    return (clipped or any(map(lowered.__contains__, _STEMS))) and bool(_SPOKEN.search(lowered))


def in_plain_words(pieces: list[Piece]) -> list[Piece]:
    """The pieces with clipped and broad words written out; none moves."""
    plain: list[Piece] = []
    at = 0
    while at < len(pieces):
        piece, start, stop = pieces[at]
        after = pieces[at + 1] if at + 1 < len(pieces) else ("", 0, 0)
        if after[0] == "'" and after[1] == stop and (whole := _clipped(piece)):
            plain.append((whole, start, after[2]))
            at += 2
        elif piece == "'" and after[1] == stop and after[0] in _APOSTROPHE_FIRST:
            plain.append((_APOSTROPHE_FIRST[after[0]], start, after[2]))
            at += 2
        else:
            if (piece := _broad(piece, plain, after[0])) != "":
                plain.append((piece, start, stop))
            at += 1
    return plain


def _clipped(piece: str) -> str:
    """ "openin'" is "opening", "an'" is "and"."""
    if piece in _CLIPPED:
        return _CLIPPED[piece]
    return piece + "g" if piece.endswith("in") and len(piece) > 4 else ""


def _broad(piece: str, before: list[Piece], after: str) -> str:
    """One broad word; "" where it means nothing: "I be opening", "arr"."""
    last = before[-1][0] if before else ""
    if piece == "be" and last == "i" and after != "it":
        before[-1] = ("i'm", before[-1][1], before[-1][2])
        return ""
    if piece == "me" and after.isalpha() and last not in _TAKES_ME:
        return "my"
    if _EXCLAIMED.match(piece):
        return ""
    return _SPELT.get(piece, piece)
