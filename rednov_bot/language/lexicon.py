"""The vocabulary as a tree of words, read once from grammar/vocabulary.txt."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from sys import intern
from typing import Final

import msgspec

from rednov_bot.games.red_november.reader.verbs import forms
from rednov_bot.language.words import Sense, kinds
from rednov_bot.paths import GRAMMAR

DETERMINERS: Final = frozenset(("a", "an", "the", "my", "mine"))
"""Dropped before anything is looked up; which one stood there is remembered."""

NUMBERS: Final = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
    *("nineteen", "twenty"),
)

_DOZENS: Final = (
    ("half dozen", 6),
    ("half of dozen", 6),
    ("dozen", 12),
    ("trio of", 3),
    ("brace of", 2),
)

_HEADING: Final = re.compile(r"^\[(verb )?([A-Z_]+)(?: (\w+))?\]$")
_INVARIABLE: Final = frozenset(("tools", "diving gear", "scuba", "scuba gear", "breathing gear"))


def number_of(word: str) -> int:
    """The number that a lower-case word or figure is; -1 where it is none."""
    if word.isdecimal():
        return int(word)
    return NUMBERS.index(word) if word in NUMBERS else -1


class Node(msgspec.Struct, gc=False):
    """Where a phrase may go on, and what it means if it ends here."""

    next: dict[str, Node]
    senses: tuple[Sense, ...] = ()


class _Tree:
    """The nodes under one root; what is equal in many of them is kept once."""

    def __init__(self) -> None:
        self.root = Node({})
        self._nowhere: dict[str, Node] = {}
        self._known: dict[tuple[Sense, ...], tuple[Sense, ...]] = {}

    def add(self, phrase: str, sense: Sense) -> None:
        """A phrase gets one more sense."""
        node = self.root
        for word in map(intern, phrase.split()):
            if word not in node.next:
                if node.next is self._nowhere:
                    node.next = {}
                node.next[word] = Node(self._nowhere)
            node = node.next[word]
        same = (sense.kind, sense.name if sense.kind == "HANDLE" else "")
        if all((s.kind, s.name if s.kind == "HANDLE" else "") != same for s in node.senses):
            senses = (*node.senses, sense)
            node.senses = self._known.setdefault(senses, senses)


@lru_cache(maxsize=1)
def vocabulary() -> Node:
    """Everything in grammar/vocabulary.txt, with plurals and verb forms."""
    tree = _Tree()
    for kind, name, phrases in _sections():
        if kind in ("FRAME", "TOIL"):
            continue
        for phrase in phrases:
            for spelling, sense in _spellings(kind, name, phrase):
                tree.add(spelling, sense)
    for number, word in enumerate(NUMBERS):
        tree.add(word, Sense("NUM", number=number))
    for phrase, number in _DOZENS:
        tree.add(phrase, Sense("NUM", number=number))
    return tree.root


@lru_cache(maxsize=1)
def openings() -> Node:
    """The rows `[FRAME ...]`: how stretches begin that are told of another time or world."""
    tree = _Tree()
    for kind, name, phrases in _sections():
        if kind == "FRAME":
            for phrase in phrases:
                tree.add(phrase, Sense(kind, name=name))
    return tree.root


@lru_cache(maxsize=1)
def toils() -> dict[str, frozenset[str]]:
    """The rows `[TOIL ...]`, by what follows them: how one sets about a work."""
    return {name: frozenset(rows) for kind, name, rows in _sections() if kind == "TOIL"}


_SLOTS: Final = kinds(
    "ITEM ROOM MACHINE SEA EXTERIOR FIRE WATER KRAKEN DOOR BARREL ROOMWORD TILEWORD MINUTES "
    "*OPEN *ENTER *UNBLOCK *EXTINGUISH *PUMP *FIX *KILL *HALT *DISCARD *GIVE"
)


@lru_cache(maxsize=1)
def spellings() -> tuple[frozenset[str], frozenset[str]]:
    """Every single word that stands in a phrase; of these, the ones the game is played with."""
    all_words, slots = set[str](NUMBERS), set[str](NUMBERS)
    for kind, name, phrases in _sections():
        for phrase in phrases:
            if kind in ("FRAME", "TOIL"):
                all_words.update(map(intern, phrase.split()))
                continue
            for spelling, _ in _spellings(kind, name, phrase):
                all_words.update(map(intern, spelling.split()))
                if kind in _SLOTS:
                    slots.update(map(intern, spelling.split()))
    return frozenset(all_words), frozenset(slots)


@lru_cache(maxsize=1)
def past_forms() -> dict[str, str]:
    """Every verb in its plain form, under its past."""
    return {
        spelling: phrase.removesuffix("!")
        for kind, _, phrases in _sections()
        if kind.startswith("*")
        for phrase in phrases
        for spelling, form in forms(phrase.removesuffix("!")).items()
        if form == "past"
    }


def _sections() -> Iterator[tuple[str, str, list[str]]]:
    """Each section of the file: its kind (`verb USE` is `*USE`), its name, its phrases."""
    kind, name, text = "", "", ""
    for line in GRAMMAR.with_name("vocabulary.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        if heading := _HEADING.match(line):
            kind, name = ("*" if heading[1] else "") + heading[2], heading[3] or ""
        elif line.strip():
            text += line + " "
        elif text:
            yield kind, name, [phrase.strip() for phrase in text.split(",")]
            text = ""
    yield kind, name, [phrase.strip() for phrase in text.split(",")]


def _spellings(kind: str, name: str, phrase: str) -> Iterator[tuple[str, Sense]]:
    """A phrase of one section and what is made from it."""
    if kind.startswith("*"):
        alone = phrase.endswith("!")
        for spelling, form in forms(phrase.removesuffix("!")).items():
            handled = "HANDLE" if name else kind[1:]
            yield spelling, Sense(handled, name=name, form=form, alone=alone)
            if form in ("s", "ing") and "myself" in spelling:
                for one in ("emself", "himself", "herself", "themself"):
                    told = spelling.replace("myself", one)
                    yield told, Sense(handled, name=name, form=form, alone=alone)
    elif kind == "OTHER":
        yield phrase, Sense(kind, name=name)
    elif kind == "ITEM":
        yield phrase, Sense(kind, name=name, plural=phrase in _INVARIABLE and phrase == "tools")
        for plural in _plurals(phrase):
            yield plural, Sense(kind, name=name, plural=True)
    elif name:
        yield phrase, Sense(kind, number=int(name))
    else:
        yield phrase, Sense(kind)


def _plurals(phrase: str) -> Iterator[str]:
    """ "mugs of grog", "grogs"."""
    if phrase in _INVARIABLE:
        return
    head, of, tail = phrase.partition(" of ")
    head, for_, purpose = head.partition(" for ")
    yield head + ("es" if head.endswith("x") else "s") + for_ + purpose + of + tail
