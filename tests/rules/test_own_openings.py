"""A refusal says so where the announced turn itself changes what the list shows (§10b, T739)."""

from __future__ import annotations

import pytest

from rednov_bot.games.base import Refusal
from rednov_bot.games.red_november import datasets
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.plan import plan
from rednov_bot.games.red_november.rules.position import Gnome, Position
from rednov_bot.games.red_november.rules.turn import Action, Open, Step, Through, Turn
from rednov_bot.games.red_november.rules.words import ActionName, Place, RoomCondition

TABLES = datasets.load("standard")


def refused(
    rooms: dict[Place, RoomCondition],
    *steps: tuple[Place, bool],
    action: ActionName = "extinguish_fire",
    at: Place = 5,
    minutes: int = 40,
) -> Refusal:
    """Why Ann's turn has no effect: each step opens the hatch to a room, and may enter it."""
    position = Position(
        gnomes=(Gnome(name="Ann", at=at, minutes=minutes), Gnome(name="Bob", at=8, minutes=40)),
        rooms=tuple([rooms.get(room, "dry") for room in range(12)]),
    )
    walk: list[Step] = [Open(Through(to=to), enter) for to, enter in steps]
    done = plan(position, Turn("Ann", tuple(walk), Action(action, 4)), TABLES, Options())
    assert isinstance(done, Refusal)
    return done


@pytest.mark.parametrize(
    ("at", "to", "enter"), [(4, 5, True), (5, 4, False)], ids=["from the water", "from the fire"]
)
def test_a_fire_that_the_turn_itself_puts_out_is_told_with_its_hatch(
    at: Place, to: Place, enter: bool
) -> None:
    fault = refused({4: "high", 5: "fire"}, (to, enter), at=at)
    assert (fault.code, fault.clause) == ("NO_TARGET", "§10b, §11b")
    assert fault.reason == (
        "room 5 is not on fire by then: opening hatch 4-5 lets the water in and puts the fire out"
    )


def test_a_room_that_never_burnt_is_just_not_on_fire() -> None:
    assert refused({8: "fire"}).reason == "room 5 is not on fire"
    assert refused({4: "high"}, (4, False)).reason == "room 5 is not on fire"


def test_high_water_that_no_longer_finds_a_dry_room_is_told_with_its_hatch() -> None:
    fault = refused({7: "high", 8: "high"}, (7, False), (8, True))
    assert (fault.code, fault.clause) == ("HIGH_WATER_ENTRY", "§10b, §10c")
    assert fault.reason == (
        "room 8 is at high water and does not settle, for room 5 is at low water by then: opening "
        "hatch 5-7 lets the water in"
    )


def test_high_water_beside_posted_water_is_just_high() -> None:
    assert refused({5: "low", 8: "high"}, (8, True)).reason == "room 8 is at high water"


def test_minutes_for_water_that_the_turn_lets_in_are_told() -> None:
    fault = refused({2: "high"}, (2, False), action="pump_water", minutes=4)
    assert fault.reason == "the turn needs 5 minutes, Ann has 4"
    fault = refused({1: "high", 2: "dry"}, (1, False), action="fix_oxygen", at=2, minutes=6)
    assert fault.reason == (
        "the turn needs 7 minutes (2 of them for water that its openings let in, §10b), Ann has 6"
    )
    fault = refused({2: "low"}, action="fix_oxygen", at=2, minutes=5)
    assert fault.reason == "the turn needs 6 minutes, Ann has 5"
