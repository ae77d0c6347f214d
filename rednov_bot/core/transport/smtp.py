"""Sending: postings are handed to the SMTP server, and its replies are kept (RFC 5321)."""

from __future__ import annotations

import asyncio
import ssl
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Self, TypeAlias

import aiosmtplib

from rednov_bot.core.errors import SmtpUnreachable
from rednov_bot.core.models import Attempt, MessageId, Outcome, Posting, UnderWay
from rednov_bot.core.settings import SmtpSettings
from rednov_bot.core.transport import remedy

CONNECTIONS: Final = 4  # more gain nothing, and servers dislike them
PER_CONNECTION: Final = 8  # postings that are worth another connection
CONNECT_SECONDS: Final = 15.0  # also for any one answer up to the login
COMMAND_SECONDS: Final = 60.0  # from MAIL to the reply to DATA
REPLY_SECONDS: Final = 600.0  # after the final dot (RFC 5321, 4.5.3.2.6)
_IDLE_SECONDS: Final = 30.0  # a connection unused for longer is not trusted
_FRESH_SECONDS: Final = 2.0  # one unused for longer is asked before it is used
_PROBE_SECONDS: Final = 5.0
_SEND_NOW = 354
_CLOSING = 421

_Carry: TypeAlias = Callable[[aiosmtplib.SMTP, Posting, bool], Awaitable[None]]
_ERRORS = (aiosmtplib.SMTPException, OSError)


@dataclass(slots=True)
class Unsettled:
    """What is on file as under way and no longer is: the database failed in between."""

    attempts: list[tuple[Attempt, int]] = field(default_factory=list)  # that came to an end
    untried: dict[MessageId, UnderWay] = field(default_factory=dict)


