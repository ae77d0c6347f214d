"""What leads to a place: "open", "into", "from", "by way of"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rednov_bot.language.second_reader.slots import Cue
from rednov_bot.language.words import Word, kinds

LEADS: Final[dict[str, Cue]] = {
    "TO": "to", "THROUGH": "to", "ENTER": "to", "GO": "to", "OPEN": "open", "IN": "in",
    "FROM": "from", "OUT": "out", "LEAVE": "out", "DOOR": "hatch", "STAY": "in", "NOTENTER": "in",
    "MEANS": "via", "BETWEEN": "spot", "AND": "spot",
}  # fmt: skip
"""The kinds of words of which one before a number makes it a place."""
PLACES: Final = kinds("NUM ROOM MACHINE SEA")
HATCHES: Final = kinds("HATCH PATH EXTERIOR")

_BETWEEN: Final = kinds("DOOR TO FROM THROUGH IN WHO SEA")
"""Words between one of moving and the place that it leads to."""
_STARTS: Final = ("start", "began", "begin")
_EXITS: Final = ("leav", "exit")
_INTO_IN: Final = (["TO", "FIRE", "IN"], ["TO", "WATER", "IN"])


def leads(types: Sequence[str], at: int) -> bool:
    """Whether a word of moving leads to a place that is named: "through the hatch to 3"."""
    for kind in types[at + 1 :]:
        if kind in PLACES or kind in HATCHES:
            return True
        if kind not in _BETWEEN:
            break
    return False


def cue_of(words: Sequence[Word], types: list[str], at: int, before: str, hatch: Cue) -> Cue:
    """What leads to the place at *at*, *before* being the kind of the word before it.

    *hatch* is what the stretch says of hatches: that they are opened, or gone through.
    """
    earlier = types[max(0, at - 4) : at]
    if before == "OTHER":
        before = _lead_before(types, at)
    if before in ("BETWEEN", "AND", "DOOR") or (before == "TO" and "DOOR" in earlier):
        return hatch
    if before == "FROM" and "DOOR" in earlier:
        return hatch if types[at + 1 : at + 2] == ["TO"] else "near"
    if earlier[-3:] in _INTO_IN:
        return "to"  # "into the fire in room 5"
    if before == "THROUGH" and "TO" in earlier:
        return "via"
    if at and (
        words[at - 1].text.startswith(_EXITS) or ("LEAVE" in earlier and "TO" not in earlier)
    ):
        return "out"
    if before == "PUMP":
        return "in"  # "pumping out 5"
    if before == "IN" and "GO" in earlier:
        return "to"  # "swim back in at 3"
    cue = LEADS.get(before, "spot")
    if cue in ("in", "from", "spot") and any(w.text.startswith(_STARTS) for w in words[:at]):
        return "start"
    return cue


def _lead_before(types: Sequence[str], at: int) -> str:
    """ "Into the sunlit uplands of room 5": what leads to a place through unknown words."""
    lead = next((kind for kind in reversed(types[:at]) if kind != "OTHER"), "")
    return lead if lead in ("TO", "THROUGH", "ENTER", "FROM", "IN") else "OTHER"
