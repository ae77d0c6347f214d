"""Computer gnomes: each decides a turn from what e is entitled to know, and nothing else (§6).

`looking.look` makes a Sight of a gamestate; a Brain makes turns and choices of a Sight.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rednov_bot.crew.brain import Brain
from rednov_bot.crew.sight import Sight
from rednov_bot.crew.temper import CAUTIOUS, GREEDY, SENSIBLE
from rednov_bot.crew.wandering import Wandering
from rednov_bot.crew.weighing import Weighing

__all__ = ["BRAINS", "Brain", "Sight"]

BRAINS: Final[Mapping[str, Brain]] = {
    "random": Wandering(),  # any valid turn
    "sensible": Weighing(SENSIBLE),  # keeps the sub afloat
    "cautious": Weighing(CAUTIOUS),  # emself first: mends early, never drinks
    "greedy": Weighing(GREEDY),  # for points (§18, §24)
}
"""The computer gnomes by the names that commands know them by."""
