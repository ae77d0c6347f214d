"""Tiles whose part in a turn is unclear: "crowbar on my back", "both manuals"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from rednov_bot.engine.turn import Turn, Use
from rednov_bot.language.doubts import IS_MEANT, Doubt
from rednov_bot.language.heard import HELPERS
from rednov_bot.language.second_reader import Said
from rednov_bot.language.segments import Segment
from rednov_bot.language.words import Word, kinds

_MANUAL: Final = "Which manual do you use?"
_PUMP: Final = "A water pump, or a pump manual?"
_TELLING: Final = kinds("statement remark real unclear")
_ANY_DOORS: Final = kinds("DOOR HATCH EXTERIOR PATH")
_OF_OTHERS: Final = kinds("NAME OWNER YOU NEG PAST")
_CARRIED: Final = re.compile(
    r" (?:is |still )?(?:on|under|over|in|behind|across|round|around|at|against) "
    r"(?:my|the|one|each|its) (?:\w+ )?(?:back|arm|belt|hip|shoulder|pocket|ear|boot|hat|side|"
    r"chest|bag|pack|crate|sack|box|sheath|holster|beard)\b"
)
_REACHES: Final = re.compile(
    r"\bi (?:reach|grope|fumble|dig|go|feel) for (?:the |my |an? )?(?:\w+ )?$"
)
_HOW_MANY: Final = "How many of these do you use?"
_ADDED: Final = ("and", ",", "plus", "&", "then", "and then")
_MORE_OF_IT: Final = kinds("NUM OTHER FILL FOR MORE")
_ONE_MORE: Final = kinds("one another second third fourth")
_GIVEN: Final = "Do you give this away, too, or use it?"
_AND_ALL: Final = re.compile(r",? and all\b")
_NEAR: Final = 40


def reached_for(cut: Sequence[Word], turn: Turn, lowered: str) -> Iterator[Doubt]:
    """ "I reach for my toolbox": a tile of help that is left out of the turn."""
    helps = turn.action.name if turn.action is not None else None
    used = {step.item for step in (*turn.steps, *turn.after) if isinstance(step, Use)}
    for word in cut:
        if word.type != "ITEM" or word.name in used or helps not in HELPERS.get(word.name, ()):
            continue
        if _REACHES.search(lowered, max(word.start - _NEAR, 0), word.start):
            yield Doubt(word.start, word.end, IS_MEANT)


def _is_missed(one: Said, tile: Word, turn: Turn) -> bool:
    """ "Pump manual page 12 is missing": a tile that would help, spoken of and not used."""
    helps = turn.action is not None and turn.action.name in HELPERS.get(tile.name, ())
    beside = one.mood in ("statement", "remark") and one.segment.kinds.isdisjoint(_OF_OTHERS)
    return helps and beside and tile.name != "manual" and tile is one.segment.words[0]


def _opens_with(segment: Segment, tile: Word, turn: Turn) -> bool:
    """ "I wedge the hatch open with my crowbar": a tile that is no means of opening one."""
    if turn.action is None or turn.action.name in HELPERS.get(tile.name, ()):
        return False
    if segment.kinds.isdisjoint(_ANY_DOORS) or "OTHER" not in segment.kinds:
        return False
    return any(before.type == "MEANS" and word is tile for before, word in pairwise(segment.words))


def _is_one_more(before: Said, one: Said) -> bool:
    """ "A grog for luck and one for courage", "a grog and a third": another of these tiles."""
    tiles = "ITEM" in before.segment.kinds and not one.segment.opens_sentence
    first = one.segment.words[0]
    if not tiles or one.segment.lead not in _ADDED or not one.segment.kinds <= _MORE_OF_IT:
        return False
    if any(word.text in ("of", "after", "by") for word in one.segment.words[1:2]):
        return False  # "a grog, one of my best", "two grogs, one after the other"
    return first.text in _ONE_MORE and before.segment.belongs == one.segment.belongs == "turn"


def stray_tiles(said: Sequence[Said], turn: Turn, lowered: str) -> Iterator[Doubt]:
    """ "Both manuals", "crowbar on my back", "my code refuses to come out"."""
    used = {step.item for step in (*turn.steps, *turn.after) if isinstance(step, Use)}
    for before, one in pairwise(said):
        if _is_one_more(before, one):
            yield Doubt(before.segment.start, one.segment.end, _HOW_MANY)
    gives = turn.action is not None and turn.action.name == "give_items"
    read = [step.item for step in turn.steps if isinstance(step, Use) and "manual" in step.item]
    twice = len(read) > len(set(read))
    oxygen = turn.action is not None and turn.action.name == "fix_oxygen"
    for one in said:
        segment = one.segment
        if segment.belongs != "turn" or "ITEM" not in segment.kinds:
            continue
        told, first = one.mood in _TELLING, segment.words[0]
        told_so = told and "GIVE" not in segment.kinds
        for word in segment.words:
            if word.type != "ITEM":
                continue
            if word.name not in used and _is_missed(one, word, turn):
                yield Doubt(word.start, word.end, IS_MEANT)
            elif told and word.name == "manual" and (word.plural or twice):
                yield Doubt(word.start, word.end, _MANUAL)
            elif (
                gives
                and told_so
                and ("MEANS" in segment.kinds or _AND_ALL.match(lowered, word.end))
            ):
                yield Doubt(word.start, word.end, _GIVEN)
            elif oxygen and word.name == "water_pump" and word.text == "pump":
                yield Doubt(word.start, word.end, _PUMP)
            elif (word.name in used and _opens_with(segment, word, turn)) or (
                told and _CARRIED.match(lowered, word.end)
            ):
                yield Doubt(word.start, word.end, IS_MEANT)
            elif one.mood == "unreal" and word is first and word.det == "my":
                yield from () if word.name in used else (Doubt(word.start, word.end, IS_MEANT),)
