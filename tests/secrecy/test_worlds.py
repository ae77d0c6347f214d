"""Public text is a function of public events: random games, each in two hidden worlds.

A few of them here; `make slow` plays 2,000.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.rigs.scale import many
from tests.secrecy.worlds import Counted, Side, compare

GAMES = int(os.environ.get("WORLDS", "24"))
AT_ONCE = many(100, 12)


@pytest.mark.parametrize("first", range(0, GAMES, AT_ONCE))
def test_whatever_is_public_is_the_same_in_another_hidden_world(tmp_path: Path, first: int) -> None:
    here, there, counted = Side(tmp_path / "here"), Side(tmp_path / "there"), Counted()
    for game in range(first, min(first + AT_ONCE, GAMES)):
        compare(game, here, there, counted)
    assert counted.others > counted.hands / 2
    assert counted.drafts["resolution"] >= counted.games
