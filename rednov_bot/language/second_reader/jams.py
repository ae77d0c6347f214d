"""Blocked hatches: those that are only said to be stuck, and a crowbar that is put to one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rednov_bot.language.names import as_place
from rednov_bot.language.second_reader.slots import AnySlot, Deed, Tile, Way
from rednov_bot.language.segments import Segment
from rednov_bot.language.words import Word, kinds

_STUCK: Final = kinds("blocked jammed stuck barricaded wedged shut sealed jam blockage")
_OF_A_HATCH: Final = kinds("DOOR HATCH TO FROM BETWEEN AND NUM ROOM STATE OTHER IN SEPWORD FILL")
_LEVERING: Final = kinds(
    "SELF USE MEANS USED ITEM PRONOUN DOOR HATCH TO FROM BETWEEN AND NUM ROOM DUR FOR SPEND FILL "
    "SEPWORD"
)
_NAMES: Final = kinds("HATCH NUM ROOM")
_ENDS: Final = 2


def stuck(segment: Segment, number: int) -> Way | None:
    """The hatch that is said to be blocked: "the hatch to 7 is jammed"."""
    hatch = next((word for word in segment.words if word.type in ("DOOR", "HATCH")), None)
    if hatch is None or not segment.kinds <= _OF_A_HATCH:
        return None
    if not any(_STUCK.intersection(word.text.split(" ")) for word in segment.words):
        return None
    places = tuple(
        place
        for word in segment.words
        if word.type in _NAMES
        for place in (word.places or (as_place(word.number),))
        if place is not None
    )
    return Way(hatch, number, places, "stuck") if 0 < len(places) <= _ENDS else None


def levered(segment: Segment, found: Sequence[AnySlot], last: Word) -> list[AnySlot]:
    """The deed of a crowbar that is put to a hatch: "two crowbars on the hatch to 5"."""
    crowbar = any(isinstance(slot, Tile) and slot.item == "crowbar" for slot in found)
    hatch = not segment.kinds.isdisjoint(("DOOR", "HATCH"))
    if not (crowbar and hatch and segment.kinds <= _LEVERING):
        return []
    return [Deed(last, found[-1].stretch, "unblock_hatch")]
