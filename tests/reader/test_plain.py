"""Plain announcements are read by the grammar alone: what receipts, offers and help say."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, given, settings, strategies as st
from lark import Lark

from rednov_bot.core.models import Act, TurnAct
from rednov_bot.core.paths import GRAMMAR
from rednov_bot.games.red_november.reader.lexicon import Lexicon
from rednov_bot.games.red_november.reader.plain import (
    _ACTIONS,
    _Announced,
    _Terminals,
    listed,
    plain,
)
from rednov_bot.games.red_november.reader.samples import meaning_of
from rednov_bot.games.red_november.reader.tokens import Text
from rednov_bot.games.red_november.render.canonical import said
from rednov_bot.games.red_november.rules.turn import Action, Turn
from tests.reader.canonical import NEIGHBOURS, actions, in_order, ordered, other_acts
from tests.rigs.scale import many

PEOPLE = ("Ann", "Bob", "Cat")
OTHERS = PEOPLE[1:]
LEXICON = Lexicon((), PEOPLE)
MODEST = settings(max_examples=many(200, 33), deadline=None)


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


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        (
            "I open the hatch to room 2 and enter it. I use a Toolbox. I spend 5 minutes fixing "
            "the oxygen pumps.",
            "go 2; toolbox => fix_oxygen 5",
        ),
        ("I go from 5 to 2 and on to 1. I fix the engine for 6 minutes.",
         "go 2; go 1 => fix_engine 6"),
        ("- use: toolbox\n- move: 5 -> 2\n- action: fix oxygen pumps, 4 min",
         "toolbox; go 2 => fix_oxygen 4"),
        ("Wearing an aqualung I leave by 6, and with my diving gun I kill the Kraken, 6 minutes.",
         "aqualung; go sea; diving_gun => kill_kraken 6"),
        ("I open 5-8, use a grog, and go in. I put out the fire, 4 minutes.",
         "go 8; grog => extinguish_fire 4"),
        ("I fix the engine for 5 minutes with my manual.", "engine_manual => fix_engine 5"),
        ("I fix the reactor for 6 minutes and then drink my coffee.",
         "=> fix_reactor 6 after coffee"),
        ("I discard a grog. I draw 2 items.", "discard grog & => gain_items 2"),
        ("Grog, coffee; 5-8, in; draw 2 items.", "grog; coffee; go 8 => gain_items 2"),
        ("Aqualung, 6-sea, out; no action.", "aqualung; go sea => no_action"),
        ("I open 7-8 and go into 7. No action.", "go 7 => no_action"),
        ("Action: stop the missile.\nMinutes: 5", "=> stop_missile 5"),
        ("I draw 2 items. I discard a grog.", "=> gain_items 2 & discard grog"),
        ("I unblock the hatch to 7 for 3 minutes.", "=> unblock_hatch 3 >7"),
    ],
)  # fmt: skip
def test_plain_words_are_read(text: str, meaning: str) -> None:
    assert meaning_of(read(text)) == meaning


@pytest.mark.parametrize(
    "text",
    [
        "I have 3 items.",
        "I have nothing.",
        "Next turn: I fix the engine for 5 minutes.",
        "I must discard 2 items.",
        "Please join the game!",
        "I extinguish the fire for 5 minutes. If that fails I go to 7 and go to 9.",
        "I extinguish the fire for 5 minutes, use a coffee if it fails, go to 7.",
        "I pump for 3 minutes, then go to 5.",
        "I pump for 3 minutes, then drink a grog.",
        "I open 5-8. I pump for 3 minutes. I go in.",
        "I open the hatch to 5 and go to 10. No action.",
        "I open the hatch to 5. No action.",
        "I draw 2 items. I draw 3 items.",
        "Block 5-6. Block 5-7.",
        "I give Bob a grog with a coffee.",
        "I go to room 5 - 2 minutes. I extinguish the fire for 5 minutes.",
        "I leave for room 9 and pump for 3 minutes.",
        "I open 5-8 and stay. I go 9-10. No action.",
        "I unblock the hatch 5-9 for 3 minutes.",
        "I go to 5. I unblock the hatch to 9 for 3 minutes.",
        "Pump for >5 minutes.",
        "Spend 5.5 minutes on the pumps.",
        "I draw 9 items.",
        "Discard 0 items.",
        "Discard a manual.",
        "~~I pump for 3 minutes.~~",
        "I spend 1 minute to go to 2. I fix the pumps.",
        "I open the hatch to room 2 and stay where I am. I fix the oxygen pumps for 5 minutes.",
        "I give Ann a grog.",
        "I go to 7. I do not enter. I pump for 3 minutes.",
        "I discard a grog. Coffee. I draw 3 items.",
        "I discard a grog with a coffee. I draw 3 items.",
        "Grog\nCoffee\nThese are mine.\nI draw 3 items.",
        "I use a grog. I use no items. I draw 3 items.",
        "In 5 minutes I pump.",
        "I go from 8 to 5. I draw 3 items.",
        "I open 5-8 and stay inside. I draw 3 items.",
        "For the hand limit I discard a grog. I draw 3 items.",
    ],
)
def test_about_other_words_nothing_is_said(text: str) -> None:
    assert read(text) == ()


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("a grog, two coffees", ("grog", "coffee", "coffee")),
        ("Sorry. These two: a grog, a coffee", ("grog", "coffee")),
        ("- grog\n- toolbox x2\n\nAnn", ("grog", "toolbox", "toolbox")),
        ("Here: a grog", ("grog",)),
        ("First: grog", ("grog",)),
        ("three items: grog, coffee", "count"),
        ("I use a grog", ()),
        ("a grog and a hat", ()),
        ("Thanks for the grog!", ()),
        ("hand", ()),
    ],
)
def test_a_private_list_of_tiles_is_one_where_nothing_else_is_said(
    text: str, items: tuple[str, ...] | str
) -> None:
    assert listed(Text(text, LEXICON)) == items
