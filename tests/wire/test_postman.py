from __future__ import annotations

import asyncio
import imaplib
import socket
import threading
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import count

import aiosmtplib
import pytest

from rednov_bot.errors import PostmanUnreachable
from rednov_bot.harbour import Delivery, Harbour
from rednov_bot.papers import Attempt, MessageId, Posting
from rednov_bot.settings import SmtpSettings
from rednov_bot.wire.handover import hand_over
from rednov_bot.wire.smtp import Postman
from tests.rigs.dovecot import Dovecot
from tests.rigs.postfix import Postfix
from tests.wire.scripted import HANG_UP, SILENCE, ScriptedServer

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
SENDER = "bot@game.test"
_NUMBERS = count(1)


def a_posting(to: str, body: bytes = b"hello\n") -> Posting:
    name = MessageId(f"<{next(_NUMBERS)}@game.test>")
    octets = f"Message-ID: {name}\nTo: {to}\nSubject: x\n\n".encode() + body
    return Posting(message_id=name, kind="private", to=to, octets=octets)


def settings(port: int) -> SmtpSettings:
    return SmtpSettings(host="127.0.0.1", port=port, tls="none")


def sent(postman: Postman, *postings: Posting) -> dict[MessageId, Attempt]:
    """What came of each, once each."""
    attempts: list[Attempt] = []
    postman.send(postings, SENDER, attempts.append, lambda: NOW)
    assert not [name for name, n in Counter(a.message_id for a in attempts).items() if n > 1]
    return {attempt.message_id: attempt for attempt in attempts}


def outcome(postman: Postman, posting: Posting) -> str:
    return sent(postman, posting)[posting.message_id].outcome


@pytest.fixture
def harbour() -> Iterator[Harbour]:
    with Harbour(users={SENDER: "secret", "pip@player.test": "x"}) as made:
        yield made


@pytest.fixture
def postman(harbour: Harbour) -> Iterator[Postman]:
    with Postman(settings(harbour.smtp_port)) as made:
        yield made


# A real Postfix, and the harbour


@pytest.fixture(params=["harbour", "postfix"])
def office(request: pytest.FixtureRequest) -> Iterator[Postman]:
    if request.param == "postfix":
        port = request.getfixturevalue("postfix").smtp_port
    else:
        made: Harbour = request.getfixturevalue("harbour")
        made.refuse("later@player.test", 451)
        port = made.smtp_port
    with Postman(settings(port)) as postman:
        yield postman


@pytest.mark.parametrize(
    ("to", "expected", "words"),
    [
        ("pip@player.test", "accepted", "250"),
        ("nobody@player.test", "refused", "550"),
        ("later@player.test", "deferred", "451"),
    ],
)
def test_the_server_decides(office: Postman, to: str, expected: str, words: str) -> None:
    posting = a_posting(to)
    (attempt,) = sent(office, posting).values()
    assert (attempt.message_id, attempt.at) == (posting.message_id, NOW)
    assert attempt.outcome == expected
    assert attempt.reply.startswith(words)
    assert "\n" not in attempt.reply


def test_one_refusal_does_not_touch_the_others(office: Postman) -> None:
    addresses = ["pip@player.test", "nobody@player.test", "later@player.test", "pip@player.test"]
    postings = [a_posting(to) for to in addresses]
    attempts = sent(office, *postings)
    outcomes = [attempts[posting.message_id].outcome for posting in postings]
    assert outcomes == ["accepted", "refused", "deferred", "accepted"]


def test_fifty_postings_arrive_once_each(postman: Postman, harbour: Harbour) -> None:
    postings = [a_posting("pip@player.test") for _ in range(50)]
    attempts = sent(postman, *postings)
    assert {attempt.outcome for attempt in attempts.values()} == {"accepted"}
    arrived = harbour.mailbox("pip@player.test")
    names = [next(line for line in m.split(b"\r\n") if line.startswith(b"Mess")) for m in arrived]
    assert sorted(names) == sorted(f"Message-ID: {p.message_id}".encode() for p in postings)


def test_fifty_postings_pass_through_postfix(postfix: Postfix, dovecot: Dovecot) -> None:
    postings = [a_posting("fifty@player.test") for _ in range(50)]
    with Postman(settings(postfix.smtp_port)) as postman:
        attempts = sent(postman, *postings)
    assert {attempt.outcome for attempt in attempts.values()} == {"accepted"}
    onlooker = imaplib.IMAP4(dovecot.host, dovecot.imap_port, timeout=10)
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
def test_the_text_arrives_as_it_was_sealed(postman: Postman, harbour: Harbour, body: bytes) -> None:
    posting = a_posting("pip@player.test", body)
    assert outcome(postman, posting) == "accepted"
    (arrived,) = harbour.mailbox("pip@player.test")
    whole = posting.octets.replace(b"\r\n", b"\n")
    whole += b"" if whole.endswith(b"\n") else b"\n"
    assert arrived.endswith(whole.replace(b"\n", b"\r\n"))


