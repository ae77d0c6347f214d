"""However many mails in somebody's name were forged today, a real one is never silently lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from rednov_bot.desk.due.rounds import make_rounds
from rednov_bot.desk.trust import vouching
from rednov_bot.papers import QueuedPosting
from tests.builders import Table, list_mail, private_mail
from tests.desk.forgeries import BROKEN, FOREIGN, OF_ANN, REFUSED, direct, guarded, results
from tests.desk.play import (
    ADDRESS_OF_MASTER,
    MASTER,
    Postings,
    begun,
    code_in,
    filed,
    position,
    reply,
    say,
    subject_of,
    text_of,
    verdict,
)
from tests.desk.test_forgeries import asked


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return guarded(begun(tmp_path))


def turn(table: Table, text: str = "I take no action.\n", said: str = FOREIGN) -> bytes:
    """A turn in Ann's name, which is not shown to be eirs."""
    return results(said) + list_mail("Ann", text, date=table.clock.at)


def forged(table: Table, many: int, said: str = FOREIGN) -> Postings:
    """So many different turns of which Ann knows nothing, and what came of them."""
    news: list[QueuedPosting] = []
    for number in range(many):
        table.clock.forward(minutes=1)
        news += table.receive(turn(table, f"I draw {number + 2} items.\n", said))
    return tuple(news)


def told_of_many(news: Postings) -> list[str]:
    """The mails to whoever decides that somebody is asked about many mails."""
    to_master = [one for one in news if one.posting.to == ADDRESS_OF_MASTER]
    return [text_of(one) for one in to_master if "asked about many mails" in subject_of(one)]


def next_day(table: Table) -> Postings:
    table.clock.forward(hours=24, minutes=30)
    make_rounds(table.desk)
    return table.news()


def test_e_is_asked_about_the_fifth_mail_when_the_day_is_over(table: Table) -> None:
    forged(table, vouching.A_DAY)
    table.clock.forward(minutes=1)
    news = table.receive(turn(table))
    assert asked(news, "Ann") == []
    assert "are asked about it another day" in filed(table).reason
    make_rounds(table.desk)
    assert asked(table.news(), "Ann") == []
    news = next_day(table)
    (question,) = [one for one in news if "Was this you?" in subject_of(one)]
    assert "I take no action." in text_of(question)
    reply(table, subject_of(question).partition("[rednov ")[2][:7], "yes", who="Ann")
    assert position(table).turns == 1


def test_e_is_asked_about_each_once_and_about_few_a_day(table: Table) -> None:
    days = [len(asked(forged(table, 2 * vouching.A_DAY + 1), "Ann"))]
    for _ in range(4):
        days.append(len(asked(next_day(table), "Ann")))
        make_rounds(table.desk)
    assert days == [4, 4, 1, 0, 0]


def test_whoever_decides_is_told_once_a_day_that_mails_wait(table: Table) -> None:
    (told,) = told_of_many(forged(table, 12))
    assert "Ann was asked about 4 mails" in " ".join(told.split())
    assert told_of_many(next_day(table)) == []
    (told,) = told_of_many(forged(table, 5))


def test_what_is_contradicted_leaves_the_questions_of_a_day_to_what_may_be_eirs(
    table: Table,
) -> None:
    assert len(asked(forged(table, 9, REFUSED.replace("post", "agora")), "Ann")) == vouching.A_DAY
    table.clock.forward(minutes=1)
    assert len(asked(table.receive(turn(table)), "Ann")) == 1


def test_other_words_under_a_known_message_id_are_asked_of_their_author(table: Table) -> None:
    """They fill nobody's desk with mails of which whoever decides is told one by one."""
    name = "<one@post.example>"
    say(table, "Ann", message_id=name)
    news: list[QueuedPosting] = []
    for number in range(9):
        words = f"I draw {number + 2} items.\n"
        octets = list_mail("Ann", words, message_id=name, date=table.clock.at)
        news += table.receive(results(REFUSED.replace("post", "agora")) + octets)
        assert filed(table).disposition == "hold"
    assert len(asked(tuple(news), "Ann")) == vouching.A_DAY
    assert len(told_of_many(tuple(news))) == 1
    assert len(news) == vouching.A_DAY + 1


