"""What is announced is always answered; what is asked for is bounded, and one mail says so."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from rednov_bot.core.mail.roster import Roster
from rednov_bot.desk.outgoing import MACHINE
from rednov_bot.settings import Person
from tests.builders import DISCUSSION, Table
from tests.desk.play import (
    Postings,
    begun,
    code_in,
    filed,
    kinds,
    only,
    reply,
    say,
    subject_of,
    text_of,
    write,
)

UNCLEAR = "I take my turn: I fix the thing for {} minutes."
VOID = "I use {} toolboxes. No action."
MOST = 50
NOT_ANSWERED = ", not answered: as many answers as may be went out today"
MIDNIGHT = "Tue 24 Nov 2026, 00:00 UTC"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return begun(tmp_path)


def bounded(table: Table, answers_a_day: int) -> Table:
    known = table.desk.settings
    bot = msgspec.structs.replace(known.bot, answers_a_day=answers_a_day)
    table.desk = replace(table.desk, settings=msgspec.structs.replace(known, bot=bot))
    return table


def told(text: str) -> str:
    return " ".join(text.split())


def answers(postings: Postings) -> int:
    return sum(one.posting.kind in ("receipt", "question") for one in postings)


def ask(table: Table, times: int, who: str = "Ann") -> list[Postings]:
    """Somebody tries as many turns out, each in other words."""
    return [write(table, who, VOID.format(n)) for n in range(2, times + 2)]


def test_a_public_turn_that_is_not_understood_is_always_answered(table: Table) -> None:
    ask(table, MOST + 2)
    for n in range(1, MOST + 20):
        assert kinds(say(table, "Ann", UNCLEAR.format(n))) == ["question"]
    assert kinds(say(table, "Ann", "I use a toolbox. No action."))[0] == "receipt"
    assert answers(say(table, "Ann", forum=DISCUSSION)) == 1
    assert kinds(say(table, "Ann")) == ["receipt", "draft"]


def test_fifty_mails_a_day_that_ask_for_something_are_answered(table: Table) -> None:
    texts = ["help", "status", VOID.format(2), "Good morning, bot.", "hand"]
    for n in range(MOST):
        assert answers(write(table, "Ann", texts[n % len(texts)])) == 1


def test_one_mail_says_that_they_are_used_up_and_until_when(table: Table) -> None:
    ask(table, MOST)
    (last,) = write(table, "Ann", "help")
    assert subject_of(last) == f"[Red November] No more answers until {MIDNIGHT}"
    said = told(text_of(last))
    assert "Today 50 mails in which you asked the bot for something" in said
    assert f"Until {MIDNIGHT} no more of such mails are answered." in said
    assert "What you announce on the list counts and is answered as ever" in said
    assert max(map(len, text_of(last).splitlines())) <= 72
    assert filed(table).reason == "asks for help" + NOT_ANSWERED
    for text in ("help", "status", VOID.format(2)):
        assert write(table, "Ann", text) == ()
        assert filed(table).reason.endswith(NOT_ANSWERED)


def test_they_are_answered_again_from_that_moment_on(table: Table) -> None:
    ask(table, MOST + 2)
    table.clock.at = table.clock.at.replace(hour=23, minute=59)
    assert write(table, "Ann", "help") == ()
    table.clock.forward(minutes=1)
    assert answers(write(table, "Ann", "help")) == 1
    assert "How to play" in subject_of(write(table, "Ann", "help")[0])


def test_what_somebody_sends_that_counts_is_no_asking(table: Table) -> None:
    ask(table, MOST + 1)
    for text in ("grog", "I join Red November.", "Standing orders: block 5-6."):
        assert answers(write(table, "Ann", text)) == 1, text


def test_how_many_is_one_setting(table: Table) -> None:
    bounded(table, 3)
    sent = ask(table, 5)
    assert [answers(one) for one in sent] == [1, 1, 1, 1, 0]
    assert "Today 3 mails" in told(text_of(sent[3][0]))


def test_without_a_bound_everything_is_answered(table: Table) -> None:
    bounded(table, 0)
    assert all(answers(one) == 1 for one in ask(table, MACHINE + 5))


def test_a_person_has_one_budget_whatever_address_is_first(table: Table) -> None:
    ask(bounded(table, 5), 6)
    known = table.desk.settings
    people = {**known.people, "Ann": Person(addresses=("ann@new.example", "ann@post.example"))}
    moved = msgspec.structs.replace(known, people=people)
    table.desk = replace(table.desk, settings=moved, roster=Roster.of(moved))
    assert ask(table, 1) == [()]


def test_another_person_has_a_budget_of_their_own(table: Table) -> None:
    ask(bounded(table, 5), 7)
    assert answers(write(table, "Bob", "help")) == 1


def test_the_contestmaster_is_answered_however_much_they_ask(table: Table) -> None:
    for n in range(MOST + 10):
        assert len(write(table, "Pewterby", "status" if n % 2 else VOID.format(n + 2))) == 1
    code = code_in(say(table, "Ann"))
    for n in range(MOST + 10):
        assert kinds(reply(table, code, f"looks about right, {n}")) == ["desk"]
    assert "not answered" not in filed(table).reason
    assert kinds(reply(table, code, "approve")) == ["public"]


# -- machines -------------------------------------------------------------------------------------


def test_a_machine_that_announces_on_and_on_is_left_alone_and_told_of(table: Table) -> None:
    sent = [say(table, "Ann", UNCLEAR.format(n)) for n in range(1, MACHINE + 4)]
    assert all(kinds(one) == ["question"] for one in sent[:MACHINE])
    assert [kinds(one) for one in sent[MACHINE:]] == [["desk"], [], []]
    (news,) = sent[MACHINE]
    assert news.posting.to == "pewterby@post.example"
    assert f"{MACHINE} of the bot's automatic answers went to Ann today" in told(text_of(news))
    assert f"Until {MIDNIGHT} no more of them go there" in told(text_of(news))
    assert kinds(say(table, "Bob", UNCLEAR.format(1))) == ["question"]
    assert kinds(say(table, "Ann")) == ["draft"]  # it counts all the same


def test_a_machine_of_the_contestmasters_that_answers_every_mail_is_answered_once(
    table: Table,
) -> None:
    code = code_in(say(table, "Ann"))
    away = "I am on holiday until Monday."
    assert kinds(reply(table, code, away)) == ["desk"]
    for _ in range(3):
        assert reply(table, code, away) == ()
        assert filed(table).reason.endswith("and was answered before")
    assert kinds(reply(table, code, "approve")) == ["public"]


# -- several things in one mail -------------------------------------------------------------------


def test_a_mail_with_two_acts_is_answered_once_in_their_order(table: Table) -> None:
    news = say(table, "Ann", "I join Red November.\n\nI discard a grog.\n\nMy turn: no action.")
    answer = only(news, "receipt")
    assert subject_of(answer) == "[Red November] 3 answers to your mail"
    text = text_of(answer)
    at = [text.index(one) for one in ("1. YOUR JOINING HAS NO", "2. YOUR DISCARD", "3. TURN 1 IS")]
    assert at == sorted(at)
    assert text.count("\n-- \n") == 1
    assert filed(table).reason == "announces joining, a discard, a turn"


def test_a_private_mail_with_two_acts_is_answered_once(table: Table) -> None:
    (news,) = write(table, "Ann", "I join Red November.\n\nI take my turn: no action.")
    assert "1. YOUR TURN, ONLY CHECKED" in text_of(news)
    assert "2. YOUR MAIL DID NOT REACH A PUBLIC FORUM" in text_of(news)
