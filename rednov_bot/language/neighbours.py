"""What stands beside a word."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Final

from rednov_bot.engine.words import SEA, Place
from rednov_bot.language.names import as_place
from rednov_bot.language.words import Word, kinds

LINKS: Final = frozenset(("DASH", "SLASH", "ARROW"))
BREAKS: Final = kinds(
    "STOP PARAGRAPH QUERY SEP SEPWORD COLON DASH OPENING CLOSING ASIDE ASIDE_END QUOTE "
    "ONFAIL AFTER THEREUPON SLASH ARROW PLUS"
)
"""Where a stretch ends, as far as words alone tell."""
COUNTED: Final = frozenset(("ITEM", "TILEWORD"))


def signs(words: Sequence[Word]) -> set[str]:
    """What words are, what they may be, and how they are spelt."""
    told = {word.type for word in words}
    told.update([word.text for word in words])
    told.update([sense.kind for word in words for sense in word.senses])
    return told


def keep(words: list[Word], at: int, joined: list[Word]) -> int:
    """The word stays as it is; returns where the next one stands."""
    joined.append(words[at])
    return at + 1


def kind_at(words: list[Word], at: int) -> str:
    """The kind of a word, "" beyond either end."""
    return words[at].type if 0 <= at < len(words) else ""


def past_fill(words: list[Word], at: int) -> int:
    """The next word that means something."""
    while kind_at(words, at) in ("FILL", "MORE"):
        at += 1
    return at


def previous(joined: list[Word]) -> str:
    """The kind of the word before."""
    return joined[-1].type if joined else ""


def merged(word: Word, last: Word, kind: str) -> Word:
    """One word of this kind that reaches from the one to the other."""
    merged = Word(kind, word.start, last.end, word.text, name=word.name, number=word.number)
    merged.det = word.det
    return merged


def place_of(word: Word) -> Place | None:
    """The place a word names."""
    if word.type == "SEA":
        return SEA
    if word.type == "NUM":
        return as_place(word.number)
    return word.number


def room_at(words: list[Word], at: int) -> int:
    """Where the number of the room stands that is named at *at*; -1 if none is."""
    at += kind_at(words, at) == "ROOMWORD"
    if kind_at(words, at) in ("NUM", "ROOM") and place_of(words[at]) is not None:
        return at
    return -1


def phrase(stretch: Sequence[Word], kind: str) -> Word:
    """One word of this kind that says what the whole stretch says."""
    return Word(kind, stretch[0].start, stretch[-1].end, " ".join(w.text for w in stretch))


def stretch_start(words: list[Word], at: int, breaks: Container[str] = BREAKS) -> int:
    """Where the stretch begins in which a word stands; *breaks* are the kinds that part it off."""
    while at and words[at - 1].type not in breaks:
        at -= 1
    return at


def stretch_end(words: list[Word], at: int, breaks: Container[str] = BREAKS) -> int:
    """Where the stretch ends in which a word stands; *breaks* are the kinds that part it off."""
    while at < len(words) and words[at].type not in breaks:
        at += 1
    return at
