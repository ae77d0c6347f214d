"""A mail server for sending that goes wrong: what it did not take goes later, and nothing twice."""

from __future__ import annotations

import base64
from collections import Counter
from collections.abc import Iterator
from functools import partial

import pytest

from rednov_bot import service
from rednov_bot.core.errors import SmtpUnreachable
from rednov_bot.core.models import QueuedPosting
from rednov_bot.core.settings import SmtpSettings
from rednov_bot.core.transport import smtp
from rednov_bot.core.transport.smtp import SmtpClient
from tests.faults.conftest import PATIENCE, FastClock, Sea, until
from tests.faults.strait import ACCEPTED_AND_CLOSED, HANG_UP, SILENCE
from tests.transport.postings import a_posting, sent, unreachable
from tests.transport.scripted import SMTP_ANSWERS, SMTP_GREETING, ScriptedServer

TO = "pip@player.test"
LAST = b"\0"
"""Ends the connection: the server behind the strait still waits for a dot that the strait kept."""


@pytest.fixture(scope="module")
def sea(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sea]:
    """A service that waits for a second or two, where it would wait for minutes."""
    hasty = partial(SmtpClient, connect_seconds=2.0, command_seconds=1.0, reply_seconds=2.0)
    with (
        pytest.MonkeyPatch.context() as patched,
        Sea(tmp_path_factory.mktemp("sea")) as made,
    ):
        patched.setattr(service, "SmtpClient", hasty)
        made.clock = FastClock(600.0)
        made.sail_and_answer()
        yield made


@pytest.fixture(autouse=True)
def mended(sea: Sea) -> Iterator[None]:
    """Whatever has happened to it, the server is well again."""
    yield
    sea.smtp.mend()


def of(sea: Sea, asked: str) -> QueuedPosting | None:
    """What became of the answer to a mail."""
    line = f"In-Reply-To: {asked}\r\n".encode()
    with sea.desk.db.transaction() as records:
        return next((one for one in records.outbox() if line in one.posting.octets), None)


def settled(sea: Sea, asked: str, state: str = "accepted") -> QueuedPosting:
    """What became of it, once that is on file."""

    def found() -> QueuedPosting | None:
        one = of(sea, asked)
        return one if one is not None and one.state == state else None

    posting = until(found)
    assert posting is not None
    return posting


def copies(sea: Sea, asked: str) -> list[bytes]:
    return [bytes(one) for one in sea.all_mails() if one["In-Reply-To"] == asked]


@pytest.mark.parametrize(
    ("step", "answer"),
    [
        pytest.param("RCPT", b"451 4.3.0 not now\r\n", id="451"),
        pytest.param(".", b"451 4.3.0 not now\r\n\0", id="451 in the end"),
        pytest.param("MAIL", b"421 4.3.2 closing\r\n\0", id="421"),
        pytest.param("DATA", SILENCE, id="silence"),
        pytest.param("EHLO", HANG_UP, id="hangs up"),
        pytest.param("DATA", b"250-cut sho\0", id="a cut reply"),
        pytest.param(".", b"garbage\r\n", id="garbage"),
    ],
)
def test_what_is_not_taken_now_goes_later(sea: Sea, step: str, answer: bytes | None) -> None:
    sea.smtp.answers = {step: answer, **({"HELO": answer} if step == "EHLO" else {})}
    sea.smtp.heard.clear()
    sea.smtp.cut()
    asked = sea.ask("Tumbledrum")
    heard = step.encode()
    until(lambda: any(line.upper().startswith(heard) for line in sea.smtp.heard))
    if step == "EHLO":
        sea.fails()
    else:
        until(lambda: (one := of(sea, asked)) is not None and one.attempts)
    sea.smtp.mend()
    sea.answered(asked)
    same = copies(sea, asked)
    assert len(set(same)) == 1
    assert len(same) <= (3 if step == "." else 1)
    assert sea.runs


@pytest.mark.parametrize(
    ("step", "reply"), [("RCPT", b"550 5.1.1 no\r\n"), (".", b"552 5.3.4 too large\r\n\0")]
)
def test_what_is_refused_for_good_is_on_file_and_keeps_nobody_waiting(
    sea: Sea, step: str, reply: bytes
) -> None:
    sea.smtp.answers, sea.smtp.times = {step: reply}, 1
    refused = sea.ask("Tumbledrum")
    until(lambda: not sea.smtp.times)
    sea.answered(sea.ask("Fizzlewick"))
    found = settled(sea, refused, "refused")
    assert found.reply == reply.rstrip(LAST).decode().strip()
    assert sea.runs


def test_a_connection_lost_behind_the_dot_brings_the_same_mail_twice_at_most(sea: Sea) -> None:
    sea.smtp.answers, sea.smtp.times = {".": ACCEPTED_AND_CLOSED}, 1
    asked = sea.ask("Tumbledrum")
    sea.answered(asked)
    settled(sea, asked)
    same = copies(sea, asked)
    assert 1 <= len(same) <= 2
    assert len(set(same)) == 1


