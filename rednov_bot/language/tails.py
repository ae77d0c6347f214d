"""What is only said beside an announcement: reasons, purposes, contrasts."""

from __future__ import annotations

from typing import Final

from rednov_bot.language.segments import HARD, Segment, is_doing
from rednov_bot.language.words import Word, kinds

_NO_GOALS: Final = kinds("OTHER STATE UNREAL PLAN WHO")
TAIL_NEGATIONS: Final = frozenset(("instead of", "rather than", "without", "except", "not"))
_BEGINS_TAIL: Final = kinds("REMARK NEG FOR TO")
_NOTHING: Final = kinds("NOTHING NOACTION NOACT NOMOVE NEG")


def cut_tail(segment: Segment) -> list[Word]:
    """Cuts off what is only said beside, and returns it."""
    words = segment.words
    if segment.kinds.isdisjoint(_BEGINS_TAIL):
        return []
    doing = False
    for at, word in enumerate(words):
        if at and word.type == "REMARK":
            return _cut(segment, at)
        if doing and word.text in TAIL_NEGATIONS and not _limits(words, at):
            return _cut(segment, at)
        doing = doing or is_doing(word)
        if (
            word.type == "FOR"
            and at + 1 < len(words)
            and words[at + 1].type in ("ITEM", "TILEWORD")
            and not segment.has("DRAW", "TAP")
            and not (at and words[at - 1].text == "except")
            and not _pays(words[:at], words[at + 1])
        ):
            return _cut(segment, at)
        if at and word.type == "TO" and at + 1 < len(words):
            after = next((w for w in words[at + 1 :] if w.type != "FILL"), None)
            if (
                after is not None
                and after.type in _NO_GOALS
                and "GIVE" not in segment.kinds
                and not any(w.type in HARD or is_doing(w) for w in words[at + 1 :])
            ):
                return _cut(segment, at)
    return []


def _limits(words: list[Word], at: int) -> bool:
    """ "I do nothing except pump": the rest is what is done."""
    return words[at].text == "except" and any(word.type in _NOTHING for word in words[:at])


def _pays(before: list[Word], tiles: Word) -> bool:
    """ "Two minutes for two items": that is what they cost."""
    return bool(before) and before[-1].type == "DUR" and before[-1].number == tiles.number


def _cut(segment: Segment, at: int) -> list[Word]:
    tail = segment.words[at:]
    segment.words = segment.words[:at] or [Word("FILL", tail[0].start, tail[0].end, "")]
    segment.complete()
    return tail
