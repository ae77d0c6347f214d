"""Tools by which a tile may be meant, though none is called so: "I take the big wrench"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rednov_bot.language.second_reader.shades import is_handling
from rednov_bot.language.segments import Segment
from rednov_bot.language.words import Word, kinds

_WITH: Final = (
    "with", "using", "by means of", "armed with", "equipped with", "wielding", "by using",
    "with the help of", "with help of", "aided by", "helped by",
)  # fmt: skip
_HAND_TOOLS: Final = kinds(
    "spanner spanners wrench wrenches screwdriver screwdrivers hammer hammers mallet pliers "
    "sledgehammer axe hatchet hose spear speargun trident jemmy prybar drill saw hacksaw chisel "
    "handbook guidebook blowtorch toolkit welder jackhammer plunger crank ratchet pickaxe"
)
"""Tools that are taken up to work with."""
_TOOLS: Final = _HAND_TOOLS | kinds(
    "tools kit booklet book guide instructions bucket buckets harpoon snorkel wetsuit lever bar "
    "password passcode cipher foam sand tape gadget gizmo device implement instrument contraption "
    "thingamajig thingy sponge mop"
)
"""Means that may be tiles by another name."""
_TAKES: Final = kinds(
    "take takes taking grab grabs grabbing pick picks picking get gets getting fetch fetches "
    "fetching bring brings bringing find finds produce produces wield wields wielding brandish "
    "carry carries raise raises apply applies reach reaches collect choose have"
)
_WORD: Final = re.compile(r"\w+")
_AT_HAND: Final = re.compile(r"\bin (?:my |one |each |both |the other )?hands?\b|\bat the ready\b")
_READY: Final = re.compile(r" (?:out|ready|drawn|raised|poised)\b")


def takes_a_tool(segment: Segment, text: str) -> bool:
    """Whether unknown words of a stretch name a tool that is worked with; *text* is the stretch."""
    if _TOOLS.isdisjoint(_WORD.findall(text)):
        return False
    if _AT_HAND.search(text) is not None:
        return True
    words = segment.words
    tools = [at for at, word in enumerate(words) if _is_one_of(word, _TOOLS)]
    return any(
        _is_means(words[:at], segment)
        or (
            _is_one_of(words[at], _HAND_TOOLS)
            and (_is_taken(words[:at]) or _READY.match(text, words[at].end - segment.start))
        )
        for at in tools
    )


def _is_one_of(word: Word, tools: frozenset[str]) -> bool:
    return word.type == "OTHER" and not tools.isdisjoint(word.text.split(" "))


def _is_means(before: Sequence[Word], segment: Segment) -> bool:
    """ "With my sonic spanner": only unknown words between the tool and what makes it a means."""
    at = next((n for n, w in reversed([*enumerate(before)]) if not _paints(w)), None)
    if at is None or before[at].type != "MEANS" or before[at].text not in _WITH:
        return False
    return at == 0 or "SELF" in segment.kinds


def _is_taken(before: Sequence[Word]) -> bool:
    """ "I take the big", "I reach for my": behind these a tool is taken up."""
    for word in reversed(before):
        if word.type == "OTHER" and (word.text.split(" ")[0] in _TAKES or is_handling(word)):
            return True
        if not (_paints(word) or word.type in ("FOR", "OUT")):
            return False
    return False


def _paints(word: Word) -> bool:
    return word.type in ("OTHER", "FILL")
