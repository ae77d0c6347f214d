"""What is announced in words that are not all known: the slots tell, the paint is left out.

"I wrestle with the blocked hatch 5-4 for nine minutes of honest sweat": nobody knows every verb
and every ornament, but hatch, minutes and who does it are plain.  It is only tried where somebody
speaks of emself in the present, and only believed where every slot finds its place.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from rednov_bot.language.antecedents import IDLE, STAYS
from rednov_bot.language.chunks import Amount, Chunk, Gain, Move, Spot, Target, Work
from rednov_bot.language.parser import longest
from rednov_bot.language.segments import Segment
from rednov_bot.language.unknown import works_on_something
from rednov_bot.language.words import Word, kinds

_FIRM: Final = kinds(
    "NEG COND UNREAL PLAN PAST STATE JEST DRAFT YOU VAGUE HEDGE CORRECTION LOOKUP ODD REVERSE "
    "NAMESAKE BIG TIMES TWICE PERCENT OWNER WHO QUERY USED RETURN"
)
"""With one of these in it, a stretch is more than painted."""
_TELLING: Final = kinds(
    "after before during than against instead like as until till since while whether because nor "
    "except besides unlike nobody nothing"
)
"""Unknown words that are no paint: they say how two things hang together."""
_LOOSE: Final = kinds("FOR TO FROM BETWEEN MEANS THROUGH AND IN OUT SPEND")
"""What may be left over without a slot of its own."""
_TOILS: Final = kinds("UNBLOCK EXTINGUISH PUMP FIX HALT KILL SPEND DRAW")
"""Verbs of work: where the object is not theirs, minutes and the thing worked on tell."""
_MOST_WORDS: Final = 40
"""Of one thing that is said; a longer one is none."""
_LEADING: Final = frozenset(("through", "pass", "to", "path", "out", "inside_of", "in"))


def loosely(segment: Segment, clauses: list[list[Word]]) -> list[tuple[list[Word], Chunk]] | None:
    """The clauses of a segment and what each says; None where that is not plain.

    *clauses* are its words without those that mean nothing, split where one clause ends.
    """
    if not segment.kinds.isdisjoint(_FIRM):
        return None
    if any(a.type == "NUM" and b.type == "OTHER" for a, b in pairwise(segment.words)):
        return None  # "a break of 5 days"
    if works_on_something(segment):
        return None
    if _by_something_unknown(segment):
        return None
    if any(word.text in IDLE for word in segment.words):
        return None  # "I spend six minutes admiring the reactor"
    if spent := _only_minutes(segment):
        return spent
    strange = _strange_verb(segment)
    if strange is not None and strange.text in STAYS:
        return None  # "I shout into room 9"
    toils = any(word.name == "verb" for word in segment.words)
    if any(_may_tell(word) for word in segment.words if word.type == "OTHER"):
        return None
    found: list[tuple[list[Word], Chunk]] = []
    for clause in clauses:
        pieces = _pieces([word for word in clause if word.type != "OTHER"])
        if pieces is None:
            return None
        found += pieces
    if toils and not any(_is_work(chunk) for _, chunk in found):
        return None
    if strange is not None and not (toils or any(_leads(chunk) for _, chunk in found)):
        return None
    return found


def _by_something_unknown(segment: Segment) -> bool:
    """ "With my trusty doohickey": perhaps meant for a tile."""
    for at, word in enumerate(segment.words):
        if word.type != "MEANS":
            continue
        own = False
        for thing in segment.words[at + 1 :]:
            own = own or thing.det == "my"
            if thing.type != "FILL":
                if own and thing.type == "OTHER" and thing.name != "manner":
                    return True
                break
    return False


def _only_minutes(segment: Segment) -> list[tuple[list[Word], Chunk]] | None:
    """ "ten minutes flat", "one minute well spent": the paint behind the minutes is left out."""
    words = segment.content
    if words[0].type != "DUR" or not 1 < len(words) < 5:
        return None
    if all(w.type == "OTHER" and w.form in ("", "past") and not w.det for w in words[1:]):
        return [(words[:1], Amount(words[0].number))]
    return None


def _may_tell(word: Word) -> bool:
    """Whether an unknown word, or a verb without its object, is more than paint."""
    if word.name == "verb":
        return not any(sense.kind in _TOILS for sense in word.senses)
    return word.text in _TELLING


def _is_work(chunk: Chunk) -> bool:
    if isinstance(chunk, Spot):
        return chunk.machine
    return isinstance(chunk, Work | Target | Gain)


def _strange_verb(segment: Segment) -> Word | None:
    """The unknown word right behind "I", which is a verb."""
    words = segment.content
    for at, word in enumerate(words[:-1]):
        if word.type == "SELF":
            return words[at + 1] if words[at + 1].type == "OTHER" else None
    return None


def _leads(chunk: Chunk) -> bool:
    """Whether a clause goes somewhere by itself: "I tumble through 5-8 into the stores"."""
    return isinstance(chunk, Move) and any(h.kind in _LEADING for h in chunk.headings)


def _pieces(words: list[Word]) -> list[tuple[list[Word], Chunk]] | None:
    """The longest stretches that say something, with every slot in one of them."""
    found: list[tuple[list[Word], Chunk]] = []
    words = [
        word
        for at, word in enumerate(words)
        if word.type != "IN" or at + 1 == len(words) or words[at + 1].type != "DUR"
    ]
    at = 0
    while at < len(words):
        chunk, length = longest(words[at : at + _MOST_WORDS])
        if chunk is not None:
            found.append((words[at : at + length], chunk))
            at += length
        elif words[at].type in _LOOSE:
            at += 1
        else:
            return None
    return found
