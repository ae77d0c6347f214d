from __future__ import annotations

import socket

import pytest

from rednov_bot.testing.mailserver import MailServer
from tests.mail_server.conftest import BOT

MAIL = b"From: pip@sub.example\r\nSubject: turn\r\n\r\nI open hatch 5.\r\n"


def mail(number: int) -> bytes:
    return b"Subject: %d\r\n\r\nbody\r\n" % number


class Talk:
    """A client that speaks the protocol word by word."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self._lines = self._socket.makefile("rb")
        self.line()

    def say(self, octets: bytes) -> None:
        self._socket.sendall(octets)

    def line(self) -> bytes:
        return self._lines.readline()

    def answer(self, command: bytes) -> bytes:
        """The tagged line that ends the answer to a command."""
        self.say(b"t " + command + b"\r\n")
        while not (line := self.line()).startswith(b"t "):
            assert line
        return line

    def hang_up(self) -> None:
        self._lines.close()
        self._socket.close()


def test_mail_is_announced_to_those_who_idle(mail_server: MailServer) -> None:
    talk = Talk(mail_server.imap_port)
    talk.answer(b"LOGIN rednov secret")
    talk.answer(b"SELECT INBOX")
    talk.say(b"t IDLE\r\n")
    assert talk.line() == b"+ idling\r\n"
    for number in range(1, 4):
        mail_server.deliver(BOT, MAIL)
        assert talk.line() == b"* %d EXISTS\r\n" % number
        assert talk.line() == b"* 0 RECENT\r\n"
    mail_server.expunge(BOT, [1])
    assert talk.line() == b"* 1 EXPUNGE\r\n"
    talk.say(b"DONE\r\n")
    assert talk.line() == b"t OK done\r\n"
    talk.hang_up()


def test_mail_that_came_just_before_idle_is_announced(mail_server: MailServer) -> None:
    talk = Talk(mail_server.imap_port)
    talk.answer(b"LOGIN rednov secret")
    talk.answer(b"SELECT INBOX")
    mail_server.deliver(BOT, MAIL)
    talk.say(b"t IDLE\r\n")
    assert (talk.line(), talk.line()) == (b"+ idling\r\n", b"* 1 EXISTS\r\n")
    talk.hang_up()


def test_a_new_numbering_sends_clients_away(mail_server: MailServer) -> None:
    talk = Talk(mail_server.imap_port)
    talk.answer(b"LOGIN rednov secret")
    talk.answer(b"SELECT INBOX")
    mail_server.renumber(BOT)
    assert talk.line().startswith(b"* BYE")
    assert talk.line() == b""
    talk.hang_up()


@pytest.mark.parametrize(
    "command",
    [
        b"NONSENSE",
        b"SELECT INBOX",
        b"LOGIN rednov",
        b'LOGIN "rednov',
        b"LOGIN ((((((((((((((((((((((((",
        b"LOGIN rednov secret)",
        b"UID NOOP",
        b"UID",
    ],
)
def test_nonsense_is_answered_with_bad_and_the_talk_goes_on(
    mail_server: MailServer, command: bytes
) -> None:
    talk = Talk(mail_server.imap_port)
    talk.say(b"t " + command + b"\r\n")
    assert b" BAD " in talk.line()
    assert talk.answer(b"NOOP") == b"t OK done\r\n"
    talk.hang_up()


@pytest.mark.parametrize(
    "command",
    [
        b"FETCH x (FLAGS)",
        b"FETCH 1 (WHATEVER)",
        b"FETCH 1",
        b"SEARCH WHATEVER",
        b"SEARCH UID",
        b"SEARCH LARGER x",
        b"STORE 1 FLAGZ (\\Seen)",
    ],
)
def test_nonsense_about_mails_is_answered_with_bad(mail_server: MailServer, command: bytes) -> None:
    mail_server.deliver(BOT, MAIL)
    talk = Talk(mail_server.imap_port)
    talk.answer(b"LOGIN rednov secret")
    talk.answer(b"SELECT INBOX")
    assert talk.answer(command).startswith(b"t BAD ")
    assert talk.answer(b"NOOP") == b"t OK done\r\n"
    talk.hang_up()


@pytest.mark.parametrize("flood", [b"x" * 200_000, b"t APPEND INBOX {99999999999}\r\n"])
def test_a_client_that_sends_too_much_is_dropped(mail_server: MailServer, flood: bytes) -> None:
    talk = Talk(mail_server.imap_port)
    try:
        talk.say(flood)
        said = talk.line()
    except ConnectionError:
        said = b""
    assert said == b"" or b" BAD " in said
    talk.hang_up()
    assert mail_server.mailbox(BOT) == ()


def test_a_literal_may_hold_a_password(mail_server: MailServer) -> None:
    talk = Talk(mail_server.imap_port)
    talk.say(b"t LOGIN {6}\r\n")
    assert talk.line().startswith(b"+ ")
    talk.say(b"rednov {6+}\r\nsecret\r\n")
    assert talk.line().startswith(b"t OK")
    talk.hang_up()
