"""A mail server with two mailboxes and one list, and clients from the standard library."""

from __future__ import annotations

import imaplib
import smtplib
from collections.abc import Iterator

import pytest

from rednov_bot.testing.mailserver import MailingList, MailServer

BOT = "rednov@bots.example"
PIP = "pip@sub.example"
LIST = MailingList(address="business@agora.example", subscribers=(BOT, PIP), subject_prefix="BUS: ")


@pytest.fixture
def mail_server() -> Iterator[MailServer]:
    with MailServer("mx.bots.example", users={BOT: "secret", PIP: "grog"}, lists=(LIST,)) as made:
        yield made


@pytest.fixture
def imap(mail_server: MailServer) -> Iterator[imaplib.IMAP4]:
    client = imaplib.IMAP4("127.0.0.1", mail_server.imap_port, timeout=60)
    client.login("rednov", "secret")
    yield client
    client.logout()


@pytest.fixture
def smtp(mail_server: MailServer) -> Iterator[smtplib.SMTP]:
    with smtplib.SMTP("127.0.0.1", mail_server.smtp_port, "sub.example", timeout=60) as client:
        yield client
