"""What is announced is always answered; what is asked for is bounded, and one mail says so."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from rednov_bot.core.mail.roster import Roster
from rednov_bot.core.settings import Person
from rednov_bot.core.workflow import outgoing
from tests.builders import DISCUSSION
from tests.workflow.play import Postings, Table, flat, kinds, missing, only, subject_of, text_of

UNCLEAR = "I take my turn: I fix the thing for {} minutes."
VOID = "I use {} toolboxes. No action."
NOT_ANSWERED = ", not answered: as many answers as may be went out today"
MIDNIGHT = "Tue 24 Nov 2026, 00:00 UTC"


def told_anew(table: Table, **changed: Any) -> None:
    """The settings are changed while the bot is at work."""
    known = msgspec.structs.replace(table.desk.settings, **changed)
    table.desk = replace(table.desk, settings=known, roster=Roster.of(known))


def bounded(table: Table, answers_a_day: int) -> None:
    bot = msgspec.structs.replace(table.desk.settings.bot, answers_a_day=answers_a_day)
    told_anew(table, bot=bot)


def answers(postings: Postings) -> int:
    return sum(one.posting.kind in ("receipt", "question") for one in postings)


def ask(table: Table, times: int) -> list[Postings]:
    """Ann tries as many turns out, each in other words."""
    return [table.write("Ann", VOID.format(n)) for n in range(2, times + 2)]


def test_how_many_is_one_setting_for_a_person_whatever_address_is_first(table: Table) -> None:
    bounded(table, 3)
    sent = ask(table, 5)
    assert [answers(one) for one in sent] == [1, 1, 1, 1, 0]
    assert "Today 3 mails" in flat(*sent[3])
    ann = Person(addresses=("ann@new.example", "ann@post.example"))
    told_anew(table, people={**table.desk.settings.people, "Ann": ann})
    assert ask(table, 1) == [()]
    bounded(table, 0)
    assert all(answers(one) == 1 for one in ask(table, 5))


def test_what_counts_is_always_answered_and_what_is_asked_for_is_bounded(table: Table) -> None:
    texts = ["help", "status", VOID.format(2), "Good morning, bot.", "hand"]
    for n in range(50):
        assert answers(table.write("Ann", texts[n % len(texts)])) == 1
    (last,) = table.write("Ann", "help")
    assert subject_of(last) == f"[Red November] No more answers until {MIDNIGHT}"
    for words in (
        "Today 50 mails in which you asked the bot for something",
        f"Until {MIDNIGHT} no more of such mails are answered.",
        "What you announce on the list counts and is answered as ever",
    ):
        assert missing(last, words) == []
    assert max(map(len, text_of(last).splitlines())) <= 72
    assert table.filed().reason == "asks for help" + NOT_ANSWERED
    for text in ("help", "status", VOID.format(2)):
        assert table.write("Ann", text) == ()
        assert table.filed().reason.endswith(NOT_ANSWERED)
    for text in ("grog", "I join Red November.", "Standing orders: block 5-6."):
        assert answers(table.write("Ann", text)) == 1, text
    for n in range(1, 20):
        assert kinds(table.say("Ann", UNCLEAR.format(n))) == ["question"]
    assert kinds(table.say("Ann", "I use a toolbox. No action."))[0] == "receipt"
    assert answers(table.say("Ann", forum=DISCUSSION)) == 1
    assert kinds(table.say("Ann")) == ["receipt", "draft"]
    assert answers(table.write("Bob", "help")) == 1  # a budget of their own
    table.clock.at = table.clock.at.replace(hour=23, minute=59)
    assert table.write("Ann", "help") == ()
    table.clock.forward(minutes=1)
    assert answers(table.write("Ann", "help")) == 1


def test_a_machine_that_announces_on_and_on_is_left_alone_and_told_of(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert outgoing.MACHINE >= 150
    monkeypatch.setattr(outgoing, "MACHINE", 20)
    sent = [table.say("Ann", UNCLEAR.format(n)) for n in range(1, 24)]
    assert [kinds(one) for one in sent] == [["question"]] * 20 + [["desk"], [], []]
    (news,) = sent[20]
    assert news.posting.to == "pewterby@post.example"
    went, until = "20 of the bot's automatic answers went to Ann today", f"Until {MIDNIGHT} no more"
    assert missing(news, went, until) == []
    assert kinds(table.say("Bob", UNCLEAR.format(1))) == ["question"]
    assert kinds(table.say("Ann")) == ["draft"]  # it counts all the same


def test_a_mail_with_several_acts_is_answered_once_in_their_order(table: Table) -> None:
    news = table.say("Ann", "I join Red November.\n\nI discard a grog.\n\nMy turn: no action.")
    answer = only(news, "receipt")
    assert subject_of(answer) == "[Red November] 3 answers to your mail"
    text = text_of(answer)
    at = [text.index(one) for one in ("1. YOUR JOINING HAS NO", "2. YOUR DISCARD", "3. TURN 1 IS")]
    assert at == sorted(at)
    assert text.count("\n-- \n") == 1
    assert table.filed().reason == "announces joining, a discard, a turn"
