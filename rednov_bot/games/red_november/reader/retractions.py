"""Words about announcements: one that is taken back, or is to be repeated, announces nothing."""

from __future__ import annotations

from typing import Final

from rednov_bot.core.patterns import any_case
from rednov_bot.games.base import NOTHING_QUOTED, RETRACTED

_LONGEST: Final = 400
"""Characters; a longer mail is about something else as well."""
_ANNOUNCED: Final = (
    r"(?:\w+ ){0,3}(?:turns?|moves?|actions?|announcements?|discards?|mails?|posts?)\b"
)
_TAKES_BACK: Final = any_case(
    r"(?<!not )(?<!n't )(?:"
    r"(?:withdraw|retract|cancel|revok|rescind|annul|nullify|undo)\w* (?:my|that|the) "
    rf"{_ANNOUNCED}|\btak(?:e|ing) back my {_ANNOUNCED}|\btak(?:e|ing) my {_ANNOUNCED} back\b"
    rf"|\b(?:ignore|disregard|forget|scratch) my {_ANNOUNCED})"
)
_MAY_TAKE_BACK: Final = any_case(
    "withdraw|retract|cancel|revok|rescind|annul|nullify|undo|back|ignore|disregard|forget|scratch"
)
"""One of them stands in each: the quick look before the long one."""
_REPEATS: Final = any_case(r"(?<![a-z])t{2,5}pf(?![a-z])")
_OF_OTHERS: Final = any_case(r"\b(?:nttpf|you|your)\b|\?")
_MOST_LINES: Final = 2
_DISOWNS: Final = any_case(
    r"\bnttpf\b|\bnone of (?:this|that|it|the above) (?:is|was|counts)\b"
    r"|\b(?:this|that) (?:is|was) (?:not|no) (?:an? |my )?(?:turn|announcement|move)\b"
    r"|\bjust (?:dreaming|joking|kidding|thinking)\b"
)


def disowns(text: str) -> bool:
    """Whether a text says of itself that it announces nothing: then nothing in it is acted on."""
    return _DISOWNS.search(text) is not None


def what_it_asks(text: str) -> str:
    """The question that answers a text which announces nothing else; "" where none does.

    "TTttPF" repeats the sender's own words that are quoted below it; here are none (CFJ 2917).
    """
    if len(text) > _LONGEST:
        return ""
    if _MAY_TAKE_BACK.search(text) and _TAKES_BACK.search(text):
        return RETRACTED
    if "pf" not in text.replace(".", "").lower():
        return ""
    lines = [line for line in text.splitlines() if line.strip()]
    repeats = _REPEATS.search(lines[0].replace(".", ""))
    if repeats and len(lines) <= _MOST_LINES and not _OF_OTHERS.search(text):
        return NOTHING_QUOTED
    return ""
