"""Words that only say what somebody will do, or wonder about it, are put as if e did it now."""

from __future__ import annotations

import pytest

from rednov_bot.core.workflow.commands.musings import as_announced

WISHES = {
    "I'll open 5-7 then do nothing.": "I open 5-7 then do nothing.",
    "I’d like to join Red November!": "I join Red November!",
    "OK so I think I will pump for 4.": "I pump for 4.",
    "I'm going to fix the engine for 5.\n\nAnn": "I fix the engine for 5.\n\nAnn",
    "Let's do this: 5-8, enter, draw two.": "I do this: 5-8, enter, draw two.",
}
QUESTIONS = {
    "What if I go to 7?": "I go to 7.",
    "Can I open 5-6?": "I open 5-6.",
    "What if I opened 5-6 and went in?": "I open 5-6 and go in.",
    "Suppose I used my crowbar.": "I use my crowbar.",
    "Would this work: I use my crowbar, open 8-5?": "I use my crowbar, open 8-5.",
    "Would this work: I open 8-5. I draw 2 items?": "I open 8-5. I draw 2 items.",
    "Would it work if I fix the engine for 6 minutes?": "I fix the engine for 6 minutes.",
    "I fix the engine for 6 minutes. Would this work?": "I fix the engine for 6 minutes. ",
    "Would this work?\n\nI pump for 4.": "I pump for 4.",
}
NEITHER = [
    "",
    "I open 5-7.",
    "I'll open 5-7 tomorrow.",
    "If Bob leaves, I'll open 5-7.",
    "I'll open 5-7 when the way is free.",
    "I'll open 5-7. Or is it blocked?",
    "Bob will open 5-7.",
    "Would this work: Bob opens 5-7?",
    "I pump. Would this work if Bob pumps, too?",
    "Would this work?",
]


@pytest.mark.parametrize("text", WISHES)
def test_a_wish_is_put_as_a_deed(text: str) -> None:
    assert as_announced(text, asked=False) == WISHES[text]


@pytest.mark.parametrize("text", QUESTIONS)
def test_a_question_is_put_as_a_deed_where_it_is_one_to_the_bot(text: str) -> None:
    assert as_announced(text, asked=True) == QUESTIONS[text]
    assert as_announced(text, asked=False) is None


@pytest.mark.parametrize("text", NEITHER)
def test_deeds_and_what_is_to_be_some_day_are_left_alone(text: str) -> None:
    assert as_announced(text, asked=True) is None
