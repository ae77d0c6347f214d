from __future__ import annotations

import imaplib
import smtplib
import socket
import threading
from contextlib import ExitStack
from datetime import UTC, datetime
from email import message_from_bytes

import pytest

from rednov_bot.testing.mailserver import Delivery, MailingList, MailServer
from tests.mail_server.conftest import BOT, LIST, PIP

MAIL = b"From: pip@sub.example\r\nSubject: turn\r\nMessage-ID: <1@sub.example>\r\n\r\n.I walk.\r\n"


def test_mail_to_an_address_lies_in_its_mailbox(
    mail_server: MailServer, smtp: smtplib.SMTP
) -> None:
    smtp.sendmail(PIP, [BOT.upper()], MAIL)
    (octets,) = mail_server.mailbox(BOT)
    assert octets.endswith(MAIL)
    assert octets.startswith(b"Return-Path: <pip@sub.example>\r\nReceived: from sub.example")
    assert mail_server.mailbox(PIP) == ()


def test_mail_to_the_list_goes_to_every_subscriber(
    mail_server: MailServer, smtp: smtplib.SMTP
) -> None:
    smtp.sendmail(PIP, [LIST.address], MAIL)
    for address in (BOT, PIP):
        (octets,) = mail_server.mailbox(address)
        mail = message_from_bytes(octets)
        assert mail["Subject"] == "BUS: turn"
        assert mail["Message-ID"] == "<1@sub.example>"
        assert mail["Return-Path"] == "<business-bounces@agora.example>"
        stamps = mail.get_all("Received", [])
        assert ["agora.example" in stamps[0], "sub.example" in stamps[1]] == [True, True]


def test_mail_goes_round_a_list_once(mail_server: MailServer, smtp: smtplib.SMTP) -> None:
    smtp.sendmail(PIP, [LIST.address], MAIL)
    smtp.sendmail(BOT, [LIST.address], mail_server.mailbox(BOT)[0])
    assert len(mail_server.mailbox(PIP)) == 1


def test_stamps_show_the_harbours_clock() -> None:
    noon = datetime(2009, 5, 8, 12, tzinfo=UTC)
    with MailServer(users={BOT: "x"}, clock=lambda: noon) as mail_server:
        with smtplib.SMTP("127.0.0.1", mail_server.smtp_port, "x") as smtp:
            smtp.sendmail(PIP, [BOT], MAIL)
        (octets,) = mail_server.mailbox(BOT)
    assert b"; Fri, 08 May 2009 12:00:00 +0000\r\n" in octets


def test_nobody_is_refused(smtp: smtplib.SMTP) -> None:
    with pytest.raises(smtplib.SMTPRecipientsRefused) as caught:
        smtp.sendmail(PIP, ["nobody@bots.example"], MAIL)
    assert caught.value.recipients["nobody@bots.example"][0] == 550


@pytest.mark.parametrize("code", [450, 550])
def test_a_recipient_is_refused_as_told(
    mail_server: MailServer, smtp: smtplib.SMTP, code: int
) -> None:
    mail_server.refuse(BOT, code)
    with pytest.raises(smtplib.SMTPRecipientsRefused) as caught:
        smtp.sendmail(PIP, [BOT], MAIL)
    assert caught.value.recipients[BOT][0] == code
    mail_server.behave()
    smtp.sendmail(PIP, [BOT], MAIL)


def test_strangers_are_sent_away_where_a_login_is_demanded() -> None:
    with MailServer(users={BOT: "secret"}, smtp_login=True) as mail_server:
        with smtplib.SMTP("127.0.0.1", mail_server.smtp_port, "x") as smtp:
            with pytest.raises(smtplib.SMTPSenderRefused):
                smtp.sendmail(BOT, [BOT], MAIL)
            with pytest.raises(smtplib.SMTPAuthenticationError):
                smtp.login("rednov", "wrong")
            smtp.login("rednov", "secret")
            smtp.sendmail(BOT, [BOT], MAIL)
        assert len(mail_server.mailbox(BOT)) == 1


def test_deliveries_are_told() -> None:
    told: list[Delivery] = []
    with MailServer(users={BOT: "x"}, on_delivery=told.append) as mail_server:
        mail_server.deliver(BOT, MAIL)
    assert told == [Delivery(sender="", recipient=BOT, octets=MAIL)]


def test_a_list_cannot_write_to_strangers() -> None:
    with pytest.raises(ValueError, match=r"no mailbox here for the subscribers \['x@y'\]"):
        MailServer(users={BOT: "x"}, lists=[MailingList(address="a@b", subscribers=("x@y",))])


def test_clients_are_sent_away_when_it_closes() -> None:
    with ExitStack() as stack:
        mail_server = stack.enter_context(MailServer(users={BOT: "secret"}))
        imap = imaplib.IMAP4("127.0.0.1", mail_server.imap_port, timeout=60)
        stack.callback(imap.shutdown)
        imap.login("rednov", "secret")
        imap.select()
        smtp = smtplib.SMTP("127.0.0.1", mail_server.smtp_port, "x", timeout=60)
        stack.callback(smtp.close)
        idler = stack.enter_context(_idler(mail_server))
        before = threading.active_count()
        mail_server.close()
        mail_server.close()
        assert threading.active_count() == before - 1
        with pytest.raises(imaplib.IMAP4.abort):
            imap.noop()
        with pytest.raises(smtplib.SMTPServerDisconnected):
            smtp.noop()
        assert _heard(idler)[-1].startswith(b"* BYE")


def test_a_client_hears_why_it_is_sent_away_also_while_it_speaks() -> None:
    for _ in range(50):  # how far the harbour has heard it is another matter each time
        with MailServer(users={BOT: "secret"}) as mail_server, _idler(mail_server) as idler:
            mail_server.close()
            assert _heard(idler)[-1].startswith(b"* BYE")


def _idler(mail_server: MailServer) -> socket.socket:
    """A client that has asked for news, without waiting for any answer."""
    made = socket.create_connection(("127.0.0.1", mail_server.imap_port), timeout=60)
    made.sendall(b"a LOGIN rednov secret\r\nb SELECT INBOX\r\nc IDLE\r\n")
    return made


def _heard(client: socket.socket) -> list[bytes]:
    """Every line until the end."""
    with client.makefile("rb") as lines:
        return lines.readlines()


def test_its_ports_are_free_again_after_it_closed() -> None:
    first = MailServer(users={BOT: "x"})
    ports = first.imap_port, first.smtp_port
    first.close()
    with MailServer(users={BOT: "x"}, imap_port=ports[0], smtp_port=ports[1]) as second:
        assert (second.imap_port, second.smtp_port) == ports


def test_a_port_that_is_taken_is_told_at_once(mail_server: MailServer) -> None:
    with pytest.raises(OSError, match="in use"):
        MailServer(users={BOT: "x"}, smtp_port=mail_server.smtp_port)


def test_a_client_that_vanishes_disturbs_nobody(
    mail_server: MailServer, smtp: smtplib.SMTP
) -> None:
    for port in (mail_server.imap_port, mail_server.smtp_port):
        vanishing = socket.create_connection(("127.0.0.1", port), timeout=60)
        vanishing.sendall(b"a LOGIN rednov {5}\r\n")
        vanishing.close()
    smtp.sendmail(PIP, [BOT], MAIL)
    assert len(mail_server.mailbox(BOT)) == 1