def test_what_is_certain_under_a_known_message_id_is_asked_of_whoever_decides(
    table: Table,
) -> None:
    say(table, "Ann", message_id="<one@post.example>")
    octets = list_mail("Ann", "I draw 2 items.\n", message_id="<one@post.example>")
    (told,) = table.receive(results(OF_ANN) + octets)
    assert told.posting.to == ADDRESS_OF_MASTER
    assert "it says something else" in filed(table).reason


def test_talk_that_is_not_certain_under_a_known_message_id_is_nobodys_business(
    table: Table,
) -> None:
    say(table, "Ann", message_id="<one@post.example>")
    octets = list_mail("Ann", "A fine day.\n", message_id="<one@post.example>")
    assert table.receive(results(FOREIGN) + octets) == ()
    assert filed(table).reason == "announces nothing"


def test_the_contestmasters_own_approval_counts_however_many_were_forged(table: Table) -> None:
    reply(table, code_in(say(table, "Ann")), "approve")
    code = code_in(say(table, "Bob"))
    for number in range(5):
        table.clock.forward(minutes=1)
        words = f"rewind turn 1: void because of {number}\n"
        news = table.receive(direct(BROKEN, words, MASTER, date=table.clock.at))
        assert len(asked(news, MASTER)) == (number < vouching.A_DAY)
    table.clock.forward(minutes=1)
    octets = private_mail(MASTER, "approve\n", subject=f"[rednov {code}]", date=table.clock.at)
    table.receive(results(BROKEN) + octets)
    assert verdict(table, code) is None
    questions = [one for one in next_day(table) if "Was this you?" in subject_of(one)]
    for one in questions:
        reply(table, subject_of(one).partition("[rednov ")[2][:7], "yes")
    assert verdict(table, code) == "approved"


def test_what_came_by_itself_meanwhile_is_not_asked_about(table: Table) -> None:
    forged(table, vouching.A_DAY)
    table.clock.forward(minutes=1)
    mail = turn(table)
    table.receive(mail)
    table.receive(mail.replace(FOREIGN.encode(), b"dkim=pass header.d=post.example"))
    assert position(table).turns == 1
    assert asked(next_day(table), "Ann") == []


def test_in_a_blind_game_nobody_is_told_who_wrote_to_the_bot_alone(tmp_path: Path) -> None:
    table = guarded(begun(tmp_path, options={"blind": "on"}))
    news: list[QueuedPosting] = []
    for number in range(vouching.A_DAY + 1):
        table.clock.forward(minutes=1)
        words = f"Standing orders: I spread fire to {number + 1} first.\n"
        octets = private_mail("Ann", words, date=table.clock.at)
        news += table.receive(results(BROKEN) + octets)
    (told,) = told_of_many(tuple(news))
    assert "Ann" not in told
    assert len(asked(next_day(table), "Ann")) == 1


@pytest.mark.parametrize("busy", [0, vouching.A_DAY], ids=["asked at once", "asked another day"])
def test_other_words_that_were_read_under_its_message_id_do_not_stand_for_it(
    table: Table, busy: int
) -> None:
    """Anybody who has seen a Message-ID may write under it, and nobody is asked about chatter."""
    name = "<mine@post.example>"
    forged(table, busy)
    table.receive(results(REFUSED) + list_mail("Ann", "Hello all.\n", message_id=name))
    assert filed(table).disposition == "read"
    octets = list_mail("Ann", "I take no action.\n", date=table.clock.at, message_id=name)
    news = table.receive(results(FOREIGN) + octets)
    assert filed(table).disposition == "hold"
    if busy:
        table.clock.forward(days=1, minutes=1)
        make_rounds(table.desk)
        news = table.news()
    (question,) = asked(news, "Ann")
    reply(table, question.partition("[rednov ")[2][:7], "yes", who="Ann")
    assert position(table).pending is not None