def test_the_envelope_names_the_bot_and_one_recipient() -> None:
    deliveries: list[Delivery] = []
    users = {SENDER: "x", "pip@player.test": "x"}
    with (
        Harbour(users=users, on_delivery=deliveries.append) as harbour,
        Postman(settings(harbour.smtp_port)) as postman,
    ):
        sent(postman, a_posting("pip@player.test"), a_posting(SENDER))
    envelopes = [(each.sender, each.recipient) for each in deliveries]
    assert envelopes == [(SENDER, "pip@player.test"), (SENDER, SENDER)]


@pytest.mark.parametrize("to", ["pip@player.test>\r\nDATA", "pip @x", "🧅@player.test", "<a@b>"])
def test_an_address_that_breaks_the_envelope_is_refused(postman: Postman, to: str) -> None:
    assert outcome(postman, a_posting(to)) == "refused"


# What can break


def test_a_451_after_the_text_is_deferred(postman: Postman, harbour: Harbour) -> None:
    harbour.refuse("pip@player.test", 451, "data")
    assert outcome(postman, a_posting("pip@player.test")) == "deferred"
    harbour.behave()
    assert outcome(postman, a_posting("pip@player.test")) == "accepted"


def test_a_554_after_the_text_is_refused(postman: Postman, harbour: Harbour) -> None:
    harbour.refuse("pip@player.test", 554, "data")
    assert outcome(postman, a_posting("pip@player.test")) == "refused"


def test_a_connection_lost_after_the_final_dot_is_unknown(
    postman: Postman, harbour: Harbour
) -> None:
    harbour.drop_after_dot("pip@player.test")
    assert outcome(postman, a_posting("pip@player.test")) == "unknown"
    assert len(harbour.mailbox("pip@player.test")) == 1


def test_a_connection_lost_before_the_text_is_deferred(postman: Postman, harbour: Harbour) -> None:
    harbour.drop_before_dot("pip@player.test")
    assert outcome(postman, a_posting("pip@player.test")) == "deferred"
    assert harbour.mailbox("pip@player.test") == ()


def test_lost_connections_are_replaced(postman: Postman, harbour: Harbour) -> None:
    harbour.drop_before_dot("pip@player.test")
    postings = [a_posting(to) for to in ["pip@player.test", SENDER] * 10]
    attempts = sent(postman, *postings)
    outcomes = [attempts[posting.message_id].outcome for posting in postings]
    assert outcomes == ["deferred", "accepted"] * 10


def test_a_kept_connection_that_died_meanwhile_is_no_attempt() -> None:
    users = {SENDER: "x"}
    first = Harbour(users=users)
    with Postman(settings(first.smtp_port)) as postman:
        assert outcome(postman, a_posting(SENDER)) == "accepted"
        port = first.smtp_port
        first.close()
        with Harbour(users=users, smtp_port=port):
            assert outcome(postman, a_posting(SENDER)) == "accepted"


SMTP_ANSWERS: dict[str, bytes | None] = {
    "EHLO": b"250 scripted\r\n",
    "MAIL": b"250 ok\r\n",
    "RCPT": b"250 ok\r\n",
    "DATA": b"354 go on\r\n",
    ".\r\n": b"250 taken\r\n",
    "RSET": b"250 ok\r\n",
    "NOOP": b"250 ok\r\n",
    "QUIT": b"221 bye\r\n",
}


@pytest.mark.parametrize(
    ("step", "answer", "expected"),
    [
        ("MAIL", b"250 ok\r\n", "accepted"),
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
    with (
        ScriptedServer(b"220 scripted\r\n", answers) as server,
        Postman(settings(server.port), command_seconds=0.2, reply_seconds=0.2) as postman,
    ):
        assert outcome(postman, a_posting("pip@player.test")) == expected


def test_a_recipient_forwarded_is_accepted() -> None:
    answers = {**SMTP_ANSWERS, "RCPT": b"251 will forward\r\n"}
    with (
        ScriptedServer(b"220 scripted\r\n", answers) as server,
        Postman(settings(server.port)) as postman,
    ):
        assert outcome(postman, a_posting("pip@player.test")) == "accepted"


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
                command_seconds=60,
                reply_seconds=60,
            )
        )
        while not any(line.upper().startswith(frozen.encode()) for line in server.heard):
            await asyncio.sleep(0.001)
        sending.cancel()
        await asyncio.wait([sending])
        assert sending.cancelled()

    with ScriptedServer(b"220 scripted\r\n", {**SMTP_ANSWERS, frozen: SILENCE}) as server:
        asyncio.run(asyncio.wait_for(interrupted(server.port), 10))
    assert outcomes == told


