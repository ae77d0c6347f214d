"""A letter whose plain text and HTML say different things is asked about, if either would act."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rednov_bot.core.models import Message, Reading
from rednov_bot.games.red_november.reader.alternatives import read_letter

ACT = "I pump water for 3 minutes."
LONG = ("Clause.\n" * 400, "Whereas the Assessor has assessed it. " * 400)


def message(text: str, other: str | None = None, doubt: str = "alternatives disagree") -> Message:
    return Message(
        message_id=None,
        in_reply_to=None,
        references=(),
        subject="",
        sender="Ann",
        addresses=("ann@x.example",),
        forum="business",
        public=True,
        text=text,
        said_at=None,
        doubt="" if other is None else doubt,
        other=other or "",
    )


def reading(one: Message) -> Reading:
    return read_letter(one, people=("Ann", "Bob"), contest="Red November")


@pytest.mark.parametrize(
    ("text", "other", "words", "ask"),
    [
        (f"Hello. {ACT}", "Hello. I pump water for 4 minutes.", "3", "“4”"),
        ("Hello.", f"Hello. {ACT}", "", "only its HTML says “I pump water for 3 minutes”"),
        (f"Hello. {ACT}", "Hello.", "I pump water for 3 minutes", "does not say this"),
        (ACT, "I pump water for 3 minutes?", "", ""),
    ],
)
def test_alternatives_that_announce_different_things_are_asked_about(
    text: str, other: str, words: str, ask: str
) -> None:
    found = reading(message(text, other))
    assert (found.verdict, found.acts) == ("ambiguous", ())
    (question,) = found.questions
    assert words in question.words
    assert ask in question.ask != ""


def test_alternatives_that_announce_the_same_or_nothing_are_not_asked_about() -> None:
    assert reading(message(ACT)).verdict == "acts"
    assert reading(message(ACT, f"Hello all. {ACT}")) == reading(message(ACT))
    assert reading(message("Hello.", "Good morning.")).verdict == "none"


@pytest.mark.parametrize("long", LONG)
def test_a_long_message_is_asked_about_only_where_it_is_of_the_game(long: str) -> None:
    assert reading(message(long)).verdict == "none"
    found = reading(message(f"{long}\n{ACT}"))
    assert found.verdict == "ambiguous"
    assert "too long" in found.questions[0].ask
    alone = replace(message(long), forum="private", public=False)  # always, to the bot alone
    assert reading(alone).verdict == "ambiguous"


def test_an_announcement_that_may_be_hidden_is_asked_about() -> None:
    found = reading(message(ACT, "", doubt="hidden"))
    assert (found.verdict, found.acts) == ("ambiguous", ())
    assert "hide" in found.questions[0].ask
    assert reading(message("Hello.", "", doubt="hidden")).verdict == "none"
