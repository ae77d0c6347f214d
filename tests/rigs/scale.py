"""How much of a long test is run: enough to catch a fault, or with `make slow` all of it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Final, TypeVar

SLOW: Final = bool(os.environ.get("SLOW"))

One = TypeVar("One")


def many(slowly: int, quickly: int) -> int:
    """How many games, mails, examples."""
    return slowly if SLOW else quickly


def some(every: Sequence[One], one_in: int, beginning: int = 0) -> Sequence[One]:
    """All of a sequence, or evenly spread over it one in so many."""
    return every if SLOW else every[beginning % one_in :: one_in]
