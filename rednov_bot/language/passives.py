"""Tiles of which it is only said that they are used: asked about beside a turn, never dropped."""

from __future__ import annotations

from typing import Final

from rednov_bot.language.doubts import Doubt
from rednov_bot.language.segments import Sentence
from rednov_bot.language.words import Word, kinds

_OTHERWISE: Final = kinds("NAME OWNER PAST UNREAL PLAN NEG COND YOU")
_USES: Final = frozenset(["used", "used up", "spent", "expended", "consumed", "drunk", "worn"])


def passive(sentence: Sentence) -> Doubt | None:
    """The question about "there is one aqualung, and it is on my face (used)"."""
    if "ITEM" not in sentence.kinds or not sentence.kinds.isdisjoint(_OTHERWISE):
        return None
    words = [word for segment in sentence.segments for word in segment.words]
    if any(map(_is_used, words)) and not any(w.type == "SELF" for w in words[:2]):
        return Doubt(sentence.start, sentence.end, "Do you use this?", grave=False)
    return None


def _is_used(word: Word) -> bool:
    return word.type == "USED" or word.text in _USES
