"""The position says everything public, and leaves out what is not there."""

from __future__ import annotations

from msgspec.structs import replace

from rednov_bot.games.red_november.render.position import may_act, position_text
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.position import Due, Gift, Gnome, Position
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
