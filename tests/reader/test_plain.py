"""Plain announcements are read by the grammar alone: what receipts, offers and help say."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, given, settings, strategies as st
from lark import Lark

from rednov_bot.core.models import Act, TurnAct
from rednov_bot.core.paths import GRAMMAR
from rednov_bot.games.red_november.reader.lexicon import Lexicon
from rednov_bot.games.red_november.reader.plain import _ACTIONS, _Announced, _Terminals, plain
from rednov_bot.games.red_november.reader.tokens import Text
from rednov_bot.games.red_november.render.canonical import said
from rednov_bot.games.red_november.rules.turn import Action, Turn
from tests.reader.canonical import NEIGHBOURS, actions, in_order, ordered, other_acts
from tests.rigs.scale import many

PEOPLE = ("Ann", "Bob", "Cat")
OTHERS = PEOPLE[1:]
LEXICON = Lexicon((), PEOPLE)
MODEST = settings(max_examples=many(200, 60), deadline=None)


def read(text: str) -> tuple[Act, ...]:
    """The acts that the grammar reads in a text, with no word that was learnt."""
    return plain(Text(text, LEXICON), "Ann").acts


def _in_range(action: Action | None) -> bool:
    """Whether the barrel gives so many grogs (§11j)."""
    return action is None or action.name != "gain_grog" or (action.minutes or 0) <= 2


SOURCE = GRAMMAR.read_text(encoding="utf-8")


@pytest.mark.parametrize("start", ["start", "listed"])
def test_the_grammar_has_no_conflicts(start: str) -> None:
    Lark(SOURCE, parser="lalr", lexer=_Terminals, start=start, strict=True)


def test_every_alias_of_the_grammar_is_said_to_somebody() -> None:
    clauses = re.sub("//.*", "", SOURCE[: SOURCE.index("// ---- A private mail")])
    named = set(re.findall(r"-> (\w+)", clauses)) - _ACTIONS - PARTS
    assert named <= {name for name in vars(_Announced) if not name.startswith("_")}


PARTS = {"path", "out", "tiles", "some", "unnamed", "random", "contestmaster"}
"""What is part of a clause."""


@MODEST
@given(ordered(OTHERS))
def test_a_turn_in_its_canonical_sentences_is_read_as_that_turn(turn: Turn) -> None:
    assume(_in_range(turn.action))
    act = TurnAct(turn)
    assert tuple(map(in_order, read("\n".join(said(act))))) == (in_order(act),)


@MODEST
@given(st.data())
def test_every_action_is_read_wherever_it_may_be_done(data: st.DataObject) -> None:
    here = data.draw(st.sampled_from(tuple(NEIGHBOURS)))
    action = data.draw(actions(here, OTHERS))
    assume(_in_range(action))
    act = TurnAct(Turn("Ann", action=action))
    assert tuple(map(in_order, read("\n".join(said(act))))) == (in_order(act),)


@MODEST
@given(other_acts(OTHERS))
def test_any_other_act_in_its_canonical_sentence_is_read_as_that_act(act: Act) -> None:
    assert read("\n".join(said(act))) == (act,)
