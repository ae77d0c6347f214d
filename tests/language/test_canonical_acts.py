"""What the bot offers to be pasted is read as it was meant: every act, in its plain sentences."""

from __future__ import annotations

from hypothesis import given, settings, strategies as st

from rednov_bot.engine.turn import Turn
from rednov_bot.language import read
from rednov_bot.papers import Act, TurnAct
from rednov_bot.prose.canonical import said
from tests.language.canonical import NEIGHBOURS, actions, in_order, ordered, other_acts
from tests.language.samples import AUTHOR, PEOPLE

MODEST = settings(max_examples=200, deadline=None)
OTHERS = PEOPLE[1:]


def _read(act: Act) -> tuple[Act, ...]:
    reading = read("\n".join(said(act)), author=AUTHOR, people=PEOPLE)
    assert reading.questions == ()
    return tuple(map(in_order, reading.acts))


@MODEST
@given(ordered(OTHERS))
def test_a_turn_in_its_canonical_sentences_is_read_as_that_turn(turn: Turn) -> None:
    act = TurnAct(turn)
    assert _read(act) == (in_order(act),)


@MODEST
@given(other_acts(OTHERS))
def test_any_other_act_in_its_canonical_sentence_is_read_as_that_act(act: Act) -> None:
    assert _read(act) == (act,)


@MODEST
@given(st.data())
def test_every_action_is_read_wherever_it_may_be_done(data: st.DataObject) -> None:
    here = data.draw(st.sampled_from(tuple(NEIGHBOURS)))
    act = TurnAct(Turn(AUTHOR, action=data.draw(actions(here, OTHERS))))
    assert _read(act) == (in_order(act),)
