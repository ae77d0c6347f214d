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
    (
        "I draw 2 items. I give Bo a coffee.",
        'A turn has one action; which one is it: "draw 2 items" or "give Bo a coffee"?',
    ),
    ("reactor, fire", 'A turn has one action; which one is it: "reactor" or "fire"?'),
    ("I join this contest.", 'To become a contestant, please say: "I join Red November."'),
    (
        "I draw 2 items. Fire spreads north.",
        "Where shall fire spread?  Please say the rooms, as in: Fire spreads: 9, 7.",
    ),
    ("I fight the fire for 4. On failure I flee.", "Which hatch do you open after a failure?"),
]


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
