"""The values that a text tells: minutes, rooms, counts, machines, tiles, gnomes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import msgspec

from rednov_bot.language.words import Word, kinds

_ROOMY: Final = kinds("TO ROOMWORD DOOR DASH SLASH IN THROUGH FROM")
_KINDS: Final = {"ROOM": "room", "MACHINE": "machine", "ITEM": "item", "NAME": "name"}


_DENIES: Final = re.compile(
    r"\W{1,3}(?:and )?(?:not|instead of|rather than|in place of) "
    r"(?:for |to |in )?(?:the |an? |my )?"
)


class Value(msgspec.Struct, frozen=True):
    """A value in the text: the words from *first* to *last*, the one that bears it, its role."""

    first: int
    last: int
    at: int
    role: str  # minutes, room, number, machine, item, name


def values_of(words: list[Word]) -> Iterator[Value]:
    """Every value among the words, each once."""
    at = 0
    while at < len(words):
        value = value_at(words, at)
        if value is not None:
            yield value
            at = value.last
        at += 1


def value_at(words: list[Word], at: int) -> Value | None:
    """The value that begins with this word, if any."""
    word = words[at]
    following = words[at + 1].type if at + 1 < len(words) else ""
    if word.type == "ROOMWORD" and following == "NUM":
        return Value(at, at + 1, at + 1, "room")
    if word.type == "NUM":
        if following == "MINUTES":
            return Value(at, at + 1, at, "minutes")
        if following in ("ITEM", "TILEWORD"):
            return Value(at, at + 1, at, "count")
        before = words[at - 1].type if at else ""
        if before == "FOR" and words[at - 2].text != "typo":
            return Value(at, at, at, "minutes")
        if following == "DASH" and at + 2 < len(words) and words[at + 2].type == "MINUTES":
            return Value(at, at + 2, at, "minutes")  # "six - no, seven - minutes"
        room = before in _ROOMY or following in ("DASH", "SLASH", "ARROW", "IN", "ENTER")
        if following == "SEP" and at + 2 < len(words):
            room = room or words[at + 2].type in ("IN", "ENTER")
        return Value(at, at, at, "room" if room else "number")
    if word.type in _KINDS:
        return Value(at, at, at, _KINDS[word.type])
    return None


def denied_behind(
    words: list[Word], values: list[Value], new: Value, lowered: str
) -> list[Value] | None:
    """The values that "5, not 6" may be about: those that say 6; None where none is denied."""
    at = values.index(new) + 1
    if at == len(values):
        return None
    between = lowered[words[new.last].end : words[values[at].first].start]
    if _DENIES.fullmatch(between) is None:
        return None
    denied = words[values[at].at]
    return [
        value
        for value in values
        if (words[value.at].number, words[value.at].name) == (denied.number, denied.name)
    ]
