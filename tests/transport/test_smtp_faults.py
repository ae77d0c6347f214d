"""What a client makes of SMTP servers that are away, refuse, break off or babble, step by step."""

from __future__ import annotations

import asyncio
import base64
import socket
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

import aiosmtplib
import pytest

from rednov_bot.core.errors import SmtpUnreachable
from rednov_bot.core.models import Attempt
from rednov_bot.core.settings import SmtpSettings, Tls
from rednov_bot.core.transport import smtp
from rednov_bot.core.transport.smtp import SmtpClient, hand_over
from rednov_bot.testing.mailserver import MailServer
from tests.faults.strait import Strait
from tests.transport.postings import NOW, SENDER, a_posting, outcome, sent, settings, unreachable
from tests.transport.scripted import HANG_UP, SILENCE, SMTP_ANSWERS, SMTP_GREETING, ScriptedServer

TO = "pip@player.test"
Answers = Mapping[str, bytes | None]


class Met(NamedTuple):
    """A client, and the server that it talks with."""

    client: SmtpClient
    server: ScriptedServer


@contextmanager
def scripted(
    answers: Answers,
    greeting: bytes | None = SMTP_GREETING,
    *,
    user: str = "",
    tls: Tls = "none",
    **waits: float,
) -> Iterator[Met]:
    """A server that answers so, and takes everything else."""
    with ScriptedServer(greeting, {**SMTP_ANSWERS, **answers}) as server:
        wanted = SmtpSettings(host="127.0.0.1", port=server.port, user=user, tls=tls)
        with SmtpClient(wanted, "hunter2", **waits) as client:
            yield Met(client, server)


# -- no way in is no attempt


def test_a_closed_port_is_no_attempt() -> None:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    attempts: list[Attempt] = []
    with SmtpClient(settings(port)) as client:
        text = unreachable(client, attempts)
        assert sent(client) == {}  # nothing to send needs no server
    assert attempts == []
    assert text.startswith(f"the SMTP server 127.0.0.1:{port} cannot be used: ")


@pytest.mark.parametrize(
    ("greeting", "answers", "tls"),
    [
        (SILENCE, {}, "none"),
        (b"554 5.7.1 not you\r\n", {}, "none"),
        (b"* OK IMAP ready\r\n", {}, "none"),
        (SMTP_GREETING, {"EHLO": HANG_UP}, "none"),
        (SMTP_GREETING, {"EHLO": b"502 what\r\n"}, "none"),
        (SMTP_GREETING, {"EHLO": b"421 4.3.2 busy\r\n", "HELO": b"250 hello\r\n"}, "none"),
        (SMTP_GREETING, {"STARTTLS": b"454 4.7.0 no TLS now\r\n"}, "starttls"),
        (SMTP_GREETING, {"STARTTLS": HANG_UP}, "starttls"),
        (SMTP_GREETING, {"STARTTLS": b"220 go\r\nno TLS\r\n"}, "starttls"),
        (SMTP_GREETING, {"EHLO": b"250 nothing else\r\n"}, "starttls"),
    ],
)
def test_no_way_in_is_no_attempt(greeting: bytes | None, answers: Answers, tls: Tls) -> None:
    known = {"EHLO": b"250-x\r\n250 STARTTLS\r\n", **answers}
    attempts: list[Attempt] = []
    with scripted(known, greeting, tls=tls, connect_seconds=0.3) as (client, _):
        assert "cannot be used" in unreachable(client, attempts)
    assert attempts == []


def test_only_the_right_password_opens_the_door_and_none_is_told() -> None:
    with MailServer(users={SENDER: "right"}, smtp_login=True) as mail_server:
        wanted = SmtpSettings(host="127.0.0.1", port=mail_server.smtp_port, user="bot", tls="none")
        with SmtpClient(wanted, "hunter2") as client:
            text = unreachable(client, [])
        with SmtpClient(wanted, "right") as client:
            assert outcome(client, a_posting(SENDER)) == "accepted"
    assert "refuses the login of bot" in text
    assert "hunter2" not in text


CHECK = "check user and password"


