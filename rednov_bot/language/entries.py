"""Hatches that are only listed, as forms and tables have them: "5 (enter), 6 (no)"."""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.language.words import kinds

PLACE: Final = (
    r"(?:room[ \t]*)?(?:10|[0-9]|sea|outside|ten|one|two|three|four|five|six|seven|eight|nine)"
)
_GOES: Final = kinds(
    "enter entered entering enters in go goes going gone pass passed passes passing through step "
    "stepped stepping walk walked walking inside yes y true out x 1 aye yep climb climbed "
    "climbing slip slipped squeeze squeezed ✓ ✔ ☑ ✅ thru swim swam dive"
)
_STAYS: Final = kinds(
    "no n not don't peek stay stays only false nay 0 nope without just merely look kept remain - "
    "-- — "
    "stayed remaining staying peeking"
)
_BESIDE: Final = kinds(
    "i we me and then it do i'm am is open opened opening entry entering to of course straight am "
    "both right there that here one a but the aren't won't did"
)
_ENTRY: Final = re.compile(
    rf"^(?:(?:hatch(?:es)?|door|no\.?|nr\.?|#|to|open|into)[ \t]*)*"
    rf"(?P<way>{PLACE}(?:[ \t]*(?:-|/|>|->|to)[ \t]*{PLACE})?)"
    rf"(?:[ \t]*[(\[:=,\-–—|]*[ \t]*(?P<mark>[^()\[\]:;]*?)[ \t]*[)\]]?)?$",
    re.IGNORECASE,
)
_POINTS: Final = re.compile(r"[,;.!+&]")
_EITHER: Final = re.compile(r"[/?]|\bor\b")
_PARTS: Final = re.compile(
    r"[ \t]*(?:[,;\n](?![^(\[]*[)\]])|\bthen\b|\band\b(?=[ \t]*(?:then|hatch|\d)))[ \t,]*",
    re.IGNORECASE,
)
ALL: Final = (
    r"\s*[,;:(\[\-–—]*\s*\(?(?:(?:all|both|each|every|open(?:ed|ing)?|and|of|them|entering|three|"
    r"one|"
    r"after|the|other|hatch|in|order|are|i|go|way|it|time|being|as|two|turn)[\s,]+)*"
    r"(?:enter(?:ed|ing)?|in|inside|through|(?:passed|gone|going|went|walked|"
    r"walking)(?:\s+through)?)"
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
        said = (entry["mark"] or "").lower()
        mark = _POINTS.sub(" ", said).split()
        steps.append(f"open hatch {_way(entry['way'])}")
        told.append(bool(mark or everywhere))
        if (everywhere and not mark) or is_entered(mark):
            steps.append("go in")
        elif is_kept_out(mark):
            steps.append("do not go in")
        elif mark or marked:
            return ""
        if _EITHER.search(said) and not _STAYS.isdisjoint(mark):
            return ""
    return ", ".join(steps) if all(told) or not any(told) else ""


def is_entered(mark: list[str]) -> bool:
    """ "(I go in)", "- stepping through"."""
    if len(mark) > 1 and any(word.isdigit() for word in mark):
        return False
    return not _GOES.isdisjoint(mark) and set(mark) <= _GOES | _BESIDE


def is_kept_out(mark: list[str]) -> bool:
    """ "(only opened)", "not entered"."""
    return not _STAYS.isdisjoint(mark) and set(mark) <= _STAYS | _GOES | _BESIDE


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
