"""Mails are kept as they came, once each, and get one disposition each."""

from __future__ import annotations

import shutil
from contextlib import suppress
from datetime import datetime, timedelta, timezone
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from rednov_bot.core.errors import AlreadyOnFile
from rednov_bot.core.models import Filed, MessageId, PaperId, Status
from rednov_bot.core.store.mails import AT_ONCE
from rednov_bot.core.store.unit_of_work import Database
from tests.rigs.scale import many
from tests.store.conftest import OnFile
from tests.store.samples import NOON, a_letter, a_mail

NOTHING: dict[str, Any] = {"message": None, "digest": None, "at": NOON}


def left(on_file: OnFile, limit: int = 99) -> list[int]:
    """The mails of which nothing has become, by their UIDs."""
    return [mail.uid for _, mail in on_file.undisposed(limit)]


def ignore(on_file: OnFile, *mails: PaperId) -> None:
    for mail in mails:
        on_file.dispose(mail, "ignore", "an advertisement", **NOTHING)


def test_a_mail_is_kept_octet_by_octet_and_to_the_microsecond(on_file: OnFile) -> None:
    abroad = datetime(2026, 11, 21, 23, 59, 59, 999999, timezone(timedelta(hours=-9)))
    mail = a_mail(2**32 - 1, bytes(range(256)) * 40, arrived_at=abroad, uidvalidity=2**32 - 1)
    assert on_file.keep([mail]) == 1
    ((_, kept),) = on_file.undisposed(10)
    assert kept == mail
    assert kept.arrived_at.utcoffset() == timedelta(0)
    assert on_file.bookmark("INBOX") == (2**32 - 1, 2**32 - 1)
    with pytest.raises(TypeError):  # a moment without a time zone
        on_file.keep([a_mail(1, arrived_at=datetime(2026, 11, 21))])


def test_a_mail_on_file_already_is_passed_over(on_file: OnFile) -> None:
    assert on_file.keep([a_mail(1), a_mail(2), a_mail(2, b"again")]) == 2
    assert on_file.keep([a_mail(2, b"other"), a_mail(3)]) == 1
    assert on_file.keep([a_mail(1), a_mail(2), a_mail(3)]) == on_file.keep([]) == 0
    assert [mail for _, mail in on_file.undisposed(9)] == [a_mail(1), a_mail(2), a_mail(3)]
    assert on_file.keep([a_mail(1, folder="Archive"), a_mail(1, uidvalidity=8)]) == 2


def test_the_bookmark_is_the_highest_uid_of_the_numbering_in_force(on_file: OnFile) -> None:
    assert on_file.bookmark("INBOX") is None
    on_file.keep([a_mail(9), a_mail(4), a_mail(70, folder="Archive")])
    assert on_file.bookmark("INBOX") == (7, 9)
    on_file.keep([a_mail(2, uidvalidity=3), a_mail(1, uidvalidity=3)])
    assert on_file.bookmark("INBOX") == (3, 2)
    assert on_file.bookmark("Archive") == (7, 70)


def test_undisposed_mails_come_in_the_order_of_arrival_on_file(on_file: OnFile, url: str) -> None:
    assert left(on_file) == []
    on_file.keep([a_mail(uid) for uid in (5, 3, 9, 1)])
    assert left(on_file, 3) == [5, 3, 9]
    (first, _), _, (third, _), (fourth, _) = on_file.undisposed(9)
    ignore(on_file, third)
    assert left(on_file) == [5, 3, 1]
    ignore(on_file, first)
    assert left(on_file) == [3, 1]
    with Database(url) as started_anew:
        other = OnFile(started_anew)
        assert left(other) == [3, 1]
        ignore(other, fourth)
        assert left(on_file) == [3]
        on_file.keep([a_mail(2)])
        assert left(other) == [3, 2]
        ignore(on_file, *[mail for mail, _ in on_file.undisposed(9)])
        assert left(other) == []
    on_file.keep([a_mail(4)])
    assert left(on_file) == [4]


