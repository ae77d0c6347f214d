"""What a stretch holds that may not be passed over."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from rednov_bot.language.inflection import is_third_person
from rednov_bot.language.names import as_place
from rednov_bot.language.segments import Segment, Sentence
from rednov_bot.language.words import Word

_LEADS: Final = ("TO", "THROUGH", "ENTER", "GO", "OPEN")
_EXCLAIMING: Final = frozenset(("what", "such", "quite", "nice", "great", "fine", "well done"))
_WHEN: Final = frozenset(("yesterday", "last turn", "previous turn", "last time", "last week"))
_DONE: Final = frozenset(["opened", "entered", "passed", "crossed"])


def is_unreal(sentence: Sentence) -> bool:
    """ "(With the toolbox, 8 minutes would make 100%.)"."""
    return any("UNREAL" in one.kinds for one in sentence.segments if one.aside == "round")


def is_done(segment: Segment) -> bool:
    """ "(hatch opened and entered first)"."""
    if "DOOR" not in segment.kinds or "NEG" in segment.kinds:
        return False
    return any(word.text in _DONE for word in segment.words)


def may_do(word: Word) -> bool:
    """Whether an unknown word may be a verb: "fixing six"."""
    return word.type == "OTHER" and (word.name == "verb" or is_third_person(word.text))


def exclaims(segment: Segment) -> bool:
    """ "What a turn", "such a fine move": praise heads nothing."""
    return segment.words[0].text in _EXCLAIMING


def hatches(segment: Segment) -> list[Word]:
    """The hatches spoken of: "5-8", "the hatch to 4"."""
    found = [word for word in segment.words if word.type == "HATCH"]
    for at, (door, to) in enumerate(pairwise(segment.words)):
        beyond = segment.words[at + 2 : at + 3]
        if door.type == "DOOR" and to.type == "TO" and beyond and beyond[0].type in ("NUM", "ROOM"):
            far = as_place(beyond[0].number)
            if far is not None:
                found.append(Word("HATCH", door.start, beyond[0].end, door.text, places=(far,)))
    return found


def leads_somewhere(segment: Segment) -> bool:
    """Whether a room stands behind a word that leads into it."""
    if "NUM" not in segment.kinds or any(word.name == "verb" for word in segment.words):
        return False
    if "OTHER" in segment.kinds and "SELF" not in segment.kinds:
        return False  # "that brings me down to four"
    return any(a.type in _LEADS and b.type == "NUM" for a, b in pairwise(segment.words))


def discards_some(segment: Segment) -> bool:
    """ "I discard whichever two tiles you think I'll miss the least"."""
    said = [word.type for word in segment.content]
    return said[:2] == ["SELF", "DISCARD"] and "TILEWORD" in said and segment.doing


def gave(segment: Segment) -> bool:
    """ "Pip gave Quill everything": told of somebody, and over."""
    first = segment.content[0]
    return first.type == "NAME" and any(
        word.type == "GIVE" and word.form == "past" for word in segment.words
    )


def is_told(segment: Segment) -> bool:
    """Whether a segment tells of something that is, was or might be."""
    if "PAST" in segment.kinds and "SELF" not in segment.kinds and not _compares(segment):
        return True
    return segment.has("STATE", "UNREAL", "PLAN", "WHO", "YOU")


def _compares(segment: Segment) -> bool:
    """ "Same turn as yesterday", "ditto my last turn": what was, only to say what is done now."""
    looked_up = next((at for at, w in enumerate(segment.content) if w.type == "LOOKUP"), None)
    if looked_up is None:
        return False
    return all(
        at > looked_up and word.text in _WHEN
        for at, word in enumerate(segment.content)
        if word.type == "PAST"
    )
