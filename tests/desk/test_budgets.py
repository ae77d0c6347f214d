"""Automatic answers are bounded, and the file says when one was withheld (mail-reality.md)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from rednov_bot.desk.outgoing import A_DAY, PRIVATELY, REPLIES, UNSHOWN
from rednov_bot.mail.roster import Roster
from rednov_bot.settings import Person
from tests.builders import DISCUSSION, Table, private_mail
from tests.desk.forgeries import BROKEN, OF_ANN, REFUSED, guarded, results
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


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return begun(tmp_path)


def told(text: str) -> str:
    return " ".join(text.split())


def answers(postings: Postings) -> int:
    return sum(one.posting.kind in ("receipt", "question") for one in postings)


def test_ten_answers_a_day_go_to_one_person_whatever_e_writes(table: Table) -> None:
    asked = [say(table, "Ann", UNCLEAR.format(n)) for n in range(1, A_DAY + 2)]
    assert [answers(one) for one in asked] == [1] * A_DAY + [0]
    assert filed(table).reason == "a question, not answered: ten answers went to them today"
    assert write(table, "Ann", VOID.format(2)) == ()
    assert filed(table).reason == (
        "a rehearsal, not answered: seven answers to private mails, or ten in all, went to them"
        " today"
    )
    assert kinds(say(table, "Ann")) == ["draft"]
    assert filed(table).reason == ("announces a turn, not answered: ten answers went to them today")
    say(table, "Ann", forum=DISCUSSION)
    assert filed(table).reason.endswith("forum, not answered: ten answers went to them today")


def test_the_last_answer_of_a_day_says_so_and_what_becomes_of_further_mails(table: Table) -> None:
    asked = [say(table, "Ann", UNCLEAR.format(n))[0] for n in range(1, A_DAY + 1)]
    last = text_of(asked[-1])
    assert "This is the last of ten answers to you within 24 hours." in told(last)
    assert "counts as ever" in told(last)
    assert "the last of" not in told(text_of(asked[-2]))
    assert max(map(len, last.splitlines())) <= 72
    assert last.splitlines()[-2:][0] == "-- "


def test_a_reason_for_one_gnome_alone_is_sent_however_many_answers_went_before(
    table: Table,
) -> None:
    for n in range(A_DAY):
        say(table, "Ann", UNCLEAR.format(n + 1))
    for text in (
        "I use a toolbox. No action.",
        "I join Red November.\n\nMy turn: I use a toolbox. No action.",
    ):
        news = say(table, "Ann", text)
        assert "toolbox" in text_of(only(news, "receipt"))
        assert any("the reason was sent to Ann privately" in told(text_of(one)) for one in news)
    news = say(table, "Ann", "I open 5-0 and go in. No action.")
    assert kinds(news) == ["draft"]
    assert "sent to Ann privately" not in told(text_of(news[0]))


def test_rehearsals_leave_three_answers_a_day_to_announcements(table: Table) -> None:
    tried = [write(table, "Ann", VOID.format(n)) for n in range(2, PRIVATELY + 3)]
    assert [answers(one) for one in tried] == [1] * PRIVATELY + [0]
    last = told(text_of(tried[PRIVATELY - 1][0]))
    assert "This is the last of seven answers to private mails within 24 hours." in last
    assert "announcements on the list still are" in last
    for n in range(A_DAY - PRIVATELY - 1):
        assert kinds(say(table, "Ann", UNCLEAR.format(n + 1))) == ["question"]
    assert kinds(say(table, "Ann")) == ["receipt", "draft"]
    assert answers(say(table, "Ann", UNCLEAR.format(3))) == 0


def test_a_private_mail_that_is_also_the_tenth_says_that_nothing_more_is_answered(
    table: Table,
) -> None:
    for n in range(A_DAY - 1):
        say(table, "Ann", UNCLEAR.format(n + 1))
    assert "the last of ten answers to you" in told(text_of(write(table, "Ann", "help")[0]))
    assert write(table, "Ann", "help") == ()


def test_all_private_mails_share_their_answers(table: Table) -> None:
    texts = ["help", VOID.format(2), UNCLEAR.format(2), "Good morning, bot.", "grog", "I join it."]
    sent = [write(table, "Ann", text) for text in (*texts, "help", "help")]
    assert sum(answers(one) for one in sent) == PRIVATELY


def test_answers_go_again_when_the_day_is_over(table: Table) -> None:
    for n in range(2, A_DAY):
        write(table, "Ann", VOID.format(n))
    table.clock.forward(hours=24, minutes=1)
    assert kinds(write(table, "Ann", VOID.format(3))) == ["receipt"]


def test_a_person_has_one_allowance_whatever_address_is_first(table: Table) -> None:
    for n in range(A_DAY):
        say(table, "Ann", UNCLEAR.format(n + 1))
    known = table.desk.settings
    people = {**known.people, "Ann": Person(addresses=("ann@new.example", "ann@post.example"))}
    moved = msgspec.structs.replace(known, people=people)
    table.desk = replace(table.desk, settings=moved, roster=Roster.of(moved))
    assert say(table, "Ann", UNCLEAR.format(1)) == ()


def test_another_person_has_an_allowance_of_eir_own(table: Table) -> None:
    for n in range(A_DAY + 1):
        say(table, "Ann", UNCLEAR.format(n + 1))
    assert kinds(say(table, "Bob", UNCLEAR.format(1))) == ["question"]


def test_the_contestmasters_replies_are_answered_whatever_else_e_was_told(table: Table) -> None:
    for n in range(2, 14):
        write(table, "Pewterby", VOID.format(n))
    code = code_in(say(table, "Ann"))
    for n in range(12):
        assert kinds(reply(table, code, f"looks about right, {n}")) == ["desk"]
    assert filed(table).reason.startswith(f"the contestmaster answers a draft, {code}, in words")
    assert "not answered" not in filed(table).reason


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


def test_a_reply_of_the_contestmasters_beyond_fifty_is_carried_out_in_silence(
    table: Table,
) -> None:
    code = code_in(say(table, "Ann"))
    for n in range(REPLIES):
        (last,) = reply(table, code, f"looks about right, {n}")
    assert "the last of fifty answers to you" in told(text_of(last))
    assert reply(table, code, "reject because of the die") == ()
    assert filed(table).reason == (
        "the contestmaster answers a draft, not answered: fifty answers went to them today"
    )


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


def test_the_last_answer_of_a_day_to_several_acts_says_so_once(table: Table) -> None:
    for n in range(A_DAY - 1):
        say(table, "Ann", UNCLEAR.format(n + 1))
    news = say(table, "Ann", "I join Red November.\n\nI take my turn: no action.")
    assert text_of(only(news, "receipt")).count("the last of ten answers") == 1
    news = say(table, "Ann", "I join Red November.\n\nI take my turn: no action.")
    assert answers(news) == 0
    assert "not answered" in filed(table).reason


# -- mails in somebody's name that are not shown to be eirs ---------------------------------------


def forged(table: Table, who: str, text: str, said: str = REFUSED) -> Postings:
    """A mail to the bot alone about which our server says this."""
    table.clock.forward(minutes=1)
    return table.receive(results(said) + private_mail(who, text, date=table.clock.at))


@pytest.mark.parametrize("said", [REFUSED, BROKEN])
@pytest.mark.parametrize("who", ["Pewterby", "Ann"])
def test_forged_mails_leave_eir_own_answers_to_whoever_they_are_said_to_be_by(
    table: Table, who: str, said: str
) -> None:
    guarded(table)
    tried = [forged(table, who, "status\n", said) for _ in range(60)]
    assert sum(map(len, tried)) == UNSHOWN
    assert len(forged(table, who, "status\n", OF_ANN)) == 1
    code = code_in(say(table, "Ann"))
    assert kinds(reply(table, code, "looks about right")) == ["desk"]


def test_whose_mail_server_is_badly_set_is_told_so_and_answered_a_few_times(table: Table) -> None:
    guarded(table)
    tried = [forged(table, "Ann", VOID.format(n), BROKEN) for n in range(2, UNSHOWN + 3)]
    assert [answers(one) for one in tried] == [1] * UNSHOWN + [0]
    last = told(text_of(tried[UNSHOWN - 1][0]))
    assert "This is the last of five answers within 24 hours to mails in your name" in last
    assert filed(table).reason == (
        "a rehearsal, not answered: five answers went today to mails in eir name that are not "
        "shown to be eirs"
    )
    table.clock.forward(hours=24, minutes=1)
    assert answers(forged(table, "Ann", VOID.format(3), BROKEN)) == 1


def test_what_is_answered_to_forged_mails_is_not_counted_with_the_answers_to_others(
    table: Table,
) -> None:
    guarded(table)
    for n in range(2, PRIVATELY + 2):
        write(table, "Ann", VOID.format(n))
    assert answers(forged(table, "Ann", VOID.format(9))) == 1
