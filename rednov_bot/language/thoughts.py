"""Second thoughts: sentences that speak about what a mail announces, and take it back or doubt it.

An announcement is clear and unambiguous or none (Rule 478): where its sender says "never mind all
that", "unsure about this" or "dealer's choice" anywhere in the same mail, e is asked.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Final

import msgspec

from rednov_bot.language.clauses import Clause
from rednov_bot.language.denials import denied
from rednov_bot.language.doings import VERBS
from rednov_bot.language.doubts import Doubt
from rednov_bot.language.keepsakes import keepsakes
from rednov_bot.language.phrases import Places, Row, places_of, rows_in
from rednov_bot.language.scanner import plain
from rednov_bot.language.segments import HARD, Segment
from rednov_bot.language.words import Word, kinds
from rednov_bot.language.workings import workings

_EARNEST: Final = "Is this announced in earnest?  Please send it again as it is meant."
_ASK: Final[dict[str, str]] = {
    "taken back": "Does the announcement stand?  Please send it again, whole and as it is meant.",
    "unsure": _EARNEST,
    "only a sketch": _EARNEST,
    "put off": "Does this mail announce all of it, and now?  Please send the whole turn at once.",
    "left open": "What exactly do you announce?  Nobody else chooses for you.",
    "on terms": "What exactly do you announce?  A turn knows no terms and no directions.",
    "for another": "Is this your own turn?  Nobody can take one for somebody else.",
    "on behalf": "Is this your own turn?  Nobody can take one for somebody else.",
    "unnamed": "Which items are these?  Please name each of them.",
    "by reference": "Please say this in full; nothing is looked up elsewhere.",
    "called a turn": "Is this your turn?  Please announce the whole of it, in plain words.",
    "joining": "Do you become a contestant, or cease to be one?  Please say it in plain words.",
}
LOOKS_BACK: Final = frozenset(("taken back", "unsure", "left open"))
_ALONE: Final = frozenset(("by reference", "called a turn", "joining", "unnamed"))
_HARMLESS: Final = "harmless"
_IDLE: Final = "idle condition"
_MARKS: Final = kinds(
    "SEP STOP PARAGRAPH QUERY COLON DASH SLASH ARROW PLUS OPENING CLOSING ASIDE ASIDE_END QUOTE"
)
_ENDS: Final = kinds("STOP PARAGRAPH QUERY")
_AHEAD: Final = 100  # words in which an idle condition may turn out to be none
_FEW: Final = 2  # rows, which are sought quicker than the places of all words
_GAME: Final = HARD | kinds(
    "MACHINE FIRE WATER KRAKEN CONTEST NOACT NOACTION BARREL PUMP EXTINGUISH UNBLOCK HALT FIX"
)
_SHORT: Final = 12
_QUITS: Final = re.compile(r"\b(?:quit|leave|drop out|i'm out)\b", re.IGNORECASE)
_CREW: Final = re.compile(
    r"\b(?:contest(?:ant)?s?|crew|aboard|on board|submarine|sub|boat|gnomes)\b"
)


class Thought(msgspec.Struct, frozen=True, gc=False):
    """Words about the announcement, by their offsets, and of which section their row is."""

    start: int
    end: int
    section: str

    def doubt(self, *, grave: bool = False) -> Doubt:
        """The question that it raises."""
        return Doubt(self.start, self.end, _ASK[self.section], grave=grave)


class Thoughts(msgspec.Struct, frozen=True):
    """What a text says about its own announcements."""

    second: tuple[Thought, ...] = ()
    harmless: tuple[tuple[int, int], ...] = ()  # what only sounds like one
    idle: tuple[tuple[int, int], ...] = ()  # conditions, of what is no matter of the game

    def without(self, corrected: Sequence[tuple[int, int]]) -> Thoughts:
        """Without what belongs to corrections that were carried out."""
        if not corrected:
            return self
        second = tuple(
            one
            for one in self.second
            if not any(start < one.end and one.start < end for start, end in corrected)
        )
        return Thoughts(second, self.harmless, self.idle)


NO_THOUGHTS: Final = Thoughts()


def thoughts(text: str) -> Thoughts:
    """Every second thought of a text, and what only sounds like one."""
    lowered = plain(text)
    rows = rows_in(lowered)
    places = places_of(lowered, rows) if len(rows) > _FEW else {}
    harmless = (
        *_spans(rows, lowered, places, _HARMLESS),
        *denied(lowered),
        *workings(lowered),
        *keepsakes(lowered),
    )
    idle = _spans(rows, lowered, places, _IDLE)
    second = tuple(
        Thought(start, end, row.section)
        for row in rows
        if row.section in _ASK
        for start, end in row.spans(lowered, places)
        if not _is_within(start, end, (*harmless, *idle))
    )
    return Thoughts(second, harmless, idle)


def _is_within(start: int, end: int, harmless: Iterable[tuple[int, int]]) -> bool:
    """Whether words overlap with something harmless, and do not say more around it."""
    return any(
        start < last
        and first < end
        and not (start <= first and last <= end and (start, end) != (first, last))
        for first, last in harmless
    )


def _spans(
    rows: list[Row], lowered: str, places: Places, section: str
) -> tuple[tuple[int, int], ...]:
    return tuple(
        span for row in rows if row.section == section for span in row.spans(lowered, places)
    )


def pass_over(words: list[Word], said: Thoughts) -> None:
    """The words of what only sounds like a second thought mean nothing."""
    spans = [*said.harmless, *_idle(words, said)]
    if not spans:
        return
    starts = sorted(start for start, _ in spans)
    ends = list(accumulate((end for _, end in sorted(spans)), max))
    for word in words:
        if word.type in _MARKS:
            continue
        before = bisect_right(starts, word.start)
        if before and word.end <= ends[before - 1]:
            word.type, word.senses, word.name, word.number, word.form = "FILL", (), "", 0, ""


def _idle(words: list[Word], said: Thoughts) -> Iterator[tuple[int, int]]:
    """The idle conditions behind which nothing is done."""
    at = 0
    for start, end in sorted(said.idle, key=lambda span: span[1]):
        while at < len(words) and words[at].start < end:
            at += 1
        if not _does_something([w for w in words[at : at + _AHEAD] if w.start >= end]):
            yield start, end


def _does_something(words: Iterable[Word]) -> bool:
    """Whether the rest of a sentence says "I" and what the game knows as a doing."""
    spoken = False
    for word in words:
        if word.type in _ENDS:
            return False
        if spoken and any(sense.kind in VERBS and sense.form != "past" for sense in word.senses):
            return True
        spoken = spoken or word.type == "SELF"
    return False


def second_thoughts(
    found: Sequence[Thought], announced: Sequence[Clause], apart: Sequence[Segment]
) -> list[Doubt]:
    """The questions that thoughts raise about what is *announced*.

    What stands *apart*, in an order, an escape or somebody's words, is no thought of the turn's.
    """
    if not found or not announced:
        return []
    first = min(clause.start for clause in announced)
    return [
        one.doubt()
        for one in found
        if one.section not in _ALONE
        and not (one.section in LOOKS_BACK and one.end <= first)
        and not _lies_in(apart, one)
    ]


def lone_thoughts(
    found: Sequence[Thought], apart: Sequence[Segment], seen: frozenset[str], text: str
) -> list[Doubt]:
    """The questions of a mail that announces nothing but calls something a turn, or a joining.

    *seen* are the kinds of its words: a turn in a mail without a word of the game is none of ours.
    Who says "I quit" and hardly more may mean us, or anything.
    """
    of_us = {
        "by reference": True,
        "unnamed": True,
        "called a turn": not seen.isdisjoint(_GAME),
        "on behalf": not seen.isdisjoint(_GAME),
        "joining": "CONTEST" in seen or _CREW.search(text.lower()) is not None,
    }
    short = len(text.split()) <= _SHORT
    return [
        one.doubt(grave=True)
        for one in found
        if (of_us.get(one.section, False) or (short and _quits(one, text)))
        and (one.section == "on behalf" or not _lies_in(apart, one))
    ]


def _quits(one: Thought, text: str) -> bool:
    return one.section == "joining" and _QUITS.search(text, one.start, one.end) is not None


def _lies_in(apart: Sequence[Segment], one: Thought) -> bool:
    return any(part.start <= one.start and one.end <= part.end for part in apart)
