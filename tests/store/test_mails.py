"""Mails are kept as they came, once each, and get one disposition each."""

from __future__ import annotations

import shutil
from contextlib import suppress
from datetime import datetime, timedelta, timezone
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings, strategies as st

from rednov_bot.core.errors import AlreadyOnFile
from rednov_bot.core.models import Filed, MessageId, PaperId, Status
from rednov_bot.core.store.mails import AT_ONCE
from rednov_bot.core.store.unit_of_work import Database, UnitOfWork
from tests.rigs.scale import many
from tests.store.samples import NOON, a_letter, a_mail


def test_a_mail_is_kept_octet_by_octet(db: Database) -> None:
    mail = a_mail(1, bytes(range(256)) * 40)
    with db.transaction() as records:
        assert records.keep([mail]) == 1
    with db.transaction() as records:
        ((_, kept),) = records.undisposed(10)
    assert kept == mail


def test_a_moment_is_kept_to_the_microsecond_and_comes_back_in_utc(db: Database) -> None:
    abroad = datetime(2026, 11, 21, 23, 59, 59, 999999, timezone(timedelta(hours=-9)))
    with db.transaction() as records:
        records.keep([a_mail(1, arrived_at=abroad)])
        ((_, kept),) = records.undisposed(1)
    assert kept.arrived_at == abroad
    assert kept.arrived_at.utcoffset() == timedelta(0)


def test_a_moment_without_a_time_zone_is_refused(db: Database) -> None:
    with pytest.raises(TypeError), db.transaction() as records:
        records.keep([a_mail(1, arrived_at=datetime(2026, 11, 21))])


def test_a_mail_on_file_already_is_passed_over(db: Database) -> None:
    with db.transaction() as records:
        assert records.keep([a_mail(1), a_mail(2), a_mail(2, b"again")]) == 2
        assert records.keep([a_mail(2, b"other"), a_mail(3)]) == 1
        assert records.keep([a_mail(1), a_mail(2), a_mail(3)]) == 0
        assert records.keep([]) == 0
    with db.transaction() as records:
        assert [mail for _, mail in records.undisposed(9)] == [a_mail(1), a_mail(2), a_mail(3)]


def test_the_same_uid_elsewhere_is_another_mail(db: Database) -> None:
    with db.transaction() as records:
        mails = [a_mail(1), a_mail(1, folder="Archive"), a_mail(1, uidvalidity=8)]
        assert records.keep(mails) == 3


def test_the_bookmark_is_the_highest_uid_of_the_numbering_in_force(db: Database) -> None:
    with db.transaction() as records:
        assert records.bookmark("INBOX") is None
        records.keep([a_mail(9), a_mail(4), a_mail(70, folder="Archive")])
        assert records.bookmark("INBOX") == (7, 9)
        records.keep([a_mail(2, uidvalidity=3), a_mail(1, uidvalidity=3)])
        assert records.bookmark("INBOX") == (3, 2)
        assert records.bookmark("Archive") == (7, 70)
        assert records.bookmark("nowhere") is None


def test_the_highest_uid_of_imap_has_a_place(db: Database) -> None:
    with db.transaction() as records:
        records.keep([a_mail(2**32 - 1, uidvalidity=2**32 - 1)])
        assert records.bookmark("INBOX") == (2**32 - 1, 2**32 - 1)


def _dispose(records: UnitOfWork, mail: PaperId, **changes: object) -> None:
    given = {"message": None, "digest": None, "at": NOON, **changes}
    records.dispose(mail, "ignore", "an advertisement", **given)  # type: ignore[arg-type]


def test_undisposed_mails_come_in_the_order_of_arrival_on_file(db: Database) -> None:
    with db.transaction() as records:
        records.keep([a_mail(uid) for uid in (5, 3, 9, 1)])
        assert [mail.uid for _, mail in records.undisposed(3)] == [5, 3, 9]
        ((first, _), _, (third, _)) = records.undisposed(3)
        _dispose(records, third)
        assert [mail.uid for _, mail in records.undisposed(9)] == [5, 3, 1]
        _dispose(records, first)
    with db.transaction() as records:
        assert [mail.uid for _, mail in records.undisposed(9)] == [3, 1]


