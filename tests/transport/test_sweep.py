from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

import pytest

from rednov_bot.core.models import RawMail
from rednov_bot.core.transport.imap import Bookmark, Mailbox
from tests.transport.conftest import Onlooker, Shore


def a_mail(number: int) -> bytes:
    return (
        f"Message-ID: <{number}@post.example>\r\nSubject: mail {number}\r\n\r\nhello\r\n".encode()
    )


def a_mailbox(shore: Shore) -> Mailbox:
    return Mailbox(shore.settings, shore.password, connect_seconds=60, read_seconds=60)


def swept(box: Mailbox, after: Bookmark | None = None, batch: int = 200) -> list[RawMail]:
    return [mail for mails in box.sweep(after, batch=batch) for mail in mails]


ODD = (
    b"",
    b")\r\n* 1 FETCH (UID 77 BODY[] {3}\r\n",
    b"\xff\xfe bytes \x80\r\n",
    b"x" * 5000 + b"\r\n",
    b'"quotes" \\ and {12}\r\n',
)


def test_mails_come_once_in_order_byte_for_byte_and_unmarked(
    shore: Shore, onlooker: Onlooker
) -> None:
    with a_mailbox(shore) as box, a_mailbox(shore) as other:
        assert list(box.sweep()) == []
        sent = [a_mail(1), *(b"Subject: odd\r\n\r\n" + body for body in ODD), a_mail(2)]
        shore.deliver(*sent)
        mails = swept(box)
        assert [mail.octets for mail in mails] == sent
        assert [mail.uid for mail in mails] == sorted({mail.uid for mail in mails})
        assert {mail.folder for mail in mails} == {"INBOX"}
        assert {mail.uidvalidity for mail in mails} == {box.uidvalidity}
        assert {mail.arrived_at.tzinfo for mail in mails} == {UTC}
        assert abs(datetime.now(UTC) - mails[0].arrived_at) < timedelta(hours=1)
        assert swept(other) == mails
        bookmark = (box.uidvalidity, mails[1].uid)
        assert [mail.uid for mail in swept(box, bookmark)] == [mail.uid for mail in mails[2:]]
    flags = onlooker.flags()
    assert len(flags) == len(sent)
    assert not any(b"\\Seen" in line for line in flags)


def test_an_empty_mail_is_not_waited_for(shore: Shore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "sleep", pytest.fail)
    shore.deliver(a_mail(1), b"", a_mail(2))
    with a_mailbox(shore) as box:
        assert [mail.octets for mail in swept(box)] == [a_mail(1), b"", a_mail(2)]


def test_a_glance_tells_of_mail_that_no_sweep_has_met(shore: Shore) -> None:
    shore.deliver(a_mail(1))
    with a_mailbox(shore) as box:
        assert box.has_more()  # before the first sweep it is not known
        bookmark = (box.uidvalidity, swept(box)[-1].uid)
        assert not box.has_more()
        assert not swept(box, bookmark)
        assert not box.has_more()
        shore.deliver(a_mail(2))
        assert box.has_more()
        assert [mail.octets for mail in swept(box, bookmark)] == [a_mail(2)]
        assert not box.has_more()


def test_a_bookmark_of_another_numbering_counts_for_nothing(shore: Shore) -> None:
    shore.deliver(a_mail(1), a_mail(2))
    with a_mailbox(shore) as box:
        bookmark = (box.uidvalidity, swept(box)[-1].uid)
    shore.renumber()
    with a_mailbox(shore) as box:
        assert box.uidvalidity != bookmark[0]
        mails = swept(box, bookmark)
        assert [mail.octets for mail in mails] == [a_mail(1), a_mail(2)]
        assert {mail.uidvalidity for mail in mails} == {box.uidvalidity}


def test_mail_that_vanishes_meanwhile_is_left_out(shore: Shore, onlooker: Onlooker) -> None:
    shore.deliver(*(a_mail(number) for number in range(6)))
    with a_mailbox(shore) as box:
        batches = box.sweep(batch=2)
        assert [mail.octets for mail in next(batches)] == [a_mail(0), a_mail(1)]
        onlooker.expunge("4:5")
        rest = [mail.octets for mails in batches for mail in mails]
        assert rest == [a_mail(2), a_mail(5)]
        assert [mail.octets for mail in swept(box)] == [a_mail(n) for n in (0, 1, 2, 5)]


def test_mails_come_in_batches_and_a_large_one_comes_alone(shore: Shore) -> None:
    large = a_mail(3) + b"0123456789abcde\r\n" * 30_000
    shore.deliver(a_mail(1), a_mail(2), large, *(a_mail(number) for number in range(4, 11)))
    with a_mailbox(shore) as box:
        batches = list(box.sweep(batch=5))
    assert [[mail.octets for mail in mails] for mails in batches] == [
        [a_mail(1), a_mail(2)],
        [large],
        *([a_mail(number) for number in some] for some in (range(4, 9), range(9, 11))),
    ]
