"""A plan in plain ASCII is read as drawn, or refused by line and column."""

from __future__ import annotations

from pathlib import Path

import pytest

from rednov_bot.core.errors import DataError
from rednov_bot.games.red_november import datasets, plans
from rednov_bot.games.red_november.rules.words import ROOMS, SEA
from tests.datasets.rafts import A_RAFT, A_TOWER
from tests.datasets.samples import copied

STANDARD = datasets.load("standard").board
DRAWN = "\n".join(STANDARD.plan)


def test_the_standard_plan_shows_every_hatch_of_the_standard_board() -> None:
    assert plans.read(STANDARD.plan).wheels.keys() == STANDARD.hatches


@pytest.mark.parametrize("drawn", [DRAWN, A_RAFT, A_TOWER], ids=["standard", "raft", "tower"])
def test_a_hatch_lies_between_its_two_rooms(drawn: str) -> None:
    plan = plans.read(plans.rows_of(drawn))
    assert set(plan.floors) == set(ROOMS)
    for ends, (line, column) in plan.wheels.items():
        around = [(line - 1, column), (line + 1, column), (line, column - 1), (line, column + 1)]
        assert {plan.owner(spot) for spot in around} >= set(ends) - {SEA}


def test_a_room_may_have_any_outline() -> None:
    plan = plans.read(plans.rows_of(A_TOWER))
    assert plan.wheels.keys() == {
        *((1, 2), (1, 3), (1, SEA), (2, 3), (2, 4), (3, 5), (4, 5), (4, 6), (4, SEA)),
        *((5, 7), (6, 7), (6, 9), (7, 8), (8, 9), (9, 10)),
    }


WRONG = {
    "nothing": (DRAWN, "\n \n", "nothing is drawn"),
    "a strange sign": ("|1    ", "|1  ?  "[:6], "line 6, column 5: '?' means nothing"),
    "a tab": ("|1    ", "|1 \t  ", "line 6, column 4: '\\t' means nothing"),
    "too wide": ("the sea", " " * 20 + "the sea", "columns wide; a plan has 72 at most"),
    "too long": (DRAWN, DRAWN + "\n|" * 40, "lines; a plan has 40 at most"),
    "a room is missing": ("|9 ", "|  ", "room 9 is not on it; draw every room from 1 to 10"),
    "a room twice": ("|9 ", "|8 ", "line 10, column 46: room 8 is drawn twice"),
    "an eleventh room": ("|9 ", "|11", "line 6, column 58: there is no room 11; rooms are 1 to 10"),
    "room 0": ("|9 ", "|0 ", "line 6, column 58: there is no room 0"),
    "an open wall": ("|1         |2 ", " 1         |2 ", "room 1 is open to the sea"),
    "a wall is missing": ("|1         |2", "|1          2", "no wall stands between rooms 1 and 2"),
    "a small room": ("|10        |", "|      10  |", "room 10 is too small: from its number on"),
    "a hatch in no wall": ("|6         o", "|6         oo", "this hatch is in no wall"),
    "a hatch in a corner": ("+----o-----+--", "o----o-----+--", "this hatch is in no wall"),
    "a hatch to itself": ("|1    ", "|1 o--"[:6], "room 1"),
    "a hatch twice": ("|1         |2 ", "|1         o2 ", "the hatch 1-2 is drawn twice"),
    "the sea inside": ("|7        ", "|7 the sea", 'line 6, column 48: "the sea" stands'),
    "the sea twice": ("the sea", "the sea the sea", '"the sea" stands there again'),
    "a hatch of no data": ("o    the sea", "|    the sea", "no hatch 6-sea is drawn"),
    "a hatch too many": ("|1 ", "o1 ", "line 6, column 1: a hatch 1-sea is drawn, which [hatches]"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_plan_is_refused_in_a_sentence(wrong: str, tmp_path: Path) -> None:
    old, new, said = WRONG[wrong]
    folder = copied(tmp_path)
    assert old in DRAWN
    (folder / "plan.txt").write_text(DRAWN.replace(old, new, 1), encoding="ascii")
    with pytest.raises(DataError) as refused:
        datasets.load(str(folder))
    assert str(refused.value).startswith(f"{folder / 'plan.txt'}: ")
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)
