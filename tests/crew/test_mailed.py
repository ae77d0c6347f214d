"""What computer gnomes announce can be mailed in plain English, and is read as they meant it."""

from __future__ import annotations

from random import Random

import pytest

from rednov_bot.crew import BRAINS
from rednov_bot.crew.sight import Sight
from rednov_bot.engine.rules.plan import Plan, plan
from rednov_bot.engine.turn import Turn
from rednov_bot.games.red_november.reader.reading import read
from rednov_bot.papers import TurnAct
from rednov_bot.prose.canonical import announcement
from tests.crew.positions import moments
from tests.engine.sailing import CREW


@pytest.mark.parametrize("brain", BRAINS)
def test_a_turn_that_is_mailed_is_read_as_it_was_meant(brain: str) -> None:
    for number, moment in enumerate(moments()[::6]):
        turn = BRAINS[brain].turn(moment.sight, Random(number))
        reading = read(announcement(turn), author=moment.sight.name, people=CREW)
        assert reading.questions == (), announcement(turn)
        (found,) = reading.acts
        assert isinstance(found, TurnAct)
        assert meant(moment.sight, found.turn) == meant(moment.sight, turn), announcement(turn)


def meant(known: Sight, turn: Turn) -> tuple[object, ...]:
    """What a turn does: a hatch may be named by its near end as well."""
    made = plan(known.position, turn, known.tables, known.options)
    assert isinstance(made, Plan), made
    given = () if turn.action is None else turn.action.give or ()
    escape = None if turn.escape is None else (turn.escape.move.hatch.to, turn.escape.move.enter)
    return made.steps, made.action, made.used, made.used_after, sorted(given), escape
