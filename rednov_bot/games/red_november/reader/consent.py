"""An answer to a question of yes or no: whether a gnome defends themselves (§18, rules 7.1).

It counts only where the whole text is plainly the one or the other, with polite words around it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product
from typing import Final, Literal

from rednov_bot.games.red_november.reader.lexicon import plain

Consent = Literal["yes", "no"]

_MOST_WORDS = 60
_BULLETS: Final = {0x2022: "\n", 0xB7: "\n"}  # each begins a line
_WORD = re.compile(r"[^\W_]+|[^\s.,!;:\"'()*_<>-]")  # "?" and pictures are words: unknown ones
_SAID_APART: Final = (
    ("don't", "do not"), ("dont", "do not"), ("won't", "will not"), ("wont", "will not"),
    ("i'll", "i will"), ("i'd", "i would"), ("it's", "it is"), ("that's", "that is"),
)  # fmt: skip
_HEADING = re.compile(r"(?:(?:my|the) )?(?:defend|defence|defense|crowbar|answer|choice)\s*[:=]")
_CLOSING = re.compile(
    r"(?:(?:many |best |kind |warm )?(?:thanks|regards|wishes|cheers)|thank you(?: very much)?"
    r"|best|cheers|yours|sincerely)[,.! ]*"
)
_MOST_LINES_BELOW = 3
_MOST_WORDS_BELOW = 4

_ARTICLES: Final = frozenset(("a", "an", "the", "my"))
_POLITE: Final = (
    "please", "kindly", "thanks", "thank you", "thank you very much", "many thanks", "hi", "hello",
    "hey", "ahoy", "ahoy gnomes", "ahoy fellow gnomes", "morning", "evening", "good morning",
    "good evening", "dear", "bot", "cheers", "regards", "best", "kind", "best regards",
    "kind regards", "most kind", "very kind", "well", "then", "oh", "hm", "hmm", "good", "ttttpf",
    "all", "choose", "i choose", "i say", "i answer", "answer is", "choice is", "it is", "that is",
    "👍", "🙂",
)  # fmt: skip
_YES: Final = (
    "yes", "yep", "yeah", "aye", "ok", "okay", "sure", "yea", "indeed", "certainly", "absolutely",
    "definitely", "of course", "go ahead", "do it", "do so", "do that", "i do", "i do so",
    "i do it", "i do that", "i will", "i shall", "i will do so", "i will do it", "i will do that",
    "do", "y", "sure thing", "by all means",
)  # fmt: skip
_NO: Final = (
    "no", "nope", "nay", "never", "not", "negative", "no thanks", "do not", "do not do it",
    "do not do so", "do not do that", "i do not", "i will not", "i shall not",
    "i do not do so", "i do not do it", "i do not do that", "i will not do so", "i will not do it",
    "i will not do that", "of course not", "certainly not", "absolutely not", "definitely not",
    "n", "no way", "i would rather not", "not this time", "no need", "no defence", "no defense",
    "no crowbar",
)  # fmt: skip
_OBJECTS: Final = (
    "it", "that", "one", "crowbar", "one crowbar", "it up", "one up", "crowbar up",
    "one crowbar up", "up crowbar", "up one crowbar",
)  # fmt: skip
_SELVES: Final = ("", " myself", " me", " emself")
_MEANS: Final = (
    "", " with it", " with one", " with crowbar", " with one crowbar", " using it",
    " using crowbar", " using one crowbar",
)  # fmt: skip
_ENDS: Final = ("", " to defend", " to defend myself", " for defence", " for defense")
_WILLS: Final = ("", "i ", "i do ", "i will ", "i shall ", "i want to ", "i choose to ", "let me ")
_WONTS: Final = (
    "do not ", "i do not ", "i will not ", "i shall not ", "i do not want to ", "i want not to ",
    "i choose not to ", "not ", "never ", "i never ",
)  # fmt: skip


def _deeds() -> Iterable[str]:
    """What one does who says yes: "use it", "defend myself with crowbar"."""
    yield from ("fight", "fight back")
    yield from (f"use {one}{end}" for one, end in product(_OBJECTS, _ENDS))
    yield from (f"defend{self}{means}" for self, means in product(_SELVES, _MEANS))


@lru_cache(maxsize=1)
def _phrases() -> dict[tuple[str, ...], Consent | None]:
    """Every phrase that may stand in an answer, without articles, and which one it is."""
    told: dict[str, Consent | None] = dict.fromkeys(_POLITE)
    told |= dict.fromkeys(_YES, "yes")
    told |= dict.fromkeys(_NO, "no")
    told |= {will + deed: "yes" for will, deed in product(_WILLS, _deeds())}
    told |= {wont + deed: "no" for wont, deed in product(_WONTS, _deeds())}
    keeping = product(("", "i ", "i will ", "i want to "), ("keep ", "save "), _OBJECTS[:5])
    told |= dict.fromkeys(map("".join, keeping), "no")
    return {tuple(phrase.split()): meant for phrase, meant in told.items()}


_LONGEST: Final = 12  # words of a phrase, at most
_SPEAKING: Final = frozenset((*_YES, *_NO)) | frozenset(
    ("but", "if", "wait", "maybe", "perhaps", "unless", "later", "tomorrow", "or", "when", "until")
)
"""What no name is, and no signature has in it."""


def read_consent(text: str, people: Sequence[str] = ()) -> Consent | None:
    """Yes or no, where the text says nothing else; a name of *people* beside it says nothing."""
    said = _said(text, people)
    return said.pop() if said is not None and len(said) == 1 else None


def is_polite(text: str, people: Sequence[str] = ()) -> bool:
    """Whether a text says nothing but a greeting, thanks and names."""
    return _said(text, people) == set()


def _said(text: str, people: Sequence[str]) -> set[Consent] | None:
    """All that a text says; None where it says what is neither."""
    told = _without_signature(plain(text.translate(_BULLETS)).strip())
    heading = _HEADING.match(told)
    words = _words(told[heading.end() :] if heading is not None else told)
    names = _names_of(tuple(people))
    words = [word for word in words if word not in names]
    if len(words) > _MOST_WORDS:
        return None
    phrases = _phrases()
    said: set[Consent] = set()
    at = 0
    while at < len(words):
        most = min(_LONGEST, len(words) - at)
        length = next((n for n in range(most, 0, -1) if tuple(words[at : at + n]) in phrases), 0)
        if not length:
            return None
        meant = phrases[tuple(words[at : at + length])]
        said |= {meant} if meant is not None else set()
        at += length
    return said


@lru_cache(maxsize=64)
def _names_of(people: tuple[str, ...]) -> set[str]:
    return {word for name in people for word in _words(plain(name))} - _SPEAKING


def _words(told: str) -> list[str]:
    """The words, with "don't" in two and without articles."""
    for short, apart in _SAID_APART:
        told = told.replace(short, apart)
    return [word for word in _WORD.findall(told) if word not in _ARTICLES]


def _without_signature(told: str) -> str:
    """A few short lines below "Thanks," are a signature, unless they answer as well."""
    lines = [line.strip() for line in told.splitlines() if line.strip()]
    for up in range(2, min(len(lines), _MOST_LINES_BELOW + 1) + 1):
        if _CLOSING.fullmatch(lines[-up]) is None:
            continue
        below = [_words(line) for line in lines[1 - up :]]
        if all(len(one) <= _MOST_WORDS_BELOW and _SPEAKING.isdisjoint(one) for one in below):
            return "\n".join(lines[:-up])
    return told
