"""Position and map say everything public; a boat without a plan becomes a table."""

from __future__ import annotations

from msgspec.structs import replace

from rednov_bot.games.red_november import plans
from rednov_bot.games.red_november.plans import rows_of
from rednov_bot.games.red_november.render.position import may_act, position_text
from rednov_bot.games.red_november.render.sub_map import LEGEND, sub_map
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.position import Due, Gift, Gnome, Position
from rednov_bot.games.red_november.rules.words import SEA
from tests.datasets.rafts import A_RAFT
from tests.render.samples import TABLES, rooms

ANN = Gnome(name="Ann", at=7, minutes=12, intoxication=2)
BOB = Gnome(name="Bob", at=11, minutes=30)
CAT = Gnome(name="Cat", at=10, minutes=20, fainted=True)
CALM = Position(gnomes=(ANN, BOB, CAT), deck_left=55)


def text(position: Position, options: Options | None = None) -> str:
    return position_text(position, TABLES, options)


def test_every_hazard_is_named() -> None:
    said = text(
        replace(
            CALM,
            rooms=rooms(r5="fire", r9="fire", r1="low", r2="high"),
            blocked=frozenset({(5, 7), (5, 6)}),
            tokens=(("crushed", 5), ("kraken", 20)),
            dues=(Due("Ann", "X", 2, "a"), Due("Ann", "X", 3, "b"), Due("Bob", "Y", 1, "c")),
            gifts=(Gift("Ann", "Bob"),),
        )
    )
    assert "on fire          5 and 9" in said
    assert "at low water     1\n" in said
    assert "at high water    2\n" in said
    assert "blocked hatches  5-6 and 5-7" in said
    assert "Devoured by Kraken! at 20 (passed by Ann); Crushed! at 5" in " ".join(said.split())
    assert "points so far    Ann 5 X, Bob 1 Y" in said
    assert "gift in return   Bob may give Ann any items" in said


def test_who_may_act_follows_the_rules() -> None:
    assert may_act(CALM, Options()) == ("Ann", "Bob")
    assert may_act(CALM, Options(strict_order=True)) == ("Bob",)
    assert may_act(replace(CALM, pending="Ann"), Options()) == ()


def test_a_boat_without_a_plan_is_shown_as_a_table() -> None:
    board = replace(TABLES.board, hatches=TABLES.board.hatches | {(4, 7)}, plan=())
    position = Position(
        gnomes=(Gnome("Ann", 4), Gnome("Bob", 4), Gnome("Cat", SEA)),
        rooms=rooms(r4="fire"),
        blocked=frozenset({(4, 7)}),
    )
    table = sub_map(position, board)
    assert " 4 Reactor Room         ^^FIRE^^ AB        to 2, 3, 5, 7 (blocked)" in table
    assert "the sea" in table.split("\n")[-1]
    assert max(len(row) for row in table.split("\n")) <= 72


def test_another_plan_is_drawn_with_what_its_signs_mean_below_where_no_room_is_left() -> None:
    board = replace(
        TABLES.board, plan=rows_of(A_RAFT), hatches=frozenset(plans.read(rows_of(A_RAFT)).wheels)
    )
    position = Position(gnomes=(Gnome("Ann", 10), Gnome("Bob", 10), Gnome("Cat", SEA)))
    drawn = sub_map(position, board).split("\n")
    assert drawn[-4:] == ["", *LEGEND, "the sea: C"]
    assert "|10 Cabin " in drawn[5]
    assert "| AB " in drawn[7]
