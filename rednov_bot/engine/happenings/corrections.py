"""What the contestmaster rules and corrects: a ruling, and the position it leaves (§25, A96).

The typed changes of a ruling are values, not steps: `heat 3` is where heat stands from then on.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from rednov_bot.engine.happenings.kind import Happened
from rednov_bot.engine.position import Gift, Position
from rednov_bot.engine.words import (
    Axis,
    GnomeName,
    Hatch,
    Place,
    RoomCondition,
    TokenKind,
    Track,
)


class _Ruled(msgspec.Struct, frozen=True, tag=True, tag_field="sets"):
    """One value of the position as it is ruled to be."""


class TrackRuled(_Ruled, frozen=True):
    """A disaster track stands here (§8)."""

    track: Track
    stands_at: int  # 1-10


class RoomRuled(_Ruled, frozen=True):
    """A room is dry, burns, or is flooded."""

    room: Place
    condition: RoomCondition


class HatchRuled(_Ruled, frozen=True):
    """An interior hatch is blocked or free."""

    hatch: Hatch
    blocked: bool


class TokenRuled(_Ruled, frozen=True):
    """A timed destruction lies on this space of the time track, or no longer does."""

    token: TokenKind
    space: int  # 0-60
    gone: bool = False


class GrogRuled(_Ruled, frozen=True):
    """So many of the captain's grogs are left (§11j)."""

    left: int  # 0-6


class GnomeRuled(_Ruled, frozen=True):
    """What is true of a gnome; None: as it was."""

    gnome: GnomeName
    minutes: int | None = None  # 0-60
    at: Place | None = None  # 1-10 or SEA
    fainted: bool | None = None
    intoxication: int | None = None  # 0-4
    fate: Literal["aboard", "killed"] | None = None


class PointsRuled(_Ruled, frozen=True):
    """The contestmaster owes a gnome points (§18, §24)."""

    gnome: GnomeName
    axis: Axis
    points: int
    reason: str


Change: TypeAlias = (
    TrackRuled | RoomRuled | HatchRuled | TokenRuled | GrogRuled | GnomeRuled | PointsRuled
)


class RulingGiven(Happened, frozen=True):
    """The contestmaster decides a dispute, and perhaps sets values of the position (§25)."""

    number: int  # counts the rulings of the contest from 1
    clause: str  # what it is about: `§16c`; "" where it names none
    text: str
    changes: tuple[Change, ...] = ()


class PositionCorrected(Happened, frozen=True):
    """A resolution was wrong: from now on this is the position (A96).

    The turns and cards told before stay told; whoever follows the list goes on from here.
    """

    turn: int  # the first turn that was wrong
    position: Position
    ruling: int | None = None  # the number of the ruling that corrects it


class TurnReread(Happened, frozen=True):
    """A taken turn says something else than was read: other gifts in return are due (§11k, §25)."""

    gnome: GnomeName
    number: int
    gifts: tuple[Gift, ...]  # every window for gifts in return that is open from now on


class TurnVoided(Happened, frozen=True):
    """A taken turn is without effect after all (§9, §25); its number is not given out again."""

    gnome: GnomeName
    number: int
    gifts: tuple[Gift, ...]  # every window for gifts in return that is open from now on
