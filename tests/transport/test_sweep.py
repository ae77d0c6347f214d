from __future__ import annotations

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


def test_an_empty_mailbox_gives_nothing(shore: Shore) -> None:
    with a_mailbox(shore) as box:
        assert list(box.sweep()) == []


def test_mails_come_once_in_order_and_byte_for_byte(shore: Shore) -> None:
    sent = [a_mail(number) for number in range(5)]
    shore.deliver(*sent)
    with a_mailbox(shore) as box:
        mails = swept(box)
        assert [mail.octets for mail in mails] == sent
        assert [mail.uid for mail in mails] == sorted({mail.uid for mail in mails})
        assert {mail.folder for mail in mails} == {"INBOX"}
        assert {mail.uidvalidity for mail in mails} == {box.uidvalidity}


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b")\r\n* 1 FETCH (UID 77 BODY[] {3}\r\n", id="words of the protocol"),
        pytest.param(b"\xff\xfe bytes \x80\r\n", id="eight bits"),
        pytest.param(b"x" * 5000 + b"\r\n", id="a long line"),
        pytest.param(b'"quotes" \\ and {12}\r\n', id="quotes and literals"),
    ],
)
def test_no_content_disturbs_the_sweep(shore: Shore, body: bytes) -> None:
    octets = b"Subject: odd\r\n\r\n" + body
    shore.deliver(a_mail(1), octets, a_mail(2))
    with a_mailbox(shore) as box:
        assert [mail.octets for mail in swept(box)] == [a_mail(1), octets, a_mail(2)]


def test_a_sweep_marks_nothing(shore: Shore, onlooker: Onlooker) -> None:
    shore.deliver(a_mail(1), a_mail(2))
    with a_mailbox(shore) as box:
        assert len(swept(box)) == 2
    flags = onlooker.flags()
    assert len(flags) == 2
    assert not any(b"\\Seen" in line for line in flags)


def test_what_was_handed_on_is_not_brought_again(shore: Shore) -> None:
    shore.deliver(*(a_mail(number) for number in range(4)))
    with a_mailbox(shore) as box:
        first = swept(box)
        bookmark = (box.uidvalidity, first[1].uid)
        assert [mail.uid for mail in swept(box, bookmark)] == [mail.uid for mail in first[2:]]
        assert swept(box, (box.uidvalidity, first[-1].uid)) == []


def test_later_mail_is_found_on_the_same_connection(shore: Shore) -> None:
    shore.deliver(a_mail(1))
    with a_mailbox(shore) as box:
        last = swept(box)[-1].uid
        shore.deliver(a_mail(2))
        assert [mail.octets for mail in swept(box, (box.uidvalidity, last))] == [a_mail(2)]


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


def test_a_thousand_mails_come_in_batches(shore: Shore) -> None:
    sent = [a_mail(number) for number in range(1000)]
    shore.deliver(*sent)
    with a_mailbox(shore) as box:
        batches = list(box.sweep(batch=150))
    assert [len(mails) for mails in batches] == [150] * 6 + [100]
    assert [mail.octets for mails in batches for mail in mails] == sent


def test_mail_that_vanishes_meanwhile_is_left_out(shore: Shore, onlooker: Onlooker) -> None:
    shore.deliver(*(a_mail(number) for number in range(6)))
    with a_mailbox(shore) as box:
        batches = box.sweep(batch=2)
        assert [mail.octets for mail in next(batches)] == [a_mail(0), a_mail(1)]
        onlooker.expunge("4:5")
        rest = [mail.octets for mails in batches for mail in mails]
        assert rest == [a_mail(2), a_mail(5)]
        assert [mail.octets for mail in swept(box)] == [a_mail(n) for n in (0, 1, 2, 5)]


def test_a_large_mail_comes_alone(shore: Shore) -> None:
    large = a_mail(3) + b"0123456789abcde\r\n" * 30_000
    shore.deliver(a_mail(1), a_mail(2), large, a_mail(4))
    with a_mailbox(shore) as box:
        batches = list(box.sweep())
    assert [[mail.octets for mail in mails] for mails in batches] == [
        [a_mail(1), a_mail(2)],
        [large],
        [a_mail(4)],
    ]


def test_the_time_of_arrival_is_in_utc(shore: Shore) -> None:
    shore.deliver(a_mail(1))
    with a_mailbox(shore) as box:
        (mail,) = swept(box)
    assert mail.arrived_at.tzinfo is UTC
    assert abs(datetime.now(UTC) - mail.arrived_at) < timedelta(hours=1)


def test_two_sweeps_of_one_mailbox_do_not_disturb_each_other(shore: Shore) -> None:
    shore.deliver(a_mail(1), a_mail(2))
    with a_mailbox(shore) as one, a_mailbox(shore) as other:
        assert swept(one) == swept(other)
