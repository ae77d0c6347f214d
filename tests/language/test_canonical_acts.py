"""What the bot offers to be pasted is read as it was meant: every act, in its plain sentences."""

from __future__ import annotations

from hypothesis import given, settings, strategies as st
from msgspec.structs import replace

from rednov_bot.engine.turn import Escape, Open, Orders, Turn
from rednov_bot.engine.words import ITEMS, SEA, Place
from rednov_bot.language import read
from rednov_bot.papers import Act, Discard, GiveBack, Join, Leave, TurnAct
from rednov_bot.prose.canonical import said
from tests.language.canonical import NEIGHBOURS, actions, hatches, turns
from tests.language.samples import AUTHOR, PEOPLE

MODEST = settings(max_examples=200, deadline=None)
OTHERS = PEOPLE[1:]
ENDS = [(a, b) for a, far in NEIGHBOURS.items() for b in far if a < b and b != SEA]


@st.composite
def ordered(draw: st.DrawFn) -> Turn:
    """Turns with every standing order there is, and an escape wherever one may be announced."""
    turn = draw(turns(OTHERS))
    orders = Orders(
        tuple(draw(st.lists(st.sampled_from(ENDS), max_size=3, unique=True))),
        tuple(draw(st.lists(st.integers(1, 10), max_size=3, unique=True))),
        draw(st.sampled_from((None, True, False))),
    )
    escape = turn.escape
    if escape is None and turn.action is not None and turn.action.name == "extinguish_fire":
        escape = draw(st.none() | hatches(_end(turn)).map(Escape))
    return replace(turn, orders=orders, escape=escape)


def _end(turn: Turn) -> Place:
    """Where the steps lead; in a turn without hatches, anywhere."""
    here: Place = 5
    for step in turn.steps:
        if isinstance(step, Open):
            here = step.hatch.to if step.enter else step.hatch.near or here
    return here


ITEM_LISTS = st.lists(st.sampled_from(ITEMS), min_size=1, max_size=4).map(
    lambda items: tuple(sorted(items, key=ITEMS.index))
)
ACTS: st.SearchStrategy[Act] = st.one_of(
    ITEM_LISTS.map(Discard),
    st.integers(1, 5).map(lambda count: Discard((), count)),
    st.builds(GiveBack, st.sampled_from(OTHERS), ITEM_LISTS),
    st.builds(GiveBack, st.sampled_from(OTHERS), st.just(()), st.integers(1, 5)),
    st.just(Join()),
    st.just(Leave()),
)


def _read(act: Act) -> tuple[Act, ...]:
    reading = read("\n".join(said(act)), author=AUTHOR, people=PEOPLE)
    assert reading.questions == ()
    return reading.acts


@MODEST
@given(ordered())
def test_a_turn_in_its_canonical_sentences_is_read_as_that_turn(turn: Turn) -> None:
    (found,) = _read(TurnAct(turn))
    assert isinstance(found, TurnAct)
    assert _sorted(found.turn) == _sorted(turn)


def _sorted(turn: Turn) -> Turn:
    """A gift is told in the order of the words of the game."""
    if turn.action is None or not turn.action.give:
        return turn
    give = tuple(sorted(turn.action.give, key=ITEMS.index))
    return replace(turn, action=replace(turn.action, give=give))


@MODEST
@given(ACTS)
def test_any_other_act_in_its_canonical_sentence_is_read_as_that_act(act: Act) -> None:
    assert _read(act) == (act,)


@MODEST
@given(st.data())
def test_every_action_is_read_wherever_it_may_be_done(data: st.DataObject) -> None:
    here = data.draw(st.sampled_from(tuple(NEIGHBOURS)))
    turn = Turn(AUTHOR, action=data.draw(actions(here, OTHERS)))
    (found,) = _read(TurnAct(turn))
    assert isinstance(found, TurnAct)
    assert _sorted(found.turn) == _sorted(turn)
