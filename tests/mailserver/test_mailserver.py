"""The mail server: mails lie in mailboxes, lists pass them on, clients read them or are refused."""

from __future__ import annotations

import base64
import imaplib
import smtplib
import socket
import threading
from contextlib import ExitStack, suppress
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default

import imapclient
import pytest

from rednov_bot.testing.mailserver import MailingList, MailServer
from tests.mailserver.conftest import BOT, LIST, PIP

MAIL = b"From: pip@sub.example\r\nSubject: turn\r\nMessage-ID: <1@sub.example>\r\n\r\n.I walk.\r\n"


def test_mail_goes_to_its_mailbox_or_to_every_subscriber_once(
    mail_server: MailServer, smtp: smtplib.SMTP
) -> None:
    smtp.sendmail(PIP, [BOT.upper()], MAIL)
    (octets,) = mail_server.mailbox(BOT)
    assert octets.endswith(MAIL)
    assert octets.startswith(b"Return-Path: <pip@sub.example>\r\nReceived: from sub.example")
    assert mail_server.mailbox(PIP) == ()
    smtp.sendmail(PIP, [LIST.address], MAIL)
    smtp.sendmail(BOT, [LIST.address], mail_server.mailbox(PIP)[0])
    for octets in (mail_server.mailbox(BOT)[1], *mail_server.mailbox(PIP)):
        mail = message_from_bytes(octets)
        assert mail["Subject"] == "BUS: turn"
        assert mail["Message-ID"] == "<1@sub.example>"
        assert mail["Return-Path"] == "<business-bounces@agora.example>"
        stamps = mail.get_all("Received", [])
        assert ["agora.example" in stamps[0], "sub.example" in stamps[1]] == [True, True]
    assert len(mail_server.mailbox(PIP)) == 1


def test_clients_are_told_and_sent_away_when_it_closes() -> None:
    with ExitStack() as stack:
        mail_server = stack.enter_context(MailServer(users={BOT: "secret"}))
        imap = imaplib.IMAP4("127.0.0.1", mail_server.imap_port, timeout=60)
        stack.callback(imap.shutdown)
        imap.login("rednov", "secret")
        smtp = smtplib.SMTP("127.0.0.1", mail_server.smtp_port, "x", timeout=60)
        stack.callback(smtp.close)
        idler = stack.enter_context(socket.create_connection(("127.0.0.1", mail_server.imap_port)))
        idler.sendall(b"a LOGIN rednov secret\r\nb SELECT INBOX\r\nc IDLE\r\n")
        before = threading.active_count()
        mail_server.close()
        mail_server.close()
        assert threading.active_count() == before - 1
        with pytest.raises(imaplib.IMAP4.abort):
            imap.noop()
        with pytest.raises(smtplib.SMTPServerDisconnected):
            smtp.noop()
        with idler.makefile("rb") as lines:
            assert lines.readlines()[-1].startswith(b"* BYE")


@pytest.mark.parametrize(
    ("user", "password", "welcome"),
    [
        ("rednov", "secret", True),
        ("REDNOV@bots.example", "secret", True),
        ("rednov", "grog", False),
        ("pip", "secret", False),
        ("nobody", "", False),
    ],
)
def test_a_user_logs_in_by_address_or_its_local_part_and_reads_a_mailbox(
    mail_server: MailServer, user: str, password: str, welcome: bool
) -> None:
    mail_server.deliver(BOT, MAIL)
    with imapclient.IMAPClient("127.0.0.1", mail_server.imap_port, ssl=False, timeout=60) as client:
        if not welcome:
            with pytest.raises(imapclient.exceptions.LoginError, match="AUTHENTICATIONFAILED"):
                client.login(user, password)
            return
        client.login(user, password)
        assert client.list_folders() == [((b"\\HasNoChildren",), b"/", "INBOX")]
        assert client.folder_status("INBOX", ["MESSAGES", "UNSEEN"])[b"MESSAGES"] == 1
        assert client.select_folder("INBOX", readonly=True)[b"EXISTS"] == 1
        facts = client.fetch([1], ["BODY.PEEK[]", "INTERNALDATE", "RFC822.SIZE", "FLAGS"])[1]
        assert (facts[b"BODY[]"], facts[b"RFC822.SIZE"], facts[b"FLAGS"]) == (MAIL, len(MAIL), ())
        assert client.has_capability("IDLE")


