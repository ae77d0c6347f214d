"""Which words of a letter fill a slot of the turn, and what the words beside them say about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rednov_bot.language.second_reader.demurs import is_strange
from rednov_bot.language.second_reader.pronouns import Held
from rednov_bot.language.second_reader.references import References
from rednov_bot.language.second_reader.slots import (
    AnySlot,
    NoOpinion,
    Role,
    Said,
    Tile,
    Unclear,
)
from rednov_bot.language.second_reader.stretch import Stretch
from rednov_bot.language.segments import Segment
from rednov_bot.language.words import Word, kinds

_UNLOOKED: Final = kinds("LOOKUP CORRECTION REVERSE NAMESAKE DRAFT")
"""With one of these even what is only told of is no matter for the second reader."""
_DENIED: Final = kinds(
    "COND UNREAL PLAN VAGUE HEDGE BEFOREHAND OWNER JEST BIG TIMES TWICE PERCENT YOU ODD QUERY LEFT "
    "JOIN QUIT ATTACK"
)
"""With one of these beside a slot it has no opinion."""
_WANTED: Final = kinds("ITEM TILEWORD NUM DUR FOR FILL PLEASE COUNT")
_TOLD: Final = kinds("SELF NAME WHO YOU NEG UNREAL PLAN COND STATE VAGUE")
_SHUT: Final = kinds("shut closed")
_MINUTES: Final = kinds("DUR FILL")
_FILLED: Final = kinds("ITEM HATCH PATH ROOM DOOR DUR OPEN ENTER")
"""With one of these a stretch that is announced is part of a turn."""


def spotted(said: Sequence[Said]) -> list[AnySlot]:
    """All slots of what is announced; raises NoOpinion where a word beside one is not plain."""
    found: list[AnySlot] = []
    sentence, held, references = _Sentence(), Held(), References()
    role: Role = "unknown"
    after = False
    for number, one in enumerate(said):
        segment = one.segment
        if segment.belongs != "turn":
            continue
        words = segment.content
        sentence.go_on(one, said[number - 1] if number else None)
        if not words:
            _demur(segment)
            continue
        goes_on = words[0].type == "ITEM"
        before = role if goes_on else "unknown"
        puzzling = held.puzzles(segment)
        stretch = Stretch(segment, words, number, before, held, after=after)
        if one.mood == "negated":
            found += stretch.denied()
            continue
        if one.mood == "conditional" or not segment.kinds.isdisjoint(_UNLOOKED):
            raise NoOpinion
        sentence.hear(one)
        noted = _is_noted(one, said)
        if not (noted or one.live or _is_wanted(said[number : number + 3])):
            found += stretch.mentioned()
            held.hear(segment)
            references.hear(segment)
            continue
        if puzzling:
            raise Unclear
        slots = _announced(segment, words, stretch)
        if "ITEM" in segment.kinds:
            held.forget([slot for slot in slots if isinstance(slot, Tile)])
        role = next((slot.role for slot in reversed(slots) if isinstance(slot, Tile)), "unknown")
        after = not slots and "AFTER" in segment.kinds <= {"AFTER", "FILL", "SELF"}
        found = references.understood(said, number, found, slots)
    return found


def _announced(segment: Segment, words: list[Word], stretch: Stretch) -> list[AnySlot]:
    """The slots of a stretch that is announced, if nothing makes less of them."""
    if is_strange(words, segment):
        raise Unclear
    slots = stretch.slots()
    if slots and (segment.first or not segment.kinds.isdisjoint(_DENIED)):
        raise NoOpinion
    return slots


def _demur(segment: Segment) -> None:
    """ "Hatch: 4.  Shut.": nothing is known of such words but that they matter."""
    if any(word.text in _SHUT for word in segment.words):
        raise NoOpinion


class _Sentence:
    """What has been said in a sentence that may take the rest of it along."""

    def __init__(self) -> None:
        self._shaky = self._unreal = False

    def go_on(self, one: Said, before: Said | None) -> None:
        """The next stretch, and the one before it."""
        if one.segment.opens_sentence:
            self._shaky = self._unreal = False
        elif before is not None:
            self._shaky = self._shaky or _is_shaky(before.segment)
            self._unreal = self._unreal or before.mood in ("unreal", "conditional")

    def hear(self, one: Said) -> None:
        """Raises NoOpinion where a stretch may go on with what is not announced."""
        if one.mood == "real":
            if "SELF" in one.segment.kinds:
                self._unreal = False
            if self._unreal:
                raise NoOpinion  # "my character would, being a fool, give ..."
        elif one.mood == "unclear" and self._shaky:
            raise NoOpinion


def _is_wanted(said: Sequence[Said]) -> bool:
    """ "One item, please", "a grog please, one minute": asked for as at a counter."""
    one, *others = said
    behind = [other.segment for other in others if not other.segment.opens_sentence]
    return (
        one.mood == "other"
        and one.segment.opens_sentence
        and one.segment.kinds <= _WANTED
        and all(word.name in ("", "grog") for word in one.segment.words)
        and not any(segment.has("NAME", "YOU", "WHO", "BARREL") for segment in behind)
        and any("PLEASE" in segment.kinds for segment in (one.segment, *behind))
    )


def _is_noted(one: Said, said: Sequence[Said]) -> bool:
    """ "Room 3 entered": in a turn told in note form, which tells nothing of the past."""
    if one.mood != "past":
        return False
    past = [other.segment for other in said if other.mood == "past"]
    if any(segment.has("PAST", *_TOLD) for segment in past):
        return False
    done = any(word.form == "past" or word.type == "OTHER" for word in one.segment.words)
    return (done or one.segment.kinds <= _MINUTES) and any(
        other.mood == "real" and other.segment.has(*_FILLED) for other in said
    )


def _is_shaky(before: Segment) -> bool:
    """Whether a stretch is no telling of the present."""
    return before.has("PAST", "UNREAL", "PLAN", "COND", "YOU", "NAME")
