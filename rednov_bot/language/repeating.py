"""A "TTttPF" with nothing of the sender's own below it: what it repeats has to be asked."""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.language.doubts import Doubt

_MARK: Final = re.compile(r"(?<![a-z])t{2,5}pf(?![a-z])", re.IGNORECASE)
_TOLD: Final = re.compile(r"\b(?:nttpf|you|your)\b", re.IGNORECASE)
NOTHING_QUOTED: Final = (
    "What do you announce?  Only your own words can be repeated, and none are quoted here."
)


def repeats_nothing(text: str) -> list[Doubt]:
    """The question, where the mark is all that somebody says (CFJ 2917)."""
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > 2 or "?" in text or _TOLD.search(text):
        return []
    match = _MARK.search(lines[0].replace(".", "")) if lines else None
    return [Doubt(0, 0, NOTHING_QUOTED)] if match else []
