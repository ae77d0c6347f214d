"""What words may mean: the phrases of words.txt, what the samples taught, and people's names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from sys import intern
from typing import Any, Final, Literal, NamedTuple, TypeAlias
from zlib import crc32

from rednov_bot.games.red_november.rules.words import SEA, Item

WORDS: Final = Path(__file__).with_name("words.txt")

PIECE: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*|\d+|[-=]+>|\n[\n ]*|[^\s\w]|_+")
"""A word with its apostrophes, a number, an arrow, one or more line breaks, or a mark."""

NUMBERS: Final = {
    word: number
    for number, word in enumerate(
        (
            *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
            *("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen"),
            *("seventeen", "eighteen", "nineteen", "twenty"),
        )
    )
} | {"both": 2, "couple": 2, "pair": 2, "twice": 2, "once": 1, "single": 1, "trio": 3}


def word_set(words: str) -> frozenset[str]:
    """The words of a row, parted by blanks."""
    return frozenset(words.split())


ARTICLES: Final = frozenset(("a", "an", "the", "my"))
"""Passed over inside a phrase: "the manual for the engine"."""

YOU: Final = frozenset(("you", "u", "ye", "thee", "ya", "yours", "em", "him", "her", "them"))
"""Who is meant stands elsewhere in the mail."""


class Sense(NamedTuple):
    """What a phrase may stand for; what it does not is empty."""

    item: Item | str = ""  # a tile, or "manual": which one the work tells
    room: int = 0  # 1-10 or SEA, as the name of the place
    machine: int = 0  # the room of what stands there: 2 for "the pumps"
    barrel: bool = False  # the captain's barrel, in room 10
    number: int = -1
    name: str = ""  # of a person
    you: bool = False
    cue: bool = False  # a word that has named an action, joined or left, in some sample
    classes: tuple[int, ...] = ()  # hashes of the word classes

    def joined(self, other: Sense) -> Sense:
        """Both meanings of one phrase."""
        return Sense(
            self.item or other.item,
            self.room or other.room,
            self.machine or other.machine,
            self.barrel or other.barrel,
            max(self.number, other.number),
            self.name or other.name,
            self.you or other.you,
            self.cue or other.cue,
            self.classes or other.classes,
        )


NOTHING: Final = Sense()

Trie = dict[str, list[tuple[tuple[str, ...], Sense]]]
"""By the first word of a phrase: its further words, the longest first, and its sense."""

Classes = dict[str, tuple[tuple[int, ...], Trie]]
"""By the first word of a phrase: its classes if it ends here, and the phrases that go on."""

PLAIN: Final = str.maketrans(
    {
        "\u2018": "'", "\u2019": "'", "\u02bc": "'", "\u2032": "'", "\u00b4": "'", "`": "'",
        "\u201c": '"', "\u201d": '"', "\u2010": "-", "\u2011": "-", "\u2012": "-",
        "\u2013": "-", "\u2014": "-", "\u2015": "-", "\u2212": "-", "\u2192": ">", "\u21d2": ">",
        "\u2794": ">", "\u27a1": ">", "\u00a0": " ", "\u2009": " ", "\u202f": " ", "\u2007": " ",
        "\u00d7": "x", "\u2022": "*", "\u00b7": "*", "\r": " ", "\t": " ", "\u2026": ".",
        "\u00ad": " ", "\u200b": " ", "\u2060": " ", "\ufeff": " ", "\u200c": " ", "\u200d": " ",
    }
)  # fmt: skip


def plain(text: str, table: dict[int, str] = PLAIN) -> str:
    """The text in lower case with plain quotes, dashes and spaces, of the same length."""
    lowered = text.lower()
    if len(lowered) != len(text):
        lowered = "".join(c if len(c.lower()) != 1 else c.lower() for c in text)
    return lowered.translate(table)


def hashed(word: str) -> int:
    """A number for a word, the same on every machine."""
    return crc32(word.encode("utf-8", "replace")) & 0xFFFFFF


def phrase(text: str) -> tuple[str, ...]:
    """The pieces of a phrase as a trie has them: no articles inside, no hyphens."""
    pieces = [intern(piece) for piece in PIECE.findall(plain(text)) if piece != "-"]
    return (*pieces[:1], *(piece for piece in pieces[1:] if piece not in ARTICLES))


def add(trie: Trie, words: tuple[str, ...], sense: Sense) -> None:
    """A phrase gets one more sense."""
    rows = trie.setdefault(words[0], [])
    for at, (rest, known) in enumerate(rows):
        if rest == words[1:]:
            rows[at] = (rest, known.joined(sense))
            return
    rows.append((words[1:], sense))
    rows.sort(key=lambda row: -len(row[0]))


_HEADING: Final = re.compile(r"\[(\w+)(?: (\w+))?\]")


@lru_cache(maxsize=1)
def vocabulary() -> tuple[Trie, Classes]:
    """words.txt: the phrases that can fill a slot, and those that only have a class."""
    slots: Trie = {}
    classes: Trie = {}
    pasts: dict[str, list[str]] = {}
    for section in WORDS.read_text(encoding="utf-8").split("\n\n"):
        head, _, rows = section.partition("\n")
        match = _HEADING.match(head)
        if match is None:
            continue
        kind, value = match[1], match[2] or ""
        for one in rows.replace("\n", " ").split(","):
            if not (text := one.strip()):
                continue
            if kind == "ITEM":
                for spelling in (text, _plural(text)):
                    add(slots, phrase(spelling), Sense(item=value))
            elif kind in ("ROOM", "MACHINE"):
                place = SEA if value == "sea" else int(value)
                known = Sense(room=place) if kind == "ROOM" else Sense(machine=place)
                add(slots, phrase(text), known)
            elif kind == "BARREL":
                add(slots, phrase(text), Sense(barrel=True))
            elif kind == "NUMBER":
                add(slots, phrase(text), Sense(number=int(value)))
            elif kind == "past":
                verb, *forms = text.split()
                pasts[verb] = forms
            elif kind == "verb":
                for spelling, form in _forms(text, pasts).items():
                    _classify(classes, spelling, value + ("" if form == "s" else form))
            else:
                _classify(classes, text, kind + value)
    return slots, {word: _parted(rows) for word, rows in classes.items()}


def _parted(rows: list[tuple[tuple[str, ...], Sense]]) -> tuple[tuple[int, ...], Trie]:
    """The phrase of one word apart from those that go on, which lie under their second word."""
    alone: tuple[int, ...] = ()
    longer: Trie = {}
    for rest, sense in rows:
        if rest:
            longer.setdefault(rest[0], []).append((rest[1:], sense))
        else:
            alone = sense.classes
    return alone, longer


@lru_cache(maxsize=1024)
def _of_classes(classes: tuple[int, ...]) -> Sense:
    """One sense for all phrases of the same classes."""
    return Sense(classes=classes)


def _classify(classes: Trie, text: str, name: str) -> None:
    """A phrase is of one more class."""
    words, own = phrase(text), hashed(name)
    rows = classes.setdefault(words[0], [])
    known = next((sense.classes for rest, sense in rows if rest == words[1:]), ())
    if own not in known:
        rows[:] = [row for row in rows if row[0] != words[1:]]
        rows.append((words[1:], _of_classes((*known, own))))
        rows.sort(key=lambda row: -len(row[0]))


def _plural(text: str) -> str:
    """ "mugs of grog", "toolboxes"."""
    head, of, tail = text.partition(" of ")
    head, for_, purpose = head.partition(" for ")
    return head + ("es" if head.endswith("x") else "s") + for_ + purpose + of + tail


class Lexicon:
    """All that is known of words, for one set of people."""

    def __init__(
        self, learnt: Iterable[tuple[str, Sense]], people: Sequence[str], english: bytes = b""
    ) -> None:
        """*learnt*: phrases that samples used for something, beside those of words.txt;
        *english*: a bit for the hash of each word that is no typing error (see `english_of`)."""
        self._english = english
        slots, self.classes = vocabulary()
        self.slots: Trie = {word: list(rows) for word, rows in slots.items()}
        self.cues = {text for text, sense in learnt if sense.cue}
        for text, sense in learnt:
            if not sense.cue:
                add(self.slots, phrase(text), sense)
        exact = {phrase(unicodedata.normalize("NFC", name)): name for name in people}
        bare = {phrase(unaccented(name)): name for name in reversed(people)}
        for words, name in {**bare, **exact}.items():
            if words:
                add(self.slots, words, Sense(name=name))
                add(self.slots, (*words[:-1], words[-1] + "'s"), Sense(name=name))
        self.phrases = {
            word: longer
            for word, rows in self.slots.items()
            if (longer := [row for row in rows if row[0]])
        }
        self.meant = lru_cache(maxsize=MOST_KEPT)(self._meant)
        self.alone: dict[str, Any] = {}
        """What single words stand for, as far as it was asked (tokens.py)."""
        self._stems = _stems(people)
        self._alike: dict[tuple[str, int], list[str]] = {}
        for word in self._slot_words():
            self._alike.setdefault((word[0], len(word)), []).append(word)

    def _slot_words(self) -> set[str]:
        """The longer words with which the game is played."""
        words = set(self.slots) | self.cues | set(NUMBERS)
        words |= {word for rows in self.slots.values() for rest, _ in rows for word in rest}
        return {word for word in words if len(word) > 3 and word.isalpha()}

    def _meant(self, word: str) -> str:
        """The game's word that an unknown one was meant to be; the same word where none is sure."""
        if not _SHORTEST <= len(word) <= _LONGEST or not word.isalpha() or word in self.slots:
            return word
        if word in self.cues or word in self.classes or word in NUMBERS or word in ARTICLES:
            return word
        place = hashed(word) % (len(self._english) * 8) if self._english else 0
        if self._english and self._english[place >> 3] >> (place & 7) & 1:
            return word
        lengths = range(len(word) - 1, len(word) + 2)
        alike = (one for length in lengths for one in self._alike.get((word[0], length), ()))
        found = {one for one in alike if _one_slip(word, one)}
        return found.pop() if len(found) == 1 else word

    def nickname(self, word: str) -> str:
        """Whom a short name means, "" where that is not certain: "fizz", "mossy", "quib"."""
        name = self._stems.get(word[:4])
        if name is None or word in self.classes:
            return ""
        whole = unaccented(name).lower()
        short = whole.startswith(word) or (whole.startswith(word[:-1]) and word[-1] in "ysoz")
        return name if short else ""


