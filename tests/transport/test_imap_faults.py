"""What IMAP servers answer in all its forms, how they fail, and what is made of it."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import chain, repeat

import pytest
from msgspec.structs import replace

from rednov_bot.core.errors import MailboxUnreachable
from rednov_bot.core.models import RawMail
from rednov_bot.core.settings import ImapSettings, Tls
from rednov_bot.core.transport.imap import TRIES, Failures, Mailbox
from rednov_bot.testing.mailserver import MailServer
from tests.rigs.dovecot import Dovecot
from tests.transport.conftest import Shore
from tests.transport.scripted import (
    HANG_UP,
    IMAP_ANSWERS,
    IMAP_GREETING,
    SILENCE,
    Answer,
    ScriptedServer,
)

AT = datetime(2026, 11, 20, 10, tzinfo=UTC)
DATE = b'INTERNALDATE "20-Nov-2026 10:00:00 +0000"'
SECOND = b"* 2 FETCH (UID 2 " + DATE + b" BODY[] {3}\r\ndef)\r\n"


def settings(port: int, user: str = "bot", tls: Tls = "none") -> ImapSettings:
    return ImapSettings(host="127.0.0.1", port=port, user=user, tls=tls)


def scripted(fetch: Answer) -> ScriptedServer:
    """A server with the mails 1 and 2, which answers FETCH so."""
    answers = {"UID SEARCH 1,*": b"* SEARCH 1 2\r\n%t OK done\r\n", **IMAP_ANSWERS}
    return ScriptedServer(IMAP_GREETING, {"UID FETCH": fetch, **answers})


def a_mailbox(server: ScriptedServer, failures: Failures | None = None) -> Mailbox:
    return Mailbox(
        settings(server.port), "secret", read_seconds=5.0, retry_seconds=0.0, failures=failures
    )


def swept(server: ScriptedServer, failures: Failures | None = None) -> list[RawMail]:
    with a_mailbox(server, failures) as mailbox:
        return [mail for mails in mailbox.sweep() for mail in mails]


def asked(server: ScriptedServer) -> list[bytes]:
    """Which mails were asked for, in order."""
    return [line.split()[3] for line in server.heard if b"UID FETCH" in line]


@pytest.mark.parametrize(
    ("answer", "octets"),
    [
        (b"(UID 1 %d BODY[] {3}\r\nabc)", b"abc"),
        (b"(BODY[] {3}\r\nabc UID 1 FLAGS (\\Recent) %d)", b"abc"),
        (b"(FLAGS (\\Seen))\r\n* 1 FETCH (UID 1 %d BODY[] {3}\r\nabc)", b"abc"),
        (b'(UID 1 %d BODY[] "abc")', b"abc"),
        (b"(UID 1 %d BODY[] {13}\r\nUID 9 BODY[] )", b"UID 9 BODY[] "),
        (b"(UID 1 %d X {2}\r\nyz BODY[] {3}\r\nabc)", b"abc"),
        (b"(UID 1 %d BODY[] ~{5}\r\na\0b\r\n)", b"a\0b\r\n"),  # literal8, RFC 3516
        (b"(UID 1 %d X {2}\r\nyz BODY[] ~{3}\r\nabc)", b"abc"),
    ],
)
def test_each_form_of_an_answer_is_read(answer: bytes, octets: bytes) -> None:
    line = b"* 1 FETCH " + answer.replace(b"%d", DATE) + b"\r\n"
    with scripted(line + SECOND + b"%t OK done\r\n") as server:
        first, second = swept(server)
        assert asked(server) == [b"1,2"]
    assert (first.uid, first.octets, first.arrived_at) == (1, octets, AT)
    assert (second.uid, second.octets, second.arrived_at) == (2, b"def", AT)


@pytest.mark.parametrize(
    ("written", "utc"),
    [
        (b'" 1-jan-2026 00:30:05 +0100"', datetime(2025, 12, 31, 23, 30, 5, tzinfo=UTC)),
        (b'"31-Dec-2025 23:30:00 -0330"', datetime(2026, 1, 1, 3, tzinfo=UTC)),
    ],
)
def test_the_time_of_arrival_is_that_of_the_server(written: bytes, utc: datetime) -> None:
    line = b"* 1 FETCH (UID 1 INTERNALDATE " + written + b" BODY[] {3}\r\nabc)\r\n"
    with scripted(line + SECOND + b"%t OK done\r\n") as server:
        assert swept(server)[0].arrived_at == utc


@pytest.mark.parametrize(
    "date",
    [
        *(b'"00-Jan-0000 00:00:00 +0000"', b'"31-Feb-2026 10:00:00 +0000"'),
        *(b'"20-Nov-2026 10:00:60 +0000"', b'"20-Nov-2026 10:00:00 +9900"'),
        *(b'"20-Dez-2026 10:00:00 +0000"', '"20-11月-2026 10:00:00 +0000"'.encode()),
        *(b'"01-Jan-0001 00:00:00 +0100"', b'"31-Dec-9999 23:59:59 -0100"'),
        *(b'"long ago"', b'""', b"NIL", b"(NIL)", None),
    ],
)
def test_a_date_that_cannot_be_is_the_time_of_fetching(date: bytes | None) -> None:
    said = b"" if date is None else b"INTERNALDATE " + date + b" "
    for text in (b"{3}\r\nabc", b'"abc"'):
        line = b"* 1 FETCH (UID 1 " + said + b"BODY[] " + text + b")\r\n"
        with scripted(line + SECOND + b"%t OK done\r\n") as server:
            before = datetime.now(UTC)
            first, second = swept(server)
            assert before <= first.arrived_at <= datetime.now(UTC)
            assert first.arrived_at.tzinfo is UTC
        assert (first.octets, second.octets, second.arrived_at) == (b"abc", b"def", AT)


@pytest.mark.parametrize(
    "line",
    [
        *(b"* 1 FETCH (UID 1 %d BODY[] " + text + b")\r\n" for text in (b"NIL", b"{0}\r\n", b'""')),
        *(b"* 1 FETCH (UID 1 %d)\r\n", b""),
    ],
)
def test_a_mail_without_a_text_is_asked_for_again_and_handed_on_in_the_end(line: bytes) -> None:
    answer = line.replace(b"%d", DATE)
    late = b"* 1 FETCH (UID 1 BODY[] {3}\r\nabc)\r\n%t OK done\r\n"
    answers = [answer + SECOND + b"%t OK done\r\n", answer + b"%t OK done\r\n", late]
    with scripted(iter(answers)) as server:
        assert [mail.octets for mail in swept(server)] == [b"abc", b"def"]
        assert asked(server) == [b"1,2", b"1", b"1"]
    never = chain([answer + SECOND + b"%t OK done\r\n"], repeat(answer + b"%t OK done\r\n"))
    with scripted(never) as server:
        assert [(mail.uid, mail.octets) for mail in swept(server)] == [(1, b""), (2, b"def")]
        assert asked(server) == [b"1,2"] + [b"1"] * TRIES


@pytest.mark.parametrize(
    "broken",
    [
        HANG_UP,
        b"%t NO [SERVERBUG] cannot\r\n",
        b"* 1 FETCH (UID 1 BODY[] {1}\r\nabc)\r\n%t OK done\r\n",  # wrong length
        b"* 1 FETCH (UID 1 BODY[] {99999999}\r\nabc)\r\n",  # larger than any
    ],
)
def test_a_mail_that_breaks_every_connection_keeps_back_none(broken: bytes) -> None:
    good = SECOND + b"%t OK done\r\n"
    failures, told = Failures(), ""
    with scripted({b"1": broken, b"2": good, b"1,2": broken}) as server:
        for _ in range(TRIES + 2):  # in a batch, alone, and then after the other mail
            with pytest.raises(MailboxUnreachable) as lost:
                swept(server, failures)
            told = str(lost.value)
        mails = [(mail.uid, mail.octets) for mail in swept(server, failures)]
    assert mails == [(1, b""), (2, b"def")]
    assert "broke off at mail UID 1 in INBOX" in told


def test_a_server_that_breaks_off_at_the_date_of_a_mail_is_asked_without_it() -> None:
    failures, before = Failures(), datetime.now(UTC)

    def answers() -> Iterator[bytes]:
        while True:
            line = server.heard[-1]
            dated = b"INTERNALDATE" in line and b"1" in line.split()[3]
            text = b"* 1 FETCH (UID 1 BODY[] {3}\r\nabc)\r\n" if b"1" in line.split()[3] else b""
            yield HANG_UP if dated else text + SECOND + b"%t OK done\r\n"

    with scripted(answers()) as server:
        for _ in range(2):
            with pytest.raises(MailboxUnreachable):
                swept(server, failures)
        first, second = swept(server, failures)
    assert (first.octets, second.octets) == (b"abc", b"def")
    assert first.arrived_at >= before


def test_a_server_that_gives_no_mail_has_none_given_up() -> None:
    failures = Failures()
    good = b"* 1 FETCH (UID 1 " + DATE + b" BODY[] {3}\r\nabc)\r\n" + SECOND + b"%t OK done\r\n"
    broken = chain([HANG_UP] * 12, repeat(good))
    with scripted(broken) as server:
        for _ in range(12):
            with pytest.raises(MailboxUnreachable):
                swept(server, failures)
        assert [mail.octets for mail in swept(server, failures)] == [b"abc", b"def"]


# -- servers that fail

SECRET_WORDS = b"my hand: two grogs and a crowbar"


def unreachable(port: int, password: str = "secret", seconds: float = 60.0) -> str:
    """What is told of a mailbox; an answer is waited for so long."""
    with pytest.raises(MailboxUnreachable) as caught:
        list(
            Mailbox(settings(port), password, connect_seconds=seconds, read_seconds=seconds).sweep()
        )
    assert caught.value.__suppress_context__
    return str(caught.value)


def test_a_closed_port_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    assert unreachable(port) == (
        f"the IMAP server 127.0.0.1:{port} does not answer: Connection refused"
    )


def test_a_wrong_password_is_told_without_the_password(shore: Shore) -> None:
    with pytest.raises(MailboxUnreachable) as caught:
        Mailbox(shore.settings, "not the password")
    text = str(caught.value)
    assert "not the password" not in text
    assert text == (
        f"the IMAP server 127.0.0.1:{shore.settings.port} refuses the login of"
        f" {shore.settings.user}: check the user and the password"
    )


def test_a_missing_folder_is_named(shore: Shore) -> None:
    with pytest.raises(MailboxUnreachable, match="has no folder 'Entwürfe'"):
        Mailbox(replace(shore.settings, folder="Entwürfe"), shore.password)


def test_a_password_may_be_in_any_script() -> None:
    with MailServer(users={"bot@bots.example": "天火狐 ü"}) as mail_server:
        with Mailbox(settings(mail_server.imap_port), "天火狐 ü") as box:
            assert list(box.sweep()) == []
        with pytest.raises(MailboxUnreachable, match="check the user and the password"):
            Mailbox(settings(mail_server.imap_port), "天火狐")


@pytest.mark.parametrize(
    "frozen",
    ["greeting", "CAPABILITY", "LOGIN", "EXAMINE", "NOOP", "UID SEARCH UID", "UID FETCH"],
)
def test_a_frozen_server_is_given_up(frozen: str) -> None:
    answers = {**IMAP_ANSWERS, frozen: SILENCE}
    with ScriptedServer(SILENCE if frozen == "greeting" else IMAP_GREETING, answers) as server:
        assert unreachable(server.port, seconds=0.3).endswith("no answer in time")


@pytest.mark.parametrize("step", ["LOGIN", "EXAMINE", "NOOP", "UID SEARCH UID", "UID FETCH"])
def test_a_connection_that_ends_is_told(step: str) -> None:
    with ScriptedServer(IMAP_GREETING, {**IMAP_ANSWERS, step: HANG_UP}) as server:
        assert "broke off" in unreachable(server.port)


@pytest.mark.parametrize(
    ("step", "answer", "told"),
    [
        ("UID FETCH", b"* 1 FETCH (UID 1 " + DATE + b" BODY[] {500}\r\nx\r\n\0", "broke off"),
        ("NOOP", b"* BYE closing for the night\r\n\0", "closing for the night"),
        # No mail and no password is quoted in an error.
        ("LOGIN", b"%t BAD what is LOGIN bot grog\r\n", ""),
        ("UID FETCH", SECRET_WORDS + b"\r\n", ""),
        ("UID FETCH", b"* 1 FETCH (UID 1 BODY[] (" + SECRET_WORDS + b"\r\n%t OK x\r\n", ""),
        ("UID FETCH", b"%t NO [SERVERBUG] " + SECRET_WORDS + b"\r\n", ""),
    ],
)
def test_a_server_that_breaks_off_is_told_and_never_quoted(
    step: str, answer: bytes, told: str
) -> None:
    with ScriptedServer(IMAP_GREETING, {**IMAP_ANSWERS, step: answer}) as server:
        said = unreachable(server.port, "grog", seconds=0.5)
    assert told in said
    assert "grog" not in said


@pytest.mark.parametrize("tls", ["implicit", "starttls"])
def test_tls_is_spoken_with_whom_somebody_vouches_for(dovecot: Dovecot, tls: Tls) -> None:
    port = dovecot.imaps_port if tls == "implicit" else dovecot.imap_port
    dovecot.fill(f"tls-{tls}", b"Subject: x\r\n\r\nhello\r\n")
    trusted = dovecot.trust()
    wanted = settings(port, f"tls-{tls}", tls)
    with Mailbox(wanted, dovecot.password, tls_context=trusted) as box:
        ((mail,),) = box.sweep()
    assert mail.octets.endswith(b"hello\r\n")
    with pytest.raises(MailboxUnreachable, match="certificate verify failed"):
        Mailbox(settings(port, "bot", tls), dovecot.password)


def test_a_server_without_starttls_gets_no_password() -> None:
    with ScriptedServer(IMAP_GREETING, IMAP_ANSWERS) as server:
        with pytest.raises(MailboxUnreachable):
            Mailbox(settings(server.port, tls="starttls"), "secret", read_seconds=0.3)
        assert not any(b"secret" in line for line in server.heard)
    with ScriptedServer(b"220 mx.example ESMTP\r\n", {}) as server:  # speaks something else
        assert "does not answer" in unreachable(server.port)
