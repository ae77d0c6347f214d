"""Qualms: a stretch beside the announcement that shakes it, told by classes of words.

Where second thoughts are wordings, a qualm is a structure: a word of undoing, holding, approving,
deciding, pretending or erring that stands to the announcement as one that shakes it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

import msgspec

from rednov_bot.language.clauses import Clause
from rednov_bot.language.doubts import Doubt
from rednov_bot.language.harmless import Slots
from rednov_bot.language.hunches import shakes
from rednov_bot.language.scanner import plain
from rednov_bot.language.segments import Segment
from rednov_bot.language.structures import WORD, Tagged, may_have_any
from rednov_bot.language.thoughts import LOOKS_BACK, Thought
from rednov_bot.language.words import kinds

_EDGE: Final = re.compile(r"[.!;:()\[\]]|\?+|\n[ \t>]*\n|(?<=[\w,'\"]) ?--? ?(?=\s)| --? |\u2014")
OPENS: Final = kinds("ONFAIL ORDER_BLOCK ORDER_SPREAD ORDER_DEFEND DISCLAIMER")
"""What begins an escape, a standing order, or the words that it may fail."""
_FOREIGN: Final = kinds(
    "vote votes voting proposal proposals cfj cfjs ballot ballots auction bid bids chess "
    "objection objections subscription thesis"
)
_OPENINGS: Final = kinds(
    "oh ah hm hmm well actually ok okay no sorry but and or so er erm um uh oops please also "
    "honestly hey look now then though yes yeah nah argh dear of course bother ps p s btw anyway "
    "folks frankly indeed alas all right admittedly , that said again kindly on second thought "
    "just to be fair crew people contestmaster contest master mr ms hang"
)

_CLOSINGS: Final = kinds(
    "obviously please folks everyone everybody all naturally though then anyway sorry really "
    "actually today now here yet just so perhaps guess suppose fear afraid honestly "
    "thanks of course friends mates lads , after ok okay either too"
)

_HALTING: Final = kinds("er erm um uh hm hmm hmmm oops hold hang argh drat damn")
_STOPPING: Final = _HALTING | kinds("no nah nope wait actually then")
"""These halt only before a comma."""
_AGAIN: Final = frozenset(
    [("then", "again"), ("hang", "on"), ("hold", "on"), ("come", "to"), ("no", "wait")]
)


_IT: Final = kinds("it this that")
_PAUSES: Final = frozenset((",", "a", "no"))


_BEGINS: Final = re.compile(r"(?:^|[.!?;:()\[\]\n])[\s>*_\"']*\Z")
_NEAR: Final = 6
_TWO: Final = 2
_FEW: Final = 5
_PRONOUNS: Final = kinds("you your yours yourself e em eir he him she her they them")
_ANYBODY: Final = "pip"
"""How grammar/remarks.txt calls anybody."""


class Heard(msgspec.Struct, frozen=True):
    """What shakes nothing, because it was heard as something else."""

    apart: Sequence[Segment]  # escapes, standing orders, other people's words
    passed: Sequence[tuple[int, int]]  # corrections, and what only sounds like a second thought
    openers: Sequence[int]  # where an escape, an order or a disclaimer begins


def qualms(
    text: str,
    announced: Sequence[Clause | Segment],
    heard: Heard,
    slots: Slots,
) -> list[Doubt]:
    """The questions about stretches that shake what is *announced*.

    *slots* are the words that name gnomes or things of the game.
    """
    if not announced:
        return []
    spans = [(one.start, one.end) for one in announced] + [
        (one.start, one.end) for one in heard.apart
    ]
    first = min(clause.start for clause in announced)
    doubts = []
    lowered = plain(text)
    for start, edge in _stretches(lowered, [*spans, *heard.passed]):
        end = min((at for at in heard.openers if start <= at < edge), default=edge)
        qualm = _qualm(lowered, start, end, slots, before=end <= first)
        if qualm is not None and not (qualm.section in LOOKS_BACK and end <= first):
            doubts.append(qualm.doubt())
    return doubts


def _stretches(text: str, spans: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """From one stop to the next, without what is heard as something else."""
    taken = sorted(spans)
    edges = [0, *(match.end() for match in _EDGE.finditer(text)), len(text)]
    for start, end in pairwise(edges):
        here = start
        for first, last in taken:
            if last <= here or first >= end:
                continue
            if first > here:
                yield here, first
            here = max(here, last)
        if here < end:
            yield here, end


def _qualm(text: str, start: int, end: int, slots: Slots, *, before: bool) -> Thought | None:
    """The gravest structure of a stretch."""
    words = WORD.findall(text, start, end)
    if _is_foreign(words):
        return None
    halts = _halts(words)
    kinds_of = [kind for at, (kind, _) in slots.items() if start <= at < end]
    suspect = halts or may_have_any(words, kinds_of)
    if not suspect and len(words) < _TWO:
        return None
    found = [(match[0], match.start(), match.end()) for match in WORD.finditer(text, start, end)]
    if not suspect:
        return _hunch(text, found, slots, before=before)
    whole = found
    while found and found[0][0] in _OPENINGS:
        found = found[1:]
    while found and found[-1][0] in _CLOSINGS:
        found = found[:-1]
    starts = [start for _, start, _ in found]
    named = {
        n: (slots[at][0], bisect_left(starts, slots[at][1]) - n)
        for n, (_, at, _) in enumerate(found)
        if at in slots
    }
    qualm: Thought | None = None
    for one, first, last in Tagged([word for word, _, _ in found], named, halts).found():
        if one.section == "harmless":
            return None
        if qualm is None:
            qualm = Thought(found[first][1], found[last - 1][2], one.section)
    return qualm or _hunch(text, whole, slots, before=before)


def _hunch(
    text: str, found: Sequence[tuple[str, int, int]], slots: Slots, *, before: bool
) -> Thought | None:
    """A stretch that is like what shakes announcements; *before*: what was so before them."""
    if len(found) < _TWO:
        return None
    words = [
        _ANYBODY if start in slots and slots[start][0] == "NAME" and word not in _PRONOUNS else word
        for word, start, _ in found
    ]
    first, last = found[0][1], found[-1][2]
    whole = _BEGINS.search(text, max(0, first - _NEAR), first) and _EDGE.match(text, last)
    if not whole and len(found) < _FEW:
        return None
    sure = whole is not None and (not before or text[last : last + 1] == ":")
    return Thought(first, last, "only a sketch") if shakes(words, sure=sure) else None


def _is_foreign(words: Sequence[str]) -> bool:
    """Whether it is about the game around this one; "vote on it" may be about the turn."""
    if _FOREIGN.isdisjoint(words):
        return False
    return not ("vote" in words and any(a == "on" and b in _IT for a, b in pairwise(words)))


def _halts(words: Sequence[str]) -> tuple[str, ...]:
    """Whether a stretch begins as who thinks again does: "er, ...", "no, ...", "hold on ..."."""
    found: tuple[str, ...] = ()
    for word, following in pairwise(words):
        if (word, following) in _AGAIN or (word == "wait" and following in _PAUSES):
            return "ER", "STOPS"
        if word in _HALTING or (word in _STOPPING and following == ","):
            found = ("ER",)
        if word not in _OPENINGS:
            break
    return found
