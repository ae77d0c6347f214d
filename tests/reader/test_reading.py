"""What the learnt reader makes of texts that it was not trained on, and how it reads any text."""

from __future__ import annotations

import sys
import time
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from rednov_bot.games.red_november.reader.acts_json import as_json
from rednov_bot.games.red_november.reader.reading import LONGEST, MOST_SLOTS, Reader, read
from rednov_bot.games.red_november.reader.roles import Roles
from rednov_bot.games.red_november.reader.samples import WRITERS, load, meaning_of
from tests.corpus.score import HERE, LOCKED, Score, by_reader, samples_of, score
from tests.rigs.scale import many, some

PEOPLE = ("Ann", "Bob", "Cat", "Dan", "Pip", "Tumbledrum", "Pewterby")
MACHINE = [one for one in load(HERE / "machine.jsonl") if one.verdict == "acts"]
WORDS = sorted({word for one in MACHINE[:200] for word in one.text.split() if word.isascii()})


def test_plain_words_that_a_program_has_put_together_are_understood() -> None:
    looks = [
        (Reader.trained().look(one.text, one.by, WRITERS), one) for one in MACHINE[: many(300, 150)]
    ]
    right = sum(meaning_of(a.decoded.acts, a.decoded.orders) == one.meaning for a, one in looks)
    assert right >= 0.95 * len(looks)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Hello all,\n\nI open 5-8, go in and draw 2 items.\n\nThanks,\nAnn", "acts"),
        ("I give a grog to Bob.", "acts"),
        ("I give something to Bob.", "ambiguous"),
        ("Such a lovely weather it is.", "none"),
    ],
)
def test_what_the_grammar_knows_throughout_needs_nothing_learnt(
    text: str, verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(Roles, "of")
    reader = Reader.trained()
    assert reader.read(text, author="Ann", people=PEOPLE).verdict == verdict


def test_one_sentence_that_the_grammar_does_not_know_is_weighed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(Roles, "of")
    with pytest.raises(AttributeError):
        Reader.trained().read(
            "I pump 3 minutes. If Bob does not mind.", author="Ann", people=PEOPLE
        )


@pytest.fixture(scope="module")
def locked() -> dict[str, Score]:
    """Every third sample will do; `make slow` reads all."""
    kinds = ("mails", "shorts")
    return {kind: score(some(samples_of(LOCKED, kind), 3), by_reader) for kind in kinds}


@pytest.mark.parametrize(
    ("kind", "understood", "wrong", "asked"),
    [("mails", 0.84, 0.015, 0.16), ("shorts", 0.81, 0.006, 0.20)],
)
def test_most_locked_samples_are_understood_few_taken_wrongly_few_asked_about(
    locked: dict[str, Score], kind: str, understood: float, wrong: float, asked: float
) -> None:
    found = locked[kind]
    assert found.understood >= understood * found.samples
    assert found.wrong <= wrong * found.samples
    assert found.asked <= asked * found.nothing


# -- any text ------------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join) | st.text(max_size=300))
def test_any_text_is_read_the_same_twice(text: str) -> None:
    reading = read(text, author="Ann", people=PEOPLE)
    as_json(reading)
    assert bool(reading.acts) == (reading.verdict == "acts")
    assert bool(reading.questions) == (reading.verdict == "ambiguous")
    assert read(text, author="Ann", people=PEOPLE) == reading
    read(text, reader="private", author="Bob", people=PEOPLE)


def test_odd_signs_among_words_are_read() -> None:
    luck = Random(11)
    words = "I open hatch 5 - 8 grog two a minutes fix to Ninepenny if fails sea . \n (".split(" ")
    words += ["x2", "'", "|", "İ", "ß", "\ud800", "\x00", "²"]
    for _ in range(many(300, 60)):
        text = " ".join(luck.choice(words) for _ in range(luck.randint(1, 40)))
        reading = Reader.trained().read(text, author="Brackle", people=WRITERS)
        assert reading.verdict in ("acts", "none", "ambiguous")
        assert bool(reading.acts) == (reading.verdict == "acts")


def test_a_text_beyond_the_limit_is_asked_about_where_it_is_of_the_game() -> None:
    too_long = "This is too long to be read; please send the turn alone."
    assert read("I take no action. " * 1_000, author="Ann", people=PEOPLE).verdict == "ambiguous"
    turns = read("I open 5-8 and use a grog.\n" * 250, author="Ann", people=PEOPLE)
    assert [question.ask for question in turns.questions] == [too_long]
    assert read("no. 1, 2: " * 800, author="Ann", people=PEOPLE).verdict == "none"


# -- time ----------------------------------------------------------------------------------------

FULL = (
    *("5 " * MOST_SLOTS, "grog " * MOST_SLOTS, "I open the hatch to 5. " * (MOST_SLOTS // 2)),
    *("I? a. " * (LONGEST // 6), "I go to 5 and pump 3 min. " * 60 + "a\n" * 4_000, "a" * LONGEST),
    *("".join(map(chr, range(0x20000, 0x20000 + LONGEST))), "a" * (LONGEST + 1)),
)
PIECES = (
    *(" ", "\t", "\n", "-", "=", "|", ".", "_", "5", "*", "#", ":", "(", '"', "/", "+", ">"),
    *(" |", "5-", "5+", "5\n", "a\n", " \n", "\n\n", "\n-", "and ", "in ", "STOP ", "| ", "=5"),
    *("a: ", "then ", "total ", "= ", "5 min ", "\t5", "a_", "[a", "1) ", "'s ", "a=", "(5) ", "{"),
    *("->", "<a", "not ", "1,2,", "4->5->7 ", "correction: ", "make that ", "5 or 6 ", "s/5/6/ "),
)


@pytest.mark.parametrize(
    "frame", [("", ""), ("total 5", "x\nI pump 3."), ("then (I pump 3)\nstop; ", ".x")]
)
def test_no_run_of_signs_takes_long(frame: tuple[str, str]) -> None:
    begin, end = frame
    pieces = some(PIECES, 4) if begin else PIECES
    runs = [piece * ((LONGEST - 40) // len(piece)) for piece in pieces]
    took = {}
    for text in (*(() if begin else FULL), *(f"{begin}{run}{end}" for run in runs)):
        before = time.process_time()
        read(text, author="Ann", people=PEOPLE)
        took[text[:40]] = (time.process_time() - before) / (2 if text in FULL else 1)
    # where a pattern tries again from every place it is several seconds
    assert {text: seconds for text, seconds in took.items() if seconds > 1.0} == {}


LENGTHS = many(1_500, 1_000), many(6_000, 4_000)
OFTEN = (
    *("5 ", "[", "-", "if ", "not ", "a", "1,2,", "4->5->7 ", "5' ", "I ", "I will not "),
    *("open 5-8 ", "correction: ", "When I was young I pumped 3. ", "Pip: pump 3\n", "- 5\n"),
    *("maybe ", "(I pump 3) ", "5 or 6 ", "TURN:\n", "xyzzy ", "s/5/6/ ", "room 5 ", "[1] "),
    *("the reactor's ", "a; ", "when I was ", "=-", "correction Bob, ", "if it fails the fire, "),
)


@pytest.mark.parametrize(
    "piece",
    [
        *some(OFTEN, 6),
        *("5-", "(", "and ", "grog ", "I use a ", "I open 5-8 and go in. ", "if it fails I flee, "),
        *('"I pump 3" ', "tolbox ", "the hatch between ", "a?\n", "3 minutes ", "for 5 read "),
        *("i meant to Bob, ", "and zork the engine, ", "shore up the fire, "),
    ],
)
def test_a_text_four_times_as_long_takes_few_more_than_four_times_the_steps(piece: str) -> None:
    short, long = (_steps((piece * length)[:length]) for length in LENGTHS)
    assert long < 6 * short


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
