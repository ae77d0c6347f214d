"""Slots beside a turn that do not fit it: a second recipient, minutes that do not add up.

They are looked for only where everything else was understood; whatever is found is asked about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from rednov_bot.engine.turn import Open, Turn
from rednov_bot.engine.words import SEA, Place
from rednov_bot.language.announced import turn_of
from rednov_bot.language.doubts import IS_MEANT, Doubt
from rednov_bot.language.elsewhere import ends_of
from rednov_bot.language.half_meant import half_meant
from rednov_bot.language.names import WORKPLACES
from rednov_bot.language.neighbours import place_of
from rednov_bot.language.reckonings import reckonings
from rednov_bot.language.second_reader import Said
from rednov_bot.language.segments import Segment
from rednov_bot.language.stray_tiles import reached_for, stray_tiles
from rednov_bot.language.words import Word, kinds
from rednov_bot.papers import Act

_MINUTES: Final = "Which number of minutes is it?"
_WAY_OUT: Final = "Which hatch do you open after a failure?"
_TO_WHOM: Final = "To whom do you give these items?"
_WHICH: Final = "Which hatch is that?"
_WHICH_ROOM: Final = "Which room is that?"
_NAMED_ROOMS: Final = kinds("ROOM NUM")
_BRACKETED: Final = re.compile(r"\([^()]*\)")
_COUNT: Final = {"two": 2, "2": 2, "three": 3, "3": 3, "four": 4, "4": 4}
_SO_MANY: Final = re.compile(
    r"\bi (?:move|go|walk|run|march|travel|dash|hurry|wander|climb|advance) "
    r"(?:on |through |past |by )?(?P<count>two|three|four|[234]) rooms\b"
)
_TWO: Final = 2
_UNBLOCKS: Final = "Which hatch do you unblock?"
_DOORS: Final = kinds("HATCH EXTERIOR PATH")
_ANY_DOORS: Final = _DOORS | {"DOOR"}
_ROOMS: Final = kinds("NUM ROOM MACHINE SEA")
_WAYS: Final = kinds("TO THROUGH GO ENTER OPEN OUT")
_TELLING: Final = kinds("statement remark real unclear")
_TOLD_OF: Final = kinds("past statement unreal")
_MINE: Final = ("i've", "did", "i'd", "i'll", "i'm")
_RECEIVING: Final = kinds("TO FOR GIVE SEPWORD")
_ADDED: Final = ("and", "or", "&", "plus")
_TWO_NUMBERS: Final = re.compile(
    r"\b(?:\d|10|one|two|three|four|five|six|seven|eight|nine|ten)(?: min(?:ute)?s?)? \($"
)
_ALONE: Final = kinds("NUM FILL")
_COUNTED: Final = 12
"""So many minutes may be those of a turn; more are a time, or a total of the game."""
_LOW_WATER: Final = 2
_NEAR: Final = 20
_CLOCK: Final = re.compile(r"\bminute (?:no\.? |number )?$")
_THE_ONE: Final = re.compile(r"\b(?:the|that|this|other|next) $")
_ONE_THERE: Final = re.compile(
    r" (?:next to|beside|after|before|behind|near|beyond|across|opposite|there|on|in|with|that|"
    r"which)\b"
)
_STOP: Final = re.compile(r"[.!?;\n]")


def oddities(
    said: Sequence[Said], done: Sequence[Act], words: Sequence[Word], lowered: str
) -> list[Doubt]:
    """A question about each stretch that does not fit the turn; *lowered* is the text."""
    turn = turn_of(done)
    if turn is None:
        return []
    heard = {word.start for one in said for word in one.segment.words}
    begins = min((one.segment.start for one in said if one.mood == "real"), default=0)
    cut = [word for word in words if word.start > begins and word.start not in heard]
    return [
        *_minutes(said, cut, turn, lowered),
        *_numbers(said, turn, lowered),
        *reckonings(turn, lowered),
        *_doors(said, turn),
        *_rooms(said, turn, lowered),
        *_ways_out(said, cut, turn, lowered),
        *_people(said, turn),
        *stray_tiles(said, turn, lowered),
        *reached_for(cut, turn, lowered),
        *half_meant(said, lowered),
    ]


def _minutes(
    said: Sequence[Said], cut: Sequence[Word], turn: Turn, lowered: str
) -> Iterator[Doubt]:
    """ "Two minutes for the hatches", where there is one hatch; *cut* are words left aside."""
    action = turn.action
    if action is None or action.minutes is None:
        return
    hatches = sum(isinstance(step, Open) for step in turn.steps)
    stretches = [
        one.segment.words for one in said if one.segment.belongs == "turn" and one.mood in _TELLING
    ]
    told = [
        (words, word)
        for words in [*stretches, cut]
        for word in words
        if word.type == "DUR"
        and 0 < word.number <= _COUNTED
        and not word.surcharge
        and "min" in lowered[word.start : word.end]
    ]
    own = action.minutes
    fits = {1, *range(1, hatches + 1), *range(own, own + hatches + 1)}
    fits |= {own + _LOW_WATER, own + hatches + _LOW_WATER, _LOW_WATER}
    strange = [word for _, word in told if word.number not in fits]
    if strange and sum(word.number for word in strange) not in fits:
        yield Doubt(strange[0].start, strange[0].end, _MINUTES)
    for words, word in told:
        if word.number != hatches and _is_for_doors(words, word):
            yield Doubt(word.start, word.end, _MINUTES)


def _is_for_doors(words: Sequence[Word], minutes: Word) -> bool:
    said = [word for word in words if word.type != "FILL"]
    return any(
        one is minutes and led.type == "FOR" and door.type == "DOOR"
        for one, led, door in zip(said, said[1:], said[2:], strict=False)
    )


def _numbers(said: Sequence[Said], turn: Turn, lowered: str) -> Iterator[Doubt]:
    """ "From minute 12 to minute 17", "the hatch to 4, and the one after it"."""
    action = turn.action
    known = {*ends_of(turn), len(turn.steps), 1}
    if action is not None:
        known |= {action.minutes, WORKPLACES.get(action.name)}
    aimless = action is not None and action.name == "unblock_hatch" and action.hatch is None
    for one in said:
        if one.segment.belongs != "turn" or "NUM" not in one.segment.kinds:
            continue
        for word in one.segment.words:
            if word.type != "NUM":
                continue
            before = lowered[max(word.start - _NEAR, 0) : word.start]
            aside = one.segment.aside == "round" and one.segment.kinds <= _ALONE
            if _CLOCK.search(before) or (
                aside and word.number not in known and _TWO_NUMBERS.search(before)
            ):
                yield Doubt(word.start, word.end, _MINUTES)
            elif word.text != "one":
                if aimless and one.mood != "past":
                    yield Doubt(word.start, word.end, _UNBLOCKS)
            elif _THE_ONE.search(before) and _ONE_THERE.match(lowered, word.end):
                yield Doubt(word.start, word.end, _WHICH)


def _rooms(said: Sequence[Said], turn: Turn, lowered: str) -> Iterator[Doubt]:
    """ "Room 5 (Reactor Room)", "two rooms on, to 5": places that are not the same."""
    entered = sum(isinstance(step, Open) and step.enter for step in turn.steps)
    for before, one in pairwise(said):
        named, told = before.segment.content[-1:], one.segment.content
        alone = _BRACKETED.fullmatch(lowered, one.segment.start - 1, one.segment.end + 1)
        if alone and len(told) == 1 and before.live and named:
            places = [place_of(word) for word in (*named, *told) if word.type in _NAMED_ROOMS]
            if len(places) == _TWO and None not in places and places[0] != places[1]:
                yield Doubt(before.segment.start, one.segment.end, _WHICH_ROOM)
    for match in _SO_MANY.finditer(lowered) if " rooms" in lowered else ():
        if _COUNT[match["count"]] != entered:
            yield Doubt(match.start(), match.end(), _WHICH_ROOM)


def _doors(said: Sequence[Said], turn: Turn) -> Iterator[Doubt]:
    """ "The door to 10 I've got open as well": a hatch told in passing."""
    known = (None, *ends_of(turn))
    for one in said:
        segment = one.segment
        if segment.belongs != "turn" or segment.aside == "quoted" or one.mood not in _TOLD_OF:
            continue
        inside = one.mood == "past" and "OPEN" in segment.kinds and not segment.opens_sentence
        if not inside and segment.kinds.isdisjoint(_ANY_DOORS):
            continue
        if one.mood == "unreal" and not _is_done(segment):
            continue  # "next turn I'll open 5-8"
        own = "SELF" in segment.kinds or any(word.text in _MINE for word in segment.words)
        pairs = zip([None, *segment.words], segment.words, strict=False)
        if own and any(_leads_to(before, word) not in known for before, word in pairs):
            yield Doubt(segment.start, segment.end, IS_MEANT)


def _is_done(segment: Segment) -> bool:
    """ "I promise the hatch to 8 an opening", "en route I'd opened 8-5"."""
    if any(word.type in ("OPEN", "ENTER", "GO") and word.form == "past" for word in segment.words):
        return True
    return segment.words[0].type == "SELF" and "PLAN" not in segment.kinds


def _ways_out(
    said: Sequence[Said], cut: Sequence[Word], turn: Turn, lowered: str
) -> Iterator[Doubt]:
    """ "To 6, and if that is blocked to 8": a second way out."""
    if turn.escape is None:
        return
    hatch = turn.escape.move.hatch
    known = (None, *ends_of(turn), hatch.to, hatch.near)
    for one in said:
        segment = one.segment
        if segment.belongs != "escape" or segment.aside == "quoted":
            continue
        pairs = zip([None, *segment.words], segment.words, strict=False)
        if any(_leads_to(before, word) not in known for before, word in pairs) or any(
            word.type == "NUM" and word.text != "one" and place_of(word) not in known
            for word in segment.words
        ):
            yield Doubt(segment.start, segment.end, _WAY_OUT)
        for before, word in pairwise(cut):
            if before.start < segment.end or _leads_to(before, word) in known:
                continue
            if _STOP.search(lowered, segment.end, word.start) is None:
                yield Doubt(segment.start, word.end, _WAY_OUT)


def _leads_to(before: Word | None, word: Word) -> Place | None:
    """The place that a word names, behind a word of going where it is a room."""
    if word.type in _DOORS:
        return word.places[-1] if word.places else SEA
    led = before is not None and before.type in _WAYS
    return place_of(word) if led and word.type in _ROOMS else None


def _people(said: Sequence[Said], turn: Turn) -> Iterator[Doubt]:
    """ "Two grogs to Pip and Rusty": somebody else named beside the gift."""
    action = turn.action
    if action is None or action.name != "give_items":
        return
    known = (action.recipient, turn.gnome, "")
    for one in said:
        segment = one.segment
        if segment.belongs != "turn" or one.mood == "past":
            continue
        near = segment.lead in _ADDED or not segment.kinds.isdisjoint(_RECEIVING)
        passed_on = any(
            to.text in ("to", "for")
            and who.type != "CONTEST"
            and who.name[:1].isupper()
            and who.name not in known
            for to, who in pairwise(segment.words)
        )
        if passed_on or (
            near and any(w.type == "NAME" and w.name not in known for w in segment.words)
        ):
            yield Doubt(segment.start, segment.end, _TO_WHOM)
