"""Mailboxes to sweep, at the embedded server and at a Dovecot; a client who sends to the former."""

from __future__ import annotations

import imaplib
from collections.abc import Iterator
from itertools import count
from typing import Protocol

import pytest

from rednov_bot.core.settings import ImapSettings
from rednov_bot.core.transport.smtp import SmtpClient
from rednov_bot.testing.mailserver import MailServer
from tests.rigs.dovecot import Dovecot
from tests.transport.postings import SENDER, settings

_NUMBERS = count(1)


class Shore(Protocol):
    """One user's mailbox on some server."""

    settings: ImapSettings
    password: str

    def deliver(self, *mails: bytes) -> None: ...

    def renumber(self) -> None: ...


class HarbourShore:
    """A mailbox at the mail server."""

    password = "secret"

    def __init__(self, mail_server: MailServer) -> None:
        self._harbour = mail_server
        self.settings = ImapSettings(
            host="127.0.0.1", port=mail_server.imap_port, user="bot", tls="none"
        )

    def deliver(self, *mails: bytes) -> None:
        for octets in mails:
            self._harbour.deliver("bot@bots.example", octets)

    def renumber(self) -> None:
        self._harbour.renumber("bot@bots.example")


class DovecotShore:
    """A mailbox of its own at the one Dovecot of the run."""

    password = Dovecot.password

    def __init__(self, dovecot: Dovecot) -> None:
        self._dovecot = dovecot
        self._user = f"bot{next(_NUMBERS)}"
        self.settings = ImapSettings(
            host="127.0.0.1", port=dovecot.imap_port, user=self._user, tls="none"
        )

    def deliver(self, *mails: bytes) -> None:
        self._dovecot.fill(self._user, *mails)

    def renumber(self) -> None:
        self._dovecot.renumber(self._user)


@pytest.fixture(params=["harbour", "dovecot"])
def shore(request: pytest.FixtureRequest) -> Iterator[Shore]:
    if request.param == "dovecot":
        yield DovecotShore(request.getfixturevalue("dovecot"))
        return
    with MailServer(users={"bot@bots.example": "secret"}) as mail_server:
        yield HarbourShore(mail_server)


class Onlooker:
    """A mail program of somebody else, on the same mailbox."""

    def __init__(self, shore: Shore) -> None:
        self._imap = imaplib.IMAP4(shore.settings.host, shore.settings.port, timeout=60)
        self._imap.login(shore.settings.user, shore.password)
        self._imap.select("INBOX")

    def flags(self) -> list[bytes]:
        self._imap.noop()
        _, lines = self._imap.fetch("1:*", "(FLAGS)")
        return [line for line in lines if isinstance(line, bytes)]

    def expunge(self, uids: str) -> None:
        self._imap.noop()
        self._imap.uid("STORE", uids, "+FLAGS", "(\\Deleted)")
        self._imap.expunge()

    def leave(self) -> None:
        self._imap.logout()


@pytest.fixture
def onlooker(shore: Shore) -> Iterator[Onlooker]:
    made = Onlooker(shore)
    yield made
    made.leave()


@pytest.fixture
def mail_server() -> Iterator[MailServer]:
    with MailServer(users={SENDER: "secret", "pip@player.test": "x"}) as made:
        yield made


@pytest.fixture
def client(mail_server: MailServer) -> Iterator[SmtpClient]:
    with SmtpClient(settings(mail_server.smtp_port)) as made:
        yield made
