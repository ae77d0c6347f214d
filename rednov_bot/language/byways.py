"""Words before a place by which nobody goes there: "I bypass 5", "the fire goes on to 7"."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from rednov_bot.language.second_reader import Said
from rednov_bot.language.second_reader.shades import may_undo
from rednov_bot.language.words import Word, kinds

_PLACES: Final = kinds("ROOM HATCH PATH EXTERIOR")
_LED: Final = kinds("NUM SEA")
_LEADS: Final = kinds("TO THROUGH ENTER GO OPEN IN")
_THINGS: Final = kinds("FIRE WATER KRAKEN")
_GOES: Final = kinds("GO ENTER OPEN LEAVE")
_COMERS: Final = kinds("SEA WATER FIRE KRAKEN ITEM NAME")
_WAYS: Final = kinds("IN OUT")
_ANYWHERE: Final = kinds("wherever whichever somewhere elsewhere")
_HARMLESS: Final = ("start", "look")


def strange_way(one: Said) -> bool:
    """Whether an announced stretch leads to a place by words that may mean no going there."""
    words = one.segment.content
    if one.mood == "negated":
        return _skips(words)
    if not one.live or one.segment.belongs != "turn":
        return False
    if any(_is_vague(word) for word in words):
        return True
    if any(what.type in _THINGS and does.type in _GOES for what, does in pairwise(words)):
        return _names_a_place(words)
    if _comes_in(words) and "SELF" not in one.segment.kinds:
        return True
    if any(a.type == "THROUGH" and b.type == "SEA" for a, b in pairwise(words)):
        return "TO" not in one.segment.kinds  # "gently through the sea"
    if any(word.type in _GOES and word.det == "my" for word in words):
        return True  # "I put my head through the hatch to 5"
    return any(
        may_undo(word) and not word.text.startswith(_HARMLESS) and _names_a_place(words[at:])
        for at, word in enumerate(words)
    )


def _skips(words: Sequence[Word]) -> bool:
    """ "I skip into 5": it is left out, or gone to like a child."""
    return any(
        skips.text == "skip" and behind.type in ("TO", "THROUGH", "IN")
        for skips, behind in pairwise(words)
    )


def _is_vague(word: Word) -> bool:
    """ "In the direction of 8", "to 5, to 6, wherever"."""
    if word.type == "TO":
        return word.text.endswith("direction of")
    return word.type == "OTHER" and word.text in _ANYWHERE


def _comes_in(words: Sequence[Word]) -> bool:
    """ "In comes the sea", "my toolbox slides in": it is not the gnome that goes."""
    return any(
        {before.type, behind.type} & _WAYS and {before.type, behind.type} & _COMERS
        for before, goes, behind in zip(words, words[1:], words[2:], strict=False)
        if goes.type == "GO" and goes.form == "s"
    )


def _names_a_place(words: Sequence[Word]) -> bool:
    return any(
        word.type in _PLACES or (word.type in _LED and before.type in _LEADS)
        for before, word in pairwise(words)
    )
