"""The hatch and the room that were spoken of last, for which "it" and "there" stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from rednov_bot.engine.words import Place
from rednov_bot.language.neighbours import place_of
from rednov_bot.language.second_reader.leads import LEADS
from rednov_bot.language.second_reader.slots import AnySlot, NoOpinion, Said, Way
from rednov_bot.language.segments import Segment
from rednov_bot.language.words import kinds

_THERE: Final = ("there", "in there", "over there")
_GOES: Final = kinds("SELF GO HEADING OTHER FILL NOW")
_GOING: Final = kinds("go goes come head hop walk wander run swim")
_OPENS: Final = ("open", "opens", "opening")
_IT: Final = kinds("it that this")
_ROOMS: Final = kinds("NUM ROOM")
_NUMBER: Final = kinds("NUM")
_LEAD: Final = frozenset(LEADS) | {"FROM"}


class References:
    """What was spoken of so far, whatever was said of it."""

    def __init__(self) -> None:
        self._hatch: tuple[Place, ...] = ()
        self._place: Place | None = None
        self._heads = False  # "Hatch:" stood alone
        self._strange = False  # "Stars:" stood alone

    def hear(self, segment: Segment) -> None:
        """The places of one stretch more."""
        words = segment.content
        self._heads = [word.type for word in words] == ["DOOR"]
        self._strange = segment.labels and {word.type for word in words} == {"OTHER"}
        earlier = None if segment.opens_sentence else self._place
        for at, word in enumerate(words):
            before = words[at - 1].type if at else ""
            if word.type == "HATCH":
                self._hatch = word.places
                self._place = word.places[0] if len(word.places) == 1 else None
            elif word.type == "ROOM" or (word.type == "NUM" and before in _LEAD):
                self._place = place_of(word)
                if before in ("TO", "OPEN") and self._place is not None:
                    door = any(one.type == "DOOR" for one in words[:at])
                    self._hatch = (self._place,) if door or before == "OPEN" else self._hatch
        if earlier not in (None, self._place):
            self._place = None  # "Pip is in 5, Rusty in 6"

    def understood(
        self, said: Sequence[Said], number: int, found: Sequence[AnySlot], slots: list[AnySlot]
    ) -> list[AnySlot]:
        """The slots *found* so far, and those of one stretch more, whatever it refers to."""
        segment = said[number].segment
        behind = said[number + 1] if number + 1 < len(said) else None
        meant = [*self._stood_for(segment, number, behind)]
        self.hear(segment)
        return _without(found, meant) + (meant or slots)

    def _stood_for(self, segment: Segment, number: int, behind: Said | None) -> Iterator[AnySlot]:
        """What a stretch says by them: "I open it", "I go there"; *behind* comes next."""
        last = segment.words[-1]
        if self._strange and segment.kinds <= _NUMBER:
            raise NoOpinion  # nobody knows of what it is the number
        if self._heads and segment.kinds <= _NUMBER and (place := place_of(last)) is not None:
            yield Way(last, number, (place,), "hatch")
            return
        if self._hatch and segment.kinds.isdisjoint(_ROOMS) and not segment.has("DOOR", "HATCH"):
            for verb, what in pairwise(segment.words):
                if verb.text in _OPENS and what.text in _IT and verb.type in ("OPEN", "FILL"):
                    yield Way(verb, number, self._hatch, "open")
        goes = segment.kinds <= _GOES and any(word.text in _GOING for word in segment.words)
        there = behind is not None and behind.mood == "real" and behind.segment.lead in _THERE
        if goes and there and self._place is not None:
            yield Way(last, number, (self._place,), "to")


def _without(found: Sequence[AnySlot], said: Sequence[AnySlot]) -> list[AnySlot]:
    """The slots without the places that are now said to be gone to."""
    if any(isinstance(slot, Way) and slot.cue == "hatch" for slot in said):
        return list(found[:-1])  # "Hatch: 4": the word before only heads the number
    gone = {slot.places for slot in said if isinstance(slot, Way) and slot.cue == "to"}
    return [
        slot
        for slot in found
        if not (isinstance(slot, Way) and slot.cue == "spot" and slot.places in gone)
    ]
