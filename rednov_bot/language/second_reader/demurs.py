"""Words of which the second reader makes nothing, because they may mean several things."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from rednov_bot.engine.words import SEA
from rednov_bot.language.second_reader.leads import leads
from rednov_bot.language.second_reader.pronouns import leaves_open
from rednov_bot.language.second_reader.shades import is_governed
from rednov_bot.language.segments import Segment
from rednov_bot.language.words import Word, kinds

_MENDED: Final = kinds("MACHINE FIRE WATER KRAKEN DOOR HATCH")
_HARD: Final = kinds("DUR ITEM TILEWORD")
_LACKS: Final = kinds("needs need wants want requires require takes take lacks lack deserves")
_THROWS: Final = ("throw", "toss", "hurl", "fling", "chuck", "lob")
_GONE: Final = kinds("LEAVE ENTER GO OUT HATCH PATH EXTERIOR THROUGH")


def may_mean_more(words: Sequence[Word], types: list[str], at: int) -> bool:
    """Whether the word at *at* of a stretch may mean several things."""
    word = words[at]
    before = types[at - 1] if at else ""
    behind = types[at + 1] if at + 1 < len(types) else ""
    match word.type:
        case "ITEM":
            poured = "BARREL" in types and "MEANS" in types[:at]  # "refill it with two grogs"
            return (word.plural and not word.number) or _is_worn(types[:at]) or poured
        case "MORE":
            return behind not in ("ITEM", "NUM", "TILEWORD")
        case "HATCH":  # "in through the outer hatch of 6"
            return SEA in word.places and not {"IN", "ENTER"}.isdisjoint(types[:at])
        case "AFTER":
            return not {"OPEN", "ENTER", "GO"}.isdisjoint(types)
        case "OTHER":
            return word.text == "after"
        case "USE":
            return "ITEM" not in types or behind == "TO"
        case "FIRE":  # "go through the fire in 5 to 8"
            return before == "ENTER" and leads(types, at)
        case _:
            return False


def _is_worn(before: list[str]) -> bool:
    """ "Out with an aqualung": before the hatch or behind it?"""
    return "MEANS" in before and not _GONE.isdisjoint(before[: before.index("MEANS")])


def is_strange(words: Sequence[Word], segment: Segment) -> bool:
    """Whether a careful human would ask about a stretch, though every word of it is known.

    "I take the aqualung off", "I throw a grog at Pip", "I drop two grogs into the barrel".
    """
    told = segment.kinds
    if told >= {"BETWEEN", "SPEND", "DUR"} or told >= {"DISCARD", "BARREL", "ITEM"}:
        return True
    if "GIVE" in told and any(w.text.startswith(_THROWS) for w in words):
        return any(word.type == "TO" and word.text == "at" for word in words)
    off = segment.words[-1].text == "off" and words[-1].type == "ITEM"
    return off or _lacks(words) or leaves_open(segment) or is_governed(words)


def _lacks(words: Sequence[Word]) -> bool:
    """ "The engine needs 4 minutes and a toolbox": nobody says that e gives them."""
    return not _HARD.isdisjoint(word.type for word in words) and any(
        one.type in _MENDED and other.text in _LACKS for one, other in pairwise(words[:3])
    )
