"""Computer gnomes: each decides a turn from what they may know, and nothing else (§6).

`looking.look` makes a Sight of a gamestate; a Strategy makes turns and choices of a Sight.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final, Protocol

from rednov_bot.games.base import Choice
from rednov_bot.games.red_november.ai.random_play import Wandering
from rednov_bot.games.red_november.ai.strategy import CAUTIOUS, GREEDY, SENSIBLE, Weighing
from rednov_bot.games.red_november.ai.view import Sight
from rednov_bot.games.red_november.rules.turn import Turn
from rednov_bot.games.red_november.rules.words import GnomeName, Item

__all__ = ["STRATEGIES", "Sight", "Strategy"]


class Strategy(Protocol):
    """How a computer gnome decides.  It remembers nothing: the same sight and luck, the same."""

    def turn(self, sight: Sight, luck: Random) -> Turn:
        """A valid turn of a gnome who may take one now (§9)."""

    def choice(self, sight: Sight, asked: Choice, luck: Random) -> str:
        """One of the candidates of a choice that is theirs (rules.md 7.1)."""

    def discards(self, sight: Sight, luck: Random) -> tuple[Item, ...]:
        """As many tiles as a hand limit asks for (§17)."""

    def gift_in_return(self, sight: Sight, to: GnomeName, luck: Random) -> tuple[Item, ...]:
        """What they give to *to*, who has just given them something; perhaps nothing (§11k)."""


STRATEGIES: Final[Mapping[str, Strategy]] = {
    "random": Wandering(),  # any valid turn
    "sensible": Weighing(SENSIBLE),  # keeps the sub afloat
    "cautious": Weighing(CAUTIOUS),  # themselves first: mends early, never drinks
    "greedy": Weighing(GREEDY),  # for points (§18, §24)
}
"""The computer gnomes by the names that commands know them by."""
