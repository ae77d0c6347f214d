from __future__ import annotations

import imaplib

import imapclient
import pytest

from rednov_bot.testing.mailserver import MailServer
from tests.mail_server.conftest import BOT, PIP

MAIL = b"From: pip@sub.example\r\nSubject: turn\r\n\r\nI open hatch 5.\r\n"


def mail(number: int) -> bytes:
    return b"Subject: %d\r\n\r\nbody\r\n" % number


@pytest.mark.parametrize(
    ("user", "password", "welcome"),
    [
        ("rednov", "secret", True),
        (BOT, "secret", True),
        ("REDNOV@bots.example", "secret", True),
        ("rednov", "grog", False),
        ("pip", "secret", False),
        ("nobody", "", False),
    ],
)
def test_a_user_logs_in_by_address_or_its_local_part(
    mail_server: MailServer, user: str, password: str, welcome: bool
) -> None:
    with imapclient.IMAPClient("127.0.0.1", mail_server.imap_port, ssl=False, timeout=60) as client:
        if welcome:
            client.login(user, password)
        else:
            with pytest.raises(imapclient.exceptions.LoginError, match="AUTHENTICATIONFAILED"):
                client.login(user, password)


def test_imapclient_reads_a_mailbox(mail_server: MailServer) -> None:
    mail_server.deliver(BOT, MAIL)
    with imapclient.IMAPClient("127.0.0.1", mail_server.imap_port, ssl=False, timeout=60) as client:
        client.plain_login("rednov", "secret")
        assert client.list_folders() == [((b"\\HasNoChildren",), b"/", "INBOX")]
        assert client.folder_status("INBOX", ["MESSAGES", "UNSEEN"])[b"MESSAGES"] == 1
        assert client.select_folder("INBOX", readonly=True)[b"EXISTS"] == 1
        assert client.search(["UID", "1:*"]) == [1]
        facts = client.fetch([1], ["BODY.PEEK[]", "INTERNALDATE", "RFC822.SIZE", "FLAGS"])[1]
        assert facts[b"BODY[]"] == MAIL
        assert facts[b"RFC822.SIZE"] == len(MAIL)
        assert facts[b"FLAGS"] == ()
        assert client.has_capability("IDLE")


@pytest.mark.parametrize(
    ("section", "answer"),
    [
        ("BODY.PEEK[]", MAIL),
        ("BODY.PEEK[HEADER]", b"From: pip@sub.example\r\nSubject: turn\r\n\r\n"),
        ("BODY.PEEK[TEXT]", b"I open hatch 5.\r\n"),
        ("BODY.PEEK[HEADER.FIELDS (SUBJECT DATE)]", b"Subject: turn\r\n\r\n"),
        ("BODY.PEEK[HEADER.FIELDS.NOT (Subject)]", b"From: pip@sub.example\r\n\r\n"),
        ("BODY.PEEK[]<5.4>", b" pip"),
        ("RFC822.HEADER", b"From: pip@sub.example\r\nSubject: turn\r\n\r\n"),
    ],
)
def test_a_part_of_a_mail_may_be_fetched(
    mail_server: MailServer, imap: imaplib.IMAP4, section: str, answer: bytes
) -> None:
    mail_server.deliver(BOT, MAIL)
    imap.select()
    _, lines = imap.fetch("1", f"({section})")
    assert lines[0][1] == answer  # type: ignore[index]
    assert mail_server.flags(BOT) == (frozenset(),)


@pytest.mark.parametrize("section", ["BODY[]", "RFC822", "BODY[TEXT]"])
def test_reading_a_mail_marks_it_as_seen(
    mail_server: MailServer, imap: imaplib.IMAP4, section: str
) -> None:
    mail_server.deliver(BOT, MAIL)
    imap.select(readonly=True)
    imap.fetch("1", f"({section})")
    assert mail_server.flags(BOT) == (frozenset(),)
    imap.select()
    imap.fetch("1", f"({section})")
    assert mail_server.flags(BOT) == (frozenset({"\\Seen"}),)


@pytest.mark.parametrize(
    ("keys", "found"),
    [
        ("ALL", b"1 2 3 4"),
        ("2:3", b"2 3"),
        ("*", b"4"),
        ("9:*", b"4"),
        ("UID 1,3:4", b"1 3 4"),
        ("SEEN", b"2"),
        ("UNSEEN 1:3", b"1 3"),
        ("LARGER 50", b"4"),
        ("SMALLER 50", b"1 2 3"),
        ("SUBJECT turn", b"4"),
        ('HEADER Subject "2"', b"3"),
    ],
)
def test_mails_are_found(
    mail_server: MailServer, imap: imaplib.IMAP4, keys: str, found: bytes
) -> None:
    for octets in (mail(0), mail(1), mail(2), MAIL):
        mail_server.deliver(BOT, octets)
    imap.select()
    imap.store("2", "+FLAGS", "(\\Seen)")
    assert imap.search(None, keys) == ("OK", [found])


def test_numbers_never_come_back(mail_server: MailServer, imap: imaplib.IMAP4) -> None:
    for number in range(3):
        mail_server.deliver(BOT, mail(number))
    imap.select()
    imap.store("3", "+FLAGS", "(\\Deleted)")
    assert imap.expunge() == ("OK", [b"3"])
    mail_server.deliver(BOT, mail(3))
    imap.noop()
    assert imap.uid("SEARCH", "ALL") == ("OK", [b"1 2 4"])


def test_what_another_took_away_is_told_with_the_right_numbers(
    mail_server: MailServer, imap: imaplib.IMAP4
) -> None:
    for number in range(5):
        mail_server.deliver(BOT, mail(number))
    imap.select()
    mail_server.expunge(BOT, [2, 4])
    assert imap.search(None, "ALL")[1] == [b"1 2 3 4 5"]  # numbers stay during a SEARCH
    imap.noop()
    assert imap.response("EXPUNGE")[1] == [b"4", b"2"]
    assert imap.uid("SEARCH", "ALL")[1] == [b"1 3 5"]


def test_a_mail_may_be_appended(mail_server: MailServer, imap: imaplib.IMAP4) -> None:
    octets = b"Subject: \xc3\x98 {3}\r\n\r\n\xff\r\n"
    kind, answer = imap.append("INBOX", "(\\Seen)", None, octets)
    assert (kind, answer) == ("OK", [b"[APPENDUID 1 1] done"])
    assert mail_server.mailbox(BOT) == (octets,)
    assert mail_server.flags(BOT) == (frozenset({"\\Seen"}),)


def test_each_user_sees_eir_own_mail(mail_server: MailServer, imap: imaplib.IMAP4) -> None:
    mail_server.deliver(PIP, MAIL)
    assert imap.select() == ("OK", [b"0"])
    assert mail_server.mailbox(PIP) == (MAIL,)
