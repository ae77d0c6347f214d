"""What a plan costs, how likely it is, what it passes."""

from __future__ import annotations

from rednov_bot.games.red_november.render.reckoning import chance, passed, reckon
from rednov_bot.games.red_november.rules.position import Gnome, Position
from rednov_bot.games.red_november.rules.turn import Action, Turn, Use
from tests.render.samples import TABLES, eventful, gamestate, giving, play, winning


def test_minutes_are_counted_by_part() -> None:
    played = eventful()
    reckoning = reckon(played.plan, played.announced_at, TABLES)

    assert [tuple(cost) for cost in reckoning.costs] == [
        ("movement", 2),
        ("action", 2),
        ("low water", 2),
    ]
    assert (reckoning.before, reckoning.spent, reckoning.left) == (44, 6, 38)


def test_a_part_that_costs_nothing_is_left_out() -> None:
    played = winning()

    assert [cost.part for cost in reckon(played.plan, played.announced_at, TABLES).costs] == [
        "action"
    ]


def test_the_chance_counts_what_helps_and_ends_at_certainty() -> None:
    assert (
        chance(eventful().plan, eventful().announced_at, TABLES)
        == "80% (2 minutes and 6 from items)"
    )
    assert chance(giving().plan, giving().announced_at, TABLES) == ""


def test_markers_and_tokens_on_the_way_are_told() -> None:
    played = eventful()

    assert passed(played.announced_at, TABLES, 44, 38) == (
        "events at 42 and 39; an item at 40; past Missiles Launched! (43)"
    )
    assert passed(played.announced_at, TABLES, 44, 43) == ""


def test_a_sure_thing_is_a_hundred_percent() -> None:
    start = eventful().after
    turn = Turn(gnome="Bob", steps=(Use("aqualung"),), action=Action("gain_grog", 1))

    assert chance(play(start, turn).plan, start.position, TABLES) == ""


def test_work_that_comes_too_late_has_no_chance() -> None:
    turn = Turn(gnome="Ann", action=Action("stop_missile", 5))
    start = gamestate(
        Gnome(name="Ann", at=7, minutes=40),
        Gnome(name="Bob", at=8, minutes=50),
        position=Position(tokens=(("missiles", 41),)),
    )
    played = play(start, turn, *[1] * 8)

    assert chance(played.plan, played.announced_at, TABLES).startswith(
        "none, because there is nothing left"
    )
