"""Which words beside an announcement name what it is about, and which another thing of the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from rednov_bot.language.clauses import Clause
from rednov_bot.language.segments import Segment
from rednov_bot.language.words import Word, kinds

Slots: TypeAlias = Mapping[int, tuple[str, int]]
"""By where a word begins: its class in grammar/qualms.txt, and where it ends."""

_NUMBERED: Final = kinds("NUM DUR ROOM MACHINE COUNT")
_THINGS: Final = kinds("FIRE WATER KRAKEN DOOR BARREL")
_WAYS: Final = kinds("HATCH PATH OPEN ENTER")
_WHOSE: Final = {"NAME": "NAME", "OWNER": "OWNERS"}
_ONE: Final = "one"
"""As often "the one" as a number."""


def slots(words: Iterable[Word], announced: Sequence[Clause | Segment]) -> Slots:
    """NAME, OURS of what is *announced* too, OTHERS of what the game knows besides."""
    said = [word for clause in announced for word in clause.words]
    numbers = {number for word in said for number in _numbers(word)}
    things = {word.name or word.type for word in said if word.type in _THINGS or word.name}
    if any(word.type in _WAYS for word in said):
        things.add("DOOR")
    found: dict[int, tuple[str, int]] = {}
    for word in words:
        if word.type in ("NAME", "OWNER"):
            found[word.start] = _WHOSE[word.type], word.end
        elif word.type == "ITEM" and word.name:
            found[word.start] = "OURS" if word.name in things else "OTHERS", word.end
        elif word.type in _THINGS:
            if word.type in things:
                found[word.start] = "OURS", word.end
        elif told := {*_numbers(word)}:
            found[word.start] = "OURS" if told <= numbers else "OTHERS", word.end
    return found


def _numbers(word: Word) -> Iterator[int]:
    """The numbers that a word says, of a room, of minutes, of tiles."""
    if word.type in _NUMBERED and word.number and word.text != _ONE:
        yield word.number
    if word.type in ("HATCH", "PATH"):
        yield from (place for place in word.places if isinstance(place, int))


def is_slot(word: Word) -> bool:
    """Whether a word may be one of these."""
    return word.type in ("NAME", "OWNER", "ITEM", "HATCH", "PATH", *_NUMBERED, *_THINGS)
