from __future__ import annotations

import socket

import pytest

from rednov_bot.core.errors import MailboxUnreachable
from rednov_bot.core.settings import ImapSettings, Tls
from rednov_bot.core.transport.imap import Mailbox
from rednov_bot.testing.mailserver import MailServer
from tests.rigs.dovecot import Dovecot
from tests.transport.conftest import Shore
from tests.transport.scripted import HANG_UP, IMAP_ANSWERS, IMAP_GREETING, SILENCE, ScriptedServer

STAMP = b'INTERNALDATE "20-Nov-2026 10:00:00 +0000"'
SECRET_WORDS = b"my hand: two grogs and a crowbar"


def settings(port: int, user: str = "bot", tls: Tls = "none") -> ImapSettings:
    return ImapSettings(host="127.0.0.1", port=port, user=user, tls=tls)


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
    absent = ImapSettings(
        host="127.0.0.1",
        port=shore.settings.port,
        user=shore.settings.user,
        tls="none",
        folder="Entwürfe",
    )
    with pytest.raises(MailboxUnreachable, match="has no folder 'Entwürfe'"):
        Mailbox(absent, shore.password)


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
        ("UID FETCH", b"* 1 FETCH (UID 1 " + STAMP + b" BODY[] {500}\r\nx\r\n\0", "broke off"),
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
