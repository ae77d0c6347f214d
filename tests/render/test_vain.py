"""What a turn would do in vain is told to whoever plans or takes it (§9, §11d-h, A2, A32)."""

from __future__ import annotations

import pytest

from rednov_bot.games.red_november.render import answers, rehearsal_pages
from rednov_bot.games.red_november.render.reckoning import in_vain
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.position import Gnome, Position
from rednov_bot.games.red_november.rules.rehearsal import rehearse
from rednov_bot.games.red_november.rules.turn import Action, Step, Turn, Use
from rednov_bot.games.red_november.rules.words import TokenKind
from tests.render.samples import ANN, DUE, SAID_AT, TABLES, gamestate, go, play, rooms, to


def told(
    *steps: Step,
    action: Action,
    at: int = 1,
    tokens: tuple[tuple[TokenKind, int], ...] = (),
    after: tuple[Use, ...] = (),
) -> str:
    uses = [one.item for one in (*steps, *after) if isinstance(one, Use)]
    start = gamestate(
        Gnome(name="Ann", at=at, minutes=40),
        Gnome(name="Bob", at=8, minutes=50),
        hands=(tuple(uses), ()),
        position=Position(tokens=tokens, rooms=rooms(r9="fire")),
    )
    turn = Turn(gnome="Ann", steps=steps, action=action, after=after)
    played = play(start, turn, *[1] * 8)
    return " ".join(in_vain(played.plan, played.announced_at, TABLES))


WASTED = "adds nothing to this turn; it is used up all the same (§9)."


@pytest.mark.parametrize(
    ("item", "said"),
    [
        ("engine_manual", ""),
        ("toolbox", ""),
        ("grog", ""),
        ("lucky_charm", ""),
        ("deactivation_code", f"A deactivation code {WASTED}"),
        ("crowbar", f"A crowbar {WASTED}"),
        ("aqualung", f"An aqualung {WASTED}"),
        ("fire_extinguisher", f"A fire extinguisher {WASTED}"),
    ],
)
def test_an_item_that_adds_nothing_is_named(item: str, said: str) -> None:
    assert told(Use(item), action=Action("fix_engine", 5)) == said  # type: ignore[arg-type]


def test_an_extinguisher_that_opens_the_way_through_a_fire_is_not_in_vain() -> None:
    way = (Use("fire_extinguisher"), go(9), go(8))
    assert told(*way, action=Action("no_action"), at=7) == ""


@pytest.mark.parametrize(
    ("space", "said"),
    [
        (30, ""),
        (35, ""),
        (
            36,
            "Crushed! at 36: you pass it before the work is done, so success does not remove it "
            "(§11d).",
        ),
        (
            40,
            "Crushed! at 40: you pass it before the work is done, so success does not remove it "
            "(§11d).",
        ),
        (47, "Crushed! at 47: you have passed it already, so success does not remove it (§11d)."),
    ],
)
def test_a_token_that_the_work_is_too_late_for_is_named(space: int, said: str) -> None:
    assert told(action=Action("fix_engine", 5), tokens=(("crushed", space),)) == said


def test_a_missile_that_is_passed_makes_the_work_fail() -> None:
    said = told(action=Action("stop_missile", 5), at=7, tokens=(("missiles", 41),))
    assert said == (
        "Missiles Launched! at 41: you have passed it already, so the work fails without a die "
        "(§11g)."
    )


def test_receipt_and_check_warn_of_it() -> None:
    start = gamestate(
        Gnome(name="Ann", at=1, minutes=40), Gnome(name="Bob", at=8), hands=(("crowbar",), ())
    )
    turn = Turn(gnome="Ann", steps=(Use("crowbar"),), action=Action("fix_engine", 5))
    played = play(start, turn, *[1] * 8)
    taken = to(
        ANN,
        answers.receipt,
        played.plan,
        played.announced_at,
        TABLES,
        number=1,
        said_at=SAID_AT,
        due=DUE,
    )
    planned = to(
        ANN,
        rehearsal_pages.rehearsal,
        rehearse(start, turn, TABLES, Options()),
        turn,
        TABLES,
        Options(),
        waits="",
    )
    for page in (taken, planned):
        assert "Please note:\n  A crowbar adds nothing to this turn;" in page.body
