"""What comes nearest to words that are no command: an example of it, as the guide shows it."""

from __future__ import annotations

import re
from typing import Final

_MOST: Final = 2  # examples that are named
_LONGEST: Final = 400  # characters of a line that are looked at
_NEAREST: Final[tuple[tuple[str, str], ...]] = (
    (r"award(?:ed|s|ing)?\b.*\b(?:already|by hand|myself)|(?:have|had|not) (?:i )?awarded"
     r"|done already"
     r"|already done|award these", "awarded"),
    (r"award", "award"),
    (r"(?<!contract )(?:wait|not yet|hold on|on hold|hold (?:it|this|off)|moment|give me|later"
     r"|need to check)\b",
     "hold until Friday"),
    (r"again\b|anew\b", "again"),
    (r"reject|^\W*no\b", "reject because REASON"),
    (r"accept|\bclaim", "accept"),
    (r"den(?:y|ied)", "deny because REASON"),
    (r"ap+rov\w*|\b(?:post|send|publish) (?:it|this)\b|go ahead|(?:looks|sounds|seems) (?:good"
     r"|right|fine)"
     r"|fine by me|^\W*(?:ok|okay|yes|sure|fine|good|great|\+1|lgtm)\W*$", "approve"),
    (r"releas|unhold", "release"),
    (r"choose|choice|\brather\b|\bflee|\bgoes to\b|room \d|least harm|^\W*(?:\d{1,2}"
     r"|\d{1,2}-\d{1,2})\W*$",
     "choose 5-6"),
    (r"undo|undone|rewind|replay|redo|\bturn \d+ (?:was|is) wrong"
     r"|wrong turn", "rewind turn 12: it is void"
     " because REASON"),
    (r"overrul|override", "overrule: it is void because REASON"),
    (r"withdraw|revoke|repeal|cancel.*ruling", "withdraw ruling 3 because REASON"),
    (r"\bruling|\bi rule\b|precedent", "ruling: a hatch may be opened twice (§10c)"),
    (r"\b(?:add|insert|append)\b(?!.*\baxis)", 'amend: add "Well done!"'),
    (r"amend|typo|misspel|[\"“«].*\bread\b|\bread\b.*[\"“«]|\b(?:change|replace|remove|delete|strike|drop)\b"
     r"(?!.*\baxis)", 'amend "old words" to "new words"'),
    (r"hand(?:ing)?[ -]?over|contestmaster|takes over|take over|resign", "hand over to Bob"),
    (r"deputy", "deputy Bob"),
    (r"\bkill|\bidler?", "kill Ann"),
    (r"\bstart|new game|another game", "start Ann, Bob, Cid"),
    (r"remind|pause", "pause reminders for 2 days"),
    (r"remove.*\baxis", "remove axis Z"),
    (r"\baxis", "add axis Z"),
    (r"\bpot\b", "pot 10"),
    (r"\b(?:hands?|holds?|holding|items|tiles)\b(?!.* over)", "hands"),
    (r"\bmail \d", "read mail 12"),
    (r"report|standings?|story", "report position"),
    (r"what now|what next|waiting|to do\b|on my desk|undecided|show me", "status"),
)  # fmt: skip
_PATTERNS: Final = tuple((re.compile(words, re.IGNORECASE), example) for words, example in _NEAREST)


def nearest(words: str, begins_as: str = "") -> tuple[str, ...]:
    """Examples of the commands that words are like which are none: of the one that they begin as
    first; none of talk."""
    line = words[:_LONGEST]
    found = [example for pattern, example in _PATTERNS if pattern.search(line)]
    every = [begins_as, *found] if begins_as else found
    return tuple(dict.fromkeys(every))[:_MOST]
