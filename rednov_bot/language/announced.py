"""The turn among the acts that a letter announces."""

from __future__ import annotations

from collections.abc import Sequence

from rednov_bot.engine.turn import Turn
from rednov_bot.papers import Act, TurnAct


def turn_of(acts: Sequence[Act]) -> Turn | None:
    """The first turn; None where there is none."""
    return next((act.turn for act in acts if isinstance(act, TurnAct)), None)
