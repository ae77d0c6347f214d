"""What a turn would do in vain is told to whoever plans or takes it (§9, §11d-h, A2, A32)."""

from __future__ import annotations

import pytest

from rednov_bot.core.render import answers
from rednov_bot.games.red_november.game import GAME
from rednov_bot.games.red_november.render.canonical import sentences
from rednov_bot.games.red_november.render.rehearsals import in_vain
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.position import Gnome, Position, Token
from rednov_bot.games.red_november.rules.turn import Action, Step, Turn, Use
from rednov_bot.games.red_november.rules.words import Item
from tests.render.samples import ANN, DUE, SAID_AT, TABLES, Played, gamestate, go, play, rooms, to

IN_IT = "pass it before the work is done"
ENGINE = Action("fix_engine", 5)
USELESS = {
    "deactivation_code": "A deactivation code",
    "crowbar": "A crowbar",
    "aqualung": "An aqualung",
    "fire_extinguisher": "A fire extinguisher",
}


def taken(*steps: Step, action: Action = ENGINE, at: int = 1, token: Token | None = None) -> Played:
    uses = [one.item for one in steps if isinstance(one, Use)]
    start = gamestate(
        Gnome(name="Ann", at=at, minutes=40),
        Gnome(name="Bob", at=8, minutes=50),
        hands=(tuple(uses), ()),
        position=Position(tokens=(token,) if token else (), rooms=rooms(r9="fire")),
    )
    return play(start, Turn(gnome="Ann", steps=steps, action=action), *[1] * 8)


def told(played: Played) -> str:
    return " ".join(in_vain(played.plan, played.announced_at, TABLES))


@pytest.mark.parametrize(
    "item", ["engine_manual", "toolbox", "grog", "lucky_charm", *USELESS.keys()]
)
def test_an_item_that_adds_nothing_is_named(item: Item) -> None:
    wasted = "adds nothing to this turn; it is used up all the same (§9)."
    assert told(taken(Use(item))) == (f"{USELESS[item]} {wasted}" if item in USELESS else "")


def test_an_extinguisher_that_opens_the_way_through_a_fire_is_not_in_vain() -> None:
    way = (Use("fire_extinguisher"), go(9), go(8))
    assert told(taken(*way, action=Action("no_action"), at=7)) == ""


@pytest.mark.parametrize(
    ("space", "passed"),
    [(30, ""), (35, ""), (36, IN_IT), (40, IN_IT), (47, "have passed it already")],
)
def test_a_token_that_the_work_is_too_late_for_is_named(space: int, passed: str) -> None:
    said = f"Crushed! at {space}: you {passed}, so success does not remove it (§11d)."
    assert told(taken(token=("crushed", space))) == (said if passed else "")


def test_a_missile_that_is_passed_makes_the_work_fail() -> None:
    assert told(taken(action=Action("stop_missile", 5), at=7, token=("missiles", 41))) == (
        "Missiles Launched! at 41: you have passed it already, so the work fails without a die "
        "(§11g)."
    )


def test_receipt_and_check_warn_of_it() -> None:
    played = taken(Use("crowbar"))
    start = gamestate(*played.announced_at.gnomes, hands=(("crowbar",), ()))
    told = GAME.turn_told(start, played.turn, played.plan, TABLES, Options(), "")
    receipt = to(ANN, answers.receipt, told, number=1, said_at=SAID_AT, due=DUE)
    tried = GAME.rehearse(start, played.turn, TABLES, Options(), "", "Pewterby")
    read = sentences(played.turn)
    check = to(ANN, answers.rehearsal, tried, read, GAME, waits="", kept=False)
    for page in (receipt, check):
        assert "Please note:\n  A crowbar adds nothing to this turn;" in page.body
