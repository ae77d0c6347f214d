from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from rednov_bot.engine.turn import Turn
from rednov_bot.language import as_json, read
from rednov_bot.language.reading import LONGEST
from rednov_bot.papers import TurnAct
from tests.language.canonical import in_words, turns
from tests.language.samples import PEOPLE, samples

WORDS = sorted(
    {
        word
        for file in ("good.turns", "bad.turns", "still.turns", "patterns.turns")
        for sample in samples(file)
        for word in sample.text.replace("\n", " \n ").split(" ")
        if word
    }
)
SALAD = st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join)


@settings(max_examples=150, deadline=None)
@given(turns(PEOPLE[1:]))
def test_a_turn_in_plain_words_is_read_as_that_turn(turn: Turn) -> None:
    reading = read(in_words(turn), author="Ann", people=PEOPLE)
    assert reading.questions == ()
    assert reading.acts == (TurnAct(turn),)


@settings(max_examples=150, deadline=None)
@given(st.one_of(SALAD, st.text(max_size=300)))
def test_any_text_is_read(text: str) -> None:
    reading = read(text, author="Ann", people=PEOPLE)
    as_json(reading)
    assert bool(reading.acts) == (reading.verdict == "acts")
    assert bool(reading.questions) == (reading.verdict == "ambiguous")


@settings(max_examples=60, deadline=None)
@given(SALAD)
def test_the_private_reader_reads_any_text(text: str) -> None:
    read(text, reader="private", author="Bob", people=PEOPLE)


def test_hostile_texts_end() -> None:
    for piece in (
        *("5-", "(", "[", "and ", "grog ", "I ", "open 5-8 ", "a", "5 ", "\n", "if ", '"'),
        *("correction: ", "make that ", "not ", "1,2,", "-", "5 or 6 ", "4->5->7 ", "s/5/6/ "),
    ):
        read(piece * (LONGEST // len(piece)), author="Ann", people=PEOPLE)


def test_a_text_beyond_the_limit_is_asked_about() -> None:
    reading = read("I take no action. " * 1_000, author="Ann", people=PEOPLE)
    assert reading.verdict == "ambiguous"


def test_a_text_is_read_the_same_twice() -> None:
    text = "I drink a grog, open 5-8, go in and draw 2 items."
    assert read(text, author="Ann", people=PEOPLE) == read(text, author="Ann", people=PEOPLE)
