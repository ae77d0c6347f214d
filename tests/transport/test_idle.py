from __future__ import annotations

import asyncio
import threading
import time

import pytest

from rednov_bot.core import watchdog
from rednov_bot.core.errors import MailboxUnreachable
from rednov_bot.core.settings import ImapSettings
from rednov_bot.core.transport.idle import POLL_SECONDS, IdleConnection, Watcher
from rednov_bot.testing.mailserver import MailServer
from tests.rigs.dovecot import Dovecot
from tests.rigs.scale import many
from tests.transport.scripted import HANG_UP, IMAP_ANSWERS, IMAP_GREETING, SILENCE, ScriptedServer

LONG = 30.0  # seconds; a test that waits so long has failed
MAIL = b"Subject: x\r\n\r\nx\r\n"
IDLE_ANSWERS = {**IMAP_ANSWERS, "AUTHENTICATE": b"+ \r\n", "AGJVDA": b"W1 OK done\r\n"}


def settings(port: int) -> ImapSettings:
    return ImapSettings(host="127.0.0.1", port=port, user="bot", tls="none")


def wait(watch: Watcher) -> bool:
    """Whether the wait ended because something rang."""
    began = time.monotonic()
    watch.wait(LONG)
    return time.monotonic() - began < LONG


def test_a_near_server_is_glanced_at_until_something_has_come() -> None:
    looks = iter([False, False, True])
    with Watcher(settings(1), "secret", seconds=LONG) as watch:
        began = time.monotonic()
        watch.wait(poll=lambda: next(looks))
        assert 3 * POLL_SECONDS <= time.monotonic() - began < LONG
    assert next(looks, None) is None
    with MailServer(users={"bot@bots.example": "secret"}) as mail_server:
        before = threading.active_count()
        with Watcher(settings(mail_server.imap_port), "secret"):
            assert threading.active_count() == before  # there is no second connection


def test_glances_do_not_put_off_the_time_to_look_again_and_a_far_server_gets_none() -> None:
    looks: list[int] = []
    with Watcher(settings(1), "secret", seconds=2.5 * POLL_SECONDS) as watch:
        watch.wait(poll=lambda: bool(looks.append(1)))
    assert len(looks) <= 2
    looks.clear()
    far = ImapSettings(host="imap.invalid", port=1, user="bot", tls="none")
    with Watcher(far, "secret", seconds=3 * POLL_SECONDS, idle=False) as watch:
        watch.wait(poll=lambda: bool(looks.append(1)))
    assert not looks


def test_a_lost_mailbox_or_somebody_ends_a_wait() -> None:
    def lost() -> bool:
        raise MailboxUnreachable("gone")

    with Watcher(settings(1), "secret", seconds=LONG) as watch:
        with pytest.raises(MailboxUnreachable, match="gone"):
            watch.wait(poll=lost)
        threading.Thread(target=watch.wake).start()
        assert wait(watch)
        watch.wake()  # before the wait counts as well
        assert wait(watch)


def test_new_mail_ends_a_wait() -> None:
    with (
        MailServer(users={"bot@bots.example": "secret"}) as mail_server,
        Watcher(settings(mail_server.imap_port), "secret", seconds=LONG, idle=True) as watch,
    ):
        assert wait(watch)  # the first look, as soon as the connection stands
        for _ in range(many(20, 3)):
            mail_server.deliver("bot@bots.example", MAIL)
            assert wait(watch)
        mail_server.renumber("bot@bots.example")  # every client is sent away, and comes back
        assert wait(watch)


def test_new_mail_at_dovecot_ends_a_wait(dovecot: Dovecot) -> None:
    with Watcher(settings(dovecot.imap_port), "secret", seconds=LONG, idle=True) as watch:
        assert wait(watch)
        dovecot.deliver("bot@game.test", MAIL)
        assert wait(watch)


def test_a_watch_over_a_server_that_is_not_there_can_be_closed() -> None:
    with Watcher(settings(1), "secret", seconds=0.0, idle=True) as watch:
        watch.wait()


def idled(port: int, renew_seconds: float, answer_seconds: float = LONG) -> str:
    idling = IdleConnection(
        settings(port),
        "x",
        lambda: None,
        renew_seconds=renew_seconds,
        answer_seconds=answer_seconds,
    )
    with pytest.raises(MailboxUnreachable) as caught:
        asyncio.run(idling.run())
    return str(caught.value)


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        pytest.param(HANG_UP, "it hung up", id="end of the connection"),
        pytest.param(b"+ ok\r\n* BYE enough\r\n", "the server says goodbye", id="goodbye"),
        pytest.param(b"%t NO never\r\n", "a command was refused", id="refused"),
        pytest.param(b"+ ok\r\n", "no answer in time", id="no answer to DONE"),
        pytest.param(SILENCE, "no answer in time", id="frozen"),
    ],
)
def test_a_watch_that_cannot_go_on_says_so(answer: bytes | None, why: str) -> None:
    with ScriptedServer(IMAP_GREETING, {**IDLE_ANSWERS, "IDLE": answer}) as server:
        told = idled(server.port, 0.1, 1.0 if why == "no answer in time" else LONG)
        assert told.endswith(f"cannot be watched: {why}")
    with MailServer(users={"bot@bots.example": "secret"}) as mail_server:
        told = idled(mail_server.imap_port, renew_seconds=LONG)  # the password
        assert told.endswith("cannot be watched: a command was refused")


def test_idle_is_renewed_and_misses_nothing_and_gives_no_sign_of_life(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Those are of the thread that does the work."""
    signs: list[str] = []
    monkeypatch.setattr(watchdog, "tell", signs.append)
    monkeypatch.setattr(watchdog, "_PAUSE", 0.0)
    rung = []
    with MailServer(users={"bot@bots.example": "secret"}) as mail_server:
        idling = IdleConnection(
            settings(mail_server.imap_port), "secret", lambda: rung.append(1), renew_seconds=0.001
        )

        async def watch_and_deliver() -> None:
            watching = asyncio.create_task(idling.run())
            for number in range(1, 51):
                while len(rung) < number:
                    await asyncio.sleep(0.0005)
                mail_server.deliver("bot@bots.example", MAIL)
            while len(rung) < 51:
                await asyncio.sleep(0.0005)
            watching.cancel()
            await asyncio.wait([watching])

        asyncio.run(asyncio.wait_for(watch_and_deliver(), LONG))
    assert signs == []