def test_mails_are_found_appended_and_taken_away(
    mail_server: MailServer, imap: imaplib.IMAP4
) -> None:
    for octets in (
        b"Subject: 0\r\n\r\nbody\r\n",
        b"Subject: 1\r\n\r\n",
        b"Subject: 2\r\n\r\n",
        MAIL,
    ):
        mail_server.deliver(BOT, octets)
    imap.select()
    imap.store("2", "+FLAGS", "(\\Seen)")
    for keys, found in (
        ("ALL", b"1 2 3 4"),
        ("9:*", b"4"),
        ("UID 1,3:4", b"1 3 4"),
        ("UNSEEN 1:3", b"1 3"),
        ("LARGER 50", b"4"),
        ("SUBJECT turn", b"4"),
        ('HEADER Subject "2"', b"3"),
    ):
        assert imap.search(None, keys) == ("OK", [found])
    mail_server.expunge(BOT, [2])
    assert imap.search(None, "ALL")[1] == [b"1 2 3 4"]  # numbers stay during a SEARCH
    assert imap.response("EXPUNGE")[1] == [None]
    imap.noop()
    assert imap.response("EXPUNGE")[1] == [b"2"]
    octets = b"Subject: \xc3\x98 {3}\r\n\r\n\xff\r\n"
    kind, answer = imap.append("INBOX", "(\\Seen)", None, octets)
    assert (kind, answer) == ("OK", [b"[APPENDUID 1 5] done"])
    assert mail_server.mailbox(BOT)[-1] == octets
    assert imap.uid("SEARCH", "ALL")[1] == [b"1 3 4 5"]


# -- a client that talks nonsense -----------------------------------------------------------------

NONSENSE = (
    *(b"NONSENSE", b"SELECT INBOX", b"LOGIN rednov", b'LOGIN "rednov', b"UID NOOP", b"UID"),
    *(b"LOGIN " + b"(" * 24, b"LOGIN rednov secret)"),
)
ABOUT_MAILS = (
    *(b"FETCH x (FLAGS)", b"FETCH 1 (WHATEVER)", b"FETCH 1", b"SEARCH WHATEVER", b"SEARCH UID"),
    *(b"SEARCH LARGER x", rb"STORE 1 FLAGZ (\Seen)"),
)


def test_nonsense_is_answered_with_bad_and_the_talk_goes_on(mail_server: MailServer) -> None:
    mail_server.deliver(BOT, MAIL)
    where = ("127.0.0.1", mail_server.imap_port)
    with socket.create_connection(where, timeout=10) as talk, talk.makefile("rb") as lines:
        assert lines.readline().startswith(b"* OK")

        def answer(command: bytes) -> bytes:
            talk.sendall(b"t " + command + b"\r\n")
            return next(line for line in lines if line.startswith(b"t "))

        for command in NONSENSE:
            talk.sendall(b"t " + command + b"\r\n")
            assert b" BAD " in lines.readline(), command
            assert answer(b"NOOP") == b"t OK done\r\n"
        assert answer(b"LOGIN rednov secret").startswith(b"t OK")
        assert answer(b"SELECT INBOX").startswith(b"t OK")
        for command in ABOUT_MAILS:
            assert answer(command).startswith(b"t BAD "), command
            assert answer(b"NOOP") == b"t OK done\r\n"


@pytest.mark.parametrize("flood", [b"x" * 200_000, b"t APPEND INBOX {99999999999}\r\n"])
def test_a_client_that_sends_too_much_is_dropped_and_the_next_is_served(
    mail_server: MailServer, flood: bytes
) -> None:
    where = ("127.0.0.1", mail_server.imap_port)
    said = b""
    with ExitStack() as stack:
        talk = stack.enter_context(socket.create_connection(where, timeout=10))
        lines = stack.enter_context(talk.makefile("rb"))
        assert lines.readline().startswith(b"* OK")
        with suppress(ConnectionError):
            talk.sendall(flood)
            said = lines.readline()
    assert said == b"" or b" BAD " in said
    assert mail_server.mailbox(BOT) == ()
    with imapclient.IMAPClient(*where, ssl=False, timeout=10) as client:
        client.login("rednov", "secret")