# No attempt at all


def unreachable(postman: Postman, attempts: list[Attempt]) -> str:
    with pytest.raises(PostmanUnreachable) as caught:
        postman.send([a_posting("pip@player.test")], SENDER, attempts.append, lambda: NOW)
    return str(caught.value)


def test_a_closed_port_is_no_attempt() -> None:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    attempts: list[Attempt] = []
    with Postman(settings(port)) as postman:
        text = unreachable(postman, attempts)
    assert attempts == []
    assert text.startswith(f"the SMTP server 127.0.0.1:{port} cannot be used: ")


def test_a_wrong_password_is_no_attempt_and_is_not_told() -> None:
    attempts: list[Attempt] = []
    with Harbour(users={SENDER: "right"}, smtp_login=True) as harbour:
        wanted = SmtpSettings(host="127.0.0.1", port=harbour.smtp_port, user="bot", tls="none")
        with Postman(wanted, "hunter2") as postman:
            text = unreachable(postman, attempts)
    assert attempts == []
    assert "refuses the login of bot" in text
    assert "hunter2" not in text


def test_the_right_password_opens_the_door() -> None:
    with Harbour(users={SENDER: "right"}, smtp_login=True) as harbour:
        wanted = SmtpSettings(host="127.0.0.1", port=harbour.smtp_port, user="bot", tls="none")
        with Postman(wanted, "right") as postman:
            assert outcome(postman, a_posting(SENDER)) == "accepted"


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
        Postman(settings(server.port), connect_seconds=0.2) as postman,
    ):
        unreachable(postman, attempts)
    assert attempts == []


def test_a_server_that_goes_away_leaves_the_rest_untried() -> None:
    answers = {**SMTP_ANSWERS, ".\r\n": b"250 taken\r\n" + ScriptedServer.HANG_UP_AFTER}
    attempts: list[Attempt] = []
    with ScriptedServer(b"220 scripted\r\n", answers) as server:

        def close_after_the_first(attempt: Attempt) -> None:
            attempts.append(attempt)
            server.close()

        postings = [a_posting("pip@player.test") for _ in range(3)]
        with Postman(settings(server.port)) as postman, pytest.raises(PostmanUnreachable):
            postman.send(postings, SENDER, close_after_the_first, lambda: NOW)
    # The second may have been begun on the connection that was ending; nobody tried the third.
    assert [attempt.outcome for attempt in attempts] in (["accepted"], ["accepted", "deferred"])


def test_a_listener_that_fails_ends_the_sending(postman: Postman, harbour: Harbour) -> None:
    def fail(attempt: Attempt) -> None:
        raise RuntimeError("the database is full")

    postings = [a_posting("pip@player.test") for _ in range(40)]
    with pytest.raises(RuntimeError, match="the database is full"):
        postman.send(postings, SENDER, fail, lambda: NOW)
    assert len(harbour.mailbox("pip@player.test")) < len(postings)


def test_nothing_to_send_needs_no_server() -> None:
    with Postman(settings(1)) as postman:
        assert sent(postman) == {}


# TLS, with a real Postfix


def test_starttls_is_spoken(postfix: Postfix) -> None:
    wanted = SmtpSettings(host="127.0.0.1", port=postfix.smtp_port, tls="starttls")
    with Postman(wanted, tls_context=postfix.trust()) as postman:
        assert outcome(postman, a_posting("pip@player.test")) == "accepted"


def test_a_certificate_nobody_vouches_for_is_refused(postfix: Postfix) -> None:
    wanted = SmtpSettings(host="127.0.0.1", port=postfix.smtp_port, tls="starttls")
    attempts: list[Attempt] = []
    with Postman(wanted) as postman:
        assert "certificate verify failed" in unreachable(postman, attempts)
    assert attempts == []


def test_a_server_without_starttls_is_told(harbour: Harbour) -> None:
    wanted = SmtpSettings(host="127.0.0.1", port=harbour.smtp_port, tls="starttls")
    attempts: list[Attempt] = []
    with Postman(wanted) as postman:
        assert "STARTTLS" in unreachable(postman, attempts)


def test_a_postman_works_in_any_thread(harbour: Harbour) -> None:
    outcomes: list[str] = []

    def work() -> None:
        with Postman(settings(harbour.smtp_port)) as postman:
            outcomes.append(outcome(postman, a_posting("pip@player.test")))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert outcomes == ["accepted"]
