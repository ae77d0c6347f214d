"""A text whose layout is straightened; every character knows its place in the letter."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final

import msgspec

from rednov_bot.language.words import Word

_WORD: Final = re.compile(r"[^\W_]+")
_AHEAD: Final = 12
"""Words of the old text among which a new one is looked for."""
_RUN: Final = re.compile(r"[^\W_]+|[\W_]+")


class Sheet(msgspec.Struct):
    """A text and where each of its characters stands in the letter."""

    text: str
    places: list[int]

    @classmethod
    def of(cls, text: str) -> Sheet:
        """A letter as it is."""
        return cls(text, list(range(len(text))))

    def put(self, changes: Iterable[tuple[int, int, str]]) -> bool:
        """Stretches are replaced; they stand in order and do not overlap."""
        parts: list[str] = []
        places: list[int] = []
        done = 0
        for start, end, new in changes:
            parts += (self.text[done:start], new)
            places += self.places[done:start]
            places += self._places_of(start, end, new)
            done = end
        if not parts:
            return False
        self.text = "".join(parts) + self.text[done:]
        self.places = places + self.places[done:]
        return True

    def _places_of(self, start: int, end: int, new: str) -> list[int]:
        """The places of new characters: a word that was there keeps its own, others the next."""
        if not self.places:
            return [0] * len(new)
        old = [(m.start() + start, m.end() + start) for m in _WORD.finditer(self.text[start:end])]
        if not old:
            last = min(max(start, end - 1), len(self.places) - 1)
            return [self.places[min(start + n, last)] for n in range(len(new))]
        places: list[int] = []
        said = [self.text[first:last].lower() for first, last in old]
        at = 0
        for match in _RUN.finditer(new):
            told = match[0].lower()
            ahead = said[at : at + _AHEAD]
            found = at + ahead.index(told) if told in ahead else None
            first, last = old[min(at, len(old) - 1) if found is None else found]
            at = at if found is None else found + 1
            if match[0][0].isalnum():
                run = [min(first + n, last - 1) for n in range(len(told) - 1)]
                places += [self.places[n] for n in (*run, last - 1)][-len(told) :]
                if len(told) == 1:
                    places[-1] = self.places[first]
            else:
                places += [places[-1] if places else self.places[first]] * len(told)
        return places

    def sub(self, pattern: re.Pattern[str], new: str | Callable[[re.Match[str]], str]) -> bool:
        """Every match is replaced by *new*, or by what that makes of it."""
        found: list[tuple[int, int, str]] = []
        for match in pattern.finditer(self.text):
            told = new if isinstance(new, str) else new(match)
            if told != match[0]:
                found.append((*match.span(), told))
        return self.put(found)

    def lines(self) -> list[tuple[int, int]]:
        """Where each line begins and ends."""
        spans: list[tuple[int, int]] = []
        start = 0
        for line in self.text.split("\n"):
            spans.append((start, start + len(line)))
            start += len(line) + 1
        return spans

    def replace_words(self, words: Iterable[Word]) -> None:
        """The words of this text are told their places in the letter."""
        for word in words:
            word.start = self.places[word.start]
            word.end = self.places[word.end - 1] + 1
