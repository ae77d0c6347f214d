"""The lines of a sheet as words: names quoted where they are more than a plain word."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, TypeVar

L = TypeVar("L", bound=str)

_PLAIN: Final = re.compile(r"[^\W\d_][\w.'-]*\Z")
_WORD: Final = re.compile(r'\s*(?:"((?:[^"\\]|\\.)*)"|([^\s"]+))(?=\s|\Z)', re.ASCII)
_ESCAPES: Final = {"\\": "\\\\", '"': '\\"', "\n": "\\n"}
_UNSEEN: Final = re.compile(r"[^\S ]|[\x00-\x1f\x7f-\x9f\\\"]")
_ESCAPED: Final = re.compile(r"\\(?:u\{((?:10|[0-9a-f])?[0-9a-f]{1,4})\}|(.))", re.DOTALL)


class Malformed(Exception):
    """A sheet cannot be read; says which line and why."""


def quoted(name: str) -> str:
    """A name as it stands on a sheet: as it is if a plain word, else in quotation marks."""
    if _PLAIN.match(name):
        return name
    return '"' + _UNSEEN.sub(_escape, name) + '"'


def _escape(found: re.Match[str]) -> str:
    character = found[0]
    return _ESCAPES.get(character, f"\\u{{{ord(character):x}}}")


def _plain(text: str) -> str:
    """What stands between quotation marks, without its escapes."""

    def character(found: re.Match[str]) -> str:
        if found[1] is not None:
            return chr(int(found[1], 16))
        return "\n" if found[2] == "n" else found[2]

    return _ESCAPED.sub(character, text)


class Words:
    """One line, read word by word."""

    def __init__(self, number: int, words: list[str]) -> None:
        self.number_of_line = number
        self.head = words[0]
        self._left = words[:0:-1]

    @property
    def done(self) -> bool:
        """Whether every word has been read."""
        return not self._left

    def wrong(self, why: str) -> Malformed:
        """The fault of this line, to be raised."""
        return Malformed(f"line {self.number_of_line}: {why}")

    def end(self) -> None:
        """Nothing may be left over."""
        if self._left:
            raise self.wrong(f"{self._left[-1]!r} is too much")

    def name(self, what: str) -> str:
        """The next word, whatever it says; *what* it should be is told when there is none."""
        if not self._left:
            raise self.wrong(f"{what} is missing")
        return self._left.pop()

    def word(self, expected: str) -> None:
        """The next word is this one."""
        if (said := self.name(f"the word {expected!r}")) != expected:
            raise self.wrong(f"{expected!r} is expected where {said!r} stands")

    def choice(self, *allowed: L) -> L:
        """The next word, one of these."""
        said = self.name(f"one of {', '.join(allowed)}")
        for word in allowed:
            if said == word:
                return word
        raise self.wrong(f"one of {', '.join(allowed)} is expected where {said!r} stands")

    def number(self, lowest: int, highest: int) -> int:
        """The next word, a whole number in this range."""
        said = self.name("a number")
        if re.fullmatch(r"-?[0-9]{1,9}", said) and lowest <= int(said) <= highest:
            return int(said)
        raise self.wrong(f"a number from {lowest} to {highest} is expected where {said!r} stands")

    def numbers(self) -> tuple[int, ...]:
        """All words that are left, numbers from 0 up."""
        found: list[int] = []
        while not self.done:
            found.append(self.number(0, 9999))
        return tuple(found)

    def rest(self) -> tuple[str, ...]:
        """All words that are left, as they are."""
        words = tuple(reversed(self._left))
        self._left.clear()
        return words


def lines_of(text: str) -> Iterator[Words]:
    """The lines that say something; line breaks inside a quoted name are escaped."""
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        words, at = [], 0
        bare = line.rstrip()
        while at < len(bare):
            found = _WORD.match(bare, at)
            if found is None:
                raise Malformed(
                    f"line {number}: a quotation mark is not closed, or stands in a word"
                )
            words.append(_plain(found[1]) if found[1] is not None else found[2])
            at = found.end()
        yield Words(number, words)
