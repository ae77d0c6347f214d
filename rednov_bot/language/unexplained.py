"""Slots beside an announcement that it does not account for: asked about, never dropped.

"My charm is hereby spent, I open 5-8 ...": whatever that first stretch is, it is about a tile that
the turn read so far does not use.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from rednov_bot.engine.turn import Use
from rednov_bot.language.doings import VERBS
from rednov_bot.language.doubts import IS_PART, Doubt
from rednov_bot.language.frames import Mood
from rednov_bot.language.segments import Segment
from rednov_bot.language.words import Word, kinds, phrases
from rednov_bot.papers import Act, Discard, GiveBack, TurnAct

_NOT_DONE: Final = kinds("NEG UNREAL PLAN COND YOU OWNER PAST NAME LOOKUP VAGUE JEST")
"""With one of these in it, a stretch is about something else than what is done now."""
_KEPT: Final = kinds(
    "hold holds holding keep keeps keeping own owns carry carries carrying have has had got lack "
    "lacks save saves left need needs"
)
_WAYS: Final = kinds("HATCH PATH DOOR EXTERIOR")
_BARE: Final = kinds("NUM IN TO THROUGH OUT FROM DOOR HATCH EXTERIOR SEA FILL")
_PARTICIPLES: Final = frozenset(("having", "holding", "keeping", "carrying", "with"))
_STANDING: Final = kinds("am is are was were be object objects vote votes close next")
_SHORT: Final = 3
_FEW: Final = 6
_RESOLVED: Final = phrases(
    "i'll, i will, will, shall, must, let me, let's, maybe, perhaps, possibly, might, may"
)
_ELSEWHEN: Final = kinds("NEG PLAN COND YOU OWNER PAST NAME VAGUE JEST OTHER AFTER")
_THERE: Final = phrases("there, that's, that is, and there, so there, goes, there goes")
_TILES_ALONE: Final = kinds("ITEM FILL MEANS USE USED MORE")
_GONE: Final = kinds("goes go gone used spent")


class SetAside(msgspec.Struct, frozen=True, gc=False):
    """A stretch of which nothing was made, and how it was said."""

    segment: Segment
    mood: Mood
    beside: bool  # something is announced in its sentence


def unexplained(acts: Sequence[Act], aside: Iterable[SetAside]) -> list[Doubt]:
    """The questions about slots in what was set aside, as far as the acts leave them open."""
    tiles = frozenset(_tiles(acts))
    deals = any(isinstance(act, Discard | GiveBack) for act in acts)
    return [
        Doubt(one.segment.start, one.segment.end, IS_PART)
        for one in aside
        if _speaks_of_the_turn(one.segment, one.mood, tiles, beside=one.beside)
        or (deals and one.beside and one.segment.words[0].type == "TILEWORD")
    ]


def _tiles(acts: Sequence[Act]) -> Iterable[str]:
    for act in acts:
        match act:
            case TurnAct(turn):
                yield from [
                    step.item for step in (*turn.steps, *turn.after) if isinstance(step, Use)
                ]
                if turn.action is not None:
                    yield from turn.action.give or ()
                    yield "grog" if turn.action.name == "gain_grog" else ""
                if turn.escape is not None:
                    yield from turn.escape.uses
            case Discard(items) | GiveBack(_, items):
                yield from items
            case _:
                pass


def _speaks_of_the_turn(
    segment: Segment, mood: Mood, tiles: frozenset[str], *, beside: bool
) -> bool:
    words = segment.words
    if _holds_or_had(segment) and any(_is_new(word, tiles) for word in segment.words):
        return beside
    chosen = segment.has("USE", "MEANS", "SPEND") and "TILEWORD" in segment.kinds
    if beside and chosen and "NEG" not in segment.kinds:
        return True  # "using whichever of my items would help most"
    if _is_told_of_now(segment, mood) and any(_is_new(word, tiles) for word in words):
        return True
    if not segment.kinds.isdisjoint(_NOT_DONE):
        return False
    if segment.aside == "square":
        alone = segment.kinds <= _TILES_ALONE and not any(
            w.type == "USE" and not w.form for w in words
        )
        return alone and any(_is_new(word, tiles) for word in words)
    if {"RETURN", "ITEM"} <= segment.kinds and mood in ("statement", "other"):
        return True  # "here is a toolbox in return"
    if any(word.text in _KEPT for word in words):
        return False
    own = "SELF" in segment.kinds
    if own and any(word.type in VERBS and word.form == "past" for word in words):
        return False
    if (
        mood == "statement"
        and _ends_at_a_place(words)
        and (own or any(word.det == "my" for word in words))
    ):
        return True  # "I transfer to 8"
    if mood == "remark":
        return own and segment.doing and segment.has("ITEM", *_WAYS)
    if any(word.type == "WHO" and word.text not in ("it", "its", "it's") for word in words):
        return False
    if beside and segment.has("NUM", "DOOR", "HATCH", "ROOM") and segment.kinds <= _BARE:
        return True
    if any(_is_new(word, tiles) for word in words):
        return mood in ("statement", "past", "other") and (beside or _is_own(words))
    return beside and mood == "past" and not own and segment.has(*_WAYS)


def _is_told_of_now(segment: Segment, mood: Mood) -> bool:
    """ "I'll use a grog", "let me use my code", "(there goes my manual)"."""
    texts = [word.text for word in segment.content]
    if mood == "unreal" and len(texts) <= _FEW and not segment.kinds & _ELSEWHEN:
        return segment.has("USE", "MEANS") and bool(_RESOLVED & set(texts))
    if not segment.kinds.isdisjoint(_NOT_DONE):
        return False
    return 0 < len(texts) <= _FEW and texts[0] in _THERE and bool(_GONE & set(texts))


def _holds_or_had(segment: Segment) -> bool:
    """ "Having drunk a grog, I ...", "Holding the toolbox, I ...": is that part of the turn?"""
    words = segment.content
    return not segment.has("SELF", "NAME", "WHO", "YOU") and any(
        word.text in _PARTICIPLES for word in words[:2]
    )


def _ends_at_a_place(words: Sequence[Word]) -> bool:
    """Whether a stretch leads "to room 8" or "into 8"."""
    said = [word for word in words if word.type != "FILL"]
    return (
        len(said) > 2
        and said[-1].type in ("NUM", "ROOM", "SEA")
        and said[-2].type == "TO"
        and not any(word.type in ("STATE", "PAST") and word.text in _STANDING for word in said)
    )


def _is_new(word: Word, tiles: frozenset[str]) -> bool:
    return word.type == "ITEM" and bool(word.name) and word.name not in tiles


def _is_own(words: Sequence[Word]) -> bool:
    """Whether a tile is spoken of as eir own."""
    return any(word.type == "ITEM" and word.det == "my" for word in words)


def fragment(segment: Segment) -> bool:
    """Whether a stretch is a few words that nobody knows: "spanner gadget." between two steps."""
    said = segment.content
    return (
        segment.alone
        and 0 < len(said) <= _SHORT
        and all(word.type in ("OTHER", "VAGUE") and word.name != "manner" for word in said)
    )


def between_steps(
    fragments: Sequence[Segment], steps: Sequence[tuple[int, int]], text: str
) -> list[Doubt]:
    """The questions about such fragments in the middle of a turn that is told without "I"."""
    return [
        Doubt(one.start, one.end, "I do not understand these words.")
        for one in fragments
        if any(end <= one.start and "\n\n" not in text[end : one.start] for _, end in steps)
        and any(start >= one.end and "\n\n" not in text[one.end : start] for start, _ in steps)
    ]
