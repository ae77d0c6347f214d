from __future__ import annotations

import pytest

from rednov_bot.language import read
from tests.language.compact import compact

PEOPLE = ("Ann", "Nib Öre", "Oak Barnam", "Oak Tunda", "Will Smith", "Bo", "Bo Ek")

NAMES = [
    ("I give a toolbox to Nib.", "Nib Öre"),
    ("I give a toolbox to Nib Ore.", "Nib Öre"),
    ("I give a toolbox to nib oere.", "Nib Öre"),
    ("I give NIB ÖRE a toolbox.", "Nib Öre"),
    ("I give a toolbox to oak tunda.", "Oak Tunda"),
    ("I give a toolbox to Bo.", "Bo"),
    ("I give a toolbox to Bo Ek.", "Bo Ek"),
]
QUESTIONS = [
    ("I give a toolbox to Oak.", 'Who is "Oak": Oak Barnam or Oak Tunda?'),
    ("I give Oak a toolbox.", 'Who is "Oak": Oak Barnam or Oak Tunda?'),
    ("I give a toolbox to Zob.", 'Who is "Zob"?'),
    ("I give Zob a toolbox.", 'Who is "Zob"?'),
    ("I give 2 items to Zob Zub.", 'Who is "Zob Zub"?'),
    ("I draw 2 items. I give Bo a coffee.", "A turn has one action; which one is it?"),
    ("I join this contest.", "Do you become a contestant?"),
    (
        "I draw 2 items. Fire spreads north.",
        "Where shall fire spread?  Please say the rooms, as in: Fire spreads: 9, 7.",
    ),
    ("I fight the fire for 4. On failure I flee.", "Which hatch do you open after a failure?"),
]


CHOICES: list[tuple[str, tuple[str, ...]]] = [
    ("I draw 2 items. I give Bo a coffee.", ("draw 2 items", "give Bo a coffee")),
    ("reactor, fire", ("reactor", "fire")),
    ("I join this contest.", ("I join Red November.",)),
    ("I give a toolbox to Oak.", ("Oak Barnam", "Oak Tunda")),
    ("I fix the reactor.", ("I spend N minutes fixing the reactor.",)),
    ("I unblock the hatch to 7.", ("I spend N minutes unblocking the hatch to room 7.",)),
    ("I draw items from the stores.", ("I draw N items.",)),
    (
        "I take grog.",
        ("I drink a grog.", "I spend 1 minute taking 1 grog from the captain's barrel."),
    ),
    (
        "I drink the captain's grog.",
        ("I drink a grog.", "I spend 1 minute taking 1 grog from the captain's barrel."),
    ),
    (
        "I open the hatch to 8. I draw 2 items.",
        (
            "I open the hatch to room 8 and go in.",
            "I open the hatch to room 8 and stay where I am.",
        ),
    ),
    (
        "I use a manual. I draw 2 items.",
        ("I use an engine manual.", "I use a pump manual.", "I use a reactor manual."),
    ),
    (
        "I fix it for 5 minutes.",
        (
            "I spend N minutes fixing the engine.",
            "I spend N minutes fixing the oxygen pumps.",
            "I spend N minutes fixing the reactor.",
        ),
    ),
    (
        "No action. If attacked: maybe defend.",
        ("If I am attacked, I defend myself.", "If I am attacked, I do not defend myself."),
    ),
    ("I fix the zounds for 5 minutes.", ()),
]


@pytest.mark.parametrize(("text", "choices"), CHOICES, ids=[text for text, _ in CHOICES])
def test_a_question_offers_what_is_certain_and_nothing_else(
    text: str, choices: tuple[str, ...]
) -> None:
    reading = read(text, author="Ann", people=PEOPLE)
    assert reading.verdict == "ambiguous"
    assert choices in [question.choices for question in reading.questions]


OFFERED = [one for _, choices in CHOICES for one in choices if one.endswith(".")]


@pytest.mark.parametrize("choice", sorted(set(OFFERED)))
def test_what_a_question_offers_is_understood_when_it_is_pasted(choice: str) -> None:
    said = choice.replace("N", "2") if " N " in choice else choice
    acts = said if any(verb in said for verb in ("spend", "draw", "join")) else f"{said} No action."
    assert read(acts, author="Ann", people=PEOPLE).verdict == "acts"


def test_a_question_points_at_its_words_in_the_text() -> None:
    text = "Dear all,\n\nI fix the\nzounds for 5 minutes. I drink a grog.\n"
    reading = read(text, author="Ann", people=PEOPLE)
    for question in reading.questions:
        if question.start is None:
            assert not question.words
            continue
        assert " ".join(text[question.start : question.end].split()) == question.words
    assert any("zounds" in question.words for question in reading.questions)


def test_a_question_about_something_missing_points_nowhere() -> None:
    reading = read("I use a crowbar.", author="Ann", people=PEOPLE)
    assert [(one.words, one.start, one.end) for one in reading.questions] == [("", None, None)]


def test_a_question_points_into_the_text_as_it_was_before_its_corrections() -> None:
    text = "I fix the zounds, fix it for 5 minutes. s/zounds/gizmo of old/ I fix the doohickey."
    for question in read(text, author="Ann", people=PEOPLE).questions:
        if question.start is not None:
            assert text[question.start : question.end] == question.words


@pytest.mark.parametrize(("text", "to"), NAMES, ids=[text for text, _ in NAMES])
def test_a_name_is_known_by_its_first_word_and_without_accents(text: str, to: str) -> None:
    reading = read(text, author="Ann", people=PEOPLE)
    assert compact(reading) == f"=> give_items 1 to {to} toolbox"


@pytest.mark.parametrize(("text", "ask"), QUESTIONS, ids=[text for text, _ in QUESTIONS])
def test_a_question_says_what_is_not_clear(text: str, ask: str) -> None:
    reading = read(text, author="Ann", people=PEOPLE)
    assert ask in [question.ask for question in reading.questions]


def test_a_first_name_that_is_a_word_of_the_game_stays_one() -> None:
    reading = read("I will draw 2 items.", author="Ann", people=PEOPLE)
    assert reading == read("I will draw 2 items.", author="Ann", people=("Ann",))


def test_a_private_list_of_another_length_than_told_is_asked_about() -> None:
    text = "Sorry. These five:\n- grog\n- coffee"
    (question,) = read(text, author="Ann", people=PEOPLE, reader="private").questions
    assert question.ask == "How many items are these?  The list has 2."
