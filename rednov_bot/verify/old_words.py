"""Sentences as older postings have them, put into today's words: old archives stay verifiable."""

from __future__ import annotations

import re
from typing import Final

_SENTENCES: Final = (
    (r"is resolved: e is killed\.", "is resolved: they are killed."),
    (r"is resolved: e abandons ship\.", "is resolved: they abandon ship."),
    (r"abandons ship; e wins if all", "abandons ship and wins if all"),
    (r"\) before e is done: failure", ") before the work is done: failure"),
    (r"on abandoning eir comrades", "on abandoning their comrades"),
    (r"killed by the fire in eir room", "killed by the fire in their room"),
    (r"drowns in eir room", "drowns in their room"),
    (r", asleep in eir room,", ", asleep in their room,"),
    (r"slain in eir room", "slain in their room"),
    (r"does not defend emself", "does not fight back"),
    (r", by the die\.", ", chosen by lot."),
    (r"Whoever holds more than (\d+ items?) is told", r"Each gnome who holds more than \1 is told"),
    (
        r"Should (.{1,80}?) hold more than (\d+ items?), e is told",
        r"If \1 holds more than \2, \1 is told",
    ),
    (r"announcement before eir next turn", "announcement before their next turn"),
    (
        r"Which (items? (?:it is|they are)), only those concerned are told\.",
        r"Only the gnomes concerned are told which \1.",
    ),
    (
        r"This game is called (\S+), where a mail has to say which one it means\.",
        r"This game is called \1.",
    ),
    (r"and is told privately which\.", "and is told privately which ones."),
    (r"All others are at their defaults\.", "All other options are at their defaults."),
)
_TODAY: Final = tuple([(re.compile(old.replace(" ", r"\s+")), new) for old, new in _SENTENCES])


def in_todays_words(body: str) -> str:
    """A posting's text with each sentence that is worded otherwise today as it is today.

    How lines are folded changes by it, which the comparison does not mind.
    """
    for old, new in _TODAY:
        body = old.sub(new, body)
    return body
