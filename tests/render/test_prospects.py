"""What each candidate of a choice, and each certain consequence of a plan, is said to do."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rednov_bot.games.base import Choice
from rednov_bot.games.red_november.render import prospects
from rednov_bot.games.red_november.render.rehearsals import warning
from rednov_bot.games.red_november.rules.forecast import (
    Death,
    Faint,
    Foreseen,
    NoWayOut,
    OverLimit,
    TokenPassed,
    TrackFull,
)
from rednov_bot.games.red_november.rules.position import Gnome, Position
from rednov_bot.games.red_november.rules.words import SEA
from tests.render.samples import TABLES, rooms

BOARD = TABLES.board
AT = Position(
    gnomes=(
        Gnome(name="Ann", at=5, minutes=30),
        Gnome(name="Bob", at=6, minutes=31, fainted=True),
        Gnome(name="Cat", at=6, minutes=31),
        Gnome(name="Dot", at=6, fate="killed"),
    ),
    asphyxiation=3,
)
JAM = Choice("event 39", "block", "Ann", "gnome", ("5-7", "5-8", "5-6"))
SPREAD = Choice("event 39", "spread", "Ann", "gnome", ("2", "6"))


def meanings(choice: Choice, at: Position = AT) -> dict[str, str]:
    return dict(prospects.candidates(choice, at, BOARD))


def test_a_hatch_says_whom_it_cuts_off() -> None:
    told = meanings(JAM)
    assert told["5-7"] == "shuts the way to room 7 (Missile Control)"
    assert told["5-6"] == (
        "shuts the way to room 6; it is the last free one of that room inside the sub; "
        "Cat is there; Bob sleeps there"
    )
    alone = replace(AT, blocked=frozenset({(7, 8), (8, 9), (8, 10)}))
    assert "it is the last free one" in meanings(JAM, alone)["5-8"]


def test_a_fire_says_who_is_there_and_who_would_die() -> None:
    told = meanings(SPREAD)
    assert told["2"] == "room 2 (Oxygen Pumps)"
    assert told["6"] == "room 6; Cat is there; Bob sleeps there and would die"
    assert "Asphyxiation rises to 4" in prospects.occasion(SPREAD, AT, BOARD)


def test_an_escape_says_where_it_leads_what_it_costs_and_whether_it_saves() -> None:
    labels = (
        "open 4-5 and enter",
        "open 5-8 and enter",
        "open 2-5 and stay",
        "open 2-5 and enter",
        "open 4-5 and stay",
    )
    choice = Choice("escape", "escape", "Ann", "contestmaster", labels, labels[1:2] + labels[4:])
    at = replace(AT, rooms=rooms(r5="fire", r8="fire", r2="high"))
    told = meanings(choice, at)
    assert told["open 4-5 and enter"] == "into room 4 (Reactor Room), 1 minute"
    assert told["open 5-8 and enter"] == (
        "into the fire in room 8 (Equipment Stores), 1 minute; does not save Ann"
    )
    assert told["open 2-5 and stay"] == "the water puts the fire out, 1 minute"
    assert told["open 2-5 and enter"] == "wades into room 2 (Oxygen Pumps), 2 minutes"
    assert told["open 4-5 and stay"] == "stays in the fire, 1 minute; does not save Ann"
    assert prospects.asked(choice, "Pewterby") == "how Ann flees from the fire"
    assert "fire in room 5" in prospects.occasion(choice, at, BOARD)


SAID: dict[Foreseen, str] = {
    Death("no_air", SEA): (
        "You would be killed: you would end the turn outside, with no aqualung used in this turn "
        "(§16b)."
    ),
    Death("high_water", 7): (
        "You would be killed: you would end the turn in room 7 (Missile Control), at high water "
        "(§16b)."
    ),
    NoWayOut(5, stated=False): (
        "If you do not put the fire out, it kills you: there is no way out of room 5 for you "
        "(§13, §16b)."
    ),
    NoWayOut(5, stated=True): (
        "If you do not put the fire out, it kills you: the escape you name does not save you "
        "(§13, §16b)."
    ),
    Faint(4, 10): (
        "You would faint: no card that can be drawn has a dash or a number above your "
        "intoxication of 4. You would sleep and lose 10 minutes (§16c)."
    ),
    TokenPassed("kraken", 12): (
        "The sub would be lost: with this turn all gnomes would have passed Devoured by Kraken! "
        "at 12 (§21)."
    ),
    TrackFull("heat"): (
        "The sub would be lost: whichever of the event cards left are drawn on your way, they "
        "would bring Heat to its maximum (§21)."
    ),
    OverLimit(4, 5): (
        "Unless the sub is lost first, a hand limit of 4 or less is sure to be drawn on your way, "
        "and you would hold 5 items or more: you would have to discard before your next turn (§17)."
    ),
}


@pytest.mark.parametrize("foreseen", SAID, ids=lambda one: type(one).__name__)
def test_what_is_foreseen_is_said_with_its_clause(foreseen: Foreseen) -> None:
    assert warning(foreseen, TABLES.board) == SAID[foreseen]
