from __future__ import annotations

import asyncio

import aiosmtplib
import pytest

from rednov_bot.core.transport.smtp import SmtpClient, hand_over
from rednov_bot.testing.mailserver import MailServer
from tests.faults.strait import Strait
from tests.transport.postings import SENDER, a_posting, outcome, sent, settings
from tests.transport.scripted import HANG_UP, SILENCE, SMTP_ANSWERS, SMTP_GREETING, ScriptedServer


def test_what_comes_of_a_text_that_is_not_taken(
    client: SmtpClient, mail_server: MailServer
) -> None:
    to = "pip@player.test"
    for code, wanted in ((451, "deferred"), (554, "refused")):
        mail_server.refuse(to, code, "data")
        assert outcome(client, a_posting(to)) == wanted
    mail_server.behave()
    mail_server.drop(to, "before")
    assert outcome(client, a_posting(to)) == "deferred"
    assert mail_server.mailbox(to) == ()
    mail_server.behave()
    mail_server.drop(to, "after")
    assert outcome(client, a_posting(to)) == "unknown"
    assert len(mail_server.mailbox(to)) == 1
    mail_server.behave()
    assert outcome(client, a_posting(to)) == "accepted"


def test_lost_connections_are_replaced(client: SmtpClient, mail_server: MailServer) -> None:
    mail_server.drop("pip@player.test", "before")
    postings = [a_posting(to) for to in ["pip@player.test", SENDER] * 10]
    attempts = sent(client, *postings)
    outcomes = [attempts[posting.message_id].outcome for posting in postings]
    assert outcomes == ["deferred", "accepted"] * 10


def test_a_kept_connection_that_died_meanwhile_is_no_attempt() -> None:
    users = {SENDER: "x"}
    first = MailServer(users=users)
    with SmtpClient(settings(first.smtp_port)) as client:
        assert outcome(client, a_posting(SENDER)) == "accepted"
        port = first.smtp_port
        first.close()
        with MailServer(users=users, smtp_port=port):
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
    answers = {**SMTP_ANSWERS, step: answer}
    waits = {"reply_seconds" if step == ".\r\n" else "command_seconds": 0.2}
    with (
        ScriptedServer(SMTP_GREETING, answers) as server,
        SmtpClient(settings(server.port), **waits if answer is SILENCE else {}) as client,
    ):
        assert outcome(client, a_posting("pip@player.test")) == expected


@pytest.mark.parametrize(("frozen", "told"), [(".\r\n", ["unknown"]), ("DATA", [])])
def test_an_interrupted_posting_is_unknown_once_the_dot_was_sent(
    frozen: str, told: list[str]
) -> None:
    outcomes: list[str] = []

    async def interrupted(port: int) -> None:
        client = aiosmtplib.SMTP(
            hostname="127.0.0.1", port=port, local_hostname="game.test", start_tls=False
        )
        await client.connect()
        sending = asyncio.create_task(
            hand_over(
                client,
                a_posting("pip@player.test"),
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

    with ScriptedServer(SMTP_GREETING, {**SMTP_ANSWERS, frozen: SILENCE}) as server:
        asyncio.run(asyncio.wait_for(interrupted(server.port), 10))
    assert outcomes == told
