"""How far mails are shown to be their authors', who was asked, and what was alarming."""

from __future__ import annotations

import pytest

from rednov_bot.errors import AlreadyOnFile
from rednov_bot.kinds import Trust
from rednov_bot.papers import Confidence, Disposition, Forgery, PaperId
from rednov_bot.ports import Records
from rednov_bot.store.ledger import Ledger
from tests.store.samples import MINUTE, NOON, a_letter, a_mail


def mails(records: Records, many: int) -> list[PaperId]:
    records.keep([a_mail(number) for number in range(101, 101 + many)])
    return [mail for mail, raw in records.undisposed(100) if raw.uid > 100]


def note(
    records: Records, mail: PaperId, trust: Trust, *, address: str = "ann@post.example",
    way: str = "business", words: str | None = None,
) -> None:  # fmt: skip
    shown = Confidence(trust=trust, grounds=("one", "two"))
    records.note_confidence(mail, shown, address=address, way=way, words=words, at=NOON)


def test_the_last_mails_from_an_address_or_of_a_way_are_told_first(ledger: Ledger) -> None:
    with ledger.transaction() as records:
        first, second, third, fourth = mails(records, 4)
        note(records, first, "proved")
        note(records, second, "listed")
        note(records, third, "plain", address="bob@post.example")
        note(records, fourth, "doubtful", way="private")
        assert records.trusts("business", "ann@post.example", 10) == ("listed", "proved")
        assert records.trusts("business", None, 2) == ("plain", "listed")
        assert records.trusts("private", "bob@post.example", 10) == ()
        assert records.was_heard_from("bob@post.example")
        assert not records.was_heard_from("bob@old.example")


@pytest.mark.parametrize(("became", "found"), [("read", True), ("hold", False)])
def test_the_same_words_are_found_in_what_was_read(
    ledger: Ledger, became: Disposition, found: bool
) -> None:
    with ledger.transaction() as records:
        (mail,) = mails(records, 1)
        note(records, mail, "proved", words="abc")
        records.dispose(mail, became, "why", letter=None, digest=None, at=NOON)
        assert (records.read_with_words("abc") == (mail,)) is found
        assert records.read_with_words("abd") == ()


def test_a_question_is_open_until_it_is_answered_once(ledger: Ledger) -> None:
    with ledger.transaction() as records:
        mail, answer = mails(records, 2)
        records.doubt(mail, "ABCDEF2", "Ann", "doubtful: odd", NOON)
        (asked,) = records.doubts(NOON)
        assert (asked.mail, asked.name, asked.grounds) == (mail, "Ann", "doubtful: odd")
        assert records.doubts(NOON + MINUTE) == ()
        assert records.doubted("ABCDEF2") == (asked, None)
        assert records.doubted("ABCDEF3") is None
        records.vouch(asked.id, "no", answer, NOON)
        assert records.doubts(NOON) == ()
        assert records.doubted("ABCDEF2") == (asked, "no")
    with pytest.raises(AlreadyOnFile), ledger.transaction() as records:
        records.vouch(asked.id, "yes", None, NOON)


def test_what_has_become_of_every_question_about_a_mail_is_known(ledger: Ledger) -> None:
    with ledger.transaction() as records:
        mail, answer, other = mails(records, 3)
        records.doubt(mail, "ABCDEF2", "Ann", "doubtful: odd", NOON)
        records.doubt(mail, "ABCDEF3", "Ann", "doubtful: odd", NOON)
        records.doubt(other, "ABCDEF4", "Ann", "doubtful: odd", NOON)
        records.vouch(records.doubts(NOON)[0].id, "used up", answer, NOON + MINUTE)
        first, second = records.asked_of(mail)
        assert (first.question.code, first.verdict) == ("ABCDEF2", "used up")
        assert (first.by, first.at) == (answer, NOON + MINUTE)
        assert (second.question.code, second.verdict, second.by) == ("ABCDEF3", None, None)
        assert second.at is None


def test_a_kept_mail_about_which_nobody_was_asked_is_known_by_its_author(ledger: Ledger) -> None:
    with ledger.transaction() as records:
        asked, waits, stranger, gone = mails(records, 4)
        for mail in (asked, waits, gone):
            letter = a_letter(sender="Ann")
            records.dispose(mail, "hold", "kept", letter=letter, digest="d", at=NOON)
        records.dispose(stranger, "hold", "kept", letter=None, digest=None, at=NOON)
        records.doubt(asked, "ABCDEF2", "Ann", "odd", NOON)
        records.reopen(gone, "Ann", "not eirs", NOON)
        note(records, waits, "doubtful")
        ((found, name),) = records.unasked(NOON)
        assert (found.mail, found.reason, name) == (waits, "kept", "Ann")
        assert records.unasked(NOON + MINUTE) == ()
        shown = records.confidence(waits)
        assert shown is not None
        assert shown.told == "doubtful: one; two"
        assert records.confidence(asked) is None


def test_alarms_are_told_apart_by_kind_and_by_whether_they_were_told(ledger: Ledger) -> None:
    one = Forgery(kind="early", what="One.", mail=None, at=NOON)
    two = Forgery(kind="stolen", what="Two.", mail=None, at=NOON + MINUTE)
    before, behind = NOON - MINUTE, NOON + 2 * MINUTE
    with ledger.transaction() as records:
        records.note_forgery(one, told=True)
        records.note_forgery(two, told=False)
        assert records.told_forgeries(before, behind) == (one,)
        assert records.told_forgeries(before, before) == ()
        assert records.forgeries_of("stolen", before) == (two,)
        assert records.how_many_forgeries("stolen", before, behind) == 1
        assert records.how_many_forgeries("stolen", two.at, behind) == 0
        assert records.how_many_forgeries("stolen", before, NOON) == 0


def test_what_was_not_told_is_summed_up_once_whenever_it_is_dated(ledger: Ledger) -> None:
    dates = (NOON, NOON + 400 * 1440 * MINUTE, NOON - MINUTE)
    some = tuple(Forgery(kind="stolen", what="So.", mail=None, at=at) for at in dates)
    with ledger.transaction() as records:
        assert records.first_untold("summary") is None
        for one in some[:2]:
            records.note_forgery(one, told=False)
        assert records.first_untold("summary") == NOON
        assert records.untold("summary") == some[:2]
        summed = Forgery(kind="summary", what="", mail=None, at=dates[1])
        records.note_forgery(summed, told=True)
        assert records.untold("summary") == ()
        records.note_forgery(some[2], told=False)
        assert records.first_untold("summary") == some[2].at
        assert records.untold("summary") == some[2:]
