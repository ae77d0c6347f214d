"""Settings and games that the tests of the simulation share."""

from __future__ import annotations

from functools import cache
from typing import Any

from rednov_bot.engine.options import Options
from rednov_bot.simulation.fleet import sail
from rednov_bot.simulation.outcome import Outcome
from rednov_bot.simulation.setting import Setting
from tests.engine.sailing import tables


def setting(gnomes: int = 4, *crew: str, **options: Any) -> Setting:
    return Setting(gnomes, crew or ("sensible",), Options(**options), tables(), "standard")


@cache
def played(brain: str, gnomes: int = 4, games: int = 40) -> tuple[Outcome, ...]:
    """Games of one brain, from seed 1."""
    return sail((setting(gnomes, brain),), games, 1, 1)[0]
