"""How a turn was read, read back."""

from __future__ import annotations

from collections.abc import Sequence

from rednov_bot import language
from rednov_bot.engine.turn import Turn
from rednov_bot.engine.words import GnomeName
from rednov_bot.papers import TurnAct
from rednov_bot.verify.plain_words import turn_of


def turn_in(read: str, gnome: GnomeName, crew: Sequence[GnomeName], contest: str) -> Turn | None:
    """The turn that a posting says was read; None where these words are no turn."""
    plain = turn_of(read, gnome)
    if plain is not None:
        return plain
    reading = language.read(read, author=gnome, people=crew, contest=contest)
    turns = [act.turn for act in reading.acts if isinstance(act, TurnAct)]
    return turns[0] if len(turns) == 1 and len(reading.acts) == 1 else None
