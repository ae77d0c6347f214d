from __future__ import annotations

import pytest

from rednov_bot.language import read
from rednov_bot.papers import TurnAct
from tests.language.quotes import Quote, quotes, same, turn_of

ASKED = {
    "S122": "answers a private question, and is no announcement",
    "T009": '"I have a grog" may only tell what is in the hand',
    "T037": "only who fights a fire can name a way out for a failure",
    "T033": "no action is told",
    "T034": "no minutes are told",
    "T035": "no number is told",
    "T036": "no recipient is told",
    "T058": "the item is not known",
    "T151": "nobody gives to emself",
    "T283": "no recipient is told",
    "T600": "no recipient is told",
}
"""Cases whose words a careful human would ask about; the engine refuses them as incomplete."""


@pytest.mark.parametrize(
    "quote", [pytest.param(q, id=q.case) for q in quotes() if q.case not in ASKED]
)
def test_the_words_of_a_case_are_read_as_the_case_reads_them(quote: Quote) -> None:
    reading = read(quote.words, author=quote.author, people=quote.people)
    assert [question.words for question in reading.questions] == []
    (act,) = reading.acts
    assert isinstance(act, TurnAct)
    assert act.turn.gnome == quote.author
    assert same(act.turn, turn_of(quote.do)), act.turn


@pytest.mark.parametrize("quote", [pytest.param(q, id=q.case) for q in quotes() if q.case in ASKED])
def test_incomplete_words_are_asked_about(quote: Quote) -> None:
    assert read(quote.words, author=quote.author, people=quote.people).verdict == "ambiguous"
