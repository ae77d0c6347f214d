"""What happens between turns and at the end of a game: all public (§17-§24)."""

from __future__ import annotations

from rednov_bot.engine.happenings.kind import Happened
from rednov_bot.engine.words import (
    Axis,
    GnomeName,
    Item,
    TokenKind,
    Track,
)


class ItemsDiscarded(Happened, frozen=True):
    """A gnome discards for a hand limit: the number is public (§17, A23)."""

    gnome: GnomeName
    count: int


class ReturnPromised(Happened, frozen=True):
    """A gift in return that takes effect with the resolution (option return_gift_effect)."""

    giver: GnomeName
    recipient: GnomeName
    count: int


class HandsCounted(Happened, frozen=True):
    """How many items each gnome in play holds (option public_hand_sizes, A22)."""

    sizes: tuple[tuple[GnomeName, int], ...]


class HandsRevealed(Happened, frozen=True):
    """What each gnome held when the game ended (option reveal_at_end, A24b)."""

    hands: tuple[tuple[GnomeName, tuple[Item, ...]], ...]


class PointsDue(Happened, frozen=True):
    """The contestmaster owes a gnome points."""

    gnome: GnomeName
    axis: Axis
    points: int
    reason: str


class SubLost(Happened, frozen=True):
    """The sub is lost: by a track at 10, or by a token that all have passed (§21)."""

    track: Track | None
    token: TokenKind | None
    space: int | None


class GameOver(Happened, frozen=True):
    """The game is over (§22-§24)."""

    winners: tuple[GnomeName, ...]
    losers: tuple[GnomeName, ...]
    sub_lost: bool


class TurnResolved(Happened, frozen=True):
    """The turn is fully resolved; so many minutes are left."""

    gnome: GnomeName
    minutes: int
