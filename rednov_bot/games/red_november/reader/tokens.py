"""A text becomes tokens and sentences; a known phrase is one token with its senses."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from rednov_bot.games.red_november.reader.lexicon import (
    ARTICLES,
    MOST_KEPT,
    NOTHING,
    NUMBERS,
    PIECE,
    YOU,
    Classes,
    Lexicon,
    Sense,
    hashed,
    plain,
    word_set,
)

ITEM, ROOM, MACHINE, NUMBER, CUE, NAME, YOU_KIND, BARREL = (1 << bit for bit in range(8))
"""Kinds of token; a word may be of several."""

PLACE: Final = ROOM | MACHINE | BARREL

_MINUTES: Final = word_set("minute minutes min mins minute's minutes' m mn")
_ABBREVIATIONS: Final = word_set("min mins no nos rm e g i vs approx mr mrs dr st h p cf")
_WRAPPED_FROM: Final = 58
"""A line is wrapped, not ended, if the next word would have passed this column."""
_APART: Final = frozenset(("hand", "open", "pump"))
"""Verbs as well: "I hand a pump to Pip" has no hand pump."""
_ROMAN: Final = frozenset(("i", "ii", "iii", "iv", "v", "vi", "vii", "viii"))


class Alone(NamedTuple):
    """What a word or a phrase may stand for, whatever stands around it."""

    sense: Sense
    kind: int
    hash: int
    general: int  # the same for all tiles, all places, all numbers, all names


class Token:
    """A word, a phrase, a number or a mark, and what it may stand for."""

    __slots__ = (
        "classes", "end", "general", "hash", "index", "kind", "sense", "sentence", "start", "word",
    )  # fmt: skip

    def __init__(self, word: str, start: int, end: int, alone: Alone) -> None:
        self.word = word
        self.start = start
        self.end = end
        self.sense, self.kind, self.hash, self.general = alone
        self.classes: tuple[int, ...] = ()
        self.sentence = 0
        self.index = 0

    def __repr__(self) -> str:
        return f"Token({self.word!r}, {self.kind})"

    @property
    def place(self) -> int:
        """The room that the token names, or 0: a number is one, too."""
        sense = self.sense
        if sense.number >= 0:
            return 10 if sense.number == 0 else sense.number if sense.number <= 10 else 0
        return sense.room or sense.machine or (10 if sense.barrel else 0)


word_hash = lru_cache(maxsize=8192)(hashed)

_TOLD: Final = ITEM | ROOM | MACHINE | NUMBER | NAME
_GENERAL: Final = {}
for _kind in range(_TOLD + 1):
    for _bit, _name in ((ITEM, "<tile>"), (ROOM | MACHINE, "<place>"), (NUMBER, "<number>")):
        if _kind & _bit:
            _GENERAL[_kind] = hashed(_name)
            break
    else:
        if _kind & NAME:
            _GENERAL[_kind] = hashed("<name>")


def kind_of(sense: Sense) -> int:
    """The kinds of a sense as bits."""
    return (
        (ITEM if sense.item else 0)
        | (ROOM if sense.room else 0)
        | (MACHINE if sense.machine else 0)
        | (NUMBER if sense.number >= 0 else 0)
        | (CUE if sense.cue else 0)
        | (NAME if sense.name else 0)
        | (YOU_KIND if sense.you else 0)
        | (BARREL if sense.barrel else 0)
    )


class Text:
    """The tokens of a text, and its sentences by first token and behind the last."""

    def __init__(self, text: str, lexicon: Lexicon) -> None:
        self.text = text
        self.tokens = _tokens(text, lexicon)
        self.sentences = _sentences(text, self.tokens)
        self.slots = [token.index for token in self.tokens if token.kind]
        """The tokens that can fill a slot."""

    def words_of(self, number: int) -> str:
        """The words of a sentence, as they are written."""
        first, end = self.sentences[number]
        return self.text[self.tokens[first].start : self.tokens[end - 1].end]


_URL: Final = re.compile(
    r"(?:\b[a-z][a-z0-9+.-]{1,9}://|\bwww\.)[^\s<>]+"
    r"|\b[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/[^\s<>]*",
    re.IGNORECASE,
)
_TRAILING: Final = ".,;:!?)]}'\"’”"


def without_urls(text: str) -> str:
    """The text with each address of a page blotted out by as many letters: it is not words."""
    if "/" not in text and "www." not in text:
        return text
    return _URL.sub(lambda found: _blotted(found[0]), text)


def _blotted(url: str) -> str:
    kept = url.rstrip(_TRAILING)
    return "x" * len(kept) + url[len(kept) :]


def _tokens(text: str, lexicon: Lexicon) -> list[Token]:
    meant = lexicon.meant
    pieces = [(meant(word), start, end) for word, start, end in _pieces(plain(without_urls(text)))]
    phrases, alone = lexicon.phrases, lexicon.alone
    found: list[Token] = []
    at, end = 0, len(pieces)
    while at < end:
        word, start, stop = pieces[at]
        length = 1
        known = alone.get(word)
        if known is None:
            if len(alone) >= MOST_KEPT:
                alone.clear()
            known = alone[word] = _alone(word, lexicon)
        rows = phrases.get(word)
        if rows is None and word.endswith("'s"):
            rows = phrases.get(word[:-2])
        if rows is not None:
            length, sense = _longest(rows, pieces, at)
            if length > 1:
                stop = pieces[at + length - 1][2]
                if word in lexicon.cues:
                    sense = sense._replace(cue=True)
                word = " ".join([piece[0] for piece in pieces[at : at + length]])
                known = _known(word, sense)
        if length == 1 and word in ("a", "an") and at + 1 < end and pieces[at + 1][0] in _MINUTES:
            known = _known(word, known.sense._replace(number=1))
        found.append(Token(word, start, stop, known))
        at += length
    _classify(found, lexicon.classes)
    _mark_list_numbers(text, found)
    return found


def _alone(word: str, lexicon: Lexicon) -> Alone:
    """What a word may stand for that begins no longer phrase."""
    rows = lexicon.slots.get(word)
    if rows is None and word.endswith("'s"):
        rows = lexicon.slots.get(word[:-2])
    sense = next((sense for rest, sense in rows or () if not rest), NOTHING)
    if word.isdecimal():
        if len(word) == 1 or (len(word) == 2 and word[0] != "0"):
            sense = sense._replace(number=int(word))
    elif word in NUMBERS:
        sense = sense._replace(number=NUMBERS[word])
    elif word in YOU:
        sense = sense._replace(you=True)
    elif sense is NOTHING and len(word) > 3 and (name := lexicon.nickname(word)):
        sense = sense._replace(name=name)
    if word in lexicon.cues:
        sense = sense._replace(cue=True)
    return _known(word, sense)


def _known(word: str, sense: Sense) -> Alone:
    kind = kind_of(sense) if sense is not NOTHING else 0
    number = word_hash(word)
    return Alone(sense, kind, number, _GENERAL.get(kind & _TOLD) or number)


def _pieces(lowered: str) -> list[tuple[str, int, int]]:
    """The pieces of a text with their places; wrapped lines and inner hyphens are joined."""
    pieces = []
    for match in PIECE.finditer(lowered):
        piece = match[0]
        start, end = match.span()
        if piece[0] == "\n":
            if _is_wrapped(lowered, start, end):
                continue
            piece = "\n\n" if piece.count("\n") > 1 else "\n"
        elif (
            piece == "-"
            and lowered[start - 1 : start].isalpha()
            and lowered[end : end + 1].isalpha()
        ):
            continue
        pieces.append((piece, start, end))
    return pieces


def _is_wrapped(lowered: str, start: int, end: int) -> bool:
    """Whether the line ends here only because it was full."""
    if "\n" in lowered[start + 1 : end]:
        return False
    line = lowered[lowered.rfind("\n", 0, start) + 1 : start].rstrip()
    if not line or line[-1] in ".;:!?|":
        return False
    following = lowered[end : end + 40].partition("\n")[0].partition(" ")[0]
    if not following or not (following[0].isalnum() or following[0] in "(\"'"):
        return False
    return len(line) + 1 + len(following) > _WRAPPED_FROM


def _longest(
    rows: list[tuple[tuple[str, ...], Sense]], pieces: list[tuple[str, int, int]], at: int
) -> tuple[int, Sense]:
    """The longest phrase that begins here: its pieces and its sense."""
    end = len(pieces)
    for rest, sense in rows:
        ahead = at + 1
        for word in rest:
            while ahead < end and pieces[ahead][0] in ARTICLES and pieces[at][0] not in _APART:
                ahead += 1
            if ahead < end and pieces[ahead][0] in (word, word + "'s"):
                ahead += 1
                continue
            break
        else:
            return ahead - at, sense
    return 1, NOTHING


def _classify(tokens: list[Token], classes: Classes) -> None:
    """The first token of each phrase that has classes gets them; the longest phrase is taken."""
    at, end = 0, len(tokens)
    while at < end:
        token = tokens[at]
        at += 1
        known = classes.get(token.word)
        if known is None:
            continue
        token.classes, longer = known
        if not longer or at >= end:
            continue
        second = at + 1 if tokens[at].word in ARTICLES and at + 1 < end else at
        for rest, sense in longer.get(tokens[second].word, ()):
            ahead = second + 1
            for word in rest:
                if ahead < end and tokens[ahead].word in ARTICLES:
                    ahead += 1
                if ahead < end and tokens[ahead].word == word:
                    ahead += 1
                    continue
                break
            else:
                token.classes = sense.classes
                at = ahead
                break


def _mark_list_numbers(text: str, tokens: list[Token]) -> None:
    """ "1." or "(b)" at the start of a line only numbers it."""
    for at, token in enumerate(tokens[:-1]):
        if at and tokens[at - 1].word[0] != "\n":
            continue
        if token.word == "(" and at + 2 < len(tokens):
            at, token = at + 1, tokens[at + 1]
        mark = tokens[at + 1]
        if mark.word not in (".", ")", ":") or mark.start != token.end:
            continue
        if not (token.word.isdecimal() or len(token.word) == 1 or token.word in _ROMAN):
            continue
        if mark.word == "." and text[mark.end : mark.end + 1] not in (" ", "\t"):
            continue
        for one in (token, mark):
            one.word, one.kind, one.sense = "#", 0, NOTHING
            one.hash = one.general = word_hash("#")


def _sentences(text: str, tokens: list[Token]) -> list[tuple[int, int]]:
    """The sentences: they end at full stops, at line breaks and behind closing marks."""
    found: list[tuple[int, int]] = []
    first, count = 0, len(tokens)
    for at, token in enumerate(tokens):
        token.index, token.sentence = at, len(found)
        word = token.word
        ends = False
        if word[0] == "\n":
            if first == at and found:  # a bare break belongs to the sentence before
                token.sentence = len(found) - 1
                found[-1] = (found[-1][0], at + 1)
                first = at + 1
                continue
            ends = True
        elif word in (".", "!", "?"):
            ends = _ends_sentence(text, tokens, at, first)
        elif word in (")", '"'):
            ends = at > first and tokens[at - 1].word in (".", "!", "?")
        if ends:
            found.append((first, at + 1))
            first = at + 1
    if first < count:
        found.append((first, count))
    return found


def _ends_sentence(text: str, tokens: list[Token], at: int, first: int) -> bool:
    token = tokens[at]
    if (text[token.end : token.end + 1] or " ") not in " \n\t\r\"')":
        return False
    if at + 1 == len(tokens):
        return True
    following = tokens[at + 1]
    if following.word in (".", "!", "?", ")", '"'):
        return False
    abbreviated = token.word == "." and at > first and tokens[at - 1].word in _ABBREVIATIONS
    goes_on = following.word[0] != "\n" and not text[following.start].isupper()
    return not (abbreviated and goes_on)
