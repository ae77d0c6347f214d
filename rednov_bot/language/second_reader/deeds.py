"""The one action that the slots of a turn name, and its minutes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, TypeGuard, TypeVar, cast

from rednov_bot.engine.words import SEA, ActionName
from rednov_bot.language.heard import TIMED
from rednov_bot.language.second_reader.slots import (
    AnySlot,
    Deed,
    Minutes,
    NoOpinion,
    Person,
    Thing,
    Tile,
    Way,
)

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
        told = told - {"fix"} | _one_of({one for one in things if one.startswith("fix_")})
    if "gain" in told:
        told = told - {"gain"} | {_gain(found)}
    told = told or set(things)
    if not told or (told == {"gain_grog"} and not verbs):
        told = _gained(found)
    (name,) = _one_of(told)
    if name != "give_items" and _of_others(found):
        raise NoOpinion
    if name == "pump_water" and "fix_oxygen" in things:
        raise NoOpinion
    sighed = any(slot.word.type == "ABANDONSHIP" for slot in found)
    if sighed and not any(isinstance(slot, Way) and SEA in slot.places for slot in found):
        raise NoOpinion  # "I abandon ship!"
    return cast(ActionName, name)


def minutes(found: Sequence[AnySlot], name: ActionName) -> int | None:
    """The minutes of the action, which are 1 for a gift and for none, and not told for leaving."""
    numbers = {slot.number for slot in found if isinstance(slot, Minutes)}
    if name in ("give_items", "no_action"):
        if numbers - {1}:
            raise NoOpinion
        return 1
    if name == "abandon":
        return None
    if name in _GAINS:
        numbers |= {slot.count for slot in found if isinstance(slot, Tile) and slot.role == "gain"}
        numbers -= {0}
    (number,) = _one_of(numbers)
    if name in TIMED and not 1 <= number <= 10:
        raise NoOpinion
    return number


_T = TypeVar("_T")


def _one_of(told: set[_T]) -> set[_T]:
    if len(told) != 1:
        raise NoOpinion
    return told


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


def _may_be_gained(slot: AnySlot) -> TypeGuard[Tile]:
    return isinstance(slot, Tile) and slot.item in ("", "grog")


def _of_others(found: Sequence[AnySlot]) -> bool:
    """Whether somebody is named right before a slot of the turn: "Pip opens 5"."""
    return any(
        isinstance(one, Person) and one.name and one.stretch == other.stretch
        for one, other in pairwise(found)
    )