# -- lists ----------------------------------------------------------------------------------------


def passed_on(octets: bytes, **how: object) -> EmailMessage:
    """A mail as the list passes it on."""
    forum = MailingList(
        address="business@agora.example",
        title="Agoran business",
        subscribers=(),
        **how,  # type: ignore[arg-type]
    )
    passed = forum.passed_on(octets)
    assert [forum.has_seen(one) for one in (octets, passed)] == [False, True]
    mail = message_from_bytes(passed, policy=default)
    assert isinstance(mail, EmailMessage)
    return mail


def a_mail(sender: str = "Pip <pip@sub.example>", subject: str = "My turn") -> bytes:
    return (
        f"From: {sender}\r\nTo: business@agora.example\r\nSubject: {subject}\r\n"
        "Message-ID: <1@sub.example>\r\nDKIM-Signature: v=1; b=xyz\r\n\r\nI open hatch 5.\r\n"
    ).encode()


def test_a_list_leaves_its_marks_and_the_text_as_it_was() -> None:
    mail = passed_on(a_mail(), reply_to="discussion@agora.example")
    marks = {
        "List-Id": "Agoran business <business.agora.example>",
        "List-Post": "<mailto:business@agora.example>",
        "Sender": "business-bounces@agora.example",
        "Precedence": "list",
        "Reply-To": "discussion@agora.example",
        "Message-ID": "<1@sub.example>",
        "From": "Pip <pip@sub.example>",
        "DKIM-Signature": None,
    }
    assert {name: mail[name] for name in marks} == marks
    assert mail.get_content() == "I open hatch 5.\r\n"


@pytest.mark.parametrize(
    ("subject", "shown"),
    [
        ("My turn", "BUS: My turn"),
        ("Re: BUS: My turn", "BUS: Re: My turn"),
        ("=?utf-8?q?=C3=98rjan?=", "BUS: Ørjan"),
        ("", "BUS:"),
    ],
)
def test_a_prefix_stands_once_in_front(subject: str, shown: str) -> None:
    mail = passed_on(a_mail(subject=subject), subject_prefix="BUS: ")
    assert mail["Subject"].strip() == shown


def test_a_munged_author_is_found_in_reply_to_or_cc() -> None:
    for sender, shown in (
        ("pip@sub.example", "pip via business"),
        ("=?utf-8?q?=C3=98rjan?= <pip@sub.example>", "Ørjan via business"),
    ):
        mail = passed_on(a_mail(sender), munge_from=True)
        (author,) = mail["From"].addresses
        assert (author.display_name, author.addr_spec) == (shown, "business@agora.example")
        assert [each.addr_spec for each in mail["Reply-To"].addresses] == ["pip@sub.example"]
    mail = passed_on(
        b"Cc: ann@sub.example\r\n" + a_mail(), munge_from=True, reply_to="discussion@agora.example"
    )
    assert mail["Reply-To"] == "discussion@agora.example"
    found = [each.addr_spec for each in mail["Cc"].addresses]
    assert found == ["ann@sub.example", "pip@sub.example"]


@pytest.mark.parametrize(
    ("encoding", "body", "text"),
    [
        ("8bit", "Ørjan".encode(), "Ørjan\n"),
        ("quoted-printable", b"caf=C3=A9 =3D\r\n", "café =\n"),
        ("base64", base64.encodebytes("Ørjan\n".encode()), "Ørjan\n"),
    ],
)
def test_a_footer_stands_below_plain_text(encoding: str, body: bytes, text: str) -> None:
    head = 'Content-Type: text/plain; charset="utf-8"\r\nContent-Transfer-Encoding: '
    footer = "_______\nbusiness list = fun\n"
    mail = passed_on(f"{head}{encoding}\r\n\r\n".encode() + body, footer=footer)
    assert mail.get_content().replace("\r\n", "\n") == text + footer