@pytest.mark.parametrize(
    ("step", "reply", "told"),
    [
        ("AUTH", b"535 5.7.8 wrong\r\n", CHECK),
        ("AUTH LOGIN", b"534 5.7.9 too weak\r\n", CHECK),
        ("AUTH", b"454 4.7.0 later\r\n", "cannot take the login of bot now (454)"),
        ("AUTH LOGIN", b"421 4.3.2 closing\r\n\0", "cannot take the login of bot now (421)"),
        ("AUTH", SILENCE, "no answer in time"),
        ("AUTH LOGIN", HANG_UP, "cannot be used"),
    ],
)
def test_a_login_that_fails_is_no_attempt(step: str, reply: bytes | None, told: str) -> None:
    refused = b"504 5.5.4 not that way\r\n"
    known = {"EHLO": b"250-x\r\n250 AUTH PLAIN LOGIN\r\n", step: reply, "AUTH PLAIN": refused}
    with (
        scripted(known, user="bot", connect_seconds=0.3) as (client, _),
        pytest.raises(SmtpUnreachable) as caught,
    ):
        client.knock("bot@game.test")
    assert told in str(caught.value)
    assert "hunter2" not in str(caught.value)
    # Only a person can mend a wrong password; what is for later needs nobody.
    assert ("password" in caught.value.remedy) is (told == CHECK)


def test_a_login_is_tried_in_each_way_that_is_offered() -> None:
    known = {
        "EHLO": b"250-x\r\n250 AUTH PLAIN LOGIN\r\n",
        "AUTH PLAIN": b"535 5.7.8 wrong\r\n",
        "AUTH LOGIN": b"334 UGFzc3dvcmQ6\r\n",
        base64.b64encode(b"hunter2").decode().upper(): b"235 2.7.0 welcome\r\n",
    }
    with scripted(known, user="bot") as (client, _):
        client.knock("bot@game.test")


@pytest.mark.parametrize("refusal", [b"502 5.5.1 unknown\r\n", b"500 5.5.1 unknown\r\n\0", HANG_UP])
def test_a_server_of_before_ehlo_is_greeted_with_helo(refusal: bytes) -> None:
    with scripted({"EHLO": refusal, "HELO": b"250 hello\r\n"}) as (client, server):
        assert outcome(client, a_posting(TO, "Ørjan\n".encode())) == "accepted"
        assert not any(b"BODY=" in line for line in server.heard)  # 8BITMIME was not offered


# -- what comes of a posting


@pytest.mark.parametrize(
    ("step", "answer", "expected"),
    [
        ("MAIL", b"250 ok\r\n", "accepted"),
        ("RCPT", b"251 will forward\r\n", "accepted"),
        ("MAIL", SILENCE, "deferred"),
        ("RCPT", SILENCE, "deferred"),
        ("DATA", SILENCE, "deferred"),
        (".\r\n", SILENCE, "unknown"),
        ("MAIL", HANG_UP, "deferred"),
        ("DATA", HANG_UP, "deferred"),
        (".\r\n", HANG_UP, "unknown"),
        ("MAIL", b"421 closing\r\n", "deferred"),
        (".\r\n", b"421 closing\r\n", "deferred"),
        (".\r\n", b"451 later\r\n", "deferred"),
        (".\r\n", b"554 no\r\n", "refused"),
        ("DATA", b"250 what\r\n", "deferred"),
        ("DATA", b"550 no\r\n", "refused"),
        ("RCPT", b"gibberish\r\n", "deferred"),
        (".\r\n", b"gibberish\r\n", "unknown"),
        (".\r\n", b"250-many\r\n250 lines\r\n", "accepted"),
    ],
)
def test_the_final_dot_divides_deferred_from_unknown(
    step: str, answer: bytes | None, expected: str
) -> None:
    waits = {"reply_seconds" if step == ".\r\n" else "command_seconds": 0.2}
    with scripted({step: answer}, **waits if answer is SILENCE else {}) as (client, _):
        assert outcome(client, a_posting(TO)) == expected


