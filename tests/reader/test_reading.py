"""What the learnt reader makes of texts that it was not trained on."""

from __future__ import annotations

import time
from random import Random

import pytest

from rednov_bot.games.red_november.reader.questions import MEANT, MINUTES
from rednov_bot.games.red_november.reader.reading import LONGEST, MOST_SLOTS, Reader
from rednov_bot.games.red_november.reader.samples import WRITERS, load, meaning_of
from tests.corpus.score import HERE, LOCKED, Score, by_reader, samples_of, score


def look(text: str, author: str = "Brackle") -> tuple[str, list[float]]:
    found = Reader.trained().look(text, author, WRITERS)
    return meaning_of(found.decoded.acts, found.decoded.orders), found.answer


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        (
            "I open the hatch to room 2 and enter it. I use a Toolbox. I spend 5 minutes fixing "
            "the oxygen pumps.",
            "go 2; toolbox => fix_oxygen 5",
        ),
        (
            "I drink a grog, go to room 6 and extinguish the fire for 4 minutes. If that fails, "
            "I go to 5.",
            "grog; go 6 => extinguish_fire 4 fail go 5",
        ),
        (
            "I give Ninepenny my crowbar and a coffee.",
            "=> give_items to Ninepenny: coffee, crowbar",
        ),
        ("For the hand limit, I discard a water pump.", "discard water_pump"),
        ("I take no action.", "=> no_action"),
        ("I join Red November.", "join"),
    ],
)
def test_a_plain_announcement_is_what_a_question_would_propose(text: str, meaning: str) -> None:
    assert look(text)[0] == meaning


@pytest.mark.parametrize(
    "text",
    [
        "Thanks, that was a fine evening. See you all on Tuesday.",
        "I vote FOR 7241 and AGAINST 7243.",
        "Has anybody seen my umbrella? I left it in the hall.",
    ],
)
def test_chatter_is_neither_taken_nor_asked_about(text: str) -> None:
    assert Reader.trained().read(text, author="Brackle", people=WRITERS).verdict == "none"


def test_plain_words_that_a_program_has_put_together_are_understood() -> None:
    samples = [one for one in load(HERE / "machine.jsonl") if one.verdict == "acts"][:300]
    right = sum(look(one.text, one.by)[0] == one.meaning for one in samples)
    assert right >= 0.95 * len(samples)


@pytest.fixture(scope="module")
def locked() -> dict[str, Score]:
    return {kind: score(samples_of(LOCKED, kind), by_reader) for kind in ("mails", "shorts")}


@pytest.mark.parametrize(("kind", "share"), [("mails", 0.84), ("shorts", 0.81)])
def test_most_locked_samples_are_understood(
    locked: dict[str, Score], kind: str, share: float
) -> None:
    assert locked[kind].understood >= share * locked[kind].samples


@pytest.mark.parametrize(("kind", "share"), [("mails", 0.015), ("shorts", 0.006)])
def test_few_locked_samples_are_taken_wrongly(
    locked: dict[str, Score], kind: str, share: float
) -> None:
    assert locked[kind].wrong <= share * locked[kind].samples


@pytest.mark.parametrize(("kind", "share"), [("mails", 0.16), ("shorts", 0.20)])
def test_few_locked_samples_that_announce_nothing_are_asked_about(
    locked: dict[str, Score], kind: str, share: float
) -> None:
    assert locked[kind].asked <= share * locked[kind].nothing


def test_an_empty_text_announces_nothing() -> None:
    assert Reader.trained().read(" \n\t", author="Brackle", people=WRITERS).verdict == "none"


