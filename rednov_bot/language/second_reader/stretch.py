"""The slots of one stretch of a letter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rednov_bot.engine.words import SEA, ActionName, Place
from rednov_bot.language.names import as_place
from rednov_bot.language.second_reader.deeds import MACHINES
from rednov_bot.language.second_reader.demurs import may_mean_more
from rednov_bot.language.second_reader.jams import levered, stuck
from rednov_bot.language.second_reader.leads import LEADS, PLACES, cue_of, leads
from rednov_bot.language.second_reader.passages import Passage, is_going
from rednov_bot.language.second_reader.pronouns import Held, stands_in
from rednov_bot.language.second_reader.slots import (
    AnySlot,
    Cue,
    Deed,
    Loose,
    Minutes,
    NoOpinion,
    Passing,
    Person,
    Role,
    Spoken,
    Thing,
    Tile,
    Way,
)
from rednov_bot.language.second_reader.tiles import ROLES, is_heading, role_of
from rednov_bot.language.segments import Segment
from rednov_bot.language.words import Word, kinds

_DEEDS: Final[dict[str, ActionName]] = {
    "EXTINGUISH": "extinguish_fire",
    "PUMP": "pump_water",
    "HALT": "stop_missile",
    "KILL": "kill_kraken",
    "UNBLOCK": "unblock_hatch",
    "NOACT": "no_action",
    "NOACTION": "no_action",
    "ABANDON": "abandon",
    "ABANDONSHIP": "abandon",
    "GIVE": "give_items",
}
_REPAIRS: Final = kinds("repair repairs repairing maintenance")
_TO_A_MACHINE: Final = kinds("TO THROUGH ENTER GO OPEN FROM BETWEEN")
_THINGS: Final = kinds("WATER FIRE KRAKEN")
_GOES: Final = kinds("GO ENTER LEAVE THROUGH OPEN IN OUT")
_HARD: Final = kinds("ITEM TILEWORD HATCH PATH DUR ROOM EXTERIOR NUM")
_SPOKEN: Final = kinds("ITEM TILEWORD HATCH PATH DUR EXTERIOR MACHINE")
_TREAT: Final = kinds("SELF AFTER PAST ITEM")  # "after that I have a coffee"
_HANDLING: Final = kinds("USE MEANS GIVE")
_OWN_ACTS: Final = kinds(
    "OUT OPEN ENTER NOTENTER USE GIVE UNBLOCK EXTINGUISH HALT KILL DRAW TAP FIX"
)
_STANDING: Final = kinds("SELF IN NUM ROOM MACHINE STATE SEA NOW ROOMWORD OTHER")
_BESIDE_A_NUMBER: Final = kinds("NUM IN ENTER USED STAY NOTENTER BOTH SEPWORD NEG")
_BESIDE_A_TILE: Final = kinds("ITEM USED SEPWORD AFTER NUM")
_JOINING: Final = ("", "and", "plus", "&", "+", "as well as")
_INTO: Final = (["GO", "TO"], ["ENTER", "TO"], ["GO", "IN"])


class Stretch:
    """One stretch; *role* is that of the tile before it, *after* whether the action is over."""

    def __init__(
        self,
        segment: Segment,
        words: list[Word],
        number: int,
        role: Role,
        held: Held,
        *,
        after: bool,
    ) -> None:
        self._words = words
        self._types = [word.type for word in words]
        self._texts = [word.text for word in words]
        self._kinds = kinds = frozenset(self._types)
        self._segment = segment
        self._number = number
        self._passage = Passage(words, self._types, number)
        self._held = held
        bare = kinds <= _BESIDE_A_TILE
        self._listed = bare and segment.lead in _JOINING and not segment.opens_sentence
        self._role: Role = role if role != "unknown" else "use" if bare else "unknown"
        moving = not kinds.isdisjoint(("GO", "ENTER", "LEAVE", "THROUGH"))
        self._hatch: Cue = "open" if "OPEN" in kinds else "through" if moving else "hatch"
        self._is_plain = all(w.type != "OTHER" or w.text in _REPAIRS for w in words)
        self._after = after or "AFTER" in kinds

    def slots(self) -> list[AnySlot]:
        """Of a stretch that is announced; raises NoOpinion where a word is not plain."""
        found = [*self._told()]
        return found + levered(self._segment, found, self._words[-1])

    def _told(self) -> Iterator[AnySlot]:
        if self._types[0] in _THINGS and self._types[1:2] != [] and self._types[1] in _GOES:
            raise NoOpinion  # "the water goes through to 9"
        returns = "RETURN" in self._kinds
        if returns and self._kinds.isdisjoint(("ITEM", "TILEWORD", "GIVE")):
            raise NoOpinion  # "take the same way back"
        if self._segment.labels and self._types == ["ITEM"] and is_heading(self._words[0]):
            return
        for at, word in enumerate(self._words):
            self._role = ROLES.get(word.type, self._role)
            if word.type == "NEG":
                yield from self._after_not(at)
                return
            if word.type == "GIVE" and returns:
                self._role = "return"
                continue
            pronoun = stands_in(word, self._segment.words) if word.type in _HANDLING else None
            if pronoun is not None:
                if word.type == "GIVE":
                    yield Deed(word, self._number, "give_items")
                yield from self._held.tiles(pronoun, self._number, self._role, after=self._after)
                continue
            if may_mean_more(self._words, self._types, at):
                raise NoOpinion
            slot = self._slot(at, word)
            if slot is not None:
                yield slot

    def denied(self) -> Iterator[AnySlot]:
        """What is said not to be done: "I don't go in", "no grog"."""
        at = self._types.index("NEG") if "NEG" in self._kinds else -1
        if at < 0 or not _HARD.isdisjoint(self._types[:at]):
            if not _HARD.isdisjoint(self._kinds):
                raise NoOpinion
            return
        yield from self._after_not(at)

    def mentioned(self) -> Iterator[AnySlot]:
        """What is only spoken of: where the gnome stands, and what must fit the turn."""
        if self._passage.is_inside():
            yield Passing(self._words[-1], self._number, True)  # "hatch of 6 (opened, I'm out)"
            return
        hard = "SELF" in self._kinds or not self._kinds.isdisjoint(_HARD)
        if hard and any(word.type in _OWN_ACTS and word.text != "got" for word in self._words):
            raise NoOpinion
        here = {"SELF", "IN"} <= self._kinds <= _STANDING
        if hatches := stuck(self._segment, self._number):
            yield from hatches
            return
        for at, word in enumerate(self._words):
            if word.type in PLACES and here:
                slot = self._place(at, word, "IN")
                if isinstance(slot, Way):
                    slot.cue = "here"
                    yield slot
            elif word.type == "ITEM" and self._kinds <= _TREAT and "AFTER" in self._kinds:
                yield Tile(word, self._number, word.name, word.number or 1, "use", after=True)
            elif word.type == "PATH" and self._kinds == {"SELF", "PATH"}:
                yield Way(word, self._number, word.places, "to")  # "I'm going from 4 to 5"
            elif word.type in _SPOKEN:
                yield Spoken(word, self._number)
            elif word.type in ("NUM", "ROOM"):
                yield Loose(word, self._number, word.number, spoken=True)

    def _after_not(self, at: int) -> Iterator[AnySlot]:
        if self._kinds == {"NEG"} and not self._segment.opens_sentence:
            raise NoOpinion  # "to 5, no, to 4"
        if self._kinds == {"SELF", "NEG"}:
            yield Passing(self._words[at], self._number, False)  # "(I don't)"
        for word in self._words[at + 1 :]:
            if is_going(word):
                yield self._passage.denied(word)
                return
            if word.type in ("ITEM", "TILEWORD", "HATCH", "DOOR"):
                return
            if word.type in _HARD:
                raise NoOpinion

    def _slot(self, at: int, word: Word) -> AnySlot | None:
        number = self._number
        match word.type:
            case "ITEM" | "TILEWORD":
                role = role_of(self._words, self._types, at, self._role)
                after, count = self._after, word.number or int(word.type == "ITEM")
                return Tile(word, number, word.name, count, role, after, self._listed)
            case "DUR":
                return Minutes(word, number, word.number, self._is_plain)
            case "PATH":
                return Way(word, number, word.places, "to")
            case "HATCH":
                return Way(word, number, word.places, self._hatch)
            case "EXTERIOR":
                return Way(word, number, (SEA,), self._hatch)
            case "NUM" | "ROOM" | "SEA":
                return self._place(at, word, self._before(at))
            case "NAME":
                return Person(word, number, word.name)
            case "MACHINE" | "BARREL" | "KRAKEN" | "FIRE":
                return self._thing(at, word)
            case "FIX":
                return Deed(word, number, "fix")
            case "PUMP" if word.text == "pumps" and _REPAIRS.intersection(self._texts[:at]):
                return Thing(word, number, "fix_oxygen")  # "repairs on the pumps"
            case "OTHER" if word.text in _REPAIRS and (
                self._behind(at) != "TO" or "MACHINE" in self._kinds
            ):
                return Deed(word, number, "fix")
            case "DRAW" | "TAP":
                return Deed(word, number, "gain")
            case "NOACTION" if self._passage.passes_it(at):
                return Passing(word, number, True)
            case kind if kind in _DEEDS:
                return Deed(word, number, _DEEDS[kind])
            case _:
                return self._passage.at(at, word)

    def _thing(self, at: int, word: Word) -> AnySlot:
        match word.type:
            case "MACHINE":
                return self._machine(at, word)
            case "BARREL":
                return Thing(word, self._number, "gain_grog")
            case "KRAKEN":
                return Thing(word, self._number, "kill_kraken")
        if self._types[max(0, at - 2) : at] in _INTO and not leads(self._types, at):
            return Passing(word, self._number, True)  # "step into the blaze"
        return Thing(word, self._number, "extinguish_fire")

    def _machine(self, at: int, word: Word) -> AnySlot:
        """ "Into the reactor" is a room, "fix the reactor" a machine."""
        before = self._before(at)
        worked_on = not {"DUR", "FIX", "HALT"}.isdisjoint(self._types[:at])
        between = before == "AND" and "BETWEEN" in self._types[:at]
        if between or (before in _TO_A_MACHINE and not worked_on):
            slot = self._place(at, word, before)
            if slot is not None:
                return slot
        return Thing(word, self._number, MACHINES[word.number])

    def _place(self, at: int, word: Word, before: str) -> AnySlot | None:
        if word.text == "one" and self._behind(at) == "OTHER":
            return None  # "in one breath"
        place: Place | None = SEA if word.type == "SEA" else as_place(word.number)
        pumped = before == "PUMP" and "DUR" in self._kinds
        if place is None or (word.type == "NUM" and before not in LEADS and not pumped):
            alone = self._segment.aside == "" and self._kinds <= _BESIDE_A_NUMBER
            return Loose(word, self._number, word.number, alone and place is not None)
        cue = cue_of(self._words, self._types, at, before, self._hatch)
        return Way(word, self._number, (place,), cue)

    def _before(self, at: int) -> str:
        return self._types[at - 1] if at else ""

    def _behind(self, at: int) -> str:
        return self._types[at + 1] if at + 1 < len(self._types) else ""
