"""Each certain consequence of a plan has its sentence."""

from __future__ import annotations

import pytest

from rednov_bot.games.red_november.render.rehearsal_pages import warning
from rednov_bot.games.red_november.rules.forecast import (
    Death,
    Faint,
    Foreseen,
    NoWayOut,
    OverLimit,
    TokenPassed,
    TrackFull,
)
from rednov_bot.games.red_november.rules.words import SEA
from tests.render.samples import TABLES

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
