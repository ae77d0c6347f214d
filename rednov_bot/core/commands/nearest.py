"""What comes nearest to words that are no command: an example of it, as the guide shows it."""

from __future__ import annotations

import re
from typing import Final

_MOST: Final = 2  # examples that are named
_LONGEST: Final = 400  # characters of a line that are looked at
_NEAREST: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    (
        "awarded",
        (
            r"award(?:ed|s|ing)?\b.*\b(?:already|by hand|myself)",
            r"(?:have|had|not) (?:i )?awarded",
            r"done already",
            r"already done",
            r"award these",
        ),
    ),
    ("award", (r"award",)),
    (
        "hold until Friday",
        (
            r"(?<!contract )(?:wait|not yet|hold on|on hold|hold (?:it|this|off))\b",
            r"(?<!contract )(?:moment|give me|later|need to check)\b",
        ),
    ),
    ("again", (r"again\b", r"anew\b")),
    ("reject because REASON", (r"reject", r"^\W*no\b")),
    ("accept", (r"accept", r"\bclaim")),
    ("deny because REASON", (r"den(?:y|ied)",)),
    (
        "approve",
        (
            r"ap+rov\w*",
            r"\b(?:post|send|publish) (?:it|this)\b",
            r"go ahead",
            r"(?:looks|sounds|seems) (?:good|right|fine)",
            r"fine by me",
            r"^\W*(?:ok|okay|yes|sure|fine|good|great|\+1|lgtm)\W*$",
        ),
    ),
    ("release", (r"releas", r"unhold")),
    (
        "choose 5-6",
        (
            r"choose",
            r"choice",
            r"\brather\b",
            r"\bflee",
            r"\bgoes to\b",
            r"room \d",
            r"least harm",
            r"^\W*(?:\d{1,2}|\d{1,2}-\d{1,2})\W*$",
        ),
    ),
    (
        "rewind turn 12: it is void because REASON",
        (
            r"undo",
            r"undone",
            r"rewind",
            r"replay",
            r"redo",
            r"\bturn \d+ (?:was|is) wrong",
            r"wrong turn",
        ),
    ),
    ("overrule: it is void because REASON", (r"overrul", r"override")),
    ("withdraw ruling 3 because REASON", (r"withdraw", r"revoke", r"repeal", r"cancel.*ruling")),
    ("ruling: a hatch may be opened twice (§10c)", (r"\bruling", r"\bi rule\b", r"precedent")),
    ('amend: add "Well done!"', (r"\b(?:add|insert|append)\b(?!.*\baxis)",)),
    (
        'amend "old words" to "new words"',
        (
            r"amend",
            r"typo",
            r"misspel",
            r"[\"“«].*\bread\b",
            r"\bread\b.*[\"“«]",
            r"\b(?:change|replace|remove|delete|strike|drop)\b(?!.*\baxis)",
        ),
    ),
    (
        "hand over to Bob",
        (r"hand(?:ing)?[ -]?over", r"contestmaster", r"takes over", r"take over", r"resign"),
    ),
    ("deputy Bob", (r"deputy",)),
    ("kill Ann", (r"\bkill", r"\bidler?")),
    ("start Ann, Bob, Cid", (r"\bstart", r"new game", r"another game")),
    ("pause reminders for 2 days", (r"remind", r"pause")),
    ("remove axis Z", (r"remove.*\baxis",)),
    ("add axis Z", (r"\baxis",)),
    ("pot 10", (r"\bpot\b",)),
    ("hands", (r"\b(?:hands?|holds?|holding|items|tiles)\b(?!.* over)",)),
    ("read mail 12", (r"\bmail \d",)),
    ("beacon 5417233 VALUE", (r"\bbeacon",)),
    ("reveal RN1", (r"\breveal", r"secrets? of")),
    ("report position", (r"report", r"standings?", r"story")),
    (
        "status",
        (
            r"what now",
            r"what next",
            r"waiting",
            r"to do\b",
            r"on my desk",
            r"undecided",
            r"show me",
        ),
    ),
)
_PATTERNS: Final = tuple(
    (re.compile("|".join(words), re.IGNORECASE), example) for example, words in _NEAREST
)


def nearest(words: str, begins_as: str = "") -> tuple[str, ...]:
    """Examples of the commands that words are like which are none: of the one that they begin as
    first; none of talk."""
    line = words[:_LONGEST]
    found = [example for pattern, example in _PATTERNS if pattern.search(line)]
    every = [begins_as, *found] if begins_as else found
    return tuple(dict.fromkeys(every))[:_MOST]
