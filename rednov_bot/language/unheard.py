"""Orders and escapes that are spoken of without a place: asked about, never dropped (§13, A24)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rednov_bot.language.clauses import Clause
from rednov_bot.language.doubts import Doubt
from rednov_bot.language.inflection import is_past
from rednov_bot.language.segments import Belongs, Segment, Sentence
from rednov_bot.language.words import kinds

_ASK: Final[dict[Belongs, str]] = {
    "escape": "Which hatch do you open after a failure?",
    "block": "Which hatch shall be blocked?  Please say its rooms, as in: Blocked hatch: 5-6.",
    "spread": "Where shall fire spread?  Please say the rooms, as in: Fire spreads: 9, 7.",
    "defend": "Do you defend yourself if attacked, yes or no?",
}
_NONE: Final = kinds("YOURCHOICE NOTHING NOMOVE NOACT WEAKNOACT STAY NOTENTER DISCLAIMER")
"""Said to be left to the contestmaster, or to be none: that is what happens without an order."""
_IDLE: Final = kinds("OTHER FILL SEP NEG STATE SELF PAST WHO")
"""In a stretch of these nobody goes anywhere."""
_TOPICS: Final = kinds("FIRE DOOR DEFENCE STATE")
SPOKEN: Final = _TOPICS | {"UNREAL"}
"""One of these is in every segment that speaks of an order without a heading."""
_REASONS: Final = frozenset(("before", "while", "as", "because then"))
_PLACES: Final = kinds("NUM ROOM MACHINE")


def unheard(sentence: Sentence, barren: Sequence[Segment], told: Sequence[Clause]) -> list[Doubt]:
    """The questions about a sentence of which the *barren* segments yielded nothing.

    Where an escape is among the clauses *told* so far, "if not, hooray" takes none away.
    """
    parts: dict[Belongs, list[Segment]] = {}
    doubts: list[Doubt] = []
    for segment in barren:
        if segment.belongs != "turn":
            parts.setdefault(segment.belongs, []).append(segment)
        elif not sentence.asks and (topic := _topic(segment)):
            doubts.append(Doubt(segment.start, segment.end, _ASK[topic], grave=False))
    for part, silent in parts.items():
        whole = [segment for segment in sentence.segments if segment.belongs == part]
        if part == "escape" and any(clause.belongs == part for clause in told):
            continue
        if len(whole) == len(silent) and not any(map(_leaves_it, whole)):
            ask = _ASK[part]
            doubts.append(Doubt(whole[0].start, whole[-1].end, ask, grave=False))
    return doubts


def _leaves_it(segment: Segment) -> bool:
    """Whether nothing is ordered: "none", "you decide", "if it fails, well, I tried"."""
    idle = (
        segment.belongs == "escape"
        and segment.kinds <= _IDLE
        and segment.words[0].type != "STATE"
        and ("SELF" not in segment.kinds or any(is_past(word.text) for word in segment.words))
    )
    if idle and {"OTHER", "STATE"} & segment.kinds:
        return True
    return segment.has(*_NONE) or {"NEG", "FIRE"} <= segment.kinds


def _topic(segment: Segment) -> Belongs | None:
    """Which order a segment speaks of that no heading tells from the turn itself."""
    if "YOURCHOICE" in segment.kinds:
        return None
    if "PAST" in segment.kinds and not segment.has("DEFENCE"):
        return None  # "the fire spread yesterday"
    if ("REMARK" in segment.kinds or segment.lead in _REASONS) and not segment.has(*_PLACES):
        return None  # "before the fire spreads"
    for word in segment.words:
        if word.type not in _TOPICS and "spread" not in word.text:
            continue
        if word.can_be("ORDER_SPREAD") or ("spread" in word.text and "FIRE" in segment.kinds):
            return "spread"
        if word.can_be("ORDER_BLOCK"):
            return "block"
        if word.type == "DEFENCE" or word.can_be("ORDER_DEFEND"):
            return "defend"
    if not segment.has("FIRE", "HATCH"):
        return None
    texts = {word.text for word in segment.words}
    wished = "UNREAL" in segment.kinds or "keep" in texts
    if wished and "FIRE" in segment.kinds and segment.has(*_PLACES):
        return "spread"
    if wished and "HATCH" in segment.kinds and "blocked" in texts:
        return "block"
    return None
