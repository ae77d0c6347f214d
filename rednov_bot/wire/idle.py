"""A connection that waits for mail in IDLE, and never reads one (RFC 2177).

It speaks whole lines over asyncio streams, because imapclient's idle_check loses a line that
arrives in two pieces, misses mail announced together with the first `+`, and takes the end of
the connection for silence.
"""

from __future__ import annotations

import asyncio
import base64
import ssl
from collections.abc import Callable
from typing import Final

from imapclient import imap_utf7

from rednov_bot.errors import MailboxUnreachable
from rednov_bot.settings import ImapSettings

RENEW_SECONDS: Final = 540.0  # servers end an IDLE after 29 minutes, some routers after 10
ANSWER_SECONDS: Final = 30.0
_MAX_LINE: Final = 64 * 1024


class Idling:
    """One connection in IDLE; *arrived* is called once at its begin, then for each new mail."""

    def __init__(
        self,
        settings: ImapSettings,
        password: str,
        arrived: Callable[[], None],
        *,
        renew_seconds: float = RENEW_SECONDS,
        answer_seconds: float = ANSWER_SECONDS,
        tls_context: ssl.SSLContext | None = None,
    ) -> None:
        self._settings = settings
        self._password = password
        self._arrived = arrived
        self._renew_seconds = renew_seconds
        self._answer_seconds = answer_seconds
        if tls_context is None and settings.tls != "none":
            tls_context = ssl.create_default_context()
        self._tls_context = tls_context
        self._tags = 0

    async def run(self) -> None:
        """IDLE is renewed for ever; MailboxUnreachable when the connection is lost."""
        settings = self._settings
        where = f"the IMAP server {settings.host}:{settings.port}"
        writer: asyncio.StreamWriter | None = None
        try:
            async with asyncio.timeout(self._answer_seconds):
                self._reader, writer = await asyncio.open_connection(
                    settings.host,
                    settings.port,
                    ssl=self._tls_context if settings.tls == "implicit" else None,
                    limit=_MAX_LINE,
                )
                self._writer = writer
                await self._begin()
            self._arrived()  # whatever came while nobody watched
            while True:
                await self._idle_once()
        except (OSError, EOFError, ValueError, asyncio.LimitOverrunError) as error:
            why = "no answer in time" if isinstance(error, TimeoutError) else "connection lost"
            raise MailboxUnreachable(f"{where} cannot be watched: {why}") from error
        finally:
            if writer is not None:
                writer.transport.abort()

    async def _begin(self) -> None:
        settings = self._settings
        if not (await self._line()).upper().startswith((b"* OK", b"* PREAUTH")):
            raise ConnectionAbortedError("no greeting")
        if settings.tls == "starttls":
            await self._command(b"STARTTLS")
            await self._writer.start_tls(
                self._tls_context or ssl.create_default_context(), server_hostname=settings.host
            )
        secret = f"\0{settings.user}\0{self._password}".encode()
        await self._command(b"AUTHENTICATE PLAIN", base64.b64encode(secret))
        folder = imap_utf7.encode(settings.folder).replace(b"\\", b"\\\\").replace(b'"', b'\\"')
        await self._command(b'EXAMINE "' + folder + b'"')

    async def _idle_once(self) -> None:
        """From IDLE to DONE; ends after the time to renew, or when the server ends it."""
        tag = self._send(b"IDLE")
        done = False
        limit = asyncio.get_running_loop().time() + self._renew_seconds
        while True:
            try:
                async with asyncio.timeout_at(limit):
                    line = await self._line()
            except TimeoutError:
                if done:
                    raise
                self._writer.write(b"DONE\r\n")
                done, limit = True, limit + self._answer_seconds
                continue
            if line.startswith(tag):
                self._check(line, tag)
                return
            if line.upper().endswith(b" EXISTS"):
                self._arrived()

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
        """A line without its end; the end of the connection and BYE are errors."""
        line = await self._reader.readuntil(b"\n")
        if line.upper().startswith(b"* BYE"):
            raise ConnectionAbortedError("the server says goodbye")
        return line.rstrip(b"\r\n")

    def _check(self, line: bytes, tag: bytes) -> None:
        if not line[len(tag) :].upper().startswith(b"OK"):
            raise ConnectionAbortedError("a command was refused")
