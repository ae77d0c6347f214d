"""The dice of Red November."""

from __future__ import annotations

from rednov_bot.games.base import Luck


def die(luck: Luck, name: str) -> int:
    """The action die: 1 to 10, its face 0 read as 10 (A82)."""
    return luck.pick(name, 10) + 1
