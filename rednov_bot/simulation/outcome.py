"""What came of a game that computer gnomes played."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

import msgspec

from rednov_bot.engine.words import CardKind, Cause, Fate, TokenKind, Track

Loss: TypeAlias = Track | TokenKind | Literal["crew"]
"""What the sub was lost by: a track at its end, a token that all have passed (§21); `crew` where
it stayed afloat without anybody who stayed aboard (§23)."""

LOSSES: Final[tuple[Loss, ...]] = (
    *("heat", "pressure", "asphyxiation"),
    *("crushed", "asphyxiated", "missiles", "kraken"),
    "crew",
)

Stand: TypeAlias = tuple[int, int, int, int]
"""The clock, and heat, pressure and asphyxiation: the clock is the minutes of the gnome who has
most of them, 60-0."""


class Fared(msgspec.Struct, frozen=True):
    """How one gnome fared."""

    brain: str
    won: bool
    fate: Fate
    killed_by: Cause | None
    x: int  # points owed along X (§18)
    y: int  # and along Y (§24)


def course_of(stands: Iterable[Stand]) -> bytes:
    """Stands as an outcome keeps them."""
    return bytes([value for stand in stands for value in stand])


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended, and its course in numbers."""

    number: int  # which game of its seed
    loss: Loss | None  # None: those aboard have won (§22)
    crew: tuple[Fared, ...]  # by seat
    turns: int
    minutes: int  # spent by all gnomes together, those of the dead not counted
    cards: tuple[tuple[CardKind, int], ...]  # event cards that took effect, by kind
    course: bytes  # the stands, four octets each: there may be a hundred thousand games

    @property
    def stands(self) -> tuple[Stand, ...]:
        """Where the tracks stood whenever the clock moved."""
        it = iter(self.course)
        return tuple(zip(it, it, it, it, strict=True))

    @property
    def survivors(self) -> int:
        """How many were not killed."""
        return sum([one.fate != "killed" for one in self.crew])
