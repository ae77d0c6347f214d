"""What was not understood, or cannot be taken for certain, and what to ask about it."""

from __future__ import annotations

from typing import Final

import msgspec

IS_PART: Final = "Is this part of what you do?"
IS_MEANT: Final = "Is this meant as a part of your turn?"
IS_ANNOUNCED: Final = "Is this an announcement of yours?"
"""What several rules ask, in the same words."""


class Doubt(msgspec.Struct, frozen=True, gc=False):
    """Words that were not understood; `grave` if they alone are worth a question."""

    start: int
    end: int
    ask: str
    grave: bool = True
    rival: tuple[int, int] | None = None  # where the other of two stands
    choices: tuple[str, ...] = ()  # ways to say it, where the question does not tell them
    loose: bool = False  # about words that no slot of the game stands among
