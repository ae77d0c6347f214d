from __future__ import annotations

import base64
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default

import pytest

from rednov_bot.testing.mailserver import MailingList

BUSINESS = "business@agora.example"
DISCUSSION = "discussion@agora.example"


def a_list(
    *, prefix: str = "", reply_to: str | None = None, footer: str = "", munge: bool = False
) -> MailingList:
    return MailingList(
        address=BUSINESS,
        title="Agoran business",
        subscribers=(),
        subject_prefix=prefix,
        reply_to=reply_to,
        footer=footer,
        munge_from=munge,
    )


def a_mail(sender: str = "Pip <pip@sub.example>", subject: str = "My turn") -> bytes:
    return (
        f"From: {sender}\r\nTo: {BUSINESS}\r\nSubject: {subject}\r\n"
        "Message-ID: <1@sub.example>\r\nDKIM-Signature: v=1; b=xyz\r\n\r\nI open hatch 5.\r\n"
    ).encode()


def read(octets: bytes) -> EmailMessage:
    mail = message_from_bytes(octets, policy=default)
    assert isinstance(mail, EmailMessage)
    return mail


def test_the_marks_of_a_list_are_on_its_mail() -> None:
    mail = read(a_list().passed_on(a_mail()))
    assert mail["List-Id"] == "Agoran business <business.agora.example>"
    assert mail["List-Post"] == f"<mailto:{BUSINESS}>"
    assert mail["Sender"] == "business-bounces@agora.example"
    assert mail["Precedence"] == "list"
    assert mail["X-BeenThere"] == BUSINESS


def test_author_text_and_message_id_stay() -> None:
    mail = read(a_list().passed_on(a_mail()))
    assert mail["Message-ID"] == "<1@sub.example>"
    assert mail["From"] == "Pip <pip@sub.example>"
    assert mail["DKIM-Signature"] is None
    assert mail.get_content() == "I open hatch 5.\r\n"


@pytest.mark.parametrize(
    ("subject", "passed_on"),
    [
        ("My turn", "BUS: My turn"),
        ("BUS: My turn", "BUS: My turn"),
        ("Re: BUS: My turn", "BUS: Re: My turn"),
        ("Re: OFF: results", "BUS: Re: OFF: results"),
        ("=?utf-8?q?=C3=98rjan?=", "BUS: Ørjan"),
        ("", "BUS:"),
    ],
)
def test_a_prefix_stands_once_in_front(subject: str, passed_on: str) -> None:
    mail = read(a_list(prefix="BUS: ").passed_on(a_mail(subject=subject)))
    assert mail["Subject"].strip() == passed_on


def test_replies_can_be_led_to_another_list() -> None:
    assert read(a_list(reply_to=DISCUSSION).passed_on(a_mail()))["Reply-To"] == DISCUSSION


@pytest.mark.parametrize(
    ("sender", "shown"),
    [
        ("Pip <pip@sub.example>", "Pip via business"),
        ("pip@sub.example", "pip via business"),
        ("=?utf-8?q?=C3=98rjan?= <pip@sub.example>", "Ørjan via business"),
    ],
)
def test_a_munged_author_is_found_in_reply_to(sender: str, shown: str) -> None:
    mail = read(a_list(munge=True).passed_on(a_mail(sender)))
    (author,) = mail["From"].addresses
    assert (author.display_name, author.addr_spec) == (shown, BUSINESS)
    assert [each.addr_spec for each in mail["Reply-To"].addresses] == ["pip@sub.example"]


@pytest.mark.parametrize(
    ("cc", "found"),
    [
        ("", ["pip@sub.example"]),
        ("Cc: ann@sub.example\r\n", ["ann@sub.example", "pip@sub.example"]),
    ],
)
def test_a_munged_author_is_found_in_cc_where_the_list_sets_reply_to(
    cc: str, found: list[str]
) -> None:
    forum = a_list(munge=True, reply_to=DISCUSSION)
    mail = read(forum.passed_on(cc.encode() + a_mail()))
    assert mail["Reply-To"] == DISCUSSION
    assert [each.addr_spec for each in mail["Cc"].addresses] == found


FOOTER = "_______\nbusiness list = fun\n"


@pytest.mark.parametrize(
    ("encoding", "body", "text"),
    [
        ("7bit", b"hello\r\n", "hello\n"),
        ("8bit", "Ørjan".encode(), "Ørjan\n"),
        ("quoted-printable", b"caf=C3=A9 =3D\r\n", "café =\n"),
        ("base64", base64.encodebytes("Ørjan\n".encode()), "Ørjan\n"),
    ],
)
def test_a_footer_stands_below_plain_text(encoding: str, body: bytes, text: str) -> None:
    octets = (
        b'Content-Type: text/plain; charset="utf-8"\r\nContent-Transfer-Encoding: '
        + encoding.encode()
        + b"\r\n\r\n"
        + body
    )
    mail = read(a_list(footer=FOOTER).passed_on(octets))
    assert mail.get_content().replace("\r\n", "\n") == text + FOOTER


def test_a_footer_beside_other_mail_is_a_part_of_its_own() -> None:
    made = EmailMessage()
    made["From"] = "pip@sub.example"
    made.set_content("plain\n")
    made.add_alternative("<p>html</p>\n", subtype="html")
    mail = read(a_list(footer=FOOTER).passed_on(made.as_bytes()))
    assert mail.get_content_type() == "multipart/mixed"
    assert [part.get_content_type() for part in mail.walk()] == [
        "multipart/mixed",
        "multipart/alternative",
        "text/plain",
        "text/html",
        "text/plain",
    ]
    *_, footer = mail.iter_parts()
    assert isinstance(footer, EmailMessage)
    assert "business list" in footer.get_content()


def test_a_list_knows_its_own_mail_again() -> None:
    forum = a_list()
    assert not forum.has_seen(a_mail())
    assert forum.has_seen(forum.passed_on(a_mail()))
