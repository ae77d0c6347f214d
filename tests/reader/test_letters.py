"""A letter whose plain text and HTML say different things is asked about, if either would act."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rednov_bot.core.models import Message, Reading
from rednov_bot.games.red_november.reader.alternatives import read_letter

ACT = "I pump water for 3 minutes."


def message(text: str, other: str | None = None) -> Message:
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
        listed_at=None,
        doubt="" if other is None else "alternatives disagree",
        other=other or "",
    )


def reading(text: str, other: str | None = None) -> Reading:
    return read_letter(message(text, other), people=("Ann", "Bob"), contest="Red November")


def test_a_letter_without_doubt_is_read_as_it_stands() -> None:
    assert reading(ACT).verdict == "acts"


def test_alternatives_that_announce_the_same_are_not_asked_about() -> None:
    assert reading(ACT, f"Hello all. {ACT}") == reading(ACT)


def test_alternatives_that_announce_nothing_are_not_asked_about() -> None:
    assert reading("Hello.", "Good morning.").verdict == "none"


def test_alternatives_that_announce_different_things_are_asked_about() -> None:
    found = reading(f"Hello. {ACT}", "Hello. I pump water for 4 minutes.")
    assert found.verdict == "ambiguous"
    assert found.acts == ()
    (question,) = found.questions
    assert question.words == "3"
    assert "“4”" in question.ask


def test_words_that_only_the_html_has_are_in_the_question() -> None:
    found = reading("Hello.", f"Hello. {ACT}")
    assert found.verdict == "ambiguous"
    (question,) = found.questions
    assert question.words == ""
    assert "only its HTML says “I pump water for 3 minutes”" in question.ask


def test_words_that_the_html_lacks_are_in_the_question() -> None:
    found = reading(f"Hello. {ACT}", "Hello.")
    (question,) = found.questions
    assert question.words == "I pump water for 3 minutes"
    assert "does not say this" in question.ask


def test_points_that_differ_alone_are_asked_about_too() -> None:
    found = reading(ACT, "I pump water for 3 minutes?")
    assert found.verdict == "ambiguous"
    (question,) = found.questions
    assert question.ask


LONG = {
    "of many lines": "Clause.\n" * 400,
    "of many words": "Whereas the Assessor has assessed it. " * 400,
}


@pytest.mark.parametrize("kind", LONG)
def test_a_long_letter_is_asked_about_only_where_it_is_of_the_game(kind: str) -> None:
    assert reading(LONG[kind]).verdict == "none"
    found = reading(f"{LONG[kind]}\n{ACT}")
    assert found.verdict == "ambiguous"
    assert "too long" in found.questions[0].ask


@pytest.mark.parametrize("kind", LONG)
def test_a_long_letter_to_the_bot_alone_is_always_asked_about(kind: str) -> None:
    private = replace(message(LONG[kind]), forum="private", public=False)
    found = read_letter(private, people=("Ann",), contest="Red November")
    assert found.verdict == "ambiguous"


def test_an_announcement_that_may_be_hidden_is_asked_about() -> None:
    hidden = replace(message(ACT), doubt="hidden")
    found = read_letter(hidden, people=("Ann", "Bob"), contest="Red November")
    assert (found.verdict, found.acts) == ("ambiguous", ())
    assert "hide" in found.questions[0].ask
    talk = replace(message("Hello."), doubt="hidden")
    assert read_letter(talk, people=("Ann", "Bob"), contest="Red November").verdict == "none"
