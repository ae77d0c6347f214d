"""Automatic answers are bounded, and the file says when one was withheld (mail-reality.md)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.builders import DISCUSSION, Table
from tests.desk.play import begun, code_in, filed, kinds, reply, say, text_of, write

UNCLEAR = "I take my turn: I fix the thing for {} minutes."
VOID = "I use {} toolboxes. No action."


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return begun(tmp_path)


def told(text: str) -> str:
    return " ".join(text.split())


def test_private_answers_of_a_day_leave_those_to_announcements_alone(table: Table) -> None:
    for n in range(2, 14):
        write(table, "Ann", VOID.format(n))
    assert kinds(say(table, "Ann", UNCLEAR.format(3))) == ["question"]
    assert filed(table).reason == "a question was sent"
    assert kinds(say(table, "Ann")) == ["receipt", "draft"]


def test_eleven_unclear_announcements_are_all_asked_about(table: Table) -> None:
    for n in range(1, 12):
        assert kinds(say(table, "Ann", UNCLEAR.format(n))) == ["question"]


def test_fifty_answers_a_day_go_to_the_announcements_of_one_person(table: Table) -> None:
    asked = [say(table, "Ann", UNCLEAR.format(n)) for n in range(1, 52)]
    assert [len(one) for one in asked] == [1] * 50 + [0]
    assert filed(table).reason == "a question, not answered: fifty answers went to em today"
    assert "the last of fifty answers" in told(text_of(asked[49][0]))
    assert "the last of fifty answers" not in told(text_of(asked[48][0]))
    assert kinds(say(table, "Ann")) == ["draft"]
    assert filed(table).reason == ("announces a turn, not answered: fifty answers went to em today")
    say(table, "Ann", forum=DISCUSSION)
    assert filed(table).reason.endswith("forum, not answered: fifty answers went to em today")


def test_the_tenth_private_answer_says_that_it_is_the_last(table: Table) -> None:
    news = [write(table, "Ann", VOID.format(n))[0] for n in range(2, 12)]
    last = text_of(news[9])
    assert "This is the last of ten answers" in told(last)
    assert "the last of" not in told(text_of(news[8]))
    assert max(map(len, last.splitlines())) <= 72
    assert last.splitlines()[-2:][0] == "-- "


def test_a_private_mail_that_is_not_answered_is_filed_as_such(table: Table) -> None:
    for n in range(2, 12):
        write(table, "Ann", VOID.format(n))
    assert filed(table).reason == "a rehearsal"
    assert write(table, "Ann", VOID.format(2)) == ()
    assert filed(table).reason == "a rehearsal, not answered: ten answers went to em today"
    for n in range(2, 12):
        assert kinds(write(table, "Ann", UNCLEAR.format(n))) == ["question"]
    assert write(table, "Ann", UNCLEAR.format(2)) == ()
    assert filed(table).reason == "a question, not answered: ten questions went to em today"
    table.clock.forward(hours=25)
    assert kinds(write(table, "Ann", VOID.format(3))) == ["receipt"]


def test_the_contestmasters_replies_are_answered_whatever_else_e_was_told(table: Table) -> None:
    for n in range(2, 14):
        write(table, "Pewterby", VOID.format(n))
    code = code_in(say(table, "Ann"))
    for _ in range(12):
        assert kinds(reply(table, code, "looks about right")) == ["desk"]
    assert filed(table).reason == "the contestmaster answers a draft"


def test_a_reply_of_the_contestmasters_beyond_fifty_is_carried_out_in_silence(
    table: Table,
) -> None:
    code = code_in(say(table, "Ann"))
    for _ in range(50):
        reply(table, code, "looks about right")
    assert reply(table, code, "reject because of the die") == ()
    assert filed(table).reason == (
        "the contestmaster answers a draft, not answered: fifty answers went to em today"
    )
