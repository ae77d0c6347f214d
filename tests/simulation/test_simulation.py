"""Games between computer gnomes: they keep every law, are the same each time, and are counted."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from rednov_bot.games.red_november.ai import STRATEGIES
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.simulation import report
from rednov_bot.games.red_november.simulation.playing import (
    AT_ONCE,
    Y_POT,
    Fared,
    Outcome,
    Setting,
    course_of,
    play_all,
    settings,
)
from rednov_bot.games.red_november.simulation.report import Report, report_of, share, summary
from tests.rigs.scale import many
from tests.rules.sailing import tables
from tests.simulation.laws import any_setting, watched


def setting(gnomes: int = 4, *crew: str, **options: Any) -> Setting:
    return Setting(gnomes, crew or ("sensible",), Options(**options), tables(), "standard")


@cache
def played(strategy: str, gnomes: int = 4, games: int = many(40, 16)) -> tuple[Outcome, ...]:
    """Games of one strategy, from seed 1."""
    return play_all((setting(gnomes, strategy),), games, 1, 1)[0]


# -- laws ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(many(90, 15)))
def test_every_step_of_every_game_is_sound(number: int) -> None:
    watched(any_setting(number), 1, number)


def test_gnomes_who_think_win_where_random_ones_do_not() -> None:
    won = {strategy: sum(one.loss is None for one in played(strategy)) for strategy in STRATEGIES}
    assert won["random"] <= 1
    assert won["sensible"] >= many(10, 5)
    assert won["cautious"] >= many(10, 5)
    assert won["greedy"] >= many(3, 2)


# -- the same each time -------------------------------------------------------------------------


def test_a_seed_plays_the_same_games_however_many_processes_there_are() -> None:
    compared = (setting(3, "greedy", "random"), setting(4, "sensible", wake="at_once"))
    games = AT_ONCE + 3
    alone = play_all(compared, games, 11, 1)
    told: list[int] = []
    assert play_all(compared, games, 11, 2, told.append) == alone
    assert sum(told) == 2 * games
    assert [one.number for one in alone[0]] == list(range(games))


# -- figures ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),  # by the formula of Wilson
        (10, 10, 0.7225, 1.0),
        (5, 10, 0.2366, 0.7634),
        (41, 100, 0.3187, 0.5080),
        (0, 0, 0.0, 1.0),
    ],
)
def test_a_rate_has_an_interval(count: int, of: int, low: float, high: float) -> None:
    found, twice = share(count, of), share(2 * count, 2 * of, alike=2)
    assert (twice.low, twice.high) == (found.low, found.high)  # with the same luck one chance
    assert (found.low, found.high) == pytest.approx((low, high), abs=0.0001)
    assert found.low <= found.rate <= found.high


def game_of(
    loss: str | None, *crew: Fared, stands: tuple[tuple[int, int, int, int], ...]
) -> Outcome:
    return Outcome(0, loss, crew, 12, 100, (("fire", 2),), course_of(stands))  # type: ignore[arg-type]


ALIVE = Fared("sensible", True, "aboard", None, 2, Y_POT)
DEAD = Fared("greedy", False, "killed", "fire", 5, 0)


def test_games_are_summed_up() -> None:
    won = game_of(None, ALIVE, DEAD, stands=((60, 1, 1, 1), (58, 3, 1, 1)))
    lost = game_of("heat", replace(ALIVE, won=False, y=0), DEAD, stands=((60, 1, 1, 1),))
    found = summary("4 gnomes", (won, lost, lost, lost))
    assert (found.won.count, found.won.of) == (1, 4)
    assert [(loss, one.count) for loss, one in found.losses] == [("heat", 3)]
    assert found.survivors == 1.0
    assert found.deaths == (("fire", 1.0),)
    assert found.cards == (("fire", 2.0),)
    strategies = {one.strategy: one for one in found.strategies}
    assert (strategies["sensible"].won, strategies["sensible"].alive) == (0.25, 1.0)
    assert (strategies["greedy"].x, strategies["greedy"].y) == (5.0, 0.0)


# -- what is told -------------------------------------------------------------------------------


def several() -> Report:
    given = {"token_at_zero": ["harmless", "lethal"], "event_choice": ["orders+random"]}
    compared = settings([3, 4], ["random", "greedy"], given, {"standard": tables()})
    return report_of(compared, play_all(compared, 3, 1, 1), 1)


def one_setting() -> Report:
    compared: tuple[Setting, ...] = (setting(4, "sensible"),)
    return report_of(compared, (played("sensible"),), 1)


@pytest.mark.parametrize("make", [several, one_setting])
def test_the_report_is_at_most_80_columns_wide(make: object) -> None:
    told = report.in_words(make())  # type: ignore[operator]
    assert max(map(len, told.splitlines())) <= 80
    assert told == told.strip() + "\n"
    assert not [line for line in told.splitlines() if line != line.rstrip()]


def test_the_report_tells_what_differs_and_what_that_makes() -> None:
    found = several()
    assert [one.of for one in found.comparisons] == ["gnomes", "token_at_zero"]
    assert [value for value, _ in found.comparisons[1].values] == ["harmless", "lethal"]
    assert all(one.games == 6 for _, one in found.comparisons[0].values)
    told = report.in_words(found)
    assert "4 gnomes, token_at_zero=lethal" in told
    assert "BY TOKEN_AT_ZERO" in told
    assert "event_choice" not in told  # the same in all


def test_games_with_the_same_luck_are_compared_one_by_one() -> None:
    compared = settings([4], ["sensible"], {"crazed": ["off", "on"]}, {"standard": tables()})
    won = game_of(None, ALIVE, stands=((60, 1, 1, 1),))
    lost = game_of("heat", DEAD, stands=((60, 1, 1, 1),))
    found = report_of(compared, ((won, won, lost, won), (won, lost, won, lost)), 1)
    (twins,) = found.twins
    assert (twins.of, twins.one, twins.other) == ("crazed", "off", "on")
    assert (twins.games, twins.only_one, twins.only_other) == (4, 2, 1)
    told = report.in_words(found)
    assert "crazed: of 4 games 2 were won with off alone, 1 with on alone" in told
