"""Games between computer gnomes: they keep every law, are the same each time, and are counted."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from msgspec.structs import replace

from rednov_bot.core.errors import Mendable
from rednov_bot.core.render.charts import svg
from rednov_bot.games.red_november.ai import STRATEGIES
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.simulation import report
from rednov_bot.games.red_november.simulation.playing import (
    AT_ONCE,
    Y_POT,
    Fared,
    Game,
    Outcome,
    Setting,
    course_of,
    play,
    play_all,
    secret_of,
    settings,
)
from rednov_bot.games.red_november.simulation.report import (
    Report,
    plots,
    report_of,
    share,
    spread,
    summary,
)
from tests.rigs.scale import many
from tests.rules.sailing import tables
from tests.simulation.games import played, setting
from tests.simulation.laws import any_setting, watched

# -- laws ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(many(90, 15)))
def test_every_step_of_every_game_is_sound(number: int) -> None:
    watched(any_setting(number), 1, number)


def test_the_gnome_with_most_minutes_goes_next() -> None:
    game = Game(setting(5, "random"), secret_of(1, 1))
    while game.gamestate.position.ending is None:
        awake = [one for one in game.gamestate.position.gnomes if one.in_play and not one.fainted]
        assert game.next_up().minutes == max([one.minutes for one in awake])
        assert game.next_turn().gnome


def test_gnomes_who_think_win_where_random_ones_do_not() -> None:
    won = {strategy: sum(one.loss is None for one in played(strategy)) for strategy in STRATEGIES}
    assert won["random"] <= 1
    assert won["sensible"] >= 10
    assert won["cautious"] >= 10
    assert won["greedy"] >= 3


def test_the_greedy_earn_most() -> None:
    points = {
        strategy: sum([fared.x for one in played(strategy) for fared in one.crew])
        for strategy in STRATEGIES
    }
    assert max(points, key=lambda strategy: points[strategy]) == "greedy"
    assert min(points, key=lambda strategy: points[strategy]) == "random"


# -- the same each time -------------------------------------------------------------------------


def test_a_seed_plays_the_same_games_however_many_processes_there_are() -> None:
    compared = (setting(3, "greedy", "random"), setting(4, "sensible", wake="at_once"))
    games = AT_ONCE + 3
    alone = play_all(compared, games, 11, 1)
    told: list[int] = []
    assert play_all(compared, games, 11, 2, told.append) == alone
    assert sum(told) == 2 * games
    assert [one.number for one in alone[0]] == list(range(games))


def test_another_seed_plays_other_games() -> None:
    assert play(setting(), 1, 0) != play(setting(), 2, 0)
    assert play(setting(), 1, 0) == play(setting(), 1, 0)


def test_settings_are_compared_with_the_same_luck() -> None:
    opened: list[Position] = []
    for options in (Options(), Options(token_at_zero="lethal")):
        game = Game(replace(setting(), options=options), secret_of(1, 5))
        opened.append(game.gamestate.position)
    assert opened[0] == opened[1]


# -- what is compared ---------------------------------------------------------------------------


def test_every_combination_is_a_setting() -> None:
    given = {"token_at_zero": ["harmless", "lethal"], "crazed": ["on"]}
    made = settings([3, 4], ["random"], given, {"standard": tables()})
    assert len(made) == 4
    assert {one.options.token_at_zero for one in made} == {"harmless", "lethal"}
    assert made[0].named == (("token_at_zero", "harmless"), ("crazed", "on"))


def test_brains_take_the_seats_in_turn() -> None:
    made = setting(5, "sensible", "greedy")
    assert made.strategies == ("sensible", "greedy", "sensible", "greedy", "sensible")


@pytest.mark.parametrize(
    ("gnomes", "crew", "options", "why"),
    [
        ([2], ["random"], {}, "3 to 8"),
        ([9], ["random"], {}, "3 to 8"),
        ([4], ["clever"], {}, "random, sensible, cautious, greedy"),
        ([4], ["random"], {"no_such": ["on"]}, "there is no option 'no_such'"),
        ([4], ["random"], {"wake": ["never"]}, "end or at_once"),
    ],
)
def test_what_there_is_not_is_refused_in_a_sentence(
    gnomes: list[int], crew: list[str], options: dict[str, list[str]], why: str
) -> None:
    with pytest.raises(Mendable, match=why):
        settings(gnomes, crew, options, {"standard": tables()})


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
    found = share(count, of)
    assert (found.low, found.high) == pytest.approx((low, high), abs=0.0001)
    assert found.low <= found.rate <= found.high


def test_games_with_the_same_luck_are_one_chance() -> None:
    twice, once = share(80, 200, alike=2), share(40, 100)
    assert (twice.rate, twice.low, twice.high) == (once.rate, once.low, once.high)
    rates = [one.won for _, one in several().comparisons[0].values]
    assert all(one.of == 6 and one.high - one.low > 0.5 for one in rates)  # three chances


def test_a_number_is_spread() -> None:
    found = spread([3, 1, 2, 2, 10, 4, 5, 6, 7, 8, 9])
    assert (found.least, found.tenth, found.median, found.ninetieth, found.most) == (1, 2, 5, 9, 10)
    assert found.counts[1] == (2, 2)
    assert spread([4]).median == 4


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


def test_the_course_tells_where_the_tracks_stood_minute_by_minute() -> None:
    one = game_of(None, ALIVE, stands=((60, 1, 1, 1), (58, 3, 2, 1)))
    other = game_of(None, ALIVE, stands=((60, 1, 1, 5),))
    course = {each.clock: each for each in summary("", (one, other)).course}
    assert course[60].tracks == (1.0, 1.0, 3.0)
    assert (course[59].games, course[59].tracks) == (1, (1.0, 1.0, 1.0))
    assert (course[58].games, course[58].tracks) == (1, (3.0, 2.0, 1.0))
    assert 57 not in course


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


def test_only_like_is_compared_with_like() -> None:
    found = several()
    (twins,) = found.twins
    assert twins.games == 6
    assert several().comparisons == found.comparisons


def test_every_loss_and_every_rate_is_told() -> None:
    found = one_setting()
    told = report.in_words(found)
    for loss, _ in found.settings[0].losses:
        assert report.LOST_BY[loss] in told
    lost = Counter(one.loss for one in played("sensible") if one.loss)
    assert sum(lost.values()) + found.settings[0].won.count == 40
    json.dumps(report.as_data(found))


@pytest.mark.parametrize("make", [several, one_setting])
def test_the_charts_of_a_report_are_the_same_each_time(make: object) -> None:
    drawn = [{name: svg(chart) for name, chart in plots(make()).items()} for _ in "12"]  # type: ignore[operator]
    assert drawn[0] == drawn[1]
    assert {"won.svg", "lost.svg", "fared.svg"} <= set(drawn[0])
