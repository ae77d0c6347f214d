"""What stands beside a word."""

from __future__ import annotations

from typing import Final

from rednov_bot.engine.words import SEA, Place
from rednov_bot.language.names import as_place
from rednov_bot.language.words import Word

LINKS: Final = frozenset(("DASH", "SLASH", "ARROW"))
COUNTED: Final = frozenset(("ITEM", "TILEWORD"))


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
