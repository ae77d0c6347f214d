"""An act that stands in square brackets, which by custom hold comments: asked about (Rule 478)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rednov_bot.language.doubts import Doubt
from rednov_bot.language.segments import Segment
from rednov_bot.language.words import kinds

_THINGS: Final = kinds("NUM DOOR MACHINE FIRE KRAKEN WATER")


def in_brackets(bracketed: Sequence[Segment], text: str, author: str) -> list[Doubt]:
    """The question about a mail of which nothing but the brackets does something."""
    if not bracketed or "[" not in text:
        return []
    seen = frozenset().union(*(segment.kinds for segment in bracketed))
    does = any(segment.doing for segment in bracketed)
    hard = any(segment.hard for segment in bracketed)
    whole = text.strip()[:1] == "[" and text.strip()[-1:] == "]"
    named = any(word.type == "NAME" and word.name == author for s in bracketed for word in s.words)
    own = "SELF" in seen or named or (whole and seen.isdisjoint(("YOU", "NAME", "UNREAL")))
    if not (does and own and (hard or not seen.isdisjoint(_THINGS))):
        return []
    return [Doubt(bracketed[0].start, bracketed[-1].end, "Do you announce this?")]