@pytest.mark.parametrize(("frozen", "told"), [(".\r\n", ["unknown"]), ("DATA", [])])
def test_an_interrupted_posting_is_unknown_once_the_dot_was_sent(
    frozen: str, told: list[str]
) -> None:
    outcomes: list[str] = []

    async def interrupted(server: ScriptedServer) -> None:
        client = aiosmtplib.SMTP(
            hostname="127.0.0.1", port=server.port, local_hostname="game.test", start_tls=False
        )
        await client.connect()
        sending = asyncio.create_task(
            hand_over(
                client,
                a_posting(TO),
                SENDER,
                lambda outcome, reply: outcomes.append(outcome),
                lambda: None,
                command_seconds=60,
                reply_seconds=60,
            )
        )
        while not any(line.upper().startswith(frozen.encode()) for line in server.heard):
            await asyncio.sleep(0.001)
        sending.cancel()
        await asyncio.wait([sending])
        assert sending.cancelled()

    with scripted({frozen: SILENCE}) as (_, server):
        asyncio.run(asyncio.wait_for(interrupted(server), 10))
    assert outcomes == told


def test_a_listener_that_fails_ends_the_sending(
    client: SmtpClient, mail_server: MailServer
) -> None:
    def fail(attempt: Attempt) -> None:
        raise RuntimeError("the database is full")

    postings = [a_posting(TO) for _ in range(40)]
    with pytest.raises(RuntimeError, match="the database is full"):
        client.send(postings, SENDER, fail, lambda: NOW)
    assert len(mail_server.mailbox(TO)) < len(postings)


# -- connections that end


def test_lost_connections_are_replaced(client: SmtpClient, mail_server: MailServer) -> None:
    mail_server.drop(TO, "before")
    postings = [a_posting(to) for to in [TO, SENDER] * 10]
    attempts = sent(client, *postings)
    outcomes = [attempts[posting.message_id].outcome for posting in postings]
    assert outcomes == ["deferred", "accepted"] * 10
    assert mail_server.mailbox(TO) == ()
    mail_server.behave()
    mail_server.drop(TO, "after")
    assert outcome(client, a_posting(TO)) == "unknown"
    assert len(mail_server.mailbox(TO)) == 1


def test_a_server_that_goes_away_leaves_the_rest_untried() -> None:
    attempts: list[Attempt] = []
    last = {".\r\n": b"250 taken\r\n" + ScriptedServer.HANG_UP_AFTER}
    with scripted(last) as (client, server):

        def close_after_the_first(attempt: Attempt) -> None:
            attempts.append(attempt)
            server.close()

        postings = [a_posting(TO) for _ in range(3)]
        with pytest.raises(SmtpUnreachable):
            client.send(postings, SENDER, close_after_the_first, lambda: NOW)
    # The second may have been begun on the connection that was ending; nobody tried the third.
    assert [attempt.outcome for attempt in attempts] in (["accepted"], ["accepted", "deferred"])


def test_a_kept_connection_that_died_meanwhile_is_no_attempt() -> None:
    first = MailServer(users={SENDER: "x"})
    with SmtpClient(settings(first.smtp_port)) as client:
        assert outcome(client, a_posting(SENDER)) == "accepted"
        first.close()
        with MailServer(users={SENDER: "x"}, smtp_port=first.smtp_port):
            assert outcome(client, a_posting(SENDER)) == "accepted"


def test_a_kept_connection_that_has_had_its_fill_is_no_attempt() -> None:
    """So many mails a connection, whether they went in one call or in several."""
    with MailServer(users={SENDER: "x"}) as mail_server, Strait(mail_server.smtp_port) as strait:
        strait.most = 2
        with SmtpClient(settings(strait.port)) as client:
            outcomes = [outcome(client, a_posting(SENDER)) for _ in range(5)]
        assert outcomes == ["accepted"] * 5
        assert len(strait.connections) == 3


@pytest.mark.parametrize(
    ("step", "answer"),
    [("RSET", b"500 what\r\n"), ("RSET", HANG_UP), ("QUIT", SILENCE), ("NOOP", b"451 what\r\n")],
)
def test_a_trouble_between_mails_is_none_of_theirs(
    step: str, answer: bytes | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(smtp, "_PROBE_SECONDS", 0.3)
    first_of_all = {"RCPT TO:<NOBODY": b"550 no\r\n", step: answer}
    answers = first_of_all | {key: said for key, said in SMTP_ANSWERS.items() if key != step}
    with (
        ScriptedServer(SMTP_GREETING, answers) as server,
        SmtpClient(settings(server.port)) as client,
    ):
        first, second = a_posting("nobody@player.test"), a_posting(TO)
        outcomes = Counter(one.outcome for one in sent(client, first, second).values())
    assert outcomes == {"refused": 1, "accepted": 1}
