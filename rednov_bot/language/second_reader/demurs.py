"""Words of which the second reader makes nothing, because they may mean several things."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rednov_bot.engine.words import SEA
from rednov_bot.language.second_reader.leads import leads
from rednov_bot.language.words import Word, kinds

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
