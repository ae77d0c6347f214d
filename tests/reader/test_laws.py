from __future__ import annotations

import sys
import time
from itertools import takewhile

import pytest
from hypothesis import given, settings, strategies as st

from rednov_bot.games.red_november.reader.acts_json import as_json
from rednov_bot.games.red_november.reader.reading import LONGEST, read
from rednov_bot.games.red_november.reader.samples import load
from tests.corpus.score import HERE
from tests.rigs.scale import many

PEOPLE = ("Ann", "Bob", "Cat", "Dan", "Pip", "Tumbledrum", "Pewterby")
WORDS = sorted(
    {
        word
        for one in takewhile(lambda one: one.file == "mails_01", load(HERE / "mails_0.jsonl"))
        for word in one.text.split()
        if word.isascii()
    }
)
SALAD = st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join)


@settings(max_examples=many(150, 25), deadline=None)
@given(st.one_of(SALAD, st.text(max_size=300)))
def test_any_text_is_read(text: str) -> None:
    reading = read(text, author="Ann", people=PEOPLE)
    as_json(reading)
    assert bool(reading.acts) == (reading.verdict == "acts")
    assert bool(reading.questions) == (reading.verdict == "ambiguous")


@settings(max_examples=many(60, 15), deadline=None)
@given(SALAD)
def test_the_private_reader_reads_any_text(text: str) -> None:
    read(text, reader="private", author="Bob", people=PEOPLE)


def test_hostile_texts_end() -> None:
    for piece in (
        *("5-", "(", "[", "and ", "grog ", "I ", "open 5-8 ", "a", "5 ", "\n", "if ", '"'),
        *("correction: ", "make that ", "not ", "1,2,", "-", "5 or 6 ", "4->5->7 ", "s/5/6/ "),
    ):
        read(piece * (LONGEST // len(piece)), author="Ann", people=PEOPLE)


RUNS = (
    *(" ", "\t", "\n", "-", "=", "|", ".", "_", "5", "*", "#", ":", "(", '"', "/", "+", ">"),
    *(
        " |",
        "5-",
        "5+",
        "5\n",
        "a\n",
        " \n",
        "\n\n",
        "\n-",
        "and ",
        "in ",
        "STOP ",
        "| ",
        "=5",
        "a: ",
    ),
    *(
        "then ",
        "total ",
        "= ",
        "5 min ",
        "\t5",
        "a_",
        "[a",
        "1) ",
        "'s ",
        "a=",
        "(5) ",
        "{",
        "->",
        "<a",
    ),
)
SECONDS = 1.0  # of CPU; where a pattern tries again from every place it is several


@pytest.mark.parametrize("frame", [("total 5", "x\nI pump 3."), ("then (I pump 3)\nstop; ", ".x")])
@pytest.mark.parametrize("piece", RUNS)
def test_no_run_of_signs_takes_long(piece: str, frame: tuple[str, str]) -> None:
    begin, end = frame
    run = piece * ((LONGEST - 40) // len(piece))
    before = time.process_time()
    read(begin + run + end, author="Ann", people=PEOPLE)
    assert time.process_time() - before < SECONDS


def test_a_text_beyond_the_limit_is_asked_about() -> None:
    reading = read("I take no action. " * 1_000, author="Ann", people=PEOPLE)
    assert reading.verdict == "ambiguous"


def test_more_words_than_any_turn_has_are_asked_about_where_they_are_of_the_game() -> None:
    turns = read("I open 5-8 and use a grog.\n" * 250, author="Ann", people=PEOPLE)
    assert [question.ask for question in turns.questions] == [
        "This is too long to be read; please send the turn alone."
    ]
    assert read("no. 1, 2: " * 800, author="Ann", people=PEOPLE).verdict == "none"


def test_a_text_is_read_the_same_twice() -> None:
    text = "I drink a grog, open 5-8, go in and draw 2 items."
    assert read(text, author="Ann", people=PEOPLE) == read(text, author="Ann", people=PEOPLE)


PIECES = (
    *("5-", "5 ", "(", "[", "-", "and ", "if ", "not ", "a", "grog ", "1,2,", "4->5->7 ", "5' "),
    *("I ", "I use a ", "I will not ", "I open 5-8 and go in. ", "open 5-8 ", "correction: "),
    *("When I was young I pumped 3. ", "if it fails I flee to 5, ", "Pip: pump 3\n", "- 5\n"),
    *("maybe ", '"I pump 3" ', "(I pump 3) ", "5 or 6 ", "tolbox ", "TURN:\n", "xyzzy ", "s/5/6/ "),
    *(
        "room 5 ",
        "the reactor's ",
        "the hatch between ",
        "a; ",
        "a?\n",
        "when I was ",
        "[1] ",
        "=-",
    ),
)


@pytest.mark.parametrize("piece", PIECES)
def test_a_text_four_times_as_long_takes_few_more_than_four_times_the_steps(piece: str) -> None:
    short, long = (_steps((piece * length)[:length]) for length in (1_500, 6_000))
    assert long < 6 * short


SAID_OFTEN = (
    *(
        "for 5 read ",
        "3 minutes ",
        "correction Bob, ",
        "i meant to Bob, ",
        "if it fails the fire, ",
    ),
    *("and zork the engine, ", "shore up the fire, "),
)


@pytest.mark.parametrize("piece", SAID_OFTEN)
def test_what_is_said_four_times_as_often_takes_no_multitude_of_steps(piece: str) -> None:
    seldom, often = (_steps("Pump for 3 minutes, " + piece * times) for times in (60, 240))
    assert often < 12 * seldom


def _steps(text: str) -> int:
    """How many functions are called to read a text."""
    calls = 0

    def count(*_: object) -> None:
        nonlocal calls
        calls += 1

    read(text, author="Ann", people=PEOPLE)  # what is remembered of words is no step of its own
    sys.setprofile(count)
    try:
        read(text, author="Ann", people=PEOPLE)
    finally:
        sys.setprofile(None)
    return calls
