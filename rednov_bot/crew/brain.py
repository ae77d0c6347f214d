"""What a computer gnome is asked: for a turn, for a choice, for discards, for a gift in return."""

from __future__ import annotations

from random import Random
from typing import Protocol

from rednov_bot.crew.sight import Sight
from rednov_bot.engine.choices import Choice
from rednov_bot.engine.turn import Turn
from rednov_bot.engine.words import GnomeName, Item


class Brain(Protocol):
    """How a computer gnome decides.  It remembers nothing: the same sight and luck, the same."""

    def turn(self, sight: Sight, luck: Random) -> Turn:
        """A valid turn of a gnome who may take one now (§9)."""

    def choice(self, sight: Sight, asked: Choice, luck: Random) -> str:
        """One of the candidates of a choice that is eirs (rules.md 7.1)."""

    def discards(self, sight: Sight, luck: Random) -> tuple[Item, ...]:
        """As many tiles as a hand limit asks for (§17)."""

    def gift_in_return(self, sight: Sight, to: GnomeName, luck: Random) -> tuple[Item, ...]:
        """What e gives to *to*, who has just given em something; perhaps nothing (§11k)."""
