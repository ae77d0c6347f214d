"""What is done in another place than where the gnome is after all the steps of the turn."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Final

from rednov_bot.engine.turn import Open, Turn
from rednov_bot.engine.words import SEA, Place
from rednov_bot.language.names import workplace
from rednov_bot.language.neighbours import place_of
from rednov_bot.language.second_reader import Said
from rednov_bot.language.words import Word, kinds

_THERE: Final = re.compile(
    r"\b(?:there|therein|once inside)\b"
    r"(?! (?:is|are|was|were|isn't|aren't|be|goes|you|we|they)\b)(?!['’])",
    re.IGNORECASE,
)
_NO_PLACE: Final = kinds("conditional")
_STANDS: Final = kinds("IN FROM OUT STAY PUMP EXTINGUISH FIX HALT LEAVE")
"""Before a place: it is where the gnome is, for all that is said."""
_STAYING: Final = kinds("real unclear statement negated")
_MOVES: Final = kinds("GO ENTER LEAVE")
_HATCHES: Final = kinds("OPEN UNBLOCK")
_ROOMS: Final = kinds("NUM ROOM SEA")
_GOES: Final = kinds("SELF GO ENTER HEADING OTHER FILL NOW")
_SO_THERE: Final = re.compile(
    r"\s+(?:over |back |straight |right |up |down )*(?:in )?there\b", re.I
)
_NAMED: Final = kinds("NUM ROOM HATCH PATH MACHINE SEA DOOR EXTERIOR NEG STAY")
_I_GO: Final = ("go", "move", "goes", "moves")
_JOINS: Final = kinds("join follow accompany visit seek shadow")
_JUST: Final = 2
_OFF: Final = re.compile(
    r"\bi (?:then |now |quickly |quietly |slowly |just )?(?:(?:go|move|walk|run|turn|head|hurry|"
    r"crawl|climb|swim|dash|sneak|slip|scurry|wade|trot|march|rush|shuffle|hop) (?:to the )?"
    r"(?:left|right|forwards?|backwards?|aft|fore|astern|north|south|east|west|upstairs|downstairs|"
    r"up|down|off|away|elsewhere|past \w+)|(?:leave|exit|vacate|flee) (?:the|my|this) "
    r"(?:room|place|compartment)|(?:get|run|clear|bolt) out of (?:here|there|this|the room))"
    r"(?=,? (?:and|then)\b|[,.;!\n]|$)",
    re.IGNORECASE,
)
_WHERE: Final = re.compile(
    r"\s{1,4}(?:(?:to )?where(?:ver)?|to (?:the )?\w+ (?:room|chamber|compartment))\b",
    re.IGNORECASE,
)
_NEAR: Final = 6
"""So many letters may stand between the word and what is done."""


def ends_of(turn: Turn) -> set[Place | None]:
    """Both ends of all hatches of a turn."""
    hatches = [step.hatch for step in turn.steps if isinstance(step, Open)]
    if turn.action is not None and turn.action.hatch is not None:
        hatches.append(turn.action.hatch)
    return {end for hatch in hatches for end in (hatch.to, hatch.near)}


def places_of(turn: Turn) -> set[Place | None]:
    """Every place that a turn names, on either side of its hatches, and where it is acted."""
    return ends_of(turn) | {workplace(turn.action.name) if turn.action is not None else None}


def done_elsewhere(
    said: Sequence[Said], turn: Turn, places: Collection[Place | None], text: str
) -> Said | None:
    """The stretch by which something is done in a room that no step leads to."""
    elsewhere = _acted_elsewhere(said, places, text)
    opened = [step for step in turn.steps if isinstance(step, Open)]
    if elsewhere is not None or any(step.enter for step in opened):
        return elsewhere
    works_in = workplace(turn.action.name) if turn.action is not None else None
    elsewhere = None if opened else _opens_it(said)
    elsewhere = elsewhere or _goes_somewhere(said, turn, text)
    return elsewhere or _goes_there(said, text) or _moved_unsaid(said, works_in)


def _acted_elsewhere(
    said: Sequence[Said], places: Collection[Place | None], text: str
) -> Said | None:
    """The stretch with the place that "there" refers to, if the turn has it not."""
    for match in _THERE.finditer(text):
        if not any(_acts_at(one, *match.span()) for one in said):
            continue
        named = [
            (one, before, word)
            for one in said
            if one.mood not in _NO_PLACE and one.segment.start < match.start()
            for before, word in pairwise([one.segment.words[0], *one.segment.words])
            if word.end <= match.start() and _place(word) is not None
        ]
        if named:
            one, before, word = named[-1]
            if _place(word) not in places and before.type not in _STANDS:
                return one
    return None


def _goes_there(said: Sequence[Said], text: str) -> Said | None:
    """ "So I go there": the stretch that says so, though nothing is passed."""
    for one in said:
        goes = one.live and "SELF" in one.segment.kinds <= _GOES
        if goes and _SO_THERE.match(text, one.segment.end):
            return one
    return None


def _goes_somewhere(said: Sequence[Said], turn: Turn, text: str) -> Said | None:
    """ "I go to the burning room", "I join Pip", "I run off": to a room that nobody names."""
    to_whom = turn.action.recipient if turn.action is not None else None
    off = _OFF.search(text)
    for one in said:
        if off is not None and one.live and one.segment.start <= off.start() < one.segment.end:
            return one
        segment = one.segment
        if not one.live or segment.belongs != "turn" or not segment.kinds.isdisjoint(_NAMED):
            continue
        words = segment.content
        for at, word in enumerate(words):
            target = words[at + 1 : at + 4]
            goes = word.type in _MOVES or word.can_be("GO") is not None or word.text in _I_GO
            joins = word.text in _JOINS and len(words) == at + _JUST
            if joins and target[-1].type == "NAME":
                return one
            if goes and at + 1 == len(words) and _WHERE.match(text, segment.end):
                return one
            if not goes or not target or target[0].type != "TO":
                continue
            whom = next((w.name for w in target if w.type in ("NAME", "OWNER")), None)
            if any(w.type == "ROOMWORD" for w in target) or (whom and whom != to_whom):
                return one
    return None


def _opens_it(said: Sequence[Said]) -> Said | None:
    """ "There's a hatch to 8.  I open it": the stretch that says so, though nothing is opened."""
    for one in said:
        opens = any(
            verb.text == "open" and what.text == "it" for verb, what in pairwise(one.segment.words)
        )
        if opens and one.live and "ITEM" not in one.segment.kinds:
            return one
    return None


def _moved_unsaid(said: Sequence[Said], works_in: Place | None) -> Said | None:
    """Where nothing is passed: the stretch by which the gnome is elsewhere, or comes from there.

    *works_in* is where the action of the turn is done, if it is tied to a room.
    """
    here = {works_in} - {None}
    for one in said:
        if one.segment.belongs != "turn" or one.mood not in _STAYING:
            if one.mood == "other" and _is_walk(one):
                return one
            continue
        words = one.segment.words
        live = one.live
        if live and any(word.text == "next door" for word in words):
            return one
        for before, word in pairwise(words):
            place = place_of(word) if word.type in _ROOMS else None
            if place is None:
                continue
            if live and before.text == "from" and _moves(one):
                return one
            if before.type == "IN" and before.text != "from" and not _is_rate(words, before):
                if here - {place} or _is_over(words, before):
                    return one
                here.add(place)
    return None


def _is_walk(one: Said) -> bool:
    """ "It's a short walk: 8 to 10"."""
    return {"PATH", "GO"} <= one.segment.kinds and not one.segment.has("NAME", "YOU", "NEG")


def _moves(one: Said) -> bool:
    """Whether somebody goes, and no hatch is opened or unblocked."""
    kinds_of = one.segment.kinds
    return not kinds_of.isdisjoint(_MOVES) and kinds_of.isdisjoint(_HATCHES)


def _is_rate(words: Sequence[Word], at: Word) -> bool:
    """ "Two in three"."""
    return any(behind is at and word.type == "NUM" for word, behind in pairwise(words))


def _is_over(words: Sequence[Word], at: Word) -> bool:
    """ "Over in 6"."""
    return any(behind is at and word.text == "over" for word, behind in pairwise(words))


def _acts_at(one: Said, start: int, end: int) -> bool:
    """Whether something is done right before or behind the word."""
    segment = one.segment
    if not one.live or not (segment.doing or "DUR" in segment.kinds):
        return False
    return segment.start - _NEAR <= end and start <= segment.end + _NEAR


def _place(word: Word) -> Place | None:
    if word.type in ("HATCH", "PATH"):
        return word.places[-1]
    return SEA if word.type == "EXTERIOR" else place_of(word) if word.type == "ROOM" else None
