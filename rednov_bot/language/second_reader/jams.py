"""Blocked hatches: which are said to be stuck, which is unblocked, and by a crowbar put to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rednov_bot.engine.turn import Through
from rednov_bot.engine.words import Place
from rednov_bot.language.names import as_place
from rednov_bot.language.second_reader.slots import AnySlot, Deed, NoOpinion, Tile, Unclear, Way
from rednov_bot.language.second_reader.walks import Leg
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
_NO_AIM: Final = ("from", "stuck")


def stuck(segment: Segment, number: int) -> list[Way]:
    """The hatches that are said to be blocked: "the hatch to 7 is jammed"."""
    hatch = next((word for word in segment.words if word.type in ("DOOR", "HATCH")), None)
    if hatch is None or not segment.kinds <= _OF_A_HATCH:
        return []
    if not any(_STUCK.intersection(word.text.split(" ")) for word in segment.words):
        return []
    named = [
        tuple(place for place in word.places or (as_place(word.number),) if place is not None)
        for word in segment.words
        if word.type in _NAMES
    ]
    if len(named) > 1 and hatch.type == "DOOR" and hatch.text.endswith("hatch"):
        named = [sum(named, ())]
    return [Way(hatch, number, places, "stuck") for places in named if 0 < len(places) <= _ENDS]


def levered(segment: Segment, found: Sequence[AnySlot], last: Word) -> list[AnySlot]:
    """The deed of a crowbar that is put to a hatch: "two crowbars on the hatch to 5"."""
    crowbar = any(isinstance(slot, Tile) and slot.item == "crowbar" for slot in found)
    hatch = not segment.kinds.isdisjoint(("DOOR", "HATCH"))
    if not (crowbar and hatch and segment.kinds <= _LEVERING):
        return []
    return [Deed(last, found[-1].stretch, "unblock_hatch")]


def target_of(found: Sequence[AnySlot]) -> Way:
    """The way that only names the hatch to unblock."""
    stretches = {slot.stretch for slot in found if isinstance(slot, Deed)}
    stuck = {slot.places: slot for slot in found if isinstance(slot, Way) and slot.cue == "stuck"}
    hatches = [slot for slot in found if isinstance(slot, Way) and slot.cue not in _NO_AIM]
    aims = [slot for slot in hatches if slot.stretch in stretches]
    if len(stuck) > 1 and (not aims or len(aims[0].word.text) > _length(aims[0].word)):
        raise Unclear  # "7 and 8 are blocked; I unblock it"
    if not aims and len(hatches) == 1 and hatches[0].cue in ("hatch", "open"):
        aims = hatches
    if not aims:
        aims = [*stuck.values()]
    if len({aim.places for aim in aims}) > 1 and all(aim.word.type == "HATCH" for aim in aims):
        raise Unclear  # "I unblock the hatches to 7 and 8"
    if len(aims) != 1:
        raise NoOpinion
    return aims[0]


def _length(word: Word) -> int:
    return word.end - word.start


def aim(target: Way, legs: Sequence[Leg], found: Sequence[AnySlot]) -> Through:
    """The hatch to unblock, seen from where the gnome stands."""
    here: Place | None = next((leg.far for leg in reversed(legs) if leg.enter), None)
    for slot in found:
        if here is None and isinstance(slot, Way) and slot.cue in ("from", "in", "here"):
            here = slot.places[0]
    if target.places == (here,):
        raise Unclear  # nobody stands beyond a hatch
    match target.places:
        case (far,):
            return Through(far)
        case (near, far) if here in (None, near):
            return Through(far, near)
        case (far, near) if here == near:
            return Through(far, near)
        case _:
            raise NoOpinion
