"""Waiting: for new mail, and before a lost server is tried again.

The end of a wait only means that a sweep may be worth while; the sweep finds out.
"""

from __future__ import annotations

import asyncio
import base64
import ipaddress
import random
import select
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass, field
from typing import Final, Self

from imapclient import imap_utf7

from rednov_bot.core.errors import MailboxUnreachable
from rednov_bot.core.settings import ImapSettings

LOCAL_SECONDS: Final = 1.0  # between two sweeps of a local mailbox, which is polled in between
POLL_SECONDS: Final = 0.1  # between two polls, which take 0.2 ms each
REMOTE_SECONDS: Final = 60.0  # between two sweeps, in case IDLE is broken or silent
RENEW_SECONDS: Final = 540.0  # servers end an IDLE after 29 minutes, some routers after 10
ANSWER_SECONDS: Final = 30.0
_CLOSE_SECONDS: Final = 5.0
_MAX_LINE: Final = 64 * 1024


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
        tls_context: ssl.SSLContext | None = None,
    ) -> None:
        is_remote = not is_local(settings.host)
        usual = REMOTE_SECONDS if is_remote else LOCAL_SECONDS
        self._seconds = usual if seconds is None else seconds
        self._is_remote = is_remote
        self._bell = _Bell()
        self._connection = IdleConnection(
            settings, password, self._bell.ring, tls_context=tls_context
        )
        self._closing = asyncio.Event()
        self._open: Future[asyncio.AbstractEventLoop] = Future()
        self._thread: threading.Thread | None = None
        if is_remote if idle is None else idle:
            self._thread = threading.Thread(
                target=lambda: asyncio.run(self._until_closed()), name="idle", daemon=True
            )
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
            self._open.result().call_soon_threadsafe(self._closing.set)
            self._thread.join(_CLOSE_SECONDS)  # it may hang at a name server
            self._thread = None
        self._bell.close()

    async def _until_closed(self) -> None:
        watching = asyncio.create_task(self._watch())
        self._open.set_result(asyncio.get_running_loop())
        await self._closing.wait()
        watching.cancel()

    async def _watch(self) -> None:
        """Reconnect for ever, with growing delays until a connection holds."""
        pauses = delays(random.random)
        while True:
            began = time.monotonic()
            try:
                await self._connection.run()
            except MailboxUnreachable:
                # The sweep has the same trouble on its own connection, and reports it.
                if time.monotonic() - began > REMOTE_SECONDS:
                    pauses = delays(random.random)
            await asyncio.sleep(next(pauses))


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


@dataclass(eq=False, repr=False)
class IdleConnection:
    """One connection in IDLE (RFC 2177); calls *arrived* at the beginning and at each new mail."""

    settings: ImapSettings
    password: str
    arrived: Callable[[], None]
    _: KW_ONLY
    renew_seconds: float = RENEW_SECONDS
    answer_seconds: float = ANSWER_SECONDS
    tls_context: ssl.SSLContext | None = None
    _tags: int = field(default=0, init=False)  # of the last command

    async def run(self) -> None:
        """Renew IDLE for ever; MailboxUnreachable when the connection is lost."""
        settings = self.settings
        where = f"the IMAP server {settings.host}:{settings.port}"
        writer: asyncio.StreamWriter | None = None
        try:
            async with asyncio.timeout(self.answer_seconds):
                self._reader, writer = await asyncio.open_connection(
                    settings.host,
                    settings.port,
                    ssl=(self.tls_context or True) if settings.tls == "implicit" else None,
                    limit=_MAX_LINE,
                )
                self._writer = writer
                await self._begin()
            self.arrived()  # whatever came while nobody watched
            while True:
                await self._idle_once()
        except (OSError, EOFError, ValueError, asyncio.LimitOverrunError) as error:
            match error:  # one of ValueError may quote what was to be sent, a password too
                case TimeoutError():
                    why = "no answer in time"
                case EOFError():
                    why = "it hung up"
                case ConnectionAbortedError():
                    why = str(error)
                case OSError(strerror=str(words)):
                    why = words
                case _:
                    why = "connection lost"
            raise MailboxUnreachable(f"{where} cannot be watched: {why}") from error
        finally:
            if writer is not None:
                writer.transport.abort()

    async def _begin(self) -> None:
        settings = self.settings
        if not (await self._line()).upper().startswith((b"* OK", b"* PREAUTH")):
            raise ConnectionAbortedError("no greeting")
        if settings.tls == "starttls":
            await self._command(b"STARTTLS")
            await self._writer.start_tls(
                self.tls_context or ssl.create_default_context(), server_hostname=settings.host
            )
        secret = f"\0{settings.user}\0{self.password}".encode()
        await self._command(b"AUTHENTICATE PLAIN", base64.b64encode(secret))
        folder = imap_utf7.encode(settings.folder).replace(b"\\", b"\\\\").replace(b'"', b'\\"')
        await self._command(b'EXAMINE "' + folder + b'"')

    async def _idle_once(self) -> None:
        """From IDLE to DONE: until it is time to renew it, or the server ends it."""
        tag = self._send(b"IDLE")
        done = False
        limit = asyncio.get_running_loop().time() + self.renew_seconds
        while True:
            try:
                async with asyncio.timeout_at(limit):
                    line = await self._line()
            except TimeoutError:
                if done:
                    raise
                self._writer.write(b"DONE\r\n")
                done, limit = True, limit + self.answer_seconds
                continue
            if line.startswith(tag):
                self._check(line, tag)
                return
            if line.upper().endswith(b" EXISTS"):
                self.arrived()

    async def _command(self, words: bytes, continuation: bytes | None = None) -> None:
        tag = self._send(words)
        while not (line := await self._line()).startswith(tag):
            if line.startswith(b"+") and continuation is not None:
                self._writer.write(continuation + b"\r\n")
                continuation = None
        self._check(line, tag)

    def _send(self, words: bytes) -> bytes:
        self._tags += 1
        tag = b"W%d " % self._tags
        self._writer.write(tag + words + b"\r\n")
        return tag

    async def _line(self) -> bytes:
        """A line without its CR LF; the end of the connection and BYE are errors."""
        line = await self._reader.readuntil(b"\n")
        if line.upper().startswith(b"* BYE"):
            raise ConnectionAbortedError("the server says goodbye")
        return line.rstrip(b"\r\n")

    def _check(self, line: bytes, tag: bytes) -> None:
        if not line[len(tag) :].upper().startswith(b"OK"):
            raise ConnectionAbortedError("a command was refused")