MOST_KEPT: Final = 10_000
"""Words of which is remembered what they mean."""
_SHORTEST: Final = 4
_LONGEST: Final = 24
"""Letters of a word in which a typing error is mended."""


def english_of(words: Iterable[str]) -> bytes:
    """Bits for the hashes of words that stand in samples and are spelt as they should be."""
    bits = bytearray(1 << 14)
    for word in words:
        place = hashed(word) % (len(bits) * 8)
        bits[place >> 3] |= 1 << (place & 7)
    return bytes(bits)


def _one_slip(word: str, other: str) -> bool:
    """Whether *word* is *other*, which begins with the same letter, with two letters exchanged, one
    left out or doubled, or, in a long word, one wrong."""
    if len(word) == len(other):
        wrong = [at for at, (a, b) in enumerate(zip(word, other, strict=True)) if a != b]
        if len(wrong) == 2 and wrong[1] == wrong[0] + 1:
            a, b = wrong
            return word[a] == other[b] and word[b] == other[a]
        return len(wrong) == 1 and len(word) > 7 and word[-1] == other[-1]
    if len(word) == len(other) - 1:
        return len(word) > 4 and any(
            other[:at] + other[at + 1 :] == word for at in range(len(other))
        )
    return len(word) == len(other) + 1 and any(
        word[:at] + word[at + 1 :] == other and word[at] == word[at - 1]
        for at in range(1, len(word))
    )


