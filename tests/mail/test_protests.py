"""A gnome who says that eir turn was read wrongly is understood, and who only talks is not."""

from __future__ import annotations

import pytest

from rednov_bot.core.workflow.commands.claims import names_the_turn, protest
from tests.mail.test_commands import message

PROTESTS = [
    "That's not what I meant, I wanted 3 items",
    "That is not what I announced.",
    "Hey, that isn't what I said!",
    "No, that's not how I meant it.",
    "You misread me: I go to 8.",
    "The bot has misunderstood my turn.",
    "Hm. You read my turn wrong.",
    "My turn was read wrongly",
    "My turn has been misread: it was 3 minutes.",
    "That was read wrongly: I meant to draw 2 items.",
    "Sorry, it was misread.",
    "I withdraw my turn. I open 5-7 and go in and take no action.",
    "Oops, please ignore my turn, I meant to draw 3.",
    "I hereby retract my last announcement.",
    "Can you undo my turn?",
]
IN_ANSWER = [
    "No, this is wrong! I meant three items.",
    "I meant 3.",
    "No!",
    "I only said five minutes",
    "Sorry, I meant room 6.",
    "I meant Bob, not Cat.",
    "I wanted to go to 6",
    "I said I draw two items!",
    "No, not 5-6!",
]
NO_PROTESTS = [
    "",
    "Thanks!",
    "I misread the map.",
    "That was read with joy.",
    "If it was read wrongly, I shall say so.",
    "If that is not what I meant, I will say so.",
    "Ann withdraws her turn.",
    "I withdraw my proposal.",
    "I am not what I was.",
    "Is that what I meant?",
    '"That is not what I meant", said Prufrock.',
    "You misread me? Just kidding.",
    "No problem.",
    "No rush, take your time!",
    "No luck today.",
    "No comment.",
    "No 5 it is.",
    "No, thanks!",
    "No, all is well.",
    "No! Poor Bob.",
    "No doubt it will fail.",
    "Nobody saw it coming",
    "Thanks. I meant to thank you earlier.",
    "I meant to thank you two.",
    "I said a prayer before this one.",
    "I wrote a script for this",
    "I wrote a letter about the reactor once.",
    "Great. I wanted to be first!",
    "I announced it in the pub too",
    "I announced it at 10:30.",
    "I said so five minutes ago.",
    "It did exactly what I said: 5 minutes.",
    "I wanted to give you my standing orders: block 5-6, else 5-7.",
    "I do not think you got it wrong.",
    "I don't say you misread me.",
    "I wonder whether you misread it.",
    "Nobody can say that you misread my turn.",
    "Please ignore my turn of phrase",
    "I take back my action figure",
    "I would like to withdraw my move to the country",
    "If only I could cancel my turn.",
    "I must not cancel my turn",
    "You took my turn very well.",
]


@pytest.mark.parametrize("text", PROTESTS)
def test_a_protest_is_understood(text: str) -> None:
    assert protest(message(text), answers_us=False) is not None


@pytest.mark.parametrize("text", IN_ANSWER)
def test_less_is_needed_in_answer_to_the_bots_own_word(text: str) -> None:
    assert protest(message(text), answers_us=False) is None
    assert protest(message(text), answers_us=True) is not None


@pytest.mark.parametrize("text", NO_PROTESTS)
def test_talk_is_no_protest(text: str) -> None:
    assert protest(message(text), answers_us=True) is None


def test_a_protest_may_name_the_turn() -> None:
    assert names_the_turn(message("Please ignore my last turn."))
    assert not names_the_turn(message("That is not what I meant, Bob."))
