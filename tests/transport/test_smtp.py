from __future__ import annotations

import gc
import imaplib
import ssl
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from rednov_bot.core.settings import SmtpSettings
from rednov_bot.core.transport.smtp import SmtpClient
from rednov_bot.testing.mailserver import Delivery, MailServer
from tests.rigs.dovecot import Dovecot
from tests.rigs.postfix import Postfix
from tests.rigs.processes import self_signed
from tests.transport.postings import NOW, SENDER, a_posting, outcome, sent, settings
from tests.transport.scripted import SMTP_ANSWERS, SMTP_GREETING, ScriptedServer

# A real Postfix, and the mail server


@pytest.fixture(params=["harbour", "postfix"])
def office(request: pytest.FixtureRequest) -> Iterator[SmtpClient]:
    if request.param == "postfix":
        port = request.getfixturevalue("postfix").smtp_port
    else:
        made: MailServer = request.getfixturevalue("mail_server")
        made.refuse("later@player.test", 451)
        port = made.smtp_port
    with SmtpClient(settings(port)) as client:
        yield client


def test_the_server_decides_on_each_posting_alone(office: SmtpClient) -> None:
    decided = {
        "pip": ("accepted", "250"),
        "nobody": ("refused", "550"),
        "later": ("deferred", "451"),
    }
    for names in (["pip"], ["nobody"], ["later"], ["pip", "nobody", "later", "pip"]):
        postings = [a_posting(f"{name}@player.test") for name in names]
        attempts = sent(office, *postings)
        for name, posting in zip(names, postings, strict=True):
            attempt = attempts[posting.message_id]
            assert (attempt.outcome, attempt.reply[:3]) == decided[name]
            assert (attempt.at, "\n" in attempt.reply) == (NOW, False)


def test_fifty_postings_arrive_once_each(client: SmtpClient, mail_server: MailServer) -> None:
    postings = [a_posting("pip@player.test") for _ in range(50)]
    attempts = sent(client, *postings)
    assert {attempt.outcome for attempt in attempts.values()} == {"accepted"}
    arrived = mail_server.mailbox("pip@player.test")
    names = [next(line for line in m.split(b"\r\n") if line.startswith(b"Mess")) for m in arrived]
    assert sorted(names) == sorted(f"Message-ID: {p.message_id}".encode() for p in postings)


def test_fifty_postings_pass_through_postfix(postfix: Postfix, dovecot: Dovecot) -> None:
    postings = [a_posting("fifty@player.test") for _ in range(50)]
    with SmtpClient(settings(postfix.smtp_port)) as client:
        attempts = sent(client, *postings)
    assert {attempt.outcome for attempt in attempts.values()} == {"accepted"}
    onlooker = imaplib.IMAP4(dovecot.host, dovecot.imap_port, timeout=60)
    onlooker.login("fifty", dovecot.password)
    onlooker.select(readonly=True)
    arrived: list[bytes] = []
    while len(arrived) < len(postings):
        onlooker.noop()
        arrived = onlooker.search(None, "ALL")[1][0].split()
    onlooker.logout()
    assert len(arrived) == len(postings)


# What travels


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b".\n..\n.leading dots\n", id="dots"),
        pytest.param(b"no end of line", id="no last line end"),
        pytest.param(b"crlf\r\nlf\n", id="both line ends"),
        pytest.param("Ørjan 天火狐\n".encode(), id="eight bits"),
        pytest.param(b"", id="nothing"),
    ],
)
def test_the_text_arrives_as_it_was_sealed(
    client: SmtpClient, mail_server: MailServer, body: bytes
) -> None:
    posting = a_posting("pip@player.test", body)
    assert outcome(client, posting) == "accepted"
    (arrived,) = mail_server.mailbox("pip@player.test")
    whole = posting.octets.replace(b"\r\n", b"\n")
    whole += b"" if whole.endswith(b"\n") else b"\n"
    assert arrived.endswith(whole.replace(b"\n", b"\r\n"))


def test_the_envelope_names_the_bot_and_one_recipient() -> None:
    deliveries: list[Delivery] = []
    users = {SENDER: "x", "pip@player.test": "x"}
    with (
        MailServer(users=users, on_delivery=deliveries.append) as mail_server,
        SmtpClient(settings(mail_server.smtp_port)) as client,
    ):
        sent(client, a_posting("pip@player.test"), a_posting(SENDER))
    envelopes = [(each.sender, each.recipient) for each in deliveries]
    assert envelopes == [(SENDER, "pip@player.test"), (SENDER, SENDER)]


@pytest.mark.parametrize("to", ["pip@player.test>\r\nDATA", "pip @x", "🧅@player.test", "<a@b>"])
def test_an_address_that_breaks_the_envelope_is_refused(client: SmtpClient, to: str) -> None:
    assert outcome(client, a_posting(to)) == "refused"


# TLS, with a real Postfix


def test_starttls_is_spoken(postfix: Postfix) -> None:
    wanted = SmtpSettings(host="127.0.0.1", port=postfix.smtp_port, tls="starttls")
    with SmtpClient(wanted, tls_context=postfix.trust()) as client:
        assert outcome(client, a_posting("pip@player.test")) == "accepted"


def test_a_server_that_does_not_hang_up_is_left_all_the_same(tmp_path: Path) -> None:
    certificate, key = self_signed(tmp_path)
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    tls.load_cert_chain(certificate, key)
    trust = ssl.create_default_context(cafile=str(certificate))
    with ScriptedServer(SMTP_GREETING, SMTP_ANSWERS, tls=tls, lingers=True) as server:
        wanted = SmtpSettings(host="127.0.0.1", port=server.port, tls="implicit")
        with SmtpClient(wanted, tls_context=trust) as client:
            assert outcome(client, a_posting("pip@player.test")) == "accepted"
        gc.collect()  # a socket left open would be told of here


def test_a_client_works_in_any_thread(mail_server: MailServer) -> None:
    outcomes: list[str] = []

    def work() -> None:
        with SmtpClient(settings(mail_server.smtp_port)) as client:
            outcomes.append(outcome(client, a_posting("pip@player.test")))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert outcomes == ["accepted"]
