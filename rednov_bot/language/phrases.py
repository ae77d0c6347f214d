"""The rows of grammar/second_thoughts.txt, and where in a text one of them stands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, TypeAlias

import msgspec

from rednov_bot.language.lexicon import NUMBERS
from rednov_bot.language.scanner import WORD, words_in
from rednov_bot.language.words import kinds
from rednov_bot.paths import GRAMMAR

_HEADING: Final = re.compile(r"^\[(set )?([\w ]+)\]$")
_SPACE: Final = r"(?:[ \t]*\n[ \t>]*|[ \t]+)"
_GAP: Final = rf"(?:[,\"'*_)]*{_SPACE}(?:-+{_SPACE})?[\"'*_(]*|-)"
_NEAR: Final = rf"(?:{_SPACE}|-)"
"""Between words of which any may stand: no comma, no bracket."""
_NUMBER: Final = rf"(?:\d{{1,2}}|{'|'.join(NUMBERS)})"
_ANY: Final = r"[\w'/%]+"
_EDGES: Final = frozenset('.!?;:()[]{}\n,-"|>*')
_COMMON: Final = kinds(
    "i i'm i'll the a my me to in of and or is it it's that this be on for with go turn open hatch "
    "room minutes minute use take have no not action enter my what all if do will would you by at "
    "as so but from are was one into out item items pump grog then there"
)
"""Words that stand in many letters."""
_BEFORE: Final = kinds(
    "oh ah hm hmm hmmm well actually ok okay no sorry but and or so er erm um uh oops wait please "
    "also honestly hey look now then though yes yeah nah argh blast damn drat bother ps btw p s "
    "anyway folks frankly indeed hang on right all alas bah admittedly"
)
"""What may stand before a row that begins a stretch."""
_BEHIND: Final = kinds(
    "though then anyway again please sorry really actually all after folks everyone everybody of "
    "course now yet either just here too so perhaps i think guess suppose fear afraid am oh mind "
    "you i'm tonight today honestly somehow thanks"
)
"""What may stand behind a row that ends one."""


Places: TypeAlias = dict[str, list[int]]
"""Where each word of a text begins."""
_Index: TypeAlias = dict[str, list[tuple[int, frozenset[str]]]]
"""By a word: the rows that need it, and other words of which one must stand, too."""
_BEGUN: Final = re.compile(r"(?<![\w'])[a-z0-9][a-z0-9']*")


class Row(msgspec.Struct, gc=False):
    """One wording, as a pattern over plain lower-case text (scanner.plain)."""

    section: str
    phrase: str
    heads: frozenset[str]  # one of which it begins with; empty where that is not known
    needs: tuple[frozenset[str], ...]  # of each of these, one stands in the text
    begins: bool  # a stretch begins with it
    ends: bool
    compiled: re.Pattern[str] | None = None  # when it is first looked for: most never are

    @property
    def pattern(self) -> re.Pattern[str]:
        """The wording, to be looked for."""
        if self.compiled is None:
            wide = self.section not in ("harmless", "idle condition")
            tokens = [token for token in self.phrase.split() if token != "|"]
            self.compiled = re.compile(_regex(tokens, _sets(), wide=wide))
        return self.compiled

    def spans(self, text: str, places: Places) -> Iterator[tuple[int, int]]:
        """Where the wording stands in *text*, of which the *places* are known."""
        matches = (
            self.pattern.finditer(text) if not (places and self.heads) else self._at(text, places)
        )
        for match in matches:
            start, end = match.span()
            if self.begins and not _is_begin(text[max(0, start - 60) : start]):
                continue
            if self.ends and not _is_end(text[end : end + 60]):
                continue
            yield start, end

    def _at(self, text: str, places: Places) -> Iterator[re.Match[str]]:
        """The matches of the pattern that begin at one of its first words."""
        done = 0
        for start in sorted({at for head in self.heads & places.keys() for at in places[head]}):
            if start >= done and (match := self.pattern.match(text, start)) is not None:
                done = match.end()
                yield match


def places_of(text: str, rows: Iterable[Row]) -> Places:
    """Where the words of a text begin with which one of the rows may begin."""
    heads = frozenset().union(*(row.heads for row in rows))
    places: Places = {"": []}
    for match in _BEGUN.finditer(text):
        word = match[0]
        for head in {word, word.rstrip("'"), word.partition("'")[0]} if "'" in word else (word,):
            if head in heads:
                places.setdefault(head, []).append(match.start())
    return places


def _is_begin(before: str) -> bool:
    """Whether nothing of the same stretch stands before, but for "oh" and "well"."""
    while True:
        bare = before.rstrip(" \t*_'")
        if not bare or bare[-1] in _EDGES:
            return True
        word = re.search(r"[\w']+$", bare)
        if word is None:
            return True
        if word[0] not in _BEFORE:
            return False
        before = bare[: word.start()]


def _is_end(behind: str) -> bool:
    """Whether nothing of the same stretch stands behind, but for "though" and "please"."""
    while True:
        bare = behind.lstrip(" \t*_'")
        if not bare or bare[0] in _EDGES:
            return True
        word = re.match(r"[\w']+", bare)
        if word is None:
            return True
        if word[0] not in _BEHIND:
            return False
        behind = bare[word.end() :]


def rows_in(text: str) -> list[Row]:
    """The rows of which the rarest word stands in a plain *text*, in the order of the file."""
    index, rows = _table()
    words = words_in(text)
    said = words.isdisjoint
    found = {at for word in words & index.keys() for at, other in index[word] if not said(other)}
    return [rows[at] for at in sorted(found) if not any(map(said, rows[at].needs))]


@lru_cache(maxsize=1)
def _table() -> tuple[_Index, list[Row]]:
    """Every row, and under which words each of them is looked for."""
    index: _Index = {}
    rows: list[Row] = []
    sets = _sets()
    firsts: dict[str, frozenset[str]] = {}
    known: dict[frozenset[str], frozenset[str]] = {}
    for section, is_set, phrases in _sections():
        if is_set:
            firsts[section] = frozenset([phrase.split()[0] for phrase in phrases])
            continue
        for phrase in phrases:
            tokens = phrase.split()
            begins, ends = tokens[0] == "|", tokens[-1] == "|"
            tokens = [token for token in tokens if token != "|"]
            needs = tuple(known.setdefault(some, some) for some in _needs(tokens, firsts))
            heads = _heads(tokens[0], firsts)
            anchors = _anchors(tokens, sets)  # none for a row of sets alone: it is not looked for
            first = max(needs, key=_rareness, default=frozenset(anchors))
            others = (some for some in needs if some != first)
            other = max(others, key=_rareness, default=first)
            for word in first if anchors else ():
                index.setdefault(word, []).append((len(rows), other))
            rows.append(Row(section, phrase, known.setdefault(heads, heads), needs, begins, ends))
    return index, rows


@lru_cache(maxsize=1)
def _sets() -> dict[str, str]:
    """Every set of words as a pattern, the longest first."""
    return {
        section: "|".join(
            _GAP.join(map(re.escape, phrase.split()))
            for phrase in sorted(phrases, key=len, reverse=True)
        )
        for section, is_set, phrases in _sections()
        if is_set
    }


def _sections() -> Iterator[tuple[str, bool, list[str]]]:
    """Each section of the file: its name, whether it is a set of words, its rows."""
    name, is_set, lines = "", False, list[str]()
    path = GRAMMAR.with_name("second_thoughts.txt")
    for line in [*path.read_text(encoding="utf-8").splitlines(), "[end]"]:
        if line.startswith("#"):
            continue
        heading = _HEADING.match(line)
        if heading is None:
            lines.append(line)
            continue
        phrases = [row for row in (" ".join(r.split()) for r in " ".join(lines).split(",")) if row]
        if phrases:
            yield name, is_set, phrases
        name, is_set, lines = heading[2], bool(heading[1]), []


def _regex(tokens: list[str], sets: dict[str, str], *, wide: bool) -> str:
    """The pattern of a row; *wide*: any words may be "I" as well."""
    some = _ANY if wide else rf"(?!i\b){_ANY}"
    pattern, begun = r"(?<![\w'])", False
    for token in tokens:
        last = token is tokens[-1]
        if token == "~":
            pattern += rf"(?:{_GAP}{some}(?:{_NEAR}{some}){{0,2}}{'' if last else '?'})?" + (
                "" if last else "?"
            )
        elif token == "...":
            pattern += rf"(?:{_GAP}{some}(?:{_NEAR}{some}){{0,40}}{'' if last else '?'})?" + (
                "" if last else "?"
            )
        elif token == "?":
            pattern += r"[\s\"')]*\?"
        elif token[0] == "(" and not begun:
            pattern += f"(?:{_word(token[1:-1], sets)}{_GAP})?"
        elif token[0] == "(":
            pattern += f"(?:{_glued(token[1:-1], sets)})?"
        else:
            pattern += _glued(token, sets) if begun else _word(token, sets)
            begun = True
    return pattern


def _glued(token: str, sets: dict[str, str]) -> str:
    """A word behind another; "'s" hangs on it without a space."""
    parts = token.split("/")
    loose = "/".join(part for part in parts if part[0] != "'")
    tight = "|".join(re.escape(part) for part in parts if part[0] == "'")
    choices = [_GAP + _word(loose, sets)] * bool(loose) + [rf"(?:{tight})(?![\w'])"] * bool(tight)
    return f"(?:{'|'.join(choices)})"


def _word(token: str, sets: dict[str, str]) -> str:
    """One word of a row, whole."""
    if token == "#":
        return rf"{_NUMBER}(?![\w'])"
    if token == "NAME":
        return rf"(?!(?:{sets['THIS']})\b)[a-z][\w'-]*"
    if token == "NAMES":
        return r"(?!(?:it|that|let|here|there|what)'s)\w+'s?(?![\w'])"
    if token[0] == "-" and token[1:] in sets:
        return rf"(?!(?:{sets[token[1:]]})(?![\w'])){_ANY}"
    parts = [sets[part] if part in sets else re.escape(part) for part in token.split("/")]
    return rf"(?:{'|'.join(parts)})(?![\w'])"


def _rareness(words: frozenset[str]) -> tuple[bool, int]:
    """How seldom one of these stands in a letter."""
    return words.isdisjoint(_COMMON), min(map(len, words))


def _anchors(tokens: list[str], sets: dict[str, str]) -> set[str]:
    """The words under which a row is looked for: of its own words the longest."""
    best: list[str] = []
    for token in tokens:
        if token in ("~", "...", "#", "NAME", "NAMES") or token[0] in "(-":
            continue
        words = token.split("/")
        if not any(word in sets for word in words) and (
            not best or min(map(len, words)) > min(map(len, best))
        ):
            best = words
    return set(best)


def _heads(token: str, firsts: dict[str, frozenset[str]]) -> frozenset[str]:
    """The words of which a row begins with one; none where it may begin otherwise."""
    parts = {word for part in token.split("/") for word in firsts.get(part, {part})}
    return frozenset(parts if all(_BEGUN.fullmatch(part) for part in parts) else ())


def _needs(tokens: list[str], firsts: dict[str, frozenset[str]]) -> tuple[frozenset[str], ...]:
    """For each word or set that a row cannot do without, the words of which one must stand."""
    needs = set()
    for token in tokens:
        if token == "NAME":
            continue
        parts = {word for part in token.split("/") for word in firsts.get(part, {part})}
        if all(WORD.fullmatch(part) and part[0] != "'" for part in parts):
            needs.add(frozenset(parts))
    return tuple(sorted(needs, key=len))
