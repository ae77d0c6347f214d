"""The gist of a letter: the one turn that all its slots make up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

import msgspec

from rednov_bot.engine.turn import Action, Open, Step, Through, Turn, Use
from rednov_bot.engine.words import ActionName, GnomeName, Item
from rednov_bot.language.heard import HELPERS
from rednov_bot.language.names import as_place, workplace
from rednov_bot.language.second_reader.board import way
from rednov_bot.language.second_reader.deeds import adds_up, deed, minutes
from rednov_bot.language.second_reader.jams import aim, target_of
from rednov_bot.language.second_reader.pronouns import is_it
from rednov_bot.language.second_reader.slots import (
    AnySlot,
    Deed,
    Loose,
    Minutes,
    NoOpinion,
    Passing,
    Person,
    Said,
    Spoken,
    Thing,
    Tile,
    Way,
)
from rednov_bot.language.second_reader.spotting import spotted
from rednov_bot.language.second_reader.walks import Leg, Mention, Pass

_MANUALS: Final = {
    "fix_engine": "engine_manual",
    "fix_oxygen": "pump_manual",
    "fix_reactor": "reactor_manual",
}


class Gist(msgspec.Struct, frozen=True, gc=False):
    """A turn; `guessed` where the board alone says that a hatch is passed, or is not.

    `odd` where a number is told that is nothing of the turn.
    """

    turn: Turn
    guessed: bool
    odd: bool


def gist(said: Sequence[Said], author: GnomeName) -> Gist | None:
    """The turn that all slots of a letter make up; None where they make none, or more than one."""
    try:
        return told(said, author)
    except NoOpinion:
        return None


def told(said: Sequence[Said], author: GnomeName) -> Gist | None:
    """The same; raises NoOpinion where the letter tells none, Unclear where it cannot be told."""
    found = _joined([slot for slot in spotted(said) if not _is_own(slot, author)])
    return _turn(_numbered(found), deed(found), author) if found else None


def may_announce(said: Sequence[Said], author: GnomeName) -> bool:
    """Whether a letter that announces nothing, as it seems, has all the slots of a turn."""
    if any(one.mood in ("other", "past") or one.segment.has("OWNER", "NAME") for one in said):
        return False
    return gist(said, author) is not None


def used(turn: Turn) -> set[Item]:
    """The kinds of tiles that a turn speaks of."""
    items = {step.item for step in (*turn.steps, *turn.after) if isinstance(step, Use)}
    if turn.action is not None:
        items |= set(turn.action.give or ())
        if turn.action.name == "gain_grog":
            items.add("grog")
    return items


def _is_own(slot: AnySlot, author: GnomeName) -> bool:
    """What is no slot of the turn: the author's own name, tiles that are discarded."""
    if isinstance(slot, Person):
        return slot.name == author
    return isinstance(slot, Tile) and slot.role in ("drop", "return")


def _joined(found: Sequence[AnySlot]) -> list[AnySlot]:
    """The two ends of a hatch are one way."""
    joined: list[AnySlot] = []
    for slot in found:
        before = joined[-1] if joined else None
        if (
            isinstance(before, Way)
            and isinstance(slot, Way)
            and before.cue == slot.cue
            and slot.cue in ("hatch", "open", "through")
            and len(before.places) == len(slot.places) == 1
            and before.stretch == slot.stretch
            and "HATCH" not in (before.word.type, slot.word.type)
        ):
            joined[-1] = Way(slot.word, slot.stretch, before.places + slot.places, slot.cue)
        else:
            joined.append(slot)
    return joined


def _numbered(found: Sequence[AnySlot]) -> list[AnySlot]:
    """Bare numbers are rooms before the action is told, and minutes behind it."""
    timed = any(isinstance(slot, Minutes) for slot in found)
    listed = sum(isinstance(slot, Way) or _is_alone(slot) for slot in found) > 1
    begun = False
    numbered: list[AnySlot] = []
    for slot in found:
        begun = begun or isinstance(slot, Deed | Thing)
        if isinstance(slot, Loose) and begun and not timed and not slot.spoken:
            slot = Minutes(slot.word, slot.stretch, slot.number)
        elif isinstance(slot, Loose) and not begun and slot.alone and listed:
            place = as_place(slot.number)
            if place is not None:
                slot = Way(slot.word, slot.stretch, (place,), "to")
        numbered.append(slot)
    return numbered


