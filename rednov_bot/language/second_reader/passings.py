"""Words of moving without a place: "in", "go through it", "leave the sub"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rednov_bot.engine.words import SEA
from rednov_bot.language.second_reader.leads import HATCHES, PLACES, leads
from rednov_bot.language.second_reader.slots import Passing, Way
from rednov_bot.language.words import Word, kinds

_SUBS: Final = ("sub", "submarine", "ship", "boat", "vessel")
_LOOKS: Final = ("peer", "peek", "look", "glance", "gaze")
_AT_REST: Final = kinds("SELF STAY NOTENTER IN NUM ROOM ROOMWORD NEG LEAVE GO NOW MACHINE FROM")
_RESTS: Final = ("stay", "remain", "without leav", "leav", "stand")


def passing(words: Sequence[Word], types: list[str], at: int, number: int) -> Way | Passing | None:
    """What a word of moving says of the hatch named before, or of the way out."""
    word, told = words[at], frozenset(types)
    named = not told.isdisjoint(PLACES | HATCHES)
    match word.type:
        case "LEAVE" if word.text.endswith(_SUBS):
            return Way(word, number, (SEA,), "to")
        case "IN" | "ENTER" | "THROUGH" if not leads(types, at):
            stray = word.type == "IN" and at + 1 < len(types)
            return Passing(word, number, True, stray)
        case "GO" | "LEAVE" if not named and told.isdisjoint(("DOOR", "TO")):
            return Passing(word, number, True)
        case "STAY" | "NOTENTER":
            stays = is_at_rest(word, types)
            return Passing(word, number, False, word.text.startswith(_LOOKS), stays)
        case "DOOR" if not named:
            return Passing(word, number, None)
        case _:
            return None


def is_at_rest(word: Word, types: list[str]) -> bool:
    """ "I stay in 5", "without leaving the room": and nothing else is said of it."""
    return set(types) <= _AT_REST and word.text.startswith(_RESTS)
