"""The one action that the slots of a turn name, and its minutes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from types import UnionType
from typing import Final, TypeGuard, TypeVar, cast

from rednov_bot.engine.words import SEA, ActionName
from rednov_bot.language.heard import HELPERS, TIMED
from rednov_bot.language.names import WORKPLACES
from rednov_bot.language.second_reader.slots import (
    AnySlot,
    Deed,
    Loose,
    Minutes,
    NoOpinion,
    Passing,
    Person,
    Spoken,
    Thing,
    Tile,
    Way,
)

MACHINES: Final[dict[int, ActionName]] = {
    1: "fix_engine",
    2: "fix_oxygen",
    4: "fix_reactor",
    7: "stop_missile",
}
_STORES: Final = 8
_CABIN: Final = 10
_GAINS: Final = ("gain_items", "gain_grog")


def deed(found: Sequence[AnySlot]) -> ActionName:
    """The action; raises NoOpinion where there is none, or more than one.

    A tile that is gained gets that role.
    """
    verbs = {slot.name for slot in found if isinstance(slot, Deed)}
    things = {slot.name for slot in found if isinstance(slot, Thing)}
    told: set[str] = set(verbs)
    if "fix" in told:
        told = told - {"fix"} | _fixed(found, things)
    if "gain" in told:
        told = told - {"gain"} | {_gain(found)}
    told = told or set(things)
    if not told or (told == {"gain_grog"} and not verbs):
        told = _gained(found) or _helped(found)
    (name,) = _one_of(told)
    if name != "give_items" and _of_others(found):
        raise NoOpinion
    if name == "pump_water" and "fix_oxygen" in things:
        raise NoOpinion
    sighed = any(slot.word.type == "ABANDONSHIP" for slot in found)
    if sighed and not any(isinstance(slot, Way) and SEA in slot.places for slot in found):
        raise NoOpinion  # "I abandon ship!"
    return cast(ActionName, name)


def minutes(found: Sequence[AnySlot], name: ActionName, hatches: int) -> int | None:
    """The minutes of the action, which are 1 for a gift and for none, and not told for leaving.

    Those for the *hatches* that are opened may be told, too, and the sum of both.
    """
    numbers = {slot.number for slot in found if isinstance(slot, Minutes)}
    if name in ("give_items", "no_action"):
        if numbers - {1}:
            raise NoOpinion
        return 1
    if name == "abandon":
        return None
    gained = {slot.count for slot in found if isinstance(slot, Tile) and slot.role == "gain"} - {0}
    if name in _GAINS:
        numbers = (numbers | gained) - {0}
    told = [slot for slot in found if isinstance(slot, Minutes | Loose) and _counts(slot)]
    loose = {slot.number for slot in told}
    near = _beside(told, found, Deed | Thing)
    fit = _fitting(found, numbers | loose, hatches) & (numbers | near)
    (number,) = _one_of(fit or _fitting(found, numbers, hatches) & numbers or near & numbers)
    if name in TIMED and not 1 <= number <= 10:
        raise NoOpinion
    if name in _GAINS and gained - {number}:
        raise NoOpinion  # "three minutes drawing two items"
    return number


def adds_up(found: Sequence[AnySlot], number: int | None, hatches: int) -> bool:
    """Whether all numbers of a turn are those of its minutes, of its hatches, or their sum.

    Not so where the minutes of the action are those of a way, too: "4 minutes going to 2".
    """
    counted = [s for s in found if isinstance(s, Minutes | Loose) and _counts(s)]
    told = {slot.number for slot in counted}
    gone = {slot.stretch for slot in found if isinstance(slot, Way) and slot.cue == "to"}
    done = {slot.stretch for slot in found if isinstance(slot, Deed | Thing | Tile)}
    own = [slot.stretch for slot in counted if slot.number == number]
    if own and all(stretch in gone - done for stretch in own):
        return False
    return number is None or number in _fitting(found, told | {number}, hatches)


def _fitting(found: Sequence[AnySlot], numbers: set[int], hatches: int) -> set[int]:
    """Those of the *numbers* that may be the minutes of the action, so that the others add up.

    Besides them there may be those of the hatches, told beside these, and the sum where both are
    told.
    """
    told = [slot for slot in found if isinstance(slot, Minutes | Loose) and _counts(slot)]
    near = _beside(told, found, Deed | Thing) & numbers
    moves = _beside(told, found, Way | Passing) - near
    fit = set()
    for number in near or numbers:
        rest = numbers - {number}
        if rest >= {number + hatches, hatches}:
            rest -= {number + hatches, hatches}
        if not rest - (moves & {1, hatches}):
            fit.add(number)
    return fit


def _beside(
    told: Sequence[Minutes | Loose], found: Sequence[AnySlot], kind: type | UnionType
) -> set[int]:
    """The numbers in whose stretches stands a slot of a kind."""
    stretches = {slot.stretch for slot in found if isinstance(slot, kind)}
    return {slot.number for slot in told if slot.stretch in stretches}


def _counts(slot: Minutes | Loose) -> bool:
    """Whether a number may be one of minutes."""
    return isinstance(slot, Minutes) or not (slot.spoken or slot.word.text == "one")


_T = TypeVar("_T")


def _one_of(told: set[_T]) -> set[_T]:
    if len(told) != 1:
        raise NoOpinion
    return told


def _fixed(found: Sequence[AnySlot], things: set[ActionName]) -> set[ActionName]:
    """What is mended: the machine named, or the only one spoken of: "I go to it and fix it"."""
    named = {one for one in things if one.startswith("fix_")}
    spoken = {
        MACHINES[slot.word.number]
        for slot in found
        if isinstance(slot, Spoken) and slot.word.type == "MACHINE"
    }
    ways = [slot for slot in found if isinstance(slot, Way) and slot.cue != "stuck"]
    here = {one for one in MACHINES.values() if ways and WORKPLACES[one] == ways[-1].places[-1]}
    fixed = named or spoken or here
    return _one_of({one for one in fixed if one.startswith("fix_")})


def _gain(found: Sequence[AnySlot]) -> ActionName:
    """ "I take two grogs", "three items": which of the two it is."""
    gained = [slot for slot in found if isinstance(slot, Tile) and slot.role == "gain"]
    if len(gained) != 1 or not _may_be_gained(gained[0]):
        raise NoOpinion
    return "gain_grog" if gained[0].item else "gain_items"


def _gained(found: Sequence[AnySlot]) -> set[str]:
    """ "Two grogs from the barrel", "two items" in the stores: told without a verb."""
    barrel = any(isinstance(slot, Thing) and slot.name == "gain_grog" for slot in found)
    ways = [at for at, slot in enumerate(found) if isinstance(slot, Way)]
    goods = [(at, slot) for at, slot in enumerate(found) if _may_be_gained(slot)]
    if len(goods) != 1:
        return set()
    at, tile = goods[0]
    last = found[ways[-1]] if ways else None
    room = last.places[-1] if isinstance(last, Way) else None
    told = {slot.number for slot in found if isinstance(slot, Minutes)}
    if told - {1, tile.count} or (ways and at < ways[-1]):
        return set()
    if tile.item and (barrel or (room == _CABIN and (told or tile.count > 1))):
        tile.role = "gain"
        return {"gain_grog"}
    if not tile.item and room == _STORES:
        tile.role = "gain"
        return {"gain_items"}
    return set()


def _helped(found: Sequence[AnySlot]) -> set[str]:
    """ "To 2, pump manual, work for six minutes": what tiles help with where the gnome ends up."""
    tiles = [slot for slot in found if isinstance(slot, Tile) and slot.role == "use"]
    helped = [set(HELPERS[slot.item]) for slot in tiles if slot.item in HELPERS]
    ways = [slot for slot in found if isinstance(slot, Way) and slot.cue != "stuck"]
    if not (helped and ways) or any(isinstance(one, Minutes) and not one.plain for one in found):
        return set()
    here = ways[-1].places[-1]
    return {one for one in set.intersection(*helped) if WORKPLACES.get(one) == here}


def _may_be_gained(slot: AnySlot) -> TypeGuard[Tile]:
    return isinstance(slot, Tile) and slot.item in ("", "grog")


def _of_others(found: Sequence[AnySlot]) -> bool:
    """Whether somebody is named right before a slot of the turn: "Pip opens 5"."""
    return any(
        isinstance(one, Person) and one.name and one.stretch == other.stretch
        for one, other in pairwise(found)
    )
