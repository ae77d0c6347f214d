"""What a computer gnome knows when they decide: what everybody sees, and their own hand (§6)."""

from __future__ import annotations

from rednov_bot.games.base import Hushed
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.position import Gnome, Position
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.words import GnomeName, Item


class Sight(Hushed, frozen=True):
    """All that one gnome is entitled to know.  It is made by `looking.look` alone."""

    position: Position
    name: GnomeName
    hand: tuple[Item, ...]
    over: int  # tiles that a pending hand limit still asks them to discard (§17)
    tables: Tables
    options: Options

    @property
    def me(self) -> Gnome:
        """Themselves, as everybody sees them."""
        return self.position.gnome(self.name)
