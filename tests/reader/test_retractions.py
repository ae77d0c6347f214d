"""Words about announcements: taken back, repeated, disowned."""

from __future__ import annotations

import pytest

from rednov_bot.games.red_november.reader.questions import AGAIN
from rednov_bot.games.red_november.reader.reading import read
from rednov_bot.games.red_november.reader.retractions import NOTHING_QUOTED, RETRACTED

PEOPLE = ("Ann", "Bob", "Cat")
TURN = "I open 5-8, go in and draw 2 items."


def asks(text: str) -> list[str]:
    return [one.ask for one in read(text, author="Ann", people=PEOPLE).questions]


@pytest.mark.parametrize(
    "text",
    [
        "I withdraw my last turn.",
        "I take my turn back.",
        "I hereby cancel my announcement.",
        "Please ignore my last mail.",
    ],
)
def test_what_is_taken_back_stands_and_its_author_is_told(text: str) -> None:
    assert asks(text) == [RETRACTED]


def test_an_act_beside_it_is_asked_for_anew() -> None:
    assert asks(f"I take back my turn. {TURN}")[0] == RETRACTED


def test_a_turn_that_is_repeated_must_be_there() -> None:
    assert asks("TTttPF.") == [NOTHING_QUOTED]
    assert read(f"TTttPF.\n\n{TURN}", author="Ann", people=PEOPLE).verdict == "acts"


@pytest.mark.parametrize("words", ["None of this is a turn.", "NttPF.", "Just dreaming!"])
def test_what_disowns_itself_is_not_acted_on(words: str) -> None:
    assert read(TURN, author="Ann", people=PEOPLE).verdict == "acts"
    assert read(f"{TURN}\n\n{words}", author="Ann", people=PEOPLE).verdict != "acts"


def test_an_uncertain_turn_beside_what_is_taken_back_is_asked_for_once_more() -> None:
    text = "I cancel my turn. I will fix the engine for 5 minutes instead."
    assert asks(text) == [RETRACTED, AGAIN]
