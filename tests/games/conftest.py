"""Each recorded game is played once in a process, and looked at by many tests."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from tests.games.play import AtTheTable
from tests.games.script import GAMES, Script
from tests.games.test_recorded_games import at_the_table


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Script], AtTheTable]:
    """The table at the end of a game."""

    def played(name: str) -> AtTheTable:
        folder = tmp_path_factory.mktemp("finished")
        game = next(one for one in GAMES if str(one) == name)
        return at_the_table(game, f"sqlite:///{folder / 'rednov.db'}")

    kept = cache(played)
    return lambda game: kept(str(game))