def _stems(people: Sequence[str]) -> dict[str, str]:
    """The first four letters that only one name has."""
    found: dict[str, list[str]] = {}
    for name in people:
        stem = unaccented(name).lower()[:4]
        if len(stem) == 4 and stem.isalpha() and stem not in NUMBERS:
            found.setdefault(stem, []).append(name)
    return {stem: names[0] for stem, names in found.items() if len(names) == 1}


_LETTERS: Final = str.maketrans(
    {"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "ð": "d", "ß": "ss", "æ": "ae", "Æ": "Ae"}
)


def unaccented(name: str) -> str:
    """A name in plain letters, as people without these keys write it."""
    parts = unicodedata.normalize("NFKD", name.translate(_LETTERS))
    return "".join(c for c in parts if not unicodedata.combining(c))


Form: TypeAlias = Literal["", "s", "ing", "past"]

_ENDS_DOUBLED = re.compile(r"^(?:un)?(?:qu|[^aeiou])*[aeiou][^aeiouwxy]$")
_ENDS_HISSING = re.compile(r"(?:s|x|z|ch|sh|[^aeou]o)$")


def _forms(phrase: str, irregular: dict[str, list[str]]) -> dict[str, Form]:
    """All spellings of a verb phrase; its first word is inflected."""
    head, _, tail = phrase.partition(" ")
    tail = f" {tail}" if tail else ""
    soft_y = head.endswith("y") and head[-2:-1] not in "aeiou"
    stem = head[:-1] if head.endswith("e") and not head.endswith("ee") else head
    if _ENDS_DOUBLED.match(head):
        stem = head + head[-1]
    third = head[:-1] + "ies" if soft_y else head + ("es" if _ENDS_HISSING.search(head) else "s")
    pasts = irregular.get(head, [head[:-1] + "ied" if soft_y else stem + "ed"])
    spellings: dict[str, Form] = {past + tail: "past" for past in pasts}
    spellings[third + tail] = "s"
    spellings[stem + "ing" + tail] = "ing"
    spellings[head + tail] = ""
    return spellings