@pytest.mark.parametrize(
    "text",
    [
        "5 " * MOST_SLOTS,
        "grog " * MOST_SLOTS,
        "I open the hatch to 5. " * (MOST_SLOTS // 2),
        "(" * LONGEST,
        "a\n" * (LONGEST // 2),
        "I? a. " * (LONGEST // 6),
        "I go to 5 and pump 3 min. " * 60 + "a\n" * 4_000,
        "a" * LONGEST,
        "".join(map(chr, range(0x20000, 0x20000 + LONGEST))),
        "a" * (LONGEST + 1),
    ],
    ids=[
        "numbers",
        "tiles",
        "hatches",
        "brackets",
        "lines",
        "sentences",
        "turns",
        "word",
        "han",
        "long",
    ],
)
def test_no_text_keeps_the_reader_busy(text: str) -> None:
    reader = Reader.trained()
    began = time.process_time()
    reader.read(text, author="Brackle", people=WRITERS)
    assert time.process_time() - began < 2.0


@pytest.mark.parametrize(
    "text",
    [
        "I join Red November. Standing orders: block hatch 5-6; fire spreads to room 4.",
        "I join Red November. If a hatch must be blocked: 5-6.",
        "I open the hatch to 5 and go to 10 and take no action.",
        "abandon abandoning act action add aid aim air all",
    ],
)
def test_what_is_not_whole_is_never_acted_on(text: str) -> None:
    assert Reader.trained().read(text, author="Brackle", people=WRITERS).verdict != "acts"


def test_a_manual_without_its_name_is_not_proposed_as_a_tile() -> None:
    reading = Reader.trained().read("I discard a manual.", author="Brackle", people=WRITERS)
    assert (reading.verdict, reading.proposal) == ("ambiguous", ())


@pytest.mark.parametrize("greeting", ["Ahoy, fellow gnomes!", "Good evening.", "Morning!"])
def test_a_greeting_does_not_make_a_plain_turn_doubtful(greeting: str) -> None:
    text = f"{greeting}\n\nI take no action.\nAfter that I use a toolbox."
    assert Reader.trained().read(text, author="Ann", people=WRITERS).verdict == "acts"


@pytest.mark.parametrize("word", ["swabbing", "wrenched", "wheeling", "stoop", "poring"])
def test_a_rare_word_is_not_taken_for_a_slip_of_a_frequent_one(word: str) -> None:
    (token,) = Reader.trained().tokens(word, WRITERS).tokens
    assert token.word == word


def test_no_question_asks_for_an_action_that_its_proposal_names() -> None:
    for text, ask in (("for a few minutes", MINUTES), ("for 3 to 5 minutes", MEANT)):
        reading = Reader.trained().read(f"I pump {text}.", author="Ann", people=WRITERS)
        assert [one.ask for one in reading.questions] == [ask]


def test_a_room_that_is_named_twice_is_entered_once_in_what_is_proposed() -> None:
    text = "Starting in 8:\nopen the hatch to 5 and enter 5\nunblock the hatch to 6, 5 minutes"
    reading = Reader.trained().read(text, author="Ann", people=WRITERS)
    assert meaning_of(reading.acts or reading.proposal) == "go 5 => unblock_hatch 5 >6"


def test_any_text_is_read_without_an_exception() -> None:
    luck = Random(11)
    words = "I open hatch 5 - 8 grog two a minutes fix to Ninepenny if fails sea . \n (".split(" ")
    words += ["x2", "'", "|", "İ", "ß", "\ud800", "\x00", "²"]
    for _ in range(300):
        text = " ".join(luck.choice(words) for _ in range(luck.randint(1, 40)))
        reading = Reader.trained().read(text, author="Brackle", people=WRITERS)
        assert reading.verdict in ("acts", "none", "ambiguous")
        assert bool(reading.acts) == (reading.verdict == "acts")


@pytest.mark.parametrize(
    "text",
    [
        "No. I draw 3 items.",
        "I discard a grog. Not.",
        "Not this turn:\nI discard a grog.",
        *(
            f"{said}\nI open the hatch to room 8 and go in. I draw 2 items."
            for said in (
                "Bob:\n",
                "Bob's turn",
                "_From Bob:_",
                "Hi all, Bob's turn:",
                "Ann, for Bob:",
            )
        ),
        "Bob! Do nothing!",
        "Please, Cat. Abandon ship.",
        "I pump for 3 minutes?",
    ],
)
def test_plain_words_are_not_acted_on_beside_a_denial_or_anothers_name(text: str) -> None:
    people = ("Ann", "Bob", "Cat")
    assert Reader.trained().read(text, author="Ann", people=people).verdict != "acts"


@pytest.mark.parametrize(
    "line",
    [
        *("Hi Bob:\n{}", "Ann:\n{}", "Steps:\n{}", "Thanks Bob, my turn:\n{}", "Ahoy, Bob!\n{}"),
        *("That was Bob's turn.\n{}", "{}\n\nBob: ok"),
    ],
)
def test_a_line_that_greets_or_names_nobody_before_the_turn_asks_nothing(line: str) -> None:
    text = line.format("I open the hatch to room 8 and go in. I draw 2 items.")
    reading = Reader.trained().read(text, author="Ann", people=("Ann", "Bob", "Cat"))
    assert reading.verdict == "acts"
