"""A step of the game as everybody was first told it, and as it came out in the corrected game.

Public values only, so that an amendment can be written from it.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from rednov_bot.games.base import Refusal
from rednov_bot.games.red_november.rules.events import PublicEvent
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.words import GnomeName

Way: TypeAlias = Literal["rerun", "patch", "stand"]
"""To play everything again, to put the difference right, or to let it stand (A96)."""

StepKind: TypeAlias = Literal["turn", "discard", "gift in return", "idle kill", "ruling"]


class Retold(msgspec.Struct, frozen=True):
    """What a step was and is; nothing is told of one that is void, or was not played before."""

    kind: StepKind
    gnome: GnomeName  # whose turn or announcement it is; "" for a ruling
    number: int | None  # of the turn
    was: tuple[PublicEvent, ...]
    now: tuple[PublicEvent, ...]
    was_before: Position  # the position before it, when it was first played
    now_before: Position
    void: bool = False
    reason: Refusal | None = None  # why it is void, where the list may be told (§6, A21)
    by_ruling: bool = False  # void because the contestmaster says so
    pending: bool = False  # a turn that is not resolved yet

    @property
    def otherwise(self) -> bool:
        """Whether the list is told something else than before."""
        return self.was != self.now