def test_greylisting_is_waited_out(sea: Sea) -> None:
    sea.smtp.answers = {"RCPT": b"450 4.2.0 greylisted, come back in a while\r\n"}
    sea.smtp.times = 2
    asked = sea.ask("Tumbledrum")
    sea.answered(asked)
    assert settled(sea, asked).attempts == 3


def test_so_many_mails_a_connection_and_no_more(sea: Sea) -> None:
    """The server's limit is no attempt at a mail: none is put off for it."""
    sea.smtp.most = 2
    sea.smtp.cut()
    asked = [sea.ask(who) for who in ("Brasspot", "Tumbledrum", "Fizzlewick") * 3]
    for one in asked:
        sea.answered(one)
    sea.no_mail_came_twice()
    assert {settled(sea, one).attempts for one in asked} == {1}


@pytest.mark.parametrize(
    ("greeting", "answers"),
    [
        (b"554 5.7.1 not you\r\n", {}),
        (SILENCE, {}),
        (SMTP_GREETING, {"STARTTLS": b"454 4.7.0 no TLS now\r\n"}),
        (SMTP_GREETING, {"STARTTLS": HANG_UP}),
        (SMTP_GREETING, {"STARTTLS": b"220 go\r\nno TLS\r\n"}),
        (SMTP_GREETING, {"EHLO": b"250 nothing else\r\n"}),
    ],
)
def test_no_way_in_is_no_attempt(greeting: bytes | None, answers: dict[str, bytes | None]) -> None:
    known = {**SMTP_ANSWERS, "EHLO": b"250-x\r\n250 STARTTLS\r\n", **answers}
    with ScriptedServer(greeting, known) as server:
        wanted = SmtpSettings(host="127.0.0.1", port=server.port, tls="starttls")
        with SmtpClient(wanted, connect_seconds=0.3) as client:
            assert "cannot be used" in unreachable(client, [])


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
    with ScriptedServer(SMTP_GREETING, {**SMTP_ANSWERS, **known}) as server:
        wanted = SmtpSettings(host="127.0.0.1", port=server.port, user="bot", tls="none")
        with (
            SmtpClient(wanted, "hunter2", connect_seconds=0.3) as client,
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
    }
    passed = base64.b64encode(b"hunter2")
    known[passed.decode().upper()] = b"235 2.7.0 welcome\r\n"
    with ScriptedServer(SMTP_GREETING, {**SMTP_ANSWERS, **known}) as server:
        wanted = SmtpSettings(host="127.0.0.1", port=server.port, user="bot", tls="none")
        with SmtpClient(wanted, "hunter2", connect_seconds=2.0) as client:
            client.knock("bot@game.test")


@pytest.mark.parametrize("refusal", [b"502 5.5.1 unknown\r\n", b"500 5.5.1 unknown\r\n\0", HANG_UP])
def test_a_server_of_before_ehlo_is_greeted_with_helo(refusal: bytes) -> None:
    answers = {**SMTP_ANSWERS, "EHLO": refusal, "HELO": b"250 hello\r\n"}
    with ScriptedServer(SMTP_GREETING, answers) as server:
        wanted = SmtpSettings(host="127.0.0.1", port=server.port, tls="none")
        with SmtpClient(wanted, connect_seconds=2.0) as client:
            posting = a_posting(TO, "Ørjan\n".encode())
            assert [one.outcome for one in sent(client, posting).values()] == ["accepted"]
        assert not any(b"BODY=" in line for line in server.heard)  # 8BITMIME was not offered


def test_a_server_that_is_busy_at_ehlo_is_not_greeted_otherwise() -> None:
    answers = {**SMTP_ANSWERS, "EHLO": b"421 4.3.2 busy\r\n", "HELO": b"250 hello\r\n"}
    with ScriptedServer(SMTP_GREETING, answers) as server:
        wanted = SmtpSettings(host="127.0.0.1", port=server.port, tls="none")
        with SmtpClient(wanted, connect_seconds=2.0) as client:
            assert "421" in unreachable(client, [])


@pytest.mark.parametrize(
    ("step", "answer"),
    [("RSET", b"500 what\r\n"), ("RSET", HANG_UP), ("QUIT", SILENCE), ("NOOP", b"451 what\r\n")],
)
def test_a_trouble_between_mails_is_none_of_theirs(
    step: str, answer: bytes | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if answer is SILENCE:
        monkeypatch.setattr(smtp, "_PROBE_SECONDS", 0.3)
    first_of_all = {"RCPT TO:<NOBODY": b"550 no\r\n", step: answer}
    answers = first_of_all | {key: said for key, said in SMTP_ANSWERS.items() if key != step}
    with ScriptedServer(SMTP_GREETING, answers) as server:
        wanted = SmtpSettings(host="127.0.0.1", port=server.port, tls="none")
        with SmtpClient(wanted, connect_seconds=PATIENCE) as client:
            first, second = a_posting("nobody@player.test"), a_posting(TO)
            outcomes = Counter(one.outcome for one in sent(client, first, second).values())
    assert outcomes == {"refused": 1, "accepted": 1}