def test_a_mail_that_came_after_all_was_done_is_found(db: Database) -> None:
    with db.transaction() as records:
        assert records.undisposed(5) == ()
        records.keep([a_mail(1)])
        ((first, _),) = records.undisposed(5)
        _dispose(records, first)
        assert records.undisposed(5) == ()
    with db.transaction() as records:
        records.keep([a_mail(2)])
    with db.transaction() as records:
        assert [mail.uid for _, mail in records.undisposed(5)] == [2]


def test_large_mails_are_taken_in_hand_a_few_at_a_time(db: Database) -> None:
    with db.transaction() as records:
        third = bytes(AT_ONCE // 3 + 1)
        records.keep([a_mail(uid, third) for uid in (1, 2, 3, 4)])
        assert [mail.uid for _, mail in records.undisposed(50)] == [1, 2]
        assert records.waiting(50) == 4
        assert records.waiting(3) == 3


def test_a_mail_larger_than_all_that_is_taken_at_once_is_taken_alone(db: Database) -> None:
    with db.transaction() as records:
        vast = bytes(AT_ONCE + 1)
        records.keep([a_mail(1), a_mail(2, vast), a_mail(3, vast), a_mail(4)])
        for uid in (1, 2, 3, 4):
            ((mail, raw),) = records.undisposed(50)
            assert raw.uid == uid
            records.dispose(mail, "ignore", "spam", message=None, digest=None, at=NOON)
        assert records.waiting(50) == 0


def test_what_was_undone_is_undisposed_again(db: Database) -> None:
    with db.transaction() as records:
        records.keep([a_mail(1)])
    with pytest.raises(KeyError), db.transaction() as records:  # noqa: PT012
        ((first, _),) = records.undisposed(5)
        _dispose(records, first)
        assert records.undisposed(5) == ()
        records.game(PaperId(99))
    with db.transaction() as records:
        assert [mail.uid for _, mail in records.undisposed(5)] == [1]


def test_another_database_object_sees_the_same_mails_left_to_do(db: Database, url: str) -> None:
    with Database(url) as other:
        for uid in (1, 2, 3):
            with db.transaction() as records:
                records.keep([a_mail(uid)])
            with other.transaction() as records:
                ((first, mail),) = records.undisposed(5)
                assert mail.uid == uid
                _dispose(records, first)
            with db.transaction() as records:
                assert records.undisposed(5) == ()


def test_a_mail_gets_one_disposition(db: Database, mail: PaperId) -> None:
    with pytest.raises(AlreadyOnFile), db.transaction() as records:
        _dispose(records, mail)


def test_a_disposition_names_a_mail_on_file(db: Database) -> None:
    with pytest.raises(KeyError), db.transaction() as records:
        _dispose(records, PaperId(99))


def test_a_mail_read_before_is_known_by_its_message_id_or_else_its_digest(db: Database) -> None:
    with db.transaction() as records:
        records.keep([a_mail(uid) for uid in (1, 2, 3, 4)])
        one, two, three, _ = (id for id, _ in records.undisposed(4))
        named = MessageId("<turn@post.example>")
        records.dispose(one, "ignore", "spam", message=a_letter(), digest="d1", at=NOON)
        assert records.same_before(named, "d1") is None
        records.dispose(two, "read", "a turn", message=a_letter(), digest="d2", at=NOON)
        records.dispose(three, "read", "a turn", message=a_letter(None), digest="d3", at=NOON)
        assert records.same_before(named, None) == two
        assert records.same_before(MessageId("<other@x>"), "d2") is None
        assert records.same_before(None, "d2") == two
        assert records.same_before(None, "d3") == three
        assert records.same_before(None, "d1") is None
        assert records.same_before(None, None) is None


def test_what_became_of_each_mail_is_told(db: Database, mail: PaperId) -> None:
    with db.transaction() as records:
        records.keep([a_mail(2)])
        ((other, _),) = records.undisposed(1)
        records.dispose(other, "hold", "it broke off", message=None, digest=None, at=NOON)
        read = Filed(mail=mail, disposition="read", reason="a turn", at=NOON)
        held = Filed(mail=other, disposition="hold", reason="it broke off", at=NOON)
        assert records.dispositions() == (read, held)
        assert records.dispositions("hold") == (held,)
        assert records.dispositions("answer") == ()


@pytest.mark.parametrize("bad", ["<a\x00b@c>", "<a\udcffb@c>"], ids=["NUL", "half a surrogate"])
def test_hostile_characters_in_a_header_are_no_hindrance(db: Database, bad: str) -> None:
    with db.transaction() as records:
        records.keep([a_mail(1, folder=bad)])
        ((id, _),) = records.undisposed(1)
        message = a_letter(bad, sender=bad)
        records.dispose(id, "read", f"from {bad}", message=message, digest=bad, at=NOON)
    with db.transaction() as records:
        assert records.same_before(MessageId(bad), None) == id
        assert records.same_before(None, bad) == id
        assert records.bookmark(bad) == (7, 1)


REASONS = ("a digest: ", "somebody unknown: ")


@given(
    st.lists(
        st.tuples(
            st.sampled_from(("hold", "read", "replay", "reopen", "look", "start again")),
            st.integers(0, 9),
            st.sampled_from(REASONS),
            st.booleans(),
        ),
        max_size=30,
    )
)
@settings(max_examples=many(60, 15), deadline=None)
def test_the_mails_kept_for_a_reason_are_those_of_all_that_are_kept_for_it(
    sqlite_template: Path, steps: list[tuple[str, int, str, bool]]
) -> None:
    """Whatever becomes of them, whoever says so, and though a transaction comes to nothing."""
    with TemporaryDirectory() as folder:
        url = f"sqlite:///{shutil.copy(sqlite_template, folder)}"
        ours, others = Database(url), Database(url)
        for number, (step, which, reason, by_others) in enumerate(steps, 1):
            db = others if by_others else ours
            with suppress(ZeroDivisionError), db.transaction() as records:
                filed = records.dispositions()
                mail = filed[which % len(filed)].mail if filed else None
                if step in ("hold", "read"):
                    records.keep([a_mail(number)])
                    ((new, _),) = records.undisposed(9)
                    kind: Status = "hold" if step == "hold" else "read"
                    records.dispose(new, kind, reason, message=None, digest=None, at=NOON)
                elif step == "replay" and mail is not None and not records.is_reopened(mail):
                    became: Status = "hold" if which % 2 else "read"
                    records.replay(mail, "", became, reason, message=None, digest=None, at=NOON)
                elif step == "reopen" and mail is not None:
                    records.reopen(mail, "Ann", "", NOON)
                for one in REASONS:
                    expected = [it for it in records.held() if it.reason.startswith(one)]
                    assert list(records.held_for(one)) == expected
                if which == 9 and step != "look":
                    raise ZeroDivisionError
            if step == "start again":
                ours.close()
                ours = Database(url)
        ours.close()
        others.close()


def test_a_mail_that_was_handled_again_is_what_it_became_last(db: Database) -> None:
    with db.transaction() as records:
        records.keep([a_mail(1), a_mail(2)])
        (one, _), (two, _) = records.undisposed(9)
        for mail in (one, two):
            records.dispose(mail, "hold", "a fault", message=None, digest=None, at=NOON)
        message = a_letter(message_id=MessageId("<again@x>"))
        records.replay(two, "Ann", "hold", "the same", message=None, digest=None, at=NOON)
        records.replay(two, "Ann", "read", "a turn", message=message, digest="d9", at=NOON)
    with db.transaction() as records:
        assert [entry.mail for entry in records.held()] == [one]
        assert [entry.mail for entry in records.dispositions("hold")] == [one]
        assert [entry.reason for entry in records.dispositions()] == ["a fault", "a turn"]
        found = records.filed(two)
        assert found is not None
        assert found.disposition == "read"
        assert records.same_before(MessageId("<again@x>"), None) == two
        assert records.same_before(None, "d9") == two


def test_what_is_alike_is_found(db: Database) -> None:
    with db.transaction() as records:
        records.keep([a_mail(1), a_mail(2)])
        (one, _), (two, _) = records.undisposed(9)
        for mail in (one, two):
            message = a_letter(message_id=MessageId("<twice@x>"))
            records.dispose(mail, "ignore", "why", message=message, digest=None, at=NOON)
            records.note_likeness(mail, "alike")
        assert records.alike("alike") == (one, two)
        assert records.alike("else") == ()
