"""Where a mail announces something, other paragraphs without a slot of the game are other talk."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rednov_bot.language.clauses import Clause
from rednov_bot.language.doubts import Doubt

_BLANK_LINE: Final = re.compile(r"\n[ \t]*\n")


def to_the_point(doubts: Sequence[Doubt], clauses: Sequence[Clause], text: str) -> list[Doubt]:
    """The doubts without those about other talk: "Still waiting on CFJ 4188, by the way."."""
    if not any(doubt.loose for doubt in doubts):
        return list(doubts)
    breaks = [match.start() for match in _BLANK_LINE.finditer(text)]
    acting = {_paragraph(clause.start, breaks) for clause in clauses}
    return [
        doubt for doubt in doubts if not doubt.loose or _paragraph(doubt.start, breaks) in acting
    ]


def _paragraph(at: int, breaks: Sequence[int]) -> int:
    return sum(1 for one in breaks if one < at)
