"""Hatches that are only listed, as forms and tables have them: "5 (enter), 6 (no)"."""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.language.words import phrases

PLACE: Final = (
    r"(?:room[ \t]*)?(?:10|[0-9]|sea|outside|ten|one|two|three|four|five|six|seven|eight|nine)"
)
_ENTERED: Final = phrases(
    "enter, entered, entering, in, go in, goes in, going in, yes, y, true, through, go through, "
    "pass, passed, passed through, x, ✓, ✔, ☑, ✅, 1, and in, step in, step through, enters, "
    "walk in, walk through, open and enter, open enter, open in, open and go in, "
    "opened and entered, "
    "opened entered, in i go, inside, aye, yep, yes enter, open go in, of course, out, go out, "
    "open out, opened and in, and through, and enter, open and in, open through"
)
_KEPT_OUT: Final = phrases(
    "no, n, not entered, do not enter, don't enter, stay, stay out, peek, open only, only open, "
    "only opened, opened only, no entry, false, just open, nay, 0, peek only, don't go in, "
    "do not go in, stays out, not in, open stay, -, --, ✗, open not enter, open don't enter, nope, "
    "without entering, open but stay, —, look only, just a look, only a peek, open no entry, "
    "stay put, opened not entered, just opened, merely opened, only peek, do not go through"
)
_ENTRY: Final = re.compile(
    rf"^(?:(?:hatch(?:es)?|door|no\.?|nr\.?|#|to|open|into)[ \t]*)*"
    rf"(?P<way>{PLACE}(?:[ \t]*(?:-|/|>|->|to)[ \t]*{PLACE})?)"
    rf"(?:[ \t]*[(\[:=,\-–—|]*[ \t]*(?P<mark>[^()\[\]:;]*?)[ \t]*[)\]]?)?$",
    re.IGNORECASE,
)
_POINTS: Final = re.compile(r"[,;.!+/&]")
_PARTS: Final = re.compile(
    r"[ \t]*(?:[,;\n](?![^(\[]*[)\]])|\bthen\b|\band\b(?=[ \t]*(?:then|hatch|\d)))[ \t,]*"
)
ALL: Final = (
    r"\s*[,;:(\[\-–—]*\s*\(?(?:(?:all|both|each|every|open(?:ed|ing)?|and|of|them|entering|three|one|"
    r"after|the|other|hatch|in|order|are|i|go|way|it|time|being|as|two|turn)[\s,]+)*"
    r"(?:enter(?:ed|ing)?|in|inside|through|(?:passed|gone|going|went|walked|walking)(?:\s+through)?)"
    r"(?:\s+(?:all|both|each|them|it|every\s+one|each\s+time|one\s+after\s+the\s+other|in\s+turn|"
    r"in\s+(?:this|that)\s+order|of\s+them|as\s+i\s+go))*[)\]]?"
)
"""What says of several hatches that each is entered."""
ENTERED_ALL: Final = re.compile(rf"{ALL}[ \t]*\.?$", re.IGNORECASE)


def hatches_told(value: str, *, marked: bool = False) -> str:
    """ "5 (enter), 6 (no)" as steps; "" where the list says anything else.

    *marked*: only a list that says of every hatch whether it is passed.
    """
    listed, everywhere = " ".join(value.split()).strip("."), False
    if (match := ENTERED_ALL.search(listed)) and _covers_all(listed, match):
        listed, everywhere = listed[: match.start()], True
    steps: list[str] = []
    told: list[bool] = []
    for part in _PARTS.split(listed):
        entry = _ENTRY.match(part.strip())
        if entry is None:
            return ""
        mark = " ".join(_POINTS.sub(" ", (entry["mark"] or "").lower()).split())
        steps.append(f"open hatch {_way(entry['way'])}")
        told.append(bool(mark or everywhere))
        if (everywhere and not mark) or (mark and mark in _ENTERED):
            steps.append("go in")
        elif mark in _KEPT_OUT and mark:
            steps.append("do not go in")
        elif mark or marked:
            return ""
    return ", ".join(steps) if all(told) or not any(told) else ""


def _covers_all(listed: str, match: re.Match[str]) -> bool:
    """Whether words at the end are about every entry, not the last alone."""
    said = match[0].lower()
    if re.search(r"\b(?:all|both|each|every|one after)\b", said):
        return True
    return "(" not in said and not re.search(r"[,;]|\band\b", listed[: match.start()])


def _way(way: str) -> str:
    return way if re.search(r"[-/>]|\bto\b", way.strip()) else f"to {way}"


def rooms_told(value: str) -> str:
    """ "5, 7" as rooms that are walked to; "" where the list says anything else."""
    parts = [part.strip() for part in re.split(r"[,;\n]|\bthen\b", value.strip(" ."))]
    if not all(re.fullmatch(PLACE, part, re.IGNORECASE) for part in parts):
        return ""
    return ", ".join(f"go to {part}" for part in parts)
