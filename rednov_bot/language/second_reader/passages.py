"""Words by which a hatch that was named is passed, or is not: "in I go", "I stay in 5"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rednov_bot.engine.words import SEA
from rednov_bot.language.second_reader.leads import HATCHES, PLACES, leads
from rednov_bot.language.second_reader.slots import Passing, Way
from rednov_bot.language.words import Word, kinds

_SUBS: Final = ("sub", "submarine", "ship", "boat", "vessel")
_MOVES: Final = kinds("GO ENTER LEAVE IN")
_GOINGS: Final = kinds(
    "go going goes pass passing follow following cross crossing foot venture venturing"
)
_LOOKS: Final = ("peer", "peek", "look", "glance", "gaze")
_RESTS: Final = ("stay", "remain", "without leav", "leav", "stand")
_AT_REST: Final = kinds("SELF STAY NOTENTER IN NUM ROOM ROOMWORD NEG LEAVE GO NOW MACHINE FROM")
_NOT_I: Final = kinds("WHO WATER FIRE KRAKEN PRONOUN")
_INSIDE: Final = (
    frozenset(("SELF", "IN")),
    frozenset(("SELF", "OUT")),
    frozenset(("SELF", "IN", "THROUGH")),
)


def is_going(word: Word) -> bool:
    """Whether a word says that somebody goes somewhere."""
    return word.type in _MOVES or not _GOINGS.isdisjoint(word.text.split(" "))


class Passage:
    """One stretch, as far as it says whether a hatch is passed."""

    def __init__(self, words: Sequence[Word], types: Sequence[str], number: int) -> None:
        self._words = words
        self._types = types
        self._kinds = frozenset(types)
        self._number = number

    def at(self, at: int, word: Word) -> Passing | Way | None:
        """What the word at *at* says of the hatch."""
        number = self._number
        before = self._types[at - 1] if at else ""
        behind = self._types[at + 1] if at + 1 < len(self._types) else ""
        named = not self._kinds.isdisjoint(PLACES | HATCHES)
        match word.type:
            case "LEAVE" if word.text.endswith(_SUBS):
                return Way(word, number, (SEA,), "to")
            case "GO" | "LEAVE" | "ENTER" if before in _NOT_I:
                return None  # "let it run out"
            case "IN" | "ENTER" | "THROUGH" if not leads(self._types, at):
                stray = word.type == "IN" and behind != ""
                return Passing(word, number, True, stray)
            case "GO" | "LEAVE" if not named and self._kinds.isdisjoint(("DOOR", "TO")):
                return Passing(word, number, True)
            case "STAY" | "NOTENTER":
                stray = word.text.startswith(_LOOKS)
                return Passing(word, number, False, stray, self._stays(word))
            case "ROOMWORD" | "WATER" if before == "TO" and behind == "" and not named:
                return Passing(word, number, True)  # "charge into the burning room"
            case "DOOR" if not named:
                return Passing(word, number, None)
            case _:
                return None

    def passes_it(self, at: int) -> bool:
        """ "Open 5 and pass it": no action is passed, but the hatch."""
        it = self._types[at + 1 : at + 2] == ["PRONOUN"]
        return self._words[at].text.startswith("pass") and (it or self._words[at].form == "past")

    def denied(self, word: Word) -> Passing:
        """ "I don't go in": what a word of going says behind one of denying."""
        return Passing(word, self._number, False, stays=self._stays(word))

    def is_inside(self) -> bool:
        """ "I'm in": said of the hatch before."""
        return self._kinds in _INSIDE

    def _stays(self, word: Word) -> bool:
        """ "I stay in 5", "without leaving the room": and nothing else is said of it."""
        return self._kinds <= _AT_REST and word.text.startswith(_RESTS)
