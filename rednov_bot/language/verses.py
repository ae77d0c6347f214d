"""Songs: lines that rhyme or come back, in which nothing is announced that takes minutes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from rednov_bot.language.scanner import plain
from rednov_bot.language.segments import Sentence
from rednov_bot.language.words import kinds

_ACTED: Final = kinds("DUR HATCH PATH GIVE USE NOACT NOACTION JOIN QUIT DISCARD")
_FEWEST: Final = 4
_MOST: Final = 11
_WORDS: Final = re.compile(r"[a-z']+")
_RHYMES: Final = 2
_VOWELS: Final = re.compile(r"[aeiouy]+[^aeiouy]*e?s?$")
_LIST: Final = re.compile(r"^[ \t]{0,20}(?:[-*+>\u2022]|[\w ]{1,16}:)|\d|[=(){}]", re.MULTILINE)


class Verses:
    """Knows which stretches of a letter are sung."""

    def __init__(self, text: str, told: Sequence[Sentence]) -> None:
        self._spans: list[tuple[int, int]] = []
        if text.count("\n") >= _FEWEST - 1:
            self._spans = [
                (start, end)
                for start, end in _stanzas(text)
                if not any(_counts(one) for one in told if one.start < end and start < one.end)
            ]

    def hold(self, sentence: Sentence) -> bool:
        """Whether a sentence is part of a song."""
        return any(start <= sentence.start and sentence.end <= end for start, end in self._spans)


def _counts(sentence: Sentence) -> bool:
    """Whether somebody says "I", or gives, does nothing, joins, or for how many minutes."""
    return not sentence.kinds.isdisjoint(_ACTED) or any(
        segment.performs for segment in sentence.segments
    )


def _stanzas(text: str) -> Iterator[tuple[int, int]]:
    """Where lines without a blank one between them make a stanza."""
    start = end = 0
    for line in [*text.splitlines(keepends=True), ""]:
        if line.strip():
            end += len(line)
            continue
        if _is_sung(text[start:end]):
            yield start, end
        start = end = end + len(line)


def _is_sung(stanza: str) -> bool:
    """Whether lines rhyme or come back, and have no number in them."""
    if stanza.count("\n") < _FEWEST - 1 or _LIST.search(stanza) is not None:
        return False
    lines = [line for one in stanza.splitlines() if (line := _WORDS.findall(plain(one)))]
    if len(lines) < _FEWEST or max(map(len, lines)) > _MOST:
        return False
    refrain = max(Counter(" ".join(line) for line in lines if len(line) > 2).values() or [0])
    return refrain > 1 or _rhymes(lines) >= _RHYMES


def _rhymes(lines: Sequence[Sequence[str]]) -> int:
    """How many lines rhyme with one of the two lines before."""
    ends = [line[-1] for line in lines]
    return sum(
        any(_rhyme(word, other) for other in ends[max(at - 2, 0) : at])
        for at, word in enumerate(ends)
    )


def _rhyme(one: str, other: str) -> bool:
    tail = _VOWELS.search(one)
    return one != other and tail is not None and len(tail[0]) > 1 and other.endswith(tail[0])
