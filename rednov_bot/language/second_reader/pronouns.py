"""What "it" and "both" stand for: the tiles that a gnome has only said e has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

import msgspec

from rednov_bot.language.second_reader.slots import NoOpinion, Role, Tile
from rednov_bot.language.segments import Segment
from rednov_bot.language.words import Word, kinds

_SINGULAR: Final = kinds("it this that")
_PLURAL: Final = kinds("them these those both")
_HAVING: Final = kinds("have i've got've hold carry here's there's is are got own")
_OF_OTHERS: Final = kinds(
    "NAME YOU WHO NEG UNREAL PLAN COND OWNER VAGUE HEDGE QUERY MORE NUM ROOM HATCH DOOR OUT"
)
_PRONOUNS: Final = _SINGULAR | _PLURAL | {"mine"}
_SHOWN: Final = kinds("this that these those mine")
_USING: Final = kinds("use using play playing spend spending drink drinking")
_IDLE: Final = frozenset(("unused",))
_BARE: Final = kinds("ITEM FILL SEPWORD BOTH")
_PAIR: Final = 2


class Held:
    """The tiles that a gnome says e has, and of which nothing is done so far."""

    def __init__(self) -> None:
        self._tiles: list[Word] = []
        self._named: list[Tile] = []  # in the turn, without a word of what becomes of them
        self._stranger = False  # something of the gnome's own that this game does not know
        self._kind: list[Word] = []  # of what was named last, whoever has it

    def hear(self, segment: Segment) -> None:
        """A stretch in which tiles are only spoken of: "I have a crowbar", "here's my toolbox"."""
        tiles = [word for word in segment.words if word.type == "ITEM"]
        if not tiles:
            return
        self._kind = tiles[-1:]
        words = {word.text for word in segment.words}
        if self._tiles and not segment.opens_sentence and segment.kinds <= _BARE:
            self._tiles += tiles  # "I have a coffee, and a grog"
        elif segment.has(*_OF_OTHERS) or words.isdisjoint(_HAVING):
            self._tiles = []  # nobody knows any more what "it" is
        else:
            self._tiles += tiles

    def puzzles(self, segment: Segment) -> bool:
        """Whether nobody knows what is done with "it", or what that is.

        "I have a manual; I consult it", "my radio is broken; I fix it".
        """
        handled = bool(self._tiles) and any(
            one.type == "OTHER" and other.type != "NUM" and other.text in _PRONOUNS
            for one, other in pairwise(segment.words)
        )
        mended = self._stranger and any(
            one.type == "FIX" and is_it(other) for one, other in pairwise(segment.words)
        )
        for word in segment.words:
            if word.type == "OTHER" and word.det == "my":
                self._stranger = self._stranger or "MACHINE" not in segment.kinds
            elif word.type == "MACHINE" and not is_it(word):
                self._stranger = "OWNER" in segment.kinds
        return handled or mended

    def forget(self, named: list[Tile]) -> None:
        """Other tiles are named in the turn itself: "it" may be one of them."""
        self._tiles = self._kind = []
        self._named = named

    def meant(self, word: Word) -> list[Word]:
        """The tiles that a pronoun stands for, which are the gnome's to use once."""
        pronoun = word.text if len(word.text) == word.end - word.start else "both"
        if pronoun == "mine" and self._kind and self._kind[0].name:
            return [msgspec.structs.replace(self._kind[0], number=1)]
        tiles, self._tiles = self._tiles, []
        if not tiles and [tile.role for tile in self._named] == ["unknown"]:
            self._named.pop().role = "use"  # "I say goodbye to my grog by drinking it"
            return []
        count = sum(word.number or 1 for word in tiles)
        plain = all(word.name for word in tiles)
        if pronoun in _SINGULAR:
            plain = plain and count == 1
        elif pronoun in _PLURAL:
            plain = plain and (count == _PAIR or (count > _PAIR and pronoun != "both"))
        else:
            plain = False
        if not (tiles and plain):
            raise NoOpinion
        return tiles

    def tiles(self, pronoun: Word, number: int, role: Role, *, after: bool) -> Iterator[Tile]:
        """The same as slots of a stretch; none where they are given already."""
        if role == "goods" and not self._tiles and [one.role for one in self._named] == [role]:
            return
        for word in self.meant(pronoun):
            yield Tile(pronoun, number, word.name, word.number or 1, role, after)


def stands_in(word: Word, told: Sequence[Word]) -> Word | None:
    """The pronoun right behind a word of handling, where there is one: "with it I fix"."""
    behind = next((other for one, other in pairwise(told) if one is word), None)
    return behind if behind is not None and behind.text in _PRONOUNS else None


def leaves_open(segment: Segment) -> bool:
    """Whether something is used that has no name here, or is not: "I use that", "unused"."""
    if any(word.text in _IDLE for word in segment.words):
        return True
    told = [word.type for word in segment.content]
    if "GO" in told and told[-2:] == ["MEANS", "TILEWORD"]:
        return True  # "I go to 8 with three items"
    return any(
        one.type == "OTHER" and one.text in _USING and other.text in _SHOWN
        for one, other in pairwise(segment.words)
    )


def is_it(word: Word) -> bool:
    """Whether a pronoun stands there, or stood before the grammar said what it means."""
    return word.type == "PRONOUN" or len(word.text) > word.end - word.start
