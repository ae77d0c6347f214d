"""What a hatch is opened for and not entered: "I let some water out of 6 by opening its hatch"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rednov_bot.language.sheet import Sheet

_SENTENCE: Final = re.compile(r"(?:[^.!?\n]|\n(?!\s*(?:\n|[-*\u2022]|\d+[.)])))+")
_OPENS: Final = re.compile(r"\bopen(?:s|ing)?\b")
_STAYS: Final = re.compile(
    r"\b(?:without|not|no|don't|do not|never|stay|staying|remain|remaining|keep out|only|outside)\b"
)
_TIMED: Final = re.compile(r"\bmin(?:ute)?s?\b")
_WATER: Final = (
    r"(?:some|a bit|a little|most|much|all|a few drops|part)?(?: of)? ?(?:the |that |its )?"
    r"(?:water(?: level)?|flood(?:ing)?|level|it)"
)
_AWAY: Final = (
    r"(?: (?:run|drain|flow|out|off|down|away|through|in|over|level|a bit|a little|somewhat|some))*"
    r"(?: (?:of|in|from|into|to) (?:room )?(?:\d{1,2}|here|there|the next room|my room|this room))?"
)
_LETS: Final = r"(?:let|drain|lower|bring|draw|run|empty|ease)"
_LETTING: Final = re.compile(rf"\b(?:{_LETS}|letting|draining|lowering)\b")
_BY: Final = re.compile(
    rf"\bi {_LETS} (?:{_WATER}{_AWAY}|(?:room )?\d{{1,2}}(?: off| a bit| a little| somewhat)*)"
    r" by opening (?P<its>its (?:hatch|door)\b)?"
)
_FOR: Final = re.compile(
    rf"(?:(?:\b(?:only|just|merely) )?\b(?:so as to|in order to|to) {_LETS}|\band {_LETS}|"
    rf"\b(?:letting|draining|lowering|bringing|easing))"
    rf" (?:{_WATER}{_AWAY}|(?:room )?\d{{1,2}}(?: off| a bit| a little)*)"
    r"(?=\s*(?:[,;:]|$)|,? i open\b)"
)
_SO: Final = re.compile(rf"\bi {_LETS} {_WATER}{_AWAY}: (?=i open\b)")
_OUT_OF: Final = re.compile(
    r"\b(?P<said>(?:water|flood(?:ing)?|floods|puddle|bilge|sea|brine|it|wet) out of) "
    r"(?P<room>10|[1-9]|one|two|three|four|five|six|seven|eight|nine|ten)\b"
    r"(?! ?(?:m\b|min|rooms?\b|[-/]\d))",
    re.IGNORECASE,
)
_NUMBER: Final = re.compile(r"\d+")


def set_aside(sheet: Sheet) -> None:
    """Such a purpose is left out, and the opening is told plainly; "out of 6" is "of room 6"."""
    lowered = sheet.text.lower()
    if " out of " in lowered:  # a bare number is minutes elsewhere
        sheet.sub(_OUT_OF, lambda match: f"{match['said']} room {match['room']}")
        lowered = sheet.text.lower()
    if "open" in lowered and _LETTING.search(lowered):
        sheet.put(list(_changes(lowered)))


def _changes(lowered: str) -> Iterator[tuple[int, int, str]]:
    for sentence in _SENTENCE.finditer(lowered):
        said, start = sentence[0], sentence.start()
        if not _OPENS.search(said) or not _STAYS.search(said) or _TIMED.search(said):
            continue
        if by := _BY.search(said):
            yield start + by.start(), start + by.end(), _opened(by)
        elif purpose := _SO.search(said) or _FOR.search(said):
            yield start + purpose.start(), start + purpose.end(), ""


def _opened(by: re.Match[str]) -> str:
    if by["its"] is None:
        return "I open "
    room = _NUMBER.search(by[0])
    return f"I open the hatch to {room[0]}" if room else "I open the hatch"