def _is_alone(slot: AnySlot) -> bool:
    return isinstance(slot, Loose) and slot.alone


def _turn(found: Sequence[AnySlot], name: ActionName, author: GnomeName) -> Gist:
    target = target_of(found) if name == "unblock_hatch" else None
    kept = [slot for slot in found if slot is not target]
    legs = _legs(kept, name)
    given = tuple(_goods(kept)) or None
    people = {slot.name for slot in kept if isinstance(slot, Person)} - {author}
    if name == "give_items":
        if len(people) != 1 or given is None:
            raise NoOpinion
    elif given or people:
        raise NoOpinion
    steps, after = _steps(kept, legs, name)
    action = Action(
        name,
        minutes(kept, name, len(legs)),
        hatch=aim(target, legs, kept) if target else None,
        recipient=next(iter(people)) if given else None,
        give=given,
    )
    turn = Turn(author, steps, action, after=after)
    tiles = used(turn)
    if any(_is_tile_spoken_of(slot) and slot.word.name not in tiles for slot in found):
        raise NoOpinion
    odd = not adds_up(kept, action.minutes, len(legs))
    return Gist(turn, any(leg.guessed for leg in legs), odd)


def _is_tile_spoken_of(slot: AnySlot) -> bool:
    return isinstance(slot, Spoken) and slot.word.type == "ITEM"


def _legs(found: Sequence[AnySlot], name: ActionName) -> tuple[Leg, ...]:
    told: list[Mention | Pass] = []
    for number, slot in enumerate(found):
        if isinstance(slot, Passing):
            told.append(Pass(number, slot.enters, slot.stray, slot.stays))
        elif isinstance(slot, Way) and slot.cue != "stuck":
            told.append(Mention(number, slot.places, slot.cue))
    done = max((slot.stretch for slot in found if isinstance(slot, Deed)), default=len(found))
    if any(_moves(slot) and slot.stretch > done for slot in found):
        raise NoOpinion  # one moves before the action
    legs = way(told, workplace(name))
    if legs is None:
        raise NoOpinion
    return legs


def _moves(slot: AnySlot) -> bool:
    if isinstance(slot, Way):
        return slot.cue not in ("from", "near", "here", "start", "in", "spot", "stuck")
    return isinstance(slot, Passing) and bool(slot.enters) and not slot.stray


def _goods(found: Sequence[AnySlot]) -> list[Item]:
    """The tiles that are given away."""
    goods: list[Item] = []
    for slot in found:
        if isinstance(slot, Tile) and slot.role == "goods":
            if is_it(slot.word) and slot.item in goods:
                continue  # "have my coffee; I give it to you"
            goods += [_item(slot, "give_items")] * slot.count
    return goods


def _steps(
    found: Sequence[AnySlot], legs: Sequence[Leg], name: ActionName
) -> tuple[tuple[Step, ...], tuple[Step, ...]]:
    """What is done before the action, in its order, and what is used after it."""
    steps: list[Step] = []
    after: list[Step] = []
    done = helps = False
    for number, slot in enumerate(found):
        done = done or isinstance(slot, Deed)
        steps += [
            Open(Through(leg.far, leg.near), bool(leg.enter)) for leg in legs if leg.slot == number
        ]
        if not isinstance(slot, Tile) or slot.role in ("gain", "goods"):
            continue
        item = _item(slot, name)
        handled = slot.role == "handled" and name in HELPERS.get(item, ())
        if not (slot.role == "use" or handled) or slot.after > done:
            raise NoOpinion
        beside = slot.listed and found[number - 1].stretch >= slot.stretch - 1
        helps = name in HELPERS.get(item, ()) or (helps and beside)
        if done and not slot.after and not helps:
            raise NoOpinion
        part = after if slot.after else steps
        part += [Use(item)] * slot.count
    return tuple(steps), tuple(after)


def _item(slot: Tile, name: ActionName) -> Item:
    told = _MANUALS.get(name, "") if slot.item == "manual" else slot.item
    if not told:
        raise NoOpinion
    return cast(Item, told)