class SmtpClient:
    """Connections to one SMTP server, kept from call to call.  Belongs to one thread."""

    def __init__(
        self,
        settings: SmtpSettings,
        password: str = "",
        *,
        connect_seconds: float = CONNECT_SECONDS,
        command_seconds: float = COMMAND_SECONDS,
        reply_seconds: float = REPLY_SECONDS,
        tls_context: ssl.SSLContext | None = None,  # None: certificates are checked as usual
    ) -> None:
        self._settings = settings
        self._password = password
        self._where = f"the SMTP server {settings.host}:{settings.port}"
        self._connect_seconds = connect_seconds
        self._command_seconds = command_seconds
        self._reply_seconds = reply_seconds
        self._tls_context = tls_context
        self._runner = asyncio.Runner()
        self._kept: list[tuple[aiosmtplib.SMTP, float]] = []  # since when, on the loop's clock
        self._was_let_in = False
        self.unsettled = Unsettled()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """All connections are closed; nothing can be sent any more."""
        self._runner.run(self._quit())
        self._runner.close()

    def knock(self, sender: str) -> None:
        """Check that the server accepts the login, unless it did before; else SmtpUnreachable."""
        if not self._was_let_in:
            self.reach(sender)

    def largest(self) -> int | None:
        """Octets of the largest mail that the server takes (RFC 1870); None where it is not said.

        Known only while there is a connection.
        """
        for client, _ in self._kept:
            said = client.esmtp_extensions.get("size", "").strip()
            return int(said) if said.isdecimal() and int(said) else None
        return None

    def reach(self, sender: str) -> None:
        """Have a connection ready that answers, else SmtpUnreachable: then nothing was tried."""
        self._runner.run(self._reach(sender.rpartition("@")[2] or "localhost"))

    def send(
        self,
        postings: Sequence[Posting],
        sender: str,
        on_attempt: Callable[[Attempt], None],
        clock: Callable[[], datetime],
        on_handover: Callable[[Posting], None] = lambda _: None,
    ) -> None:
        """Offer each posting once, in any order; *on_attempt* is told at once what came of it.

        *on_handover* is called before the text of a posting is sent: until then it cannot have
        arrived.  SmtpUnreachable: the server was not there, or did not take the login; the postings
        of which *on_attempt* was not told were not tried.
        """

        async def carry(client: aiosmtplib.SMTP, posting: Posting, used: bool) -> None:
            def tell(outcome: Outcome, reply: str) -> None:
                name = posting.message_id
                on_attempt(Attempt(message_id=name, at=clock(), outcome=outcome, reply=reply))

            await hand_over(
                client,
                posting,
                sender,
                tell,
                lambda: on_handover(posting),
                command_seconds=self._command_seconds,
                reply_seconds=self._reply_seconds,
                used=used,
            )

        if postings:
            domain = sender.rpartition("@")[2] or "localhost"
            self._runner.run(self._send(deque(postings), carry, domain))

    async def _send(self, waiting: deque[Posting], carry: _Carry, domain: str) -> None:
        """The postings are shared out among several connections, if there are enough of them."""
        # Before any attempt: it may be unreachable.
        first, used = await self._connection(domain)
        wanted = min(CONNECTIONS, -(-len(waiting) // PER_CONNECTION))
        rounds = [
            asyncio.create_task(self._round(waiting, carry, domain, client, used))
            for client in (first, *[None] * (wanted - 1))
        ]
        try:
            failures = await asyncio.gather(*rounds)
        finally:
            # If one failed, the others still finish what they have begun and tell of it.
            left = len(waiting)
            waiting.clear()
            await asyncio.gather(*rounds, return_exceptions=True)
        if left:
            raise next(failure for failure in failures if failure is not None)

    async def _round(
        self,
        waiting: deque[Posting],
        carry: _Carry,
        domain: str,
        client: aiosmtplib.SMTP | None,
        used: bool,
    ) -> SmtpUnreachable | None:
        """One connection sends posting after posting; a broken one is replaced.

        Returns why it stopped if there was no connection to be had: the others go on.
        """
        try:
            while waiting:
                if client is None or not client.is_connected:
                    client, used = await self._connection(domain)
                if waiting:  # another round may have taken the last one meanwhile
                    posting = waiting.popleft()
                    try:
                        await carry(client, posting, used)
                    except ConnectionSpent:
                        _hang_up(client)
                        client = None
                        waiting.appendleft(posting)
                    used = True
        except SmtpUnreachable as error:
            return error
        except BaseException:
            if client is not None:
                _hang_up(client)
            raise
        if client is not None and client.is_connected:
            self._keep(client)
        return None

    async def _connection(self, domain: str) -> tuple[aiosmtplib.SMTP, bool]:
        """A connection of an earlier call that still answers, or a new one; whether an earlier."""
        now = asyncio.get_running_loop().time()
        while self._kept:
            client, since = self._kept.pop()
            if await _is_alive(client, now - since):
                return client, True
            _hang_up(client)
        return await self._new_connection(domain), False

    async def _new_connection(self, domain: str) -> aiosmtplib.SMTP:
        settings = self._settings
        client = aiosmtplib.SMTP(
            hostname=settings.host,
            port=settings.port,
            use_tls=settings.tls == "implicit",
            start_tls=settings.tls == "starttls",
            local_hostname=domain,  # else the library asks the resolver, which may be slow
            timeout=self._connect_seconds,
            tls_context=self._tls_context,
        )
        try:
            await client.connect()
            await self._greet(client)
            await self._log_in(client)
        except aiosmtplib.SMTPAuthenticationError as error:
            _hang_up(client)
            # Without the chain and the server's words: they might hold what was sent.
            if not _is_final(error.code):
                raise SmtpUnreachable(
                    f"{self._where} cannot take the login of {settings.user} now ({error.code})"
                ) from None
            raise SmtpUnreachable(
                f"{self._where} refuses the login of {settings.user}: check user and password",
                "Ask the host to put the right user and password into [smtp] of rednov.toml and "
                "start the bot again; or ask whoever runs the mail server why it refuses them.",
            ) from None
        except (*_ERRORS, ValueError) as error:
            _hang_up(client)
            raise SmtpUnreachable(
                f"{self._where} cannot be used: {words(error)}", remedy(error)
            ) from error
        self._was_let_in = True
        return client

    async def _greet(self, client: aiosmtplib.SMTP) -> None:
        """EHLO; HELO where the server refuses EHLO (RFC 5321, 3.2), or hangs up on it.

        Without EHLO there is no STARTTLS, so a connection that needs it is not made again.
        """
        try:
            try:
                await client.ehlo()
            except aiosmtplib.SMTPHeloError as error:
                if not _is_final(error.code):
                    raise
                await client.helo()
        except aiosmtplib.SMTPServerDisconnected:
            if self._settings.tls == "starttls":
                raise
            client.close()
            await client.connect()
            await client.helo()

    async def _log_in(self, client: aiosmtplib.SMTP) -> None:
        """The login, in each way that the server offers until one is accepted (RFC 4954).

        The library's own login() goes on after a reply that means "later", and raises the last
        refusal alone.
        """
        user, password = self._settings.user, self._password
        if not user:
            return
        refused: Exception = aiosmtplib.SMTPException("it offers no login (AUTH)")
        for way in client.supported_auth_methods:
            try:
                await getattr(client, f"auth_{way.replace('-', '')}")(user, password)
            except aiosmtplib.SMTPAuthenticationError as error:
                if not _is_final(error.code):
                    raise
                refused = error
            else:
                return
        raise refused

    async def _reach(self, domain: str) -> None:
        """The connection found is kept for what is sent next."""
        self._keep((await self._connection(domain))[0])

    def _keep(self, client: aiosmtplib.SMTP) -> None:
        self._kept.append((client, asyncio.get_running_loop().time()))

    async def _quit(self) -> None:
        for client, _ in self._kept:
            with suppress(*_ERRORS):
                await client.execute_command(b"QUIT", timeout=_PROBE_SECONDS)
            _hang_up(client)
        self._kept.clear()
        for _ in range(2):
            await asyncio.sleep(0)  # transports let go of their sockets in the next rounds


def _hang_up(client: aiosmtplib.SMTP) -> None:
    """The connection ends at once: a server that is slow to end TLS too would keep its socket."""
    transport = client.transport
    client.close()
    if isinstance(transport, asyncio.Transport):
        transport.abort()


async def _is_alive(client: aiosmtplib.SMTP, idle: float) -> bool:
    """Whether a connection that was unused for *idle* seconds will serve again."""
    if idle > _IDLE_SECONDS:
        return False
    for _ in range(2):
        await asyncio.sleep(0)  # the loop stood still: now it hears of what was closed meanwhile
    if not client.is_connected:
        return False
    if idle > _FRESH_SECONDS:
        try:
            await client.noop(timeout=_PROBE_SECONDS)
        except _ERRORS:
            return False
    return True


# -- one posting


class ConnectionSpent(Exception):
    """The server takes no more mails on this connection; it has nothing against this mail."""


async def hand_over(
    client: aiosmtplib.SMTP,
    posting: Posting,
    sender: str,
    tell: Callable[[Outcome, str], None],  # the outcome, and the server's reply
    ready: Callable[[], None],
    *,
    command_seconds: float,
    reply_seconds: float,
    used: bool = False,
) -> None:
    """Offer the posting to its one recipient; *tell* is told what came of it, once.

    *ready* is called when the server waits for the text, before any of it is sent.

    What counts is the final dot.  A failure before it leaves the posting deferred; a failure after
    it leaves it unknown, because the server may have taken it.  Where a connection that was *used*
    for another mail is closed at MAIL, the server takes no more mails on it: that is no attempt,
    and ConnectionSpent is raised.

    The library's sendmail() is not used: it does not say on which side of the dot it failed.  Nor
    is its lock: a connection has one posting at a time.
    """
    try:
        envelope = _envelope(client, posting, sender)
    except ValueError:
        tell("refused", f"{posting.to!r} cannot be written on an envelope")
        return
    dot_sent = False
    try:
        async with asyncio.timeout(command_seconds) as limit:
            reply = await _say_envelope(client, envelope, used=used)
            if reply.code == _SEND_NOW:
                ready()
                answer = _say(client, _dotted(posting.octets))
                dot_sent = True
                limit.reschedule(asyncio.get_running_loop().time() + reply_seconds)
                reply = await answer
    except _ERRORS as error:
        client.close()
        tell("unknown" if dot_sent else "deferred", words(error))
        return
    except asyncio.CancelledError:
        client.close()
        if dot_sent:
            tell("unknown", "interrupted before the server answered")
        raise
    if reply.code == _CLOSING:
        client.close()
    is_taken = 200 <= reply.code < 300
    outcome: Outcome = (
        "accepted" if is_taken else "refused" if _is_final(reply.code) else "deferred"
    )
    tell(outcome, f"{reply.code} {' '.join(reply.message.split())}"[:500])
    if not dot_sent and reply.code != _CLOSING:
        try:  # the server forgets the envelope, so that the connection serves for the next posting
            await client.rset(timeout=_PROBE_SECONDS)
        except _ERRORS:
            client.close()


async def _say_envelope(
    client: aiosmtplib.SMTP, envelope: tuple[bytes, ...], *, used: bool
) -> aiosmtplib.SMTPResponse:
    """What the server says to the envelope: 354, or why not."""
    for command in envelope:
        at_first = used and command is envelope[0]
        try:
            reply = await _say(client, command)
        except (aiosmtplib.SMTPServerDisconnected, OSError):
            if at_first:
                raise ConnectionSpent from None
            raise
        if reply.code == _CLOSING:
            client.close()
            if at_first:
                raise ConnectionSpent
            return reply
        if not 200 <= reply.code < 300 and reply.code != _SEND_NOW:
            return reply
    if reply.code != _SEND_NOW:
        raise aiosmtplib.SMTPServerDisconnected("a reply that makes no sense")
    return reply


def _say(client: aiosmtplib.SMTP, octets: bytes) -> Awaitable[aiosmtplib.SMTPResponse]:
    """Send this at once; the server's reply is to be awaited next."""
    if client.protocol is None:
        raise aiosmtplib.SMTPServerDisconnected("the connection is gone")
    client.protocol.write(octets)
    return client.protocol.read_response()


def words(error: Exception) -> str:
    """The error in a few words on one line."""
    if isinstance(error, TimeoutError):
        return "no answer in time"
    if isinstance(error, aiosmtplib.SMTPResponseException):
        return f"{error.code} {' '.join(error.message.split())}"[:200]
    cause = error.__cause__ if isinstance(error.__cause__, OSError) else error
    told = cause.strerror if isinstance(cause, OSError) and cause.strerror else str(cause)
    return " ".join(told.split())[:200] or type(error).__name__


def _envelope(client: aiosmtplib.SMTP, posting: Posting, sender: str) -> tuple[bytes, ...]:
    """The three commands before the text; ValueError for an address that would break them."""
    if any(set(" <>\r\n\0") & set(address) for address in (sender, posting.to)):
        raise ValueError("not an address")
    eight_bit = not posting.octets.isascii() and client.supports_extension("8bitmime")
    return (
        b"MAIL FROM:<%b>%b\r\n" % (sender.encode("ascii"), b" BODY=8BITMIME" if eight_bit else b""),
        b"RCPT TO:<%b>\r\n" % posting.to.encode("ascii"),
        b"DATA\r\n",
    )


def _dotted(octets: bytes) -> bytes:
    """The text as it travels: lines end with CR LF, leading dots doubled, a dot at the end."""
    text = octets
    if not text.count(b"\r\n") == text.count(b"\r") == text.count(b"\n"):
        text = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n").replace(b"\n", b"\r\n")
    if not text.endswith(b"\r\n"):
        text += b"\r\n"
    first = b"." if text.startswith(b".") else b""
    return b"%b%b.\r\n" % (first, text.replace(b"\r\n.", b"\r\n.."))


def _is_final(code: int) -> bool:
    """Whether a reply means "never" and not "later" (RFC 5321, 4.2.1)."""
    return 500 <= code < 600
