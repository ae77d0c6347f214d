"""The structures of grammar/qualms.txt, and whether a stretch of words has one of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import zip_longest
from typing import Final, TypeAlias

import msgspec

from rednov_bot.games.red_november.reader.verbs import forms
from rednov_bot.language.lexicon import NUMBERS
from rednov_bot.language.words import kinds
from rednov_bot.paths import GRAMMAR

WORD: Final = re.compile(r"[a-z0-9]+(?:'[a-z]+)?|[,?:]")
_HEADING: Final = re.compile(r"^\[(?:(verbs|words) )?([\w ]+)\]$")
_MANY: Final = 40
_FEW: Final = 3
GENERAL: Final = "in general"
"""The section of structures that are looked for in whole sentences."""
_COMMON: Final = kinds(
    "THIS NOT IF OWN PART SELFLESS MAIL NAME NOBODY WHICH # ? OURS OTHERS DO DOES ISSO STRANGE"
)
_FREQUENT: Final = _COMMON | kinds(
    "MINUTES MACHINE i i'm i'll my the a an to of in on at for with is it this that then and as by "
    "so up all no not do you we go open take , : ?"
)
"""What stands in so many stretches that structures are better looked for by their other words."""

_DETERMINERS: Final = frozenset(("this", "that", "these", "those"))
_NO_NOUNS: Final = kinds(
    ", ? : is was are were be been isn't wasn't aren't will would should shall can could may "
    "might must ought won't wouldn't shouldn't can't to of in on at by for from with about as and "
    "or but if unless until when once before after over under up down back out into anywhere yet "
    "now then only just really actually entirely quite all so too here there again away aside off "
    "through past first has had does did do doesn't don't didn't hasn't i you we he she they it e "
    "someone ever even still also anyway please though either not never goes go takes take needs "
    "need depends hinges hangs rests turns"
)


class Element(msgspec.Struct, frozen=True, gc=False):
    """One place of a structure: words and classes that may fill it, behind a gap."""

    fillers: tuple[str, ...]
    gap: int = 0
    optional: bool = False


class Structure(msgspec.Struct, frozen=True, gc=False):
    """Places in their order, and of which section they are."""

    section: str
    elements: tuple[Element, ...]
    begins: bool
    ends: bool
    needs: tuple[frozenset[str], ...]  # of each of these, one stands in the stretch
    tail: int = 0  # how many words may stand between them and the end


class Tagged:
    """The words of a stretch, and where which classes stand in it."""

    def __init__(
        self, words: list[str], slots: Mapping[int, tuple[str, int]], halts: Iterable[str] = ()
    ) -> None:
        self.words = words
        self.at: dict[str, dict[int, set[int]]] = {}
        classes = _table().classes
        for how in halts:
            self._note(how, 0, 0)
        known = _table().fillers
        for here, (word, following) in enumerate(zip_longest(words, words[1:], fillvalue="")):
            if word in known:
                self._note(word, here, here + 1)
            if word.isdigit() or word in NUMBERS:
                self._note("#", here, here + 1)
            if here in slots:
                self._note(slots[here][0], here, here + slots[here][1])
            for rest, of in classes.get(word, ()):
                end = here + 1 + len(rest)
                if rest and (rest[0] != following or tuple(words[here + 1 : end]) != rest):
                    continue
                if rest or word not in _DETERMINERS or not self._determines(here):
                    self._note(of, here, end)

    def _determines(self, here: int) -> bool:
        """Whether "this" has a noun of its own behind it: "this boat", "that joke"."""
        if here + 1 == len(self.words):
            return False
        following = self.words[here + 1]
        return following not in _NO_NOUNS and following not in _table().classes

    def _note(self, of: str, start: int, end: int) -> None:
        there = self.at.get(of)
        if there is None:
            self.at[of] = {start: {end}}
        elif start in there:
            there[start].add(end)
        else:
            there[start] = {end}

    def found(self, *, general: bool = False) -> Iterator[tuple[Structure, int, int]]:
        """The structures in it, and from which word to which; or those *general* ones."""
        by_key = _table().general if general else _table().by_key
        lacks = self.at.keys().isdisjoint
        for key in self.at:
            for one in by_key.get(key, ()):
                if not any(map(lacks, one.needs)) and (span := self._search(one)) is not None:
                    yield one, *span

    def _search(self, one: Structure) -> tuple[int, int] | None:
        for start in range(len(self.words)):
            if one.begins and start and self.words[start - 1] not in (",", ":"):
                continue
            end = self._match(one, 0, start)
            if end is not None:
                return start, end
        return None

    def _match(self, one: Structure, place: int, here: int) -> int | None:
        """Where the structure ends, if its elements from *place* on stand from *here* on."""
        if place == len(one.elements):
            return here if not one.ends or self._ends_at(here, one.tail) else None
        element = one.elements[place]
        last = here + element.gap
        for at in range(here, min(last, len(self.words)) + 1):
            if at > here and element.gap == _FEW and self.words[at - 1] == ",":
                break
            for filler in element.fillers:
                for end in self.at.get(filler, {}).get(at, ()):
                    if (found := self._match(one, place + 1, end)) is not None:
                        return found
        return self._match(one, place + 1, here) if element.optional else None

    def _ends_at(self, here: int, tail: int) -> bool:
        """Whether no more than *tail* words stand from here to the end of the stretch."""
        if here == len(self.words) or self.words[here] in ",?:":
            return True
        behind = self.words[here : here + tail + 1]
        return len(behind) <= tail and "," not in behind


_Signs: TypeAlias = dict[str, list[tuple[frozenset[str], ...]]]
"""By a word, or a class of no words: what else stands in the structures that have it.

