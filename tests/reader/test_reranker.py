"""Of several readings one is taken by the words whose roles differ."""

from __future__ import annotations

from rednov_bot.core.models import TurnAct
from rednov_bot.games.red_november.reader.decoder import Decoded
from rednov_bot.games.red_november.reader.features import ROLE
from rednov_bot.games.red_november.reader.lexicon import Lexicon
from rednov_bot.games.red_november.reader.reranker import OUTCOMES, reranking_features
from rednov_bot.games.red_november.reader.tokens import Text
from rednov_bot.games.red_november.reader.train import Fit, untaught
from rednov_bot.games.red_november.rules.turn import Action, Turn

TEXT = Text("I open 5 and pump, 3 minutes.", Lexicon((), ("Ann",)))
FIVE, *_ = TEXT.slots
TURN = TurnAct(Turn("Ann", action=Action("pump_water", 3)))


def reading(role: str, cost: float) -> Decoded:
    """A reading in which the room has a role."""
    roles = {**dict.fromkeys(TEXT.slots, ROLE["none"]), FIVE: ROLE[role]}
    return Decoded((TURN,), TURN.turn.orders, cost, (), roles, 1.0)


def test_readings_with_the_same_roles_differ_by_their_cost_alone() -> None:
    one, dearer = reading("go", 1.0), reading("go", 2.0)
    same = reranking_features(TEXT, one, one)
    assert len(set(same) ^ set(reranking_features(TEXT, one, dearer))) == 2


def test_it_is_learnt_which_role_is_meant() -> None:
    opened, entered = reading("open", 1.0), reading("go", 1.0)
    changes = reranking_features(TEXT, opened, entered)
    keeps = reranking_features(TEXT, entered, opened)
    made = Fit(len(OUTCOMES), 12, rate=0.3, drop=0.0)
    lines = [(made.index(changes), 1, [True, True], 1.0), (made.index(keeps), 0, [True, True], 1.0)]
    model = made.run(lines * 40, 20).model()
    assert model.probabilities(model.places(changes), (0, 1))[1] > 0.9
    assert model.probabilities(model.places(keeps), (0, 1))[1] < 0.1


def test_who_has_learnt_nothing_finds_all_equally_probable() -> None:
    model = untaught(2).model()
    assert model.probabilities(model.places([1, 2, 3]), (0, 1)) == [0.5, 0.5]
