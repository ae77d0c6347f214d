"""Second thoughts: sentences that speak about what a mail announces, and take it back or doubt it.

An announcement is clear and unambiguous or none (Rule 478): where its sender says "never mind all
that", "unsure about this" or "dealer's choice" anywhere in the same mail, e is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from rednov_bot.language.clauses import Clause
from rednov_bot.language.doings import VERBS
from rednov_bot.language.phrases import Row, rows_in
from rednov_bot.language.scanner import plain
from rednov_bot.language.segments import Segment
from rednov_bot.language.unknown import Doubt
from rednov_bot.language.words import Word, kinds

_ASK: Final[dict[str, str]] = {
    "taken back": "Does the announcement stand?  Please send it again, whole and as it is meant.",
    "unsure": "Is this announced in earnest?  Please send it again as it is meant.",
    "put off": "Does this mail announce all of it, and now?  Please send the whole turn at once.",
    "left open": "What exactly do you announce?  Nobody else chooses for you.",
    "for another": "Is this your own turn?  Nobody can take one for somebody else.",
}
_ASK["only a sketch"] = _ASK["unsure"]
_LOOKS_BACK: Final = frozenset(("taken back", "unsure", "left open"))
_HARMLESS: Final = "harmless"
_IDLE: Final = "idle condition"


_MARKS: Final = kinds(
    "SEP STOP PARAGRAPH QUERY COLON DASH SLASH ARROW PLUS OPENING CLOSING ASIDE ASIDE_END QUOTE"
)


_ENDS: Final = kinds("STOP PARAGRAPH QUERY")


class Thought(msgspec.Struct, frozen=True, gc=False):
    """Words about the announcement, by their offsets, and the question that they raise."""

    start: int
    end: int
    ask: str
    looks_back: bool  # speaks of what stands before it


class Thoughts(msgspec.Struct, frozen=True):
    """What a text says about its own announcements."""

    second: tuple[Thought, ...] = ()
    harmless: tuple[tuple[int, int], ...] = ()  # what only sounds like one
    idle: tuple[tuple[int, int], ...] = ()  # conditions, of what is no matter of the game


def thoughts(text: str) -> Thoughts:
    """Every second thought of a text, and what only sounds like one."""
    lowered = plain(text)
    rows = rows_in(lowered)
    harmless = _spans(rows, lowered, _HARMLESS)
    idle = _spans(rows, lowered, _IDLE)
    second = tuple(
        Thought(start, end, _ASK[row.section], row.section in _LOOKS_BACK)
        for row in rows
        if row.section in _ASK
        for start, end in row.spans(lowered)
        if not any(start < last and first < end for first, last in (*harmless, *idle))
    )
    return Thoughts(second, harmless, idle)


def _spans(rows: list[Row], lowered: str, section: str) -> tuple[tuple[int, int], ...]:
    return tuple(span for row in rows if row.section == section for span in row.spans(lowered))


def pass_over(words: list[Word], said: Thoughts) -> None:
    """The words of what only sounds like a second thought mean nothing."""
    spans = [*said.harmless, *(span for span in said.idle if not _does_something(words, span[1]))]
    if not spans:
        return
    for word in words:
        if word.type in _MARKS:
            continue
        if any(start <= word.start and word.end <= end for start, end in spans):
            word.type, word.senses, word.name, word.number, word.form = "FILL", (), "", 0, ""


def _does_something(words: list[Word], start: int) -> bool:
    """Whether the rest of a sentence says "I" and what the game knows as a doing."""
    spoken = False
    for word in words:
        if word.start < start:
            continue
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
        Doubt(one.start, one.end, one.ask, grave=False)
        for one in found
        if not (one.looks_back and one.end <= first)
        and not any(part.start <= one.start and one.end <= part.end for part in apart)
    ]
