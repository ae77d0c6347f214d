"""Standing orders: hatches and rooms in the order in which they are preferred (rules 7.1)."""

from __future__ import annotations

from rednov_bot.engine.words import SEA, Hatch, Place, hatch
from rednov_bot.language.names import as_place
from rednov_bot.language.segments import Segment
from rednov_bot.language.words import Word


def hatches(segment: Segment) -> list[Hatch]:
    """The hatches that a segment names."""
    named: list[Hatch] = []
    ends: list[Place] = []
    for word in segment.words:
        if word.type == "HATCH" and len(word.places) == 2:
            named.append(hatch(*word.places))
        elif word.type == "BETWEEN":
            ends = []
        elif (place := _place(word)) is not None:
            ends.append(place)
            if len(ends) == 2:
                named.append(hatch(ends[0], ends[1]))
                ends = []
    return named


def rooms(segment: Segment) -> list[Place]:
    """The rooms that a segment names."""
    return [place for word in segment.words if (place := _place(word)) not in (None, SEA) and place]


def _place(word: Word) -> Place | None:
    if word.type == "NUM":
        return as_place(word.number)
    if word.type in ("ROOM", "MACHINE"):
        return word.number
    return None
