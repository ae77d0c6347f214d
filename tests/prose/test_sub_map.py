"""The map shows every room, hatch, hazard and gnome; a boat it does not know becomes a table."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rednov_bot import datasets
from rednov_bot.engine.position import Gnome, Position
from rednov_bot.engine.words import ROOMS, SEA
from rednov_bot.prose.sub_map import CORNERS, PLAN, SIGNS, WHEELS, sub_map, table_of_rooms
from tests.prose.samples import rooms

BOARD = datasets.load("standard").board
ROWS = PLAN.split("\n")
CREW = ("Ann", "Bob", "Cat", "Dot", "Eve", "Fay", "Gus", "Hal")


def crew(at: int) -> tuple[Gnome, ...]:
    return tuple(Gnome(name=name, at=at, minutes=30) for name in CREW)


def test_the_plan_has_every_hatch_of_the_standard_board() -> None:
    assert WHEELS.keys() == BOARD.hatches
    assert sum(row.count("o") for row in ROWS[1:]) - ROWS[1].count("blocked") == len(WHEELS)


@pytest.mark.parametrize("ends", sorted(WHEELS), ids=str)
def test_a_hatch_lies_in_the_wall_between_its_rooms(ends: tuple[int, int]) -> None:
    line, column = WHEELS[ends]

    assert ROWS[line][column] == "o"
    beside = {_room_at(line + down, column + right) for down, right in _AROUND}
    assert set(ends) - {SEA} == beside - {None}


_AROUND = ((-1, 0), (1, 0), (0, -1), (0, 1))


def _room_at(line: int, column: int) -> int | None:
    """The room whose inside holds this spot of the plan, found by flooding it; None for a wall."""
    if not (0 <= line < len(ROWS) and 0 <= column < len(ROWS[line])):
        return None
    if ROWS[line][column] != " ":
        return None
    inside = {(line, column)}
    edge = [(line, column)]
    while edge:
        here, there = edge.pop()
        for down, right in _AROUND:
            spot = (here + down, there + right)
            if not (0 <= spot[0] < len(ROWS) and 0 <= spot[1] < len(ROWS[spot[0]])):
                return None
            if spot not in inside and ROWS[spot[0]][spot[1]] == " ":
                inside.add(spot)
                edge.append(spot)
    return next((room for room in ROOMS if CORNERS[room] in inside), None)


def test_each_room_has_its_own_box() -> None:
    assert [_room_at(*CORNERS[room]) for room in ROOMS] == list(ROOMS)


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("condition", ["fire", "low", "high"])
def test_a_hazard_and_a_whole_crew_fit_into_each_room(room: int, condition: str) -> None:
    position = Position(gnomes=crew(room), rooms=rooms(**{f"r{room}": condition}))  # type: ignore[arg-type]
    drawn = sub_map(position, BOARD)

    assert SIGNS[condition] in drawn  # type: ignore[index]
    assert "ABCDEFGH" in drawn
    assert _walls(drawn) == _walls(PLAN)


def _walls(drawn: str) -> list[tuple[int, int]]:
    rows = drawn.split("\n")[4:]
    return [(n, at) for n, row in enumerate(rows) for at, mark in enumerate(row) if mark in "|+-"]


def test_gnomes_outside_are_beside_the_tower_and_sleepers_small() -> None:
    gnomes = (
        Gnome(name="Ann", at=SEA, minutes=30),
        Gnome(name="Bob", at=SEA, minutes=30, fainted=True),
        Gnome(name="Cat", fate="killed"),
    )

    rows = sub_map(Position(gnomes=gnomes), BOARD).split("\n")
    assert rows[2].index("Ab") == rows[1].index("the sea")
    assert "C" not in sub_map(Position(gnomes=gnomes), BOARD).replace("Cabin", "")


def test_a_blocked_hatch_is_crossed() -> None:
    drawn = sub_map(Position(blocked=frozenset({(5, 7)})), BOARD).split("\n")
    line, column = WHEELS[(5, 7)]

    assert drawn[line][column] == "X"


def test_the_map_is_plain_ascii_and_72_columns() -> None:
    drawn = sub_map(Position(gnomes=crew(9)), BOARD)

    assert drawn.isascii()
    assert max(len(row) for row in drawn.split("\n")) == 72


def test_another_boat_is_shown_as_a_table() -> None:
    board = replace(BOARD, hatches=BOARD.hatches | {(4, 7)})
    position = Position(
        gnomes=(*crew(4)[:2], Gnome(name="Cat", at=SEA, minutes=3)),
        rooms=rooms(r4="fire"),
        blocked=frozenset({(4, 7)}),
    )
    table = sub_map(position, board)

    assert table == table_of_rooms(position, board)
    assert " 4 Reactor Room         ^^FIRE^^ AB        to 2, 3, 5, 7 (blocked)" in table
    assert "the sea" in table.split("\n")[-1]
    assert max(len(row) for row in table.split("\n")) <= 72
