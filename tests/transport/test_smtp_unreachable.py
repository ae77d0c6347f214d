from __future__ import annotations

import socket

import pytest

from rednov_bot.core.errors import SmtpUnreachable
from rednov_bot.core.models import Attempt
from rednov_bot.core.settings import SmtpSettings
from rednov_bot.core.transport.smtp import SmtpClient
from rednov_bot.testing.mailserver import MailServer
from tests.transport.postings import NOW, SENDER, a_posting, outcome, sent, settings, unreachable
from tests.transport.scripted import HANG_UP, SILENCE, SMTP_ANSWERS, SMTP_GREETING, ScriptedServer


def test_a_closed_port_is_no_attempt() -> None:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    attempts: list[Attempt] = []
    with SmtpClient(settings(port)) as client:
        text = unreachable(client, attempts)
    assert attempts == []
    assert text.startswith(f"the SMTP server 127.0.0.1:{port} cannot be used: ")


def test_only_the_right_password_opens_the_door_and_none_is_told() -> None:
    attempts: list[Attempt] = []
    with MailServer(users={SENDER: "right"}, smtp_login=True) as mail_server:
        wanted = SmtpSettings(host="127.0.0.1", port=mail_server.smtp_port, user="bot", tls="none")
        with SmtpClient(wanted, "hunter2") as client:
            text = unreachable(client, attempts)
        with SmtpClient(wanted, "right") as client:
            assert outcome(client, a_posting(SENDER)) == "accepted"
    assert attempts == []
    assert "refuses the login of bot" in text
    assert "hunter2" not in text


@pytest.mark.parametrize(
    ("greeting", "answers"),
    [
        pytest.param(SILENCE, {}, id="frozen"),
        pytest.param(b"554 go away\r\n", {}, id="unwelcome"),
        pytest.param(b"220 x\r\n", {"EHLO": b"502 what\r\n"}, id="no EHLO"),
        pytest.param(b"220 x\r\n", {"EHLO": HANG_UP}, id="hangs up"),
        pytest.param(b"* OK IMAP ready\r\n", {}, id="another protocol"),
    ],
)
def test_a_server_of_no_use_is_no_attempt(
    greeting: bytes | None, answers: dict[str, bytes | None]
) -> None:
    attempts: list[Attempt] = []
    with (
        ScriptedServer(greeting, answers) as server,
        SmtpClient(settings(server.port), connect_seconds=0.2) as client,
    ):
        unreachable(client, attempts)
    assert attempts == []


def test_a_server_that_goes_away_leaves_the_rest_untried() -> None:
    answers = {**SMTP_ANSWERS, ".\r\n": b"250 taken\r\n" + ScriptedServer.HANG_UP_AFTER}
    attempts: list[Attempt] = []
    with ScriptedServer(SMTP_GREETING, answers) as server:

        def close_after_the_first(attempt: Attempt) -> None:
            attempts.append(attempt)
            server.close()

        postings = [a_posting("pip@player.test") for _ in range(3)]
        with SmtpClient(settings(server.port)) as client, pytest.raises(SmtpUnreachable):
            client.send(postings, SENDER, close_after_the_first, lambda: NOW)
    # The second may have been begun on the connection that was ending; nobody tried the third.
    assert [attempt.outcome for attempt in attempts] in (["accepted"], ["accepted", "deferred"])


def test_a_listener_that_fails_ends_the_sending(
    client: SmtpClient, mail_server: MailServer
) -> None:
    def fail(attempt: Attempt) -> None:
        raise RuntimeError("the database is full")

    postings = [a_posting("pip@player.test") for _ in range(40)]
    with pytest.raises(RuntimeError, match="the database is full"):
        client.send(postings, SENDER, fail, lambda: NOW)
    assert len(mail_server.mailbox("pip@player.test")) < len(postings)


def test_nothing_to_send_needs_no_server() -> None:
    with SmtpClient(settings(1)) as client:
        assert sent(client) == {}