def test_large_mails_are_taken_in_hand_a_few_at_a_time(on_file: OnFile) -> None:
    third, vast = bytes(AT_ONCE // 3 + 1), bytes(AT_ONCE + 1)
    on_file.keep([a_mail(uid, third) for uid in (1, 2, 3)])
    on_file.keep([a_mail(4, vast), a_mail(5, vast), a_mail(6)])
    assert [on_file.waiting(50), on_file.waiting(3)] == [6, 3]
    taken = []
    while mails := on_file.undisposed(50):
        taken.append([raw.uid for _, raw in mails])
        ignore(on_file, *[mail for mail, _ in mails])
    assert taken == [[1, 2], [3], [4], [5], [6]]


def test_a_mail_on_file_gets_one_disposition(on_file: OnFile, mail: PaperId) -> None:
    with pytest.raises(AlreadyOnFile):
        ignore(on_file, mail)
    with pytest.raises(KeyError):
        ignore(on_file, PaperId(99))


def test_a_mail_read_before_is_known_by_its_message_id_or_else_its_digest(on_file: OnFile) -> None:
    one, two, three, _ = on_file.some_mails(4)
    named = MessageId("<turn@post.example>")
    on_file.dispose(one, "ignore", "spam", message=a_letter(), digest="d1", at=NOON)
    assert on_file.same_before(named, "d1") is None
    on_file.dispose(two, "read", "a turn", message=a_letter(), digest="d2", at=NOON)
    on_file.dispose(three, "read", "a turn", message=a_letter(None), digest="d3", at=NOON)
    for name, digest, found in (
        (named, None, two),
        (MessageId("<other@x>"), "d2", None),
        (None, "d2", two),
        (None, "d3", three),
        (None, "d1", None),
        (None, None, None),
    ):
        assert on_file.same_before(name, digest) == found


def test_what_became_of_each_mail_is_told(on_file: OnFile, mail: PaperId) -> None:
    (other,) = set(on_file.some_mails(2)) - {mail}
    assert on_file.filed(other) is None
    on_file.dispose(other, "hold", "it broke off", **NOTHING)
    read = Filed(mail=mail, disposition="read", reason="a turn", at=NOON)
    held = Filed(mail=other, disposition="hold", reason="it broke off", at=NOON)
    assert on_file.dispositions() == (read, held)
    assert on_file.dispositions("hold") == (held,) == (on_file.filed(other),)
    assert on_file.dispositions("answer") == ()
    assert on_file.filed_since("hold", "it broke off", NOON) == (other,)
    assert on_file.filed_since("hold", "too long", NOON) == ()
    assert on_file.raw_mail(other).uid == 2
    assert on_file.raw_mail(PaperId(99)) is None


@pytest.mark.parametrize("bad", ["<a\x00b@c>", "<a\udcffb@c>"], ids=["NUL", "half a surrogate"])
def test_hostile_characters_in_a_header_are_no_hindrance(on_file: OnFile, bad: str) -> None:
    on_file.keep([a_mail(1, folder=bad)])
    ((id, _),) = on_file.undisposed(1)
    message = a_letter(bad, sender=bad)
    on_file.dispose(id, "read", f"from {bad}", message=message, digest=bad, at=NOON)
    assert on_file.same_before(MessageId(bad), None) == on_file.same_before(None, bad) == id
    assert on_file.bookmark(bad) == (7, 1)


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
                    records.dispose(new, kind, reason, **NOTHING)
                elif step == "replay" and mail is not None and not records.is_reopened(mail):
                    became: Status = "hold" if which % 2 else "read"
                    records.dispose(mail, became, reason, **NOTHING, again_by="")
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


def test_a_mail_that_was_handled_again_is_what_it_became_last(on_file: OnFile) -> None:
    one, two = on_file.some_mails(2)
    for mail in (one, two):
        on_file.dispose(mail, "hold", "a fault", **NOTHING)
    message = a_letter(message_id=MessageId("<again@x>"))
    on_file.dispose(two, "hold", "the same", **NOTHING, again_by="Ann")
    assert [(entry.mail, entry.reason) for entry in on_file.held()][1] == (two, "the same")
    same = {"message": message, "digest": "d9", "at": NOON}
    on_file.dispose(two, "read", "a turn", **same, again_by="Ann")
    assert [entry.mail for entry in on_file.held()] == [one]
    assert [entry.mail for entry in on_file.dispositions("hold")] == [one]
    assert [entry.reason for entry in on_file.dispositions()] == ["a fault", "a turn"]
    assert on_file.filed(two).disposition == "read"
    assert on_file.same_before(MessageId("<again@x>"), None) == two
    assert on_file.same_before(None, "d9") == two
    on_file.reopen(one, "Dan", "it is a turn", NOON)
    assert on_file.held() == ()
    on_file.dispose(one, "hold", "too odd", **NOTHING, again_by="Dan")
    assert on_file.held() == ()


def test_of_each_mail_that_is_held_somebody_is_told_once(on_file: OnFile) -> None:
    one, two = on_file.some_mails(2)
    for mail in (one, two):
        on_file.dispose(mail, "hold", "a fault", **NOTHING)
    assert [entry.mail for entry in on_file.held_untold()] == [one, two]
    on_file.note_told([one])
    assert [entry.mail for entry in on_file.held_untold()] == [two]
    on_file.note_told([one, two])
    assert on_file.held_untold() == ()


def test_what_is_alike_is_found(on_file: OnFile) -> None:
    mails = on_file.some_mails(2)
    for mail in mails:
        on_file.note_likeness(mail, "alike")
    assert on_file.alike("alike") == tuple(mails)
    assert on_file.alike("else") == ()


def test_a_mail_is_held_from_the_moment_it_is_filed_so(on_file: OnFile) -> None:
    one, two = on_file.some_mails(2)
    assert on_file.held() == on_file.held_untold() == ()
    with on_file.db.transaction() as records:
        for mail in (one, two):
            records.dispose(mail, "hold", "doubtful", message=None, digest=None, at=NOON)
        assert [it.mail for it in records.held()] == [one, two]
        records.note_told([one])
        records.reopen(two, "Pewterby", "read as nothing", NOON)
        assert [it.mail for it in records.held()] == [one]
        assert records.held_untold() == ()
    assert [it.mail for it in on_file.held()] == [one]
