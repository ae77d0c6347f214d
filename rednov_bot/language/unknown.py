"""Unknown words: which of them only paint, and which must be asked about."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from rednov_bot.language import offers
from rednov_bot.language.doings import VERBS
from rednov_bot.language.doubts import IS_PART, Doubt
from rednov_bot.language.segments import HARD, Segment
from rednov_bot.language.words import Word, kinds

_WORKS: Final = kinds("UNBLOCK EXTINGUISH PUMP FIX HALT KILL")
_ASKED: Final = kinds("PUMP MACHINE REVERSE VAGUE CORRECTION YOU ODD OWNER BARREL NAMESAKE")
_BARREL: Final = (
    "Do you take grog from the captain's barrel (section 11j: one a minute; how many?), drink a "
    "grog that you hold, or both?  Please say each of them."
)
_ONES: Final = ("one", "ones", "latter", "former")
_ARTICLES: Final = ("a", "an", "the", "my")
_USES: Final = kinds("use uses using employ employs employing expend expends expending")
_NO_TILES: Final = kinds("time occasion opportunity moment chance force break pause silence day")
_NO_THINGS: Final = kinds(
    "credit blame praise attention support love thanks respect honour glory time trust sympathy "
    "luck encouragement applause"
)
_FEW: Final = 3
_STANDS: Final = kinds("WATER FIRE IN NUM ROOM MACHINE FILL STATE")
_SUBJECTS: Final = kinds("NAME SELF WHO WATER")
_PUMPS: Final = "Do you pump water out of the room, or fix the oxygen pumps?"
_TALKS: Final = kinds("PAST NEG UNREAL PLAN COND YOU NAME OWNER STATE QUERY")
_NAMES: Final = re.compile(r", (?:or )?| or ")


def asked_about(segment: Segment) -> Doubt | None:
    """The words that always want a question."""
    if segment.kinds.isdisjoint(_ASKED):
        return _uses_the_unknown(segment)
    own = segment.hard or "SELF" in segment.kinds or segment.doing
    for word in segment.words:
        if word.type == "NAMESAKE" and own:
            ask = f'Who is "{word.text.title()}": {word.name}?'
            return Doubt(word.start, word.end, ask, choices=tuple(_NAMES.split(word.name)))
        if word.type == "BARREL" and _only_drinks(segment):
            return Doubt(segment.start, segment.end, _BARREL, grave=own, choices=offers.BARREL)
        if word.type == "REVERSE" and own:
            return Doubt(
                segment.start,
                segment.end,
                "Please say the steps in the order in which they happen.",
            )
        if word.type == "VAGUE" and word.number and not own:
            ask = "How many minutes do you spend?"  # "5-6 minutes"
            return Doubt(segment.start, segment.end, ask, grave=False)
        through = "THROUGH" in segment.kinds  # "away through any hatch"
        if word.type == "VAGUE" and (own or through) and not _is_of_something(segment, word):
            ask = f'How much, how many or where is "{word.text}"?'
            return Doubt(segment.start, segment.end, ask, grave=own)
        if word.type == "CORRECTION" and own:
            return Doubt(
                segment.start, segment.end, "Please announce the whole turn as it is meant."
            )
        bare = segment.opens_sentence and segment.kinds.isdisjoint(_SUBJECTS)
        if word.text == "pumps" and word.type == "PUMP" and bare:
            return Doubt(segment.start, segment.end, _PUMPS)
        if word.text == "pump" and word.type == "MACHINE" and _gets_it_running(segment):
            return Doubt(segment.start, segment.end, _PUMPS)
        if word.type == "YOU" and own and "GIVE" in segment.kinds:
            return Doubt(segment.start, segment.end, "Who is to receive the items?")
        if word.type == "ODD" and (segment.hard or segment.doing or "DOOR" in segment.kinds):
            return Doubt(segment.start, segment.end, f'What does "{word.text}" mean for the game?')
        if word.type == "OWNER" and segment.has("ITEM", "TILEWORD"):
            return Doubt(segment.start, segment.end, "Whose item is that?")
    return _uses_the_unknown(segment)


def _uses_the_unknown(segment: Segment) -> Doubt | None:
    """ "Use my gizmo": nothing else is said, and nobody knows it."""
    said = [word for word in segment.words if word.type not in ("FILL", "SELF")]
    if not 1 < len(said) <= _FEW or said[0].text not in _USES:
        return None
    thing = said[-1]
    if any(word.type not in ("OTHER", "VAGUE") or word.number for word in said[1:]):
        return None
    if not any(word.det in _ARTICLES for word in said[1:]) or thing.text in _NO_TILES:
        return None
    return Doubt(segment.start, segment.end, "I do not know that item.", grave=False)


def _gets_it_running(segment: Segment) -> bool:
    """ "I get the pump going": one that was fetched along, or the machine of room 2?"""
    return any(word.type == "FIX" and word.text.startswith("get") for word in segment.words)


def _is_of_something(segment: Segment, vague: Word) -> bool:
    """ "abandon all hope", "I discard all caution": how much there is of it is no matter."""
    if segment.has("ABANDON", "ABANDONSHIP"):
        return True
    words = segment.content
    after = words[words.index(vague) + 1 :]
    if _gives_no_thing(segment):
        return True
    strange = bool(after) and after[0].type == "OTHER" and after[0].text not in ("of", "that")
    return strange and not segment.has(*HARD, "MACHINE", "FIRE", "KRAKEN", "NAME", "DOOR")


def _gives_no_thing(segment: Segment) -> bool:
    """ "I give Pip all the credit"."""
    return any(word.text in _NO_THINGS for word in segment.words)


def _only_drinks(segment: Segment) -> bool:
    """ "I drink the captain's grog": nothing says that it is taken from eir barrel."""
    return "USE" in segment.kinds or any(word.name == "verb" for word in segment.words)


def stranger(segment: Segment) -> Doubt | None:
    """ "I give a toolbox to Zob": nobody of that name is known."""
    if "GIVE" not in segment.kinds or not segment.has("ITEM", "TILEWORD"):
        return None
    words = segment.content
    for before, word in pairwise(words):
        if (
            word.type == "OTHER" and not word.det and not word.name
            and before.type in ("TO", "GIVE") and "NAME" not in segment.kinds
        ):  # fmt: skip
            last = word
            for after in words[words.index(word) + 1 :]:
                if after.type != "OTHER" or after.det:
                    break
                last = after
            name = word.text if last is word else f"{word.text} {last.text}"
            return Doubt(word.start, last.end, f'Who is "{name.title()}"?')
    return None


def not_understood(segment: Segment, subject: bool, *, headed: bool = False) -> Doubt | None:
    """The question about a segment with unknown words, if it is worth one."""
    if (subject or headed) and not segment.hard and _uses_something(segment):
        return Doubt(segment.start, segment.end, "I do not know that item.", grave=False)
    if segment.words[0].type == "NOTHING":
        return None  # "Nothing to report"
    if doubt := stranger(segment):
        return doubt
    vague = "VAGUE" in segment.kinds and not _gives_no_thing(segment)
    if "GIVE" in segment.kinds and not (vague or segment.has(*(HARD - {"ROOM"}))):
        if {"NAME", "SELF"} <= segment.kinds and any(w.text in _ONES for w in segment.words[-3:]):
            return Doubt(segment.start, segment.end, "Which items are these?", grave=False)
        return None  # "I transfer five coins to Pip"
    if segment.kinds <= _STANDS or _counts_something_else(segment):
        return None  # "Low water in 2"; "I claim 5 pebbles"
    grave = (subject and segment.has(*(HARD - {"ROOM"}))) or segment.doing
    if works_on_something(segment, "my") and not segment.has(*(HARD - {"DUR"})):
        grave = False  # "I unblock my nose for ten minutes"
    if not subject and not segment.hard and _first_form(segment) == "ing":
        grave = False  # "Leaving for the airport in an hour"
    if subject and not grave and _leads_somewhere(segment):
        passing = "THROUGH" in segment.kinds and "DOOR" in segment.kinds
        return Doubt(segment.start, segment.end, IS_PART, grave=passing)
    if not segment.doing and not grave and not segment.has(*(HARD - {"ROOM"})):
        return None
    loose = not segment.hard
    return Doubt(segment.start, segment.end, "I do not understand these words.", grave, loose=loose)


def _leads_somewhere(segment: Segment) -> bool:
    """ "I zigzag to 8", "I haunt the stores from 5": an unknown verb may be a way."""
    if not segment.kinds.isdisjoint(_TALKS):
        return False
    words = [word for word in segment.words if word.type not in ("FILL", "ROOMWORD")]
    return any(
        (a.type == "TO" and b.type in ("NUM", "ROOM", "SEA"))
        or (a.type == "FROM" and b.type in ("NUM", "ROOM") and "ROOM" in segment.kinds)
        or (a.type == "THROUGH" and b.type in ("HATCH", "DOOR", "EXTERIOR"))
        for a, b in pairwise(words)
    )


def _counts_something_else(segment: Segment) -> bool:
    """ "I claim 5 pebbles": a number of things that the game does not know."""
    if not segment.has("DRAW", "TAP") or segment.hard:
        return False
    return any(a.type == "NUM" and b.type == "OTHER" for a, b in pairwise(segment.words))


def _first_form(segment: Segment) -> str:
    """The form of the first verb of the game in a segment."""
    return next((word.form for word in segment.words if word.type in VERBS), "")


def works_on_something(segment: Segment, *whose: str) -> bool:
    """ "I unblock the sink for ten minutes": what is worked on is no thing of the game."""
    words = [word for word in segment.words if word.type not in ("FILL", "MORE")]
    for at, (verb, thing) in enumerate(pairwise(words)):
        if thing.type != "OTHER" or thing.det not in (whose or _ARTICLES) or thing.name:
            continue
        if verb.type in _WORKS or verb.name == "verb" or verb.text in ("myself", "yourself"):
            after = next((w.type for w in words[at + 2 :] if w.type != "OTHER"), "")
            if after in ("", "DUR", "FOR", "MEANS", "IN"):
                return True
    return False


def _uses_something(segment: Segment) -> bool:
    """ "I use my spanner set": a verb of using with a thing that nobody knows."""
    words = segment.content
    return any(
        verb.senses and verb.senses[0].kind == "USE" and verb.name == "verb"
        and thing.type == "OTHER" and thing.det in ("a", "an", "my")
        for verb, thing in pairwise(words)
    )  # fmt: skip
