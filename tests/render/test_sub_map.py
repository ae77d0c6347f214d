"""The map shows every room, hatch, hazard and gnome; a boat without a plan becomes a table."""

from __future__ import annotations

from msgspec.structs import replace

from rednov_bot.games.red_november import datasets, plans
from rednov_bot.games.red_november.plans import rows_of
from rednov_bot.games.red_november.render.sub_map import LEGEND, sub_map, table_of_rooms
from rednov_bot.games.red_november.rules.position import Gnome, Position
from rednov_bot.games.red_november.rules.words import SEA
from tests.datasets.rafts import A_RAFT
from tests.render.samples import rooms

BOARD = datasets.load("standard").board
CREW = ("Ann", "Bob", "Cat", "Dot", "Eve", "Fay", "Gus", "Hal")


def crew(at: int) -> tuple[Gnome, ...]:
    return tuple(Gnome(name=name, at=at, minutes=30) for name in CREW)


def test_a_boat_without_a_plan_is_shown_as_a_table() -> None:
    board = replace(BOARD, hatches=BOARD.hatches | {(4, 7)}, plan=())
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


def test_another_plan_is_drawn_with_what_its_signs_mean_below_where_no_room_is_left() -> None:
    board = replace(
        BOARD, plan=rows_of(A_RAFT), hatches=frozenset(plans.read(rows_of(A_RAFT)).wheels)
    )
    position = Position(gnomes=(*crew(10)[:2], Gnome(name="Cat", at=SEA, minutes=3)))
    drawn = sub_map(position, board).split("\n")
    assert drawn[-4:] == ["", *LEGEND, "the sea: C"]
    assert "|10 Cabin " in drawn[5]
    assert "| AB " in drawn[7]