Of each of their other places one such word or class stands in the stretch.
"""


class _Table(msgspec.Struct, frozen=True):
    """What grammar/qualms.txt says."""

    classes: dict[str, list[tuple[tuple[str, ...], str]]]  # by their first words
    by_key: dict[str, list[Structure]]  # by a word or class that each one needs
    general: dict[str, list[Structure]]  # of whole sentences
    fillers: frozenset[str]  # words and classes that stand in any structure
    signs: _Signs
    signs_in_general: _Signs


def may_have_any(words: Iterable[str], slots: Iterable[str], *, general: bool = False) -> bool:
    """Whether a stretch of these words, and with slots of these classes, may have a structure."""
    signs = _table().signs_in_general if general else _table().signs
    said = {*words, *slots}
    lacks = said.isdisjoint
    return any(
        not any(map(lacks, places)) for sign in said & signs.keys() for places in signs[sign]
    )


def words_of_classes() -> Iterator[tuple[str, str]]:
    """Each single word of a class in grammar/qualms.txt, and that class."""
    for first, known in _table().classes.items():
        yield from ((first, name) for rest, name in known if not rest)


@lru_cache(maxsize=1)
def _table() -> _Table:
    classes: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    rare: dict[str, set[str]] = {}
    told: list[tuple[str, str]] = []
    for kind, name, rows in _sections():
        if not kind:
            told += [(name, row) for row in rows]
            continue
        for row in rows:
            for form in forms(row) if kind == "verbs" else (row,):
                first, *rest = WORD.findall(form)
                classes.setdefault(first, []).append((tuple(rest), name))
                rare.setdefault(name, set()).add(min((first, *rest), key=_FREQUENT.__contains__))
    by_key: dict[str, list[Structure]] = {}
    general: dict[str, list[Structure]] = {}
    fillers: set[str] = set()
    signs: dict[bool, _Signs] = {True: {}, False: {}}
    for section, row in told:
        one = _structure(section, row)
        fillers.update(*(element.fillers for element in one.elements))
        for key in _key(one):
            (general if section == GENERAL else by_key).setdefault(key, []).append(one)
        sign, others = _signs(one, rare)
        for word in sign:
            known = signs[section == GENERAL].setdefault(word, [])
            if others not in known:
                known.append(others)
    return _Table(
        classes,
        by_key,
        general,
        frozenset(fillers),
        signs[False],
        signs[True],
    )


def _sections() -> Iterator[tuple[str, str, list[str]]]:
    """Each section of the file: "verbs", "words" or nothing, its name, its rows."""
    kind, name, lines = "", "", list[str]()
    path = GRAMMAR.with_name("qualms.txt")
    for line in [*path.read_text(encoding="utf-8").splitlines(), "[end]"]:
        if line.startswith("# ") or line == "#":
            continue
        heading = _HEADING.match(line)
        if heading is None:
            lines.append(line)
            continue
        rows = [row for row in (" ".join(r.split()) for r in " ".join(lines).split(",")) if row]
        if rows:
            yield kind, name, rows
        kind, name, lines = heading[1] or "", heading[2], []


def _structure(section: str, row: str) -> Structure:
    tokens = row.split()
    begins, ends = tokens[0] == "|", tokens[-1] == "|"
    elements: list[Element] = []
    gap = 0
    for token in tokens:
        if token == "|":
            continue
        if token in ("~", "..."):
            gap = max(gap, _FEW if token == "~" else _MANY)
            continue
        bare = token.strip("()")
        elements.append(Element(tuple(bare.split("/")), gap, token[0] == "("))
        gap = gap if token[0] == "(" else 0
    needs = tuple(frozenset(one.fillers) for one in elements if not one.optional)
    return Structure(section, tuple(elements), begins, ends, needs, gap)


def _key(one: Structure) -> tuple[str, ...]:
    """The fillers of the rarest place."""
    needed = [element.fillers for element in one.elements if not element.optional]
    rare = [fillers for fillers in needed if _COMMON.isdisjoint(fillers)]
    return (rare or needed)[0]


def _signs(
    one: Structure, rare: Mapping[str, set[str]]
) -> tuple[frozenset[str], tuple[frozenset[str], ...]]:
    """The words that may fill the place of the structure that seldom is filled; those of others."""
    places = [
        frozenset().union(*(rare.get(filler, {filler}) for filler in fillers))
        for fillers in one.needs
        if "#" not in fillers
    ]
    places.sort(key=lambda words: len(words & _FREQUENT))
    return places[0], tuple(places[1:])
