"""A code that others may know answers nothing any more; what it was for is asked under another."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.builders import Table, address_of
from tests.desk.forgeries import BROKEN, OF_ANN, PUBLIC, REFUSED, direct
from tests.desk.play import (
    MASTER,
    Postings,
    begun,
    code_in,
    filed,
    position,
    reply,
    say,
    text_of,
    write,
)
from tests.desk.test_forgeries import alarms, asked, guarded
from tests.desk.test_vouching import code_of_question, flat, question

FORGED, _ = PUBLIC["the list's marks, sent by somebody else's server"]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return guarded(begun(tmp_path))


def was_this_you(code: str) -> str:
    return f"Re: [rednov {code}] Was this you?"


def puzzled(table: Table, code: str) -> Postings:
    """Ann answers the question to the list."""
    table.clock.forward(minutes=5)
    text = "What is this? I did not write that."
    return say(table, "Ann", text, subject=was_this_you(code))


def test_a_question_whose_code_got_out_is_asked_again_under_another(table: Table) -> None:
    first = table.receive(FORGED)
    code = code_of_question(first)
    again = puzzled(table, code)
    anew = code_of_question(again)
    assert anew != code
    told = flat(question(again))
    assert "under another code: the one before is used up, for it stood in mail 3 on" in told
    assert "> I take no action." in text_of(question(again))
    until = "Without an answer by Fri 27 Nov 2026, 10:00 UTC it has no effect."
    assert until in flat(question(first))
    assert until in told
    reply(table, anew, "yes", who="Ann")
    assert position(table).turns == 1


@pytest.mark.parametrize("said", [REFUSED, BROKEN, OF_ANN, "dkim=none"])
@pytest.mark.parametrize("words", ["yes\n", "no\n"])
def test_a_code_that_got_out_answers_nothing_any_more(table: Table, said: str, words: str) -> None:
    code = code_of_question(table.receive(FORGED))
    anew = code_of_question(puzzled(table, code))
    table.receive(direct(said, words, subject=was_this_you(code)))
    assert position(table).turns == 0
    reply(table, anew, "yes", who="Ann")
    assert position(table).turns == 1


def test_who_answers_under_the_old_code_emself_is_told_of_the_new_one(table: Table) -> None:
    code = code_of_question(table.receive(FORGED))
    puzzled(table, code)
    (told,) = table.receive(direct(OF_ANN, "yes\n", subject=was_this_you(code)))
    assert told.posting.to == address_of("Ann")
    assert "asked once more under another one" in flat(told)
    assert filed(table).reason == "answers under a code that is used up"


def test_a_question_is_asked_again_so_often_a_day_and_then_it_is_for_the_contestmaster(
    table: Table,
) -> None:
    code, times = code_of_question(table.receive(FORGED)), 0
    news: Postings = ()
    while asked(news := puzzled(table, code), "Ann"):
        code, times = code_of_question(news), times + 1
        assert not alarms(news)
    assert times == 4
    (told,) = alarms(news)
    assert "cannot be asked again today" in " ".join(told.split())
    assert reply(table, code, "yes", who="Ann")[0].posting.to == address_of("Ann")
    assert position(table).turns == 0
    news = write(table, MASTER, "read mail 2 as Ann: I take no action.")
    reply(table, code_in(news), "approve")
    assert position(table).turns == 1


def test_when_it_is_too_late_nobody_is_asked_again(table: Table) -> None:
    code = code_of_question(table.receive(FORGED))
    table.clock.forward(hours=97)
    assert puzzled(table, code) == ()
    told = " ".join(flat(one) for one in write(table, MASTER, "status"))
    assert "no answer came in time, and it has no effect" in told


@pytest.mark.parametrize("words", ["yes\n", "no\n", "perhaps\n"])
def test_an_answer_that_its_domain_denies_counts_for_none(table: Table, words: str) -> None:
    code = code_of_question(table.receive(FORGED))
    news = table.receive(direct(REFUSED, words, subject=was_this_you(code)))
    assert position(table).turns == 0
    (told,) = alarms(news)
    assert "Mail 3 answers whether mail 2 is by Ann, but may not be eirs" in " ".join(told.split())
    anew = code_of_question(news)
    assert "mail 3 answered under it in your name, and may not be yours" in flat(question(news))
    assert "is contradicted; e is asked once more" in filed(table).reason
    reply(table, anew, "yes", who="Ann")
    assert position(table).turns == 1


def test_who_can_send_nothing_else_is_helped_by_the_contestmaster(table: Table) -> None:
    """Eir own server denies every mail of eirs: e is asked a few times, and no more."""
    code, times = code_of_question(table.receive(FORGED)), 0
    while True:
        table.clock.forward(minutes=1)
        subject, name = was_this_you(code), f"<{times}.yes@post.example>"
        news = table.receive(direct(REFUSED, "yes\n", subject=subject, message_id=name))
        if not asked(news, "Ann"):
            break
        code, times = code_of_question(news), times + 1
    assert times == 4
    news = write(table, MASTER, "read mail 2 as Ann: I take no action.")
    reply(table, code_in(news), "approve")
    assert position(table).turns == 1
