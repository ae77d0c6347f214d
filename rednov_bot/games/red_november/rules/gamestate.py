"""Everything that is true in one game: the position that all see, and the secrets (§6).

Nothing that writes to a list, a log or an error can reach this module (tests/secrecy).
"""

from __future__ import annotations

import msgspec

from rednov_bot.games.base import Hushed
from rednov_bot.games.red_november.rules.position import CardId, Position
from rednov_bot.games.red_november.rules.words import GnomeName, Item


class Limit(Hushed, frozen=True):
    """A pending hand limit (§17): down to `limit` items; with `owed`, by that many (A78)."""

    limit: int
    owed: int | None = None  # option hand_limit_basis = at_event


class Secrets(Hushed, frozen=True):
    """What nobody may see but the gnome concerned and the contestmaster (§6).

    By seat: hands and pending limits.  Decks are told from the top.
    """

    hands: tuple[tuple[Item, ...], ...] = ()
    limits: tuple[Limit | None, ...] = ()
    deck: tuple[CardId, ...] = ()
    pool: tuple[Item, ...] = ()
    discards: tuple[Item, ...] = ()
    promised: tuple[tuple[GnomeName, GnomeName, tuple[Item, ...]], ...] = ()  # gifts in return


class Gamestate(msgspec.Struct, frozen=True):
    """Everything that is true in one game."""

    position: Position = Position()
    secrets: Secrets = Secrets()
