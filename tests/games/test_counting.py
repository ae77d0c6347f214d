"""What the season costs its contestmasters."""

from __future__ import annotations

import pytest

from tests.games.counting import Count, count
from tests.games.script import GAMES


@pytest.fixture(scope="module")
def season() -> Count:
    return count(next(script for script in GAMES if str(script) == "0002-a-season"))


def test_a_turn_costs_one_mail_of_one_word(season: Count) -> None:
    answers = [one.words for one in season.written if one.about == "turns"]
    late = 1  # the approval of somebody who was out of office by then
    assert answers == [1] * (season.turns + late)


def test_the_whole_season_costs_no_more_than_three_words_a_turn(season: Count) -> None:
    assert season.words <= 3 * season.turns
