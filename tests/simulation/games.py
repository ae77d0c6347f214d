"""Settings and games that the tests of the simulation share."""

from __future__ import annotations

from functools import cache
from typing import Any

from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.simulation.playing import Outcome, Setting, play_all
from tests.rules.sailing import tables


def setting(gnomes: int = 4, *crew: str, **options: Any) -> Setting:
    return Setting(gnomes, crew or ("sensible",), Options(**options), tables(), "standard")


@cache
def played(strategy: str, gnomes: int = 4, games: int = 40) -> tuple[Outcome, ...]:
    """Games of one brain, from seed 1."""
    return play_all((setting(gnomes, strategy),), games, 1, 1)[0]
