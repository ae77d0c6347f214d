"""What computer gnomes announce can be mailed in plain English, and is read as they meant it."""

from __future__ import annotations

from random import Random

import pytest

from rednov_bot.core.models import TurnAct
from rednov_bot.games.red_november.ai import STRATEGIES
from rednov_bot.games.red_november.ai.view import Sight
from rednov_bot.games.red_november.reader.reading import read
from rednov_bot.games.red_november.render.canonical import announcement
from rednov_bot.games.red_november.rules.plan import Plan, plan
from rednov_bot.games.red_november.rules.turn import Turn
from tests.ai.positions import moments
from tests.rules.sailing import CREW


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_turn_that_is_mailed_is_read_as_it_was_meant(strategy: str) -> None:
    for number, moment in enumerate(moments()[::6]):
        turn = STRATEGIES[strategy].turn(moment.sight, Random(number))
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
