"""Whose mails are, who was asked whether they wrote one, and what was alarming."""

from __future__ import annotations

import pytest

from rednov_bot.core.errors import AlreadyOnFile
from rednov_bot.core.models import Authentication, Forgery, PaperId
from rednov_bot.core.store.unit_of_work import Database, UnitOfWork
from tests.store.samples import MINUTE, NOON, a_mail


def mails(records: UnitOfWork, many: int) -> list[PaperId]:
    records.keep([a_mail(number) for number in range(101, 101 + many)])
    return [mail for mail, raw in records.undisposed(100) if raw.uid > 100]


def test_what_was_found_of_a_mail_first_holds(db: Database) -> None:
    with db.transaction() as records:
        mail, other = mails(records, 2)
        for outcome in ("fail", "pass"):
            shown = Authentication(outcome=outcome, grounds=("one", "two"))
            records.note_authentication(mail, shown, NOON)
        found = records.authentication(mail)
        assert found is not None
        assert found.told == "fail: one; two"
        assert records.authentication(other) is None


def test_a_question_is_open_until_it_is_answered_once(db: Database) -> None:
    with db.transaction() as records:
        mail, answer = mails(records, 2)
        records.ask_author(mail, "ABCDEF2", "Ann", "fail: odd", NOON)
        (asked,) = records.author_questions(NOON)
        assert (asked.mail, asked.name, asked.grounds) == (mail, "Ann", "fail: odd")
        assert records.author_questions(NOON + MINUTE) == ()
        assert records.author_question("ABCDEF2") == asked
        assert records.author_question("ABCDEF3") is None
        records.settle_author_question(asked.id, "no", answer, NOON + MINUTE)
        assert records.author_questions(NOON) == ()
        (settled,) = records.author_questions_of(mail)
        assert (settled.verdict, settled.settled_at) == ("no", NOON + MINUTE)
    with pytest.raises(AlreadyOnFile), db.transaction() as records:
        records.settle_author_question(asked.id, "yes", None, NOON)


def test_how_often_something_was_alarming_in_one_way_is_known(db: Database) -> None:
    with db.transaction() as records:
        records.note_forgery(Forgery(kind="early", what="One.", mail=None, at=NOON), told=True)
        two = Forgery(kind="stolen", what="Two.", mail=None, at=NOON + MINUTE)
        records.note_forgery(two, told=False)
        assert records.how_many_forgeries("stolen", NOON) == 1
        assert records.how_many_forgeries("stolen", two.at) == 0


def test_what_was_not_told_is_summed_up_once_whenever_it_is_dated(db: Database) -> None:
    dates = (NOON, NOON + 400 * 1440 * MINUTE, NOON - MINUTE)
    some = tuple(Forgery(kind="stolen", what="So.", mail=None, at=at) for at in dates)
    with db.transaction() as records:
        assert records.first_untold("summary") is None
        for one in some[:2]:
            records.note_forgery(one, told=False)
        assert records.first_untold("summary") == NOON
        assert records.untold("summary") == some[:2]
        summed = Forgery(kind="summary", what="", mail=None, at=dates[1])
        records.note_forgery(summed, told=True)
        assert records.untold("summary") == ()
        records.note_forgery(some[2], told=False)
        assert records.untold("summary") == some[2:]
