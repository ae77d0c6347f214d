"""What a posting shows of the luck, and what is kept of it on file (docs/luck.md)."""

from __future__ import annotations

import msgspec

from rednov_bot.engine.draws import Scope
from rednov_bot.proof.commitments import ABSENT
from rednov_bot.proof.tiles import SealedPool


class Chain(msgspec.Struct, frozen=True):
    """How far the chain over all draws of a game goes."""

    draws: int  # published so far
    seal: str  # hex


class PublishedDraw(msgspec.Struct, frozen=True):
    """A draw under its number; it tells no order that is hidden."""

    number: int  # counts the draws of a game from 1
    scope: Scope
    purpose: str
    result: str  # `7 of 10`, or `sealed`
    link: str  # hex; of tiles, their root
    leaves: bytes = b""  # of tiles

    @property
    def pool(self) -> SealedPool | None:
        """The shuffle of tiles that it was; None if it was none."""
        if not self.leaves:
            return None
        return SealedPool(self.number, self.scope, self.purpose, self.leaves)


class Shown(msgspec.Struct, frozen=True):
    """What a posting shows of one moment: the turn as it was read, and its draws."""

    scope: Scope
    draws: tuple[PublishedDraw, ...] = ()  # those that were not published before
    turn: int | None = None  # its number
    read: str = ""  # the plain announcement; "" where nothing was read

    @property
    def beacon(self) -> tuple[str, str] | None:
        """Round and value of the public beacon that was mixed in, None without."""
        if self.scope.beacon == ABSENT:
            return None
        round_, value = self.scope.beacon.split(" ")
        return round_, value


class Proof(msgspec.Struct, frozen=True):
    """The section THE LUCK of a posting."""

    scope: Scope  # of the posting
    shown: tuple[Shown, ...]
    drafts: int  # of this posting, the one that shows it included
    drawn: str  # the seal behind its draws
    seal: str  # the seal behind it
    behind: Chain | None = None  # how far the chain went before; None where it begins here

    @property
    def read(self) -> str:
        """All turns as they were read, one behind the other."""
        return " ".join([one.read for one in self.shown if one.read])

    @property
    def draws(self) -> tuple[PublishedDraw, ...]:
        """All that it publishes, in their order."""
        return tuple([draw for one in self.shown for draw in one.draws])
