"""Waiting: for new mail, and before a lost server is tried again.

The end of a wait only means that a sweep may be worth while; the sweep finds out.
"""

from __future__ import annotations

import ipaddress
import random
import select
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Final, Self

from rednov_bot.core.errors import MailboxUnreachable
from rednov_bot.core.settings import ImapSettings
from rednov_bot.core.transport.imap import Mailbox

LOCAL_SECONDS: Final = 1.0  # between two sweeps of a local mailbox, which is polled in between
POLL_SECONDS: Final = 0.1  # between two polls, which take 0.2 ms each
REMOTE_SECONDS: Final = 60.0  # between two sweeps, in case IDLE is broken or silent
RENEW_SECONDS: Final = 540.0  # servers end an IDLE after 29 minutes, some routers after 10
ANSWER_SECONDS: Final = 30.0
_CLOSE_SECONDS: Final = 5.0


def delays(random: Callable[[], float], *, cap: float = 300.0) -> Iterator[float]:
    """Seconds to wait: 1, doubled after each failure up to *cap*, without end.

    *random* gives [0, 1): each wait is between half and all of its length, so that several bots do
    not come back at the same moment.
    """
    length = 1.0
    while True:
        yield length * (0.5 + 0.5 * random())
        length = min(length * 2, cap)


class Watcher:
    """Ends a wait when mail may have come, when the next sweep is due, or when woken.

    A server on this machine is polled ten times a second: Dovecot notifies a client in IDLE half a
    second late.  A remote one is watched with IDLE, on a connection and in a thread of its own,
    which reconnects by itself.
    """

    def __init__(
        self,
        settings: ImapSettings,
        password: str,
        *,
        seconds: float | None = None,  # between two sweeps, at most
        idle: bool | None = None,  # None: for remote servers
        renew_seconds: float = RENEW_SECONDS,
    ) -> None:
        is_remote = not is_local(settings.host)
        usual = REMOTE_SECONDS if is_remote else LOCAL_SECONDS
        self._seconds = usual if seconds is None else seconds
        self._is_remote = is_remote
        self._bell = _Bell()
        self._settings, self._password, self._renew_seconds = settings, password, renew_seconds
        self._closing = threading.Event()
        self._mailbox: Mailbox | None = None
        self._thread: threading.Thread | None = None
        if is_remote if idle is None else idle:
            self._thread = threading.Thread(target=self._watch, name="idle", daemon=True)
            self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def wait(
        self, seconds: float | None = None, *, poll: Callable[[], bool] = lambda: False
    ) -> None:
        """Return when a sweep is due, at the latest after *seconds*.

        What rang since the last wait counts: no mail is missed between two waits.  *poll* says
        whether mail has come, and is called again and again for a local server.
        """
        seconds = self._seconds if seconds is None else min(seconds, self._seconds)
        until = time.monotonic() + seconds
        while not self._bell.wait(seconds if self._is_remote else min(seconds, POLL_SECONDS)):
            seconds = until - time.monotonic()
            if seconds <= 0.0 or poll():
                return

    def wake(self) -> None:
        """End the wait now.  May be called from any thread and from a signal handler."""
        self._bell.ring()

    def close(self) -> None:
        """Stop watching."""
        if self._thread is not None:
            self._closing.set()
            if self._mailbox is not None:
                self._mailbox.cut()
            self._thread.join(_CLOSE_SECONDS)  # it may hang at a name server
            self._thread = None
        self._bell.close()

    def _watch(self) -> None:
        """Reconnect for ever, with growing delays until a connection holds."""
        pauses = delays(random.random)
        while not self._closing.wait(0.0):
            began = time.monotonic()
            # The sweep has any trouble on its own connection as well, and reports it.
            with suppress(MailboxUnreachable):
                self._idle()
            if time.monotonic() - began > REMOTE_SECONDS:
                pauses = delays(random.random)
            self._closing.wait(next(pauses))

    def _idle(self) -> None:
        """One connection in IDLE rings at its beginning, and whenever its server tells something.

        It gives no signs of life: those are of the thread that does the work.
        """
        with Mailbox(
            self._settings, self._password, read_seconds=ANSWER_SECONDS, alive=lambda: None
        ) as mailbox:
            self._mailbox = mailbox
            while not self._closing.is_set():
                mailbox.idle(self._bell.ring, self._renew_seconds)


class _Bell:
    """Rings through a pair of sockets: unlike threading.Event, safe in a signal handler."""

    def __init__(self) -> None:
        self._heard, self._rung = socket.socketpair()
        self._heard.setblocking(False)
        self._rung.setblocking(False)

    def ring(self) -> None:
        with suppress(OSError):  # full: it rings already; closed: nobody listens
            self._rung.send(b"!")

    def wait(self, seconds: float) -> bool:
        """Wait until it rings, or rang since the last wait; whether it did."""
        heard, _, _ = select.select([self._heard], [], [], max(0.0, seconds))
        with suppress(BlockingIOError):
            self._heard.recv(4096)
        return bool(heard)

    def close(self) -> None:
        self._heard.close()
        self._rung.close()


def is_local(host: str) -> bool:
    """Whether a server is on this machine."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
