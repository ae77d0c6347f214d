"""Announcements that are taken back, which no announcement can do (§9)."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from rednov_bot.language.segments import Segment
from rednov_bot.language.words import kinds

ASK: Final = "An announcement cannot be taken back by another one; it stands as it was made."

_VERBS: Final = frozenset(
    [
        *("withdraw", "withdrawing", "retract", "retracting", "cancel", "cancelling", "canceling"),
        *("revoke", "revoking", "rescind", "rescinding", "annul", "annulling", "nullify", "undo"),
        *("undoing", "ignore", "disregard"),
    ]
)
_TAKE: Final = frozenset(["take", "taking"])
_ANNOUNCED: Final = frozenset(
    [
        *("turn", "last turn", "previous turn", "past turn", "red november turn", "gnome turn"),
        *("move", "announcement", "turn announcement", "action", "discard", "turns"),
    ]
)
_PAINTS: Final = frozenset(["last", "previous", "earlier", "entire", "whole", "latest"])
_UNSAID: Final = kinds("UNREAL PLAN NEG COND NAME YOU WHO")


def is_withdrawal(segment: Segment) -> bool:
    """ "I withdraw my last turn", "I take my turn back", "ignore my turn"."""
    if segment.plain or not segment.kinds.isdisjoint(_UNSAID):
        return False
    words = [w for w in segment.words if w.type != "FILL" and w.text not in _PAINTS]
    own = "SELF" in segment.kinds
    for verb, thing in pairwise(words):
        if verb.text.split(" ")[0] in _VERBS and thing.text in _ANNOUNCED:
            return own or thing.det == "my" or " my" in verb.text
    return own and _takes_back([word.text for word in words])


def _takes_back(texts: list[str]) -> bool:
    """ "take my turn back", "take back my turn"."""
    if "back" not in texts:
        return False
    for at, text in enumerate(texts):
        first, _, thing = text.partition(" ")
        if first in _TAKE:
            after = [text for text in texts[at + 1 :] if text != "back"]
            return thing.endswith("turn") if thing else after[:1] != [] and after[0] in _ANNOUNCED
    return False
