"""Hunches: what a remark in unforeseen words probably does to the announcement beside it.

Where no wording and no structure is known, a remark is compared with the samples of
grammar/remarks.txt: its words, the classes that they belong to, and each two side by side count
for what they stand in more often (a naive Bayes filter).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import log
from typing import Final, TypeAlias

import msgspec

from rednov_bot.language.structures import WORD, words_of_classes
from rednov_bot.paths import GRAMMAR

_HEADING: Final = re.compile(r"^\[(?:(words) )?([\w ]+)\]$")
_ENOUGH: Final = 1.12
"""From this score on a remark is thought to shake the announcement."""
_MORE: Final = 2.0
_PRIOR: Final = 0.4
_LENGTH: Final = 0.7
_SHORT: Final = 10
"""Long remarks have more traits: their sum is divided by this power of their number and this."""
_EDGE: Final = "|"
_MARKS: Final = frozenset(",?:")
_Trait: TypeAlias = str | tuple[str, ...]


class _Learnt(msgspec.Struct, frozen=True):
    """What the samples teach."""

    classes: dict[str, tuple[str, ...]]  # of each word
    weights: dict[_Trait, float]  # by how much a trait speaks for shaking
    known: dict[str, bool]  # the samples themselves, and whether they shake it


def shakes(words: Sequence[str], *, sure: bool) -> bool:
    """Whether a remark of these words probably shakes the announcement.

    A stretch is *sure* to be a remark on it as a whole sentence behind it.
    """
    known = _learnt().known.get(_alike(words))
    return score(words) > (_ENOUGH if sure else _MORE) if known is None else known


def score(words: Sequence[str]) -> float:
    """How much these words speak for shaking it, or below nothing for being harmless."""
    learnt = _learnt()
    known = [
        learnt.weights[trait] for trait in _traits(words, learnt.classes) if trait in learnt.weights
    ]
    length: float = (_SHORT + len(known)) ** _LENGTH
    return sum(known) / length


def _alike(words: Sequence[str]) -> str:
    """A remark without marks and numbers."""
    return " ".join("#" if word.isdigit() else word for word in words if word not in _MARKS)


def _traits(words: Sequence[str], classes: dict[str, tuple[str, ...]]) -> set[_Trait]:
    """Words and classes, each two in a row, and each two with one between them."""
    told = [_EDGE, *("#" if word.isdigit() else word for word in words), _EDGE]
    meant = [(word, *classes.get(word, ())) for word in told]
    found: set[_Trait] = {one for each in meant for one in each}
    for these, those in pairwise(meant):
        found.update((one, other) for one in these for other in those)
    for these, those in zip(meant, meant[2:], strict=False):
        found.update((one, "", other) for one in these for other in those)
    return found


@lru_cache(maxsize=1)
def _learnt() -> _Learnt:
    grouped: dict[str, set[str]] = {}
    for word, name in words_of_classes():
        grouped.setdefault(word, set()).add(name)
    samples: dict[str, list[list[str]]] = {"shakes": [], "is harmless": []}
    for kind, name, line in _lines():
        if kind:
            for word in line.split(","):
                grouped.setdefault(word.strip(), set()).add(name)
        else:
            samples[name].append(WORD.findall(line.replace("#", "1")))
    classes = {word: tuple(sorted(names)) for word, names in grouped.items()}
    counts = {
        name: Counter(trait for words in said for trait in _traits(words, classes))
        for name, said in samples.items()
    }
    shaking, harmless = counts["shakes"], counts["is harmless"]
    odds = log((len(samples["is harmless"]) + 2 * _PRIOR) / (len(samples["shakes"]) + 2 * _PRIOR))
    weights = {
        trait: odds + log((shaking[trait] + _PRIOR) / (harmless[trait] + _PRIOR))
        for trait in {*shaking, *harmless}
    }
    known = {_alike(words): name == "shakes" for name, said in samples.items() for words in said}
    return _Learnt(classes, weights, known)


def _lines() -> Iterator[tuple[str, str, str]]:
    """Each line of the file: whether it lists words, below which heading it stands, and itself."""
    kind = name = ""
    path = GRAMMAR.with_name("remarks.txt")
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line or (line.startswith("#") and not name):
            continue
        if heading := _HEADING.match(line):
            kind, name = heading[1] or "", heading[2]
        else:
            yield kind, name, line
