"""What came of a turn, told by the one who resolves it: dice, markers, tracks, positions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rednov_bot.language.scanner import plain
from rednov_bot.language.segments import Segment, Sentence
from rednov_bot.language.words import kinds

_RESOLVED: Final = re.compile(
    r"\b(?:\w+'s?|this|the) (?:turn|announcement|attempt|move) "
    r"(?:is|are|was|were|has been|have been)(?: \w+ly| now| herewith)? resolved\b|"
    r"(?:^|\n)\W{0,4}(?:full |public )?resolution(?: of| for|:|\n)|"
    r"\bi (?:have |hereby |now )?resolved? (?:the turn of \w+|\w+'s? turn)\b|"
    r"\b(?:outcome|result) of \w+'s? turn\b"
)
_SIGNS: Final = tuple(
    re.compile(sign)
    for sign in (
        r"\bfaint(?:ed)?(?: check| roll)?\b", r"\bmarkers? passed\b|\bpasses? (?:the )?markers?\b",
        r"\bevents?(?: at \d+| drawn| card)?:|\(event\)|\bno events?\b",
        r"\b(?:die|dice|roll|rolls|rolled)\b\W{0,3}(?:shows? |is |was |of |a )*\d",
        r"\btracks?:|\bheat(?: track)?:? (?:is |at |now |to )*\d|\basphyxiation:? \d",
        r"\bcaptain's (?:grog|barrel|stash)(?: (?:left|remaining))?:? \d",
        r"\bnow (?:has|at|on|stands at|is at) \d|\bminutes (?:passed|left):",
        r"\b(?:sent|told|informed) (?:\w+ ){0,3}in private\b|\bin private\b",
        r"\bpositions?:|\bstate of the (?:boat|sub|game)\b|\bboat:|\bgamestate\b",
        r"\bthe next turn may\b|\bnext turn: anybody\b|\bx points?\b",
        r"(?:^|\n)\W{0,4}(?!my )\w+'s? turn\b|(?:^|\n)\W{0,4}turn (?:no\.? |#|number )?\d+\b",
        r"\b(?:succeeds|success|failure|fails)\b", r"\bcontestmaster\s{0,9}$",
        r"\bhatch(?:es)? (?:blocked|\d+-\d+ (?:is |are )?(?:now )?blocked)|\bblocked:? \d+-\d+",
    )
)  # fmt: skip
_ENOUGH: Final = 3
_LEADING: Final = ("resol", "die", "dice", "roll", "track", "event", "faint", "marker", "result")
_MINE: Final = re.compile(
    r"\bmy (?:turn|go|move|action)\b|(?:[.!?\n]\s{0,4})(?:turn|red november|rn)(?: turn)?:"
)

_WORKED_ON: Final = kinds("MACHINE FIRE WATER KRAKEN HATCH PATH DOOR PUMP FIX EXTINGUISH UNBLOCK")
_STEPS: Final = kinds("OPEN ENTER GO FIX PUMP EXTINGUISH HALT KILL DRAW USE UNBLOCK GIVE DISCARD")


def is_report(text: str, told: Sequence[Sentence], author: str, people: Sequence[str]) -> bool:
    """Whether a letter tells what came of somebody's turn, and its author does nothing in it."""
    lowered = plain(text)
    if not any(word in lowered for word in _LEADING) or _MINE.search(lowered) is not None:
        return False
    if any(segment.performs or _orders(segment) for one in told for segment in one.segments):
        return False
    others = any(
        word.type in ("NAME", "OWNER") and word.name != author
        for sentence in told
        for segment in sentence.segments
        for word in segment.words
    )
    names = {name.lower() for name in people if name != author}
    if not others or any(_works(sentence, lowered, names) for sentence in told):
        return False
    return _RESOLVED.search(lowered) is not None or (
        sum(sign.search(lowered) is not None for sign in _SIGNS) >= _ENOUGH
    )


def _works(sentence: Sentence, lowered: str, names: set[str]) -> bool:
    """ "Engine, 4 minutes.": done by nobody that is named, and so perhaps by the author."""
    colon = next((at for at, one in enumerate(sentence.segments) if one.lead == ":"), 0)
    told = frozenset[str]().union(*(one.kinds for one in sentence.segments[colon:]))
    said = lowered[sentence.segments[colon].start : sentence.end]
    if any(name in said for name in names):
        return False
    if not told.isdisjoint(("NOACT", "NOACTION")):
        return True
    return "DUR" in told and not told.isdisjoint(_WORKED_ON)


def _orders(segment: Segment) -> bool:
    """ "Open 5": a step told as plainly as in a turn."""
    first = next((word for word in segment.words if word.type != "FILL"), None)
    return first is not None and first.type in _STEPS and first.form == "" and segment.hard
