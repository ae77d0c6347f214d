"""What an answer makes of an unclear announcement (A126)."""

from __future__ import annotations

import pytest

from rednov_bot.core.models import Act, Question, TurnAct
from rednov_bot.games.red_november.reader.answers import Further, Unclear, completed
from rednov_bot.games.red_november.reader.questions import (
    MEANT,
    MINUTES,
    TO_WHOM,
    UNBLOCKED,
    WAYS,
    WHICH,
)
from rednov_bot.games.red_november.render.canonical import said
from rednov_bot.games.red_november.rules.turn import Action, Open, Through, Turn, Use
from rednov_bot.games.red_november.rules.words import ActionName

AUTHOR, PEOPLE = "Ann", ("Ann", "Bob", "Cat", "Dan")


def turn(*steps: Use | Open, name: ActionName, minutes: int | None = None) -> tuple[Act, ...]:
    return (TurnAct(Turn(AUTHOR, steps, Action(name, minutes))),)


THROUGH = Open(Through(8, 5), enter=True)
DRAWS = turn(THROUGH, name="gain_items", minutes=3)
UNCLEAR = {
    "through": ("I open 5-8 and draw 3 items.", MEANT, DRAWS, ()),
    "hatch": ("I open the hatch and draw 3 items.", WAYS, (), ()),
    "work": ("I fix the engine.", MINUTES, turn(name="fix_engine"), ()),
    "way": (
        "I unblock a hatch for 3 minutes.",
        UNBLOCKED,
        turn(name="unblock_hatch", minutes=3),
        (),
    ),
    "gift": ("I give something.", TO_WHOM, turn(name="give_items", minutes=1), ()),
    "thinks": ("I draw three items, I think.", MEANT, turn(name="gain_items", minutes=3), ()),
    "either": (
        "I fix the engine or the water there, 4 minutes.",
        WHICH,
        turn(name="fix_engine", minutes=4),
        turn(name="pump_water", minutes=4),
    ),
}  # fmt: skip


def outcome(name: str, answer: str, *, shown: bool = True) -> str:
    """The acts in plain words, the text with less to ask, or why there are none."""
    text, ask, proposal, second = UNCLEAR[name]
    asked = (Question("", ask),)
    unclear = Unclear(text, asked, proposal, second, shown, AUTHOR, PEOPLE, "Red November")
    found = completed(unclear, answer)
    if isinstance(found, Further):
        return "further"
    if isinstance(found, str):
        return found
    return " ".join(line for act in found for line in said(act))


@pytest.mark.parametrize(
    ("name", "answer", "meant"),
    [
        ("thinks", "yes", "I spend 3 minutes drawing 3 items."),
        ("thinks", "Yes, exactly that!", "I spend 3 minutes drawing 3 items."),
        ("thinks", "no", "no"),
        ("through", "I go in", "I open hatch 5-8 and go in. I spend 3 minutes drawing 3 items."),
        ("work", "5", "I spend 5 minutes fixing the engine."),
        ("work", "for five minutes, please", "I spend 5 minutes fixing the engine."),
        ("work", "I fix the engine for 6 minutes.", "I spend 6 minutes fixing the engine."),
        ("way", "to 5", "I spend 3 minutes unblocking the hatch to room 5."),
        (
            "hatch",
            "I open 5-8 and go in. I draw 3 items.",
            "I open hatch 5-8 and go in. I spend 3 minutes drawing 3 items.",
        ),
        ("either", "1", "I spend 4 minutes fixing the engine."),
        ("either", "the second one", "I spend 4 minutes pumping out the water."),
    ],
)  # fmt: skip
def test_an_answer_chooses_or_completes(name: str, answer: str, meant: str) -> None:
    assert outcome(name, answer) == meant


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("thinks", "Thank you."),
        ("thinks", "Please."),
        ("thinks", "cancel"),
        ("thinks", "never mind"),
        ("thinks", "hmm, not 3"),
        ("thinks", "I draw 4 items."),
        ("thinks", "I use my lucky charm. I draw 3 items."),
        ("hatch", "yes"),
        ("hatch", "I draw 3 items."),
        ("hatch", "I open 5-8 and go in. I draw 4 items."),
        ("work", "yes"),
        ("work", "11"),
        ("work", "5 minutes, with my toolbox"),
        ("work", "I fix the reactor for 5 minutes"),
        ("work", "Bob"),
        ("work", "x" * 1000),
        ("either", "yes"),
        ("either", "both"),
        ("thinks", "yes?"),
        ("through", "I draw 3 items."),
        ("through", "I go from 7 to 8. I draw 3 items."),
        ("work", "no 5"),
        ("work", "hatch 5"),
        ("work", "The hatch 5"),
        ("work", "the door 5, please"),
        ("work", "via cabin 5"),
        ("gift", "no coffee"),
        ("gift", "thanks, Bob"),
    ],
)
def test_it_changes_and_adds_nothing_and_is_never_guessed(name: str, answer: str) -> None:
    assert outcome(name, answer) == "nothing"


def test_a_yes_takes_nothing_that_was_not_shown() -> None:
    assert outcome("thinks", "yes", shown=False) == "nothing"


def test_the_hatch_alone_leaves_open_whether_it_is_gone_through() -> None:
    assert outcome("hatch", "8") == "further"
