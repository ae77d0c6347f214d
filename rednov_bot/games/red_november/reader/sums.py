"""What an announcement says of its own arithmetic: a comment, and no part of what it does (A19)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from rednov_bot.core.patterns import any_case

Kind = Literal["left", "has", "cost", "in all"]
"""What is left after the turn; what its gnome has; what a part of it, or all of it, costs."""

_WORDS: Final = (
    "no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty"
)
_NUMBERS: Final = {word: number for number, word in enumerate(_WORDS.split())}
_N: Final = rf"(?P<number>\d{{1,2}}|{_WORDS.replace(' ', '|')})"
_MINUTES: Final = r"(?: ?(?:minutes?|mins?\b\.?|m\b))"
_SO: Final = (
    r"(?:[,;:–—-]? *\b(?:and|so|thus|hence|then|which|that|this|it|all(?: of (?:it|this))?)\b)*,?"
)
_TRACK: Final = r"(?: (?:on|of) the (?:time )?track)"
_NOW: Final = r"(?: (?:now|then|still|only|just|exactly))*"
_FORMS: Final[tuple[tuple[Kind, str], ...]] = (
    ("left", rf"{_SO} (?:will )?leav(?:es?|ing) me{_NOW}(?: with| at| on)?{_NOW} "
             rf"(?:minute )?{_N}{_MINUTES}?(?: left| remaining| to go)?\b"),
    ("left", rf"{_SO} (?:will )?(?:puts?|putting|takes?|taking|brings?|bringing|gets?"
             rf"|getting) me{_NOW}(?: down)? (?:at|on|to) (?:(?:minute|space) {_N}(?:{_TRACK})?"
             rf"|{_N.replace('number', 'other')}(?:{_MINUTES}|{_TRACK}))"),
    ("left", rf"{_SO} (?:i am|i'm|i (?:will )?(?:end|finish|land|stand)|now)(?: up)?{_NOW} "
             rf"(?:at|on) (?:(?:minute|space) {_N}(?:{_TRACK})?|{_N.replace('number', 'other')}"
             rf"(?:{_MINUTES}|{_TRACK})(?: left)?)"),
    ("has", rf"{_SO} i(?:'ll| will)?{_NOW} (?:have|got){_NOW} {_N}{_MINUTES}?"
            r" (?:left|remaining|to go)"),
    ("has", rf"[,;]? ?{_N}{_MINUTES}? (?:left|remaining)\b"),
    ("has", rf"(?:minutes |mins |time )?(?:left|remaining)(?: minutes)?(?: is| are)?[:=]? ?{_N}"
            rf"{_MINUTES}?"),
    ("in all", rf"(?:{_SO}|the (?:whole )?turn|everything) (?:costs?|takes?|comes to) (?:me )?{_N}"
               rf"{_MINUTES}? (?:in all|in total|altogether)"),
    ("in all", rf"(?:{_SO} i spend )?{_N}{_MINUTES}?,? (?:in all|in total|altogether|total)\b"),
    ("in all", r"(?:in all|in total|altogether|total(?: cost| time| minutes)?|time spent)(?: is)?"
               rf"[:=]? ?{_N}{_MINUTES}?"),
    ("cost", rf"{_SO} (?:will )?(?:costs?|costing|takes?|taking) (?:me )?{_N}"
             rf"{_MINUTES}"),
    ("cost", rf"(?<=\() ?{_N}{_MINUTES}(?= ?[,;)])"),
)  # fmt: skip
_EVERY: Final = tuple([(kind, any_case(rf"(?<!\w){form}(?![\w-])")) for kind, form in _FORMS])
_ANY: Final = any_case(
    r"\b(?:leav(?:es?|ing)|left|remaining|costs?|costing|takes?|taking|total|altogether|in all"
    r"|minute \d|track|min\w*\s*[,;)])"
)
"""Without one of these words a text says nothing of sums."""
_SUPPOSES: Final = any_case(
    r"[^.!?\n]*\b(?:if|unless|until|when|whether|provided|would|should|could|might|hope)\b[^.!?\n]*$"
)
"""A sentence up to a sum that is no plain statement."""
_LONGEST: Final = 2_000  # characters that are looked at
_TIDY: Final = (
    (re.compile(r"\(\s*[,;]?\s*\)"), ""),
    (re.compile(r"[ \t]+(?=[.,;!)])"), ""),
    (re.compile(r"[,;:]+\s*(?=[.!])"), ""),
    (re.compile(r"(?<=[.!])(?:\s*\.)+"), ""),
    (re.compile(r"^[\s.,;]*\.\s*$", re.MULTILINE), ""),
)


@dataclass(frozen=True, slots=True)
class Sum:
    """A number of minutes that an announcement states and that nothing hangs on."""

    kind: Kind
    number: int
    words: str


def sums(text: str) -> tuple[Sum, ...]:
    """What a text says of sums, in its order."""
    return tuple(one for _, one in sorted(_found(text), key=lambda one: one[0]))


def without_sums(text: str) -> str:
    """The text without what it says of sums; the same text where it says nothing of the kind."""
    spans = sorted(_found(text), reverse=True, key=lambda one: one[0])
    if not spans:
        return text
    left = text
    for (start, end), _ in spans:
        left = f"{left[:start]} {left[end:]}"
    for pattern, instead in _TIDY:
        left = pattern.sub(instead, left)
    return left.strip()


def _found(text: str) -> list[tuple[tuple[int, int], Sum]]:
    if len(text) > _LONGEST or not _ANY.search(text):
        return []
    found: list[tuple[tuple[int, int], Sum]] = []
    said = text.replace("’", "'")
    for kind, form in _EVERY:
        for match in form.finditer(said):
            start, end = match.span()
            asks = said[end:].lstrip(" ").startswith("?") or _SUPPOSES.search(said[:start])
            if asks or any(start < other and one < end for (one, other), _ in found):
                continue
            named = match.groupdict()
            value = (named.get("number") or named.get("other") or "").casefold()
            number = int(value) if value.isdecimal() else _NUMBERS[value]
            words = " ".join(match[0].split()).strip(" ,;:–—-")
            found.append(((start, end), Sum(kind, number, words)))
    return found


def wrong(said: Iterable[Sum], *, before: int, spent: int, parts: Iterable[int]) -> tuple[Sum, ...]:
    """Those that are not so, of a turn by a gnome who had *before* minutes and *spent* so many.

    *parts* are what single parts of it cost.
    """
    left, costs = before - spent, {spent, *parts}
    right: dict[Kind, set[int]] = {
        "left": {left},
        "has": {left, before},
        "cost": costs,
        "in all": {spent},
    }
    return tuple([one for one in said if one.number not in right[one.kind]])
