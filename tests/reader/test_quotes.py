from __future__ import annotations

import pytest

from rednov_bot.core.models import TurnAct
from rednov_bot.games.red_november.reader.reading import read
from tests.reader.quotes import Quote, quotes, same, turn_of

INCOMPLETE = {
    "S122": "answers a private question, and is no announcement",
    "T009": '"I have a grog" may only tell what is in the hand',
    "T037": "only who fights a fire can name a way out for a failure",
    "T033": "no action is told",
    "T034": "no minutes are told",
    "T035": "no number is told",
    "T036": "no recipient is told",
    "T058": "the item is not known",
    "T151": "nobody gives to themselves",
    "T283": "no recipient is told",
    "T600": "no recipient is told",
}
"""Cases whose words a careful human would ask about; the engine refuses them as incomplete."""


def test_the_words_of_cases_are_read_as_they_read_them_or_asked_about() -> None:
    read_right = 0
    complete = [one for one in quotes() if one.case not in INCOMPLETE]
    silent = 0
    for one in complete:
        reading = read(one.words, author=one.author, people=one.people)
        silent += reading.verdict == "none"
        for act in reading.acts:
            assert isinstance(act, TurnAct), one.case
            assert same(act.turn, turn_of(one.do)), one.case
        read_right += len(reading.acts) == 1
    assert read_right >= 0.9 * len(complete)
    assert silent <= 3


@pytest.mark.parametrize(
    "quote", [pytest.param(q, id=q.case) for q in quotes() if q.case in INCOMPLETE]
)
def test_incomplete_words_announce_nothing(quote: Quote) -> None:
    assert read(quote.words, author=quote.author, people=quote.people).verdict != "acts"
