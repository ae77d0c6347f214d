"""The bot's postman: sealed postings are handed to the SMTP server, and its words are kept."""

from __future__ import annotations

import asyncio
import ssl
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from types import TracebackType
from typing import Final, Self

import aiosmtplib

from rednov_bot.core.transport.bounds import remedy
from rednov_bot.core.transport.handover import ConnectionSpent, hand_over, words
from rednov_bot.errors import SmtpUnreachable
from rednov_bot.papers import Attempt, MessageId, Outcome, Posting, UnderWay
from rednov_bot.settings import SmtpSettings

CONNECTIONS: Final = 4  # more gain nothing, and servers dislike them
PER_CONNECTION: Final = 8  # postings that are worth another connection
CONNECT_SECONDS: Final = 15.0  # also for any one answer up to the login
COMMAND_SECONDS: Final = 60.0  # from MAIL to the leave to send
REPLY_SECONDS: Final = 600.0  # after the final dot (RFC 5321, 4.5.3.2.6)
_IDLE_SECONDS: Final = 30.0  # a connection unused for longer is not trusted
_FRESH_SECONDS: Final = 2.0  # one unused for longer is asked before it is used
_PROBE_SECONDS: Final = 5.0

_Carry = Callable[[aiosmtplib.SMTP, Posting, bool], Awaitable[None]]


@dataclass(slots=True)
class Unsettled:
    """What is on file as under way, though it is not: the database has failed meanwhile."""

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

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """The connections end, and the postman with them."""
        self._runner.run(self._quit())
        self._runner.close()

    def knock(self, sender: str) -> None:
        """The server is there and takes the login, now or once before; else SmtpUnreachable."""
        if not self._was_let_in:
            self._runner.run(self._knock(sender.rpartition("@")[2] or "localhost"))

    def largest(self) -> int | None:
        """Octets of the largest mail that the server takes (RFC 1870); None where it is not said.

        Known once it has been knocked at.
        """
        for client, _ in self._kept:
            said = client.esmtp_extensions.get("size", "").strip()
            return int(said) if said.isdecimal() and int(said) else None
        return None

    def reach(self, sender: str) -> None:
        """A connection is at hand that answers, else SmtpUnreachable: nothing is tried then."""
        self._runner.run(self._reach(sender.rpartition("@")[2] or "localhost"))

    def send(
        self,
        postings: Sequence[Posting],
        sender: str,
        on_attempt: Callable[[Attempt], None],
        clock: Callable[[], datetime],
        on_handover: Callable[[Posting], None] = lambda _: None,
    ) -> None:
        """Each posting is offered once, in any order; *on_attempt* hears at once what came of it.

        *on_handover* hears of each that its text goes out next: until then it cannot have arrived.

        SmtpUnreachable: the server was not there, or refused the login; the postings that
        *on_attempt* did not hear of were not tried.
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
        """The postings are shared out among as many connections as they are worth."""
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
            # Where one failed, what is under way elsewhere still comes to its end and is told.
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
        """One connection takes posting after posting; a broken one is replaced.

        Gives back why it stopped where a connection could not be had: the others go on.
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
            username=settings.user or None,
            password=self._password if settings.user else None,
            local_hostname=domain,  # else the library asks the resolver, which may be slow
            timeout=self._connect_seconds,
            tls_context=self._tls_context,
        )
        try:
            await client.connect()
            if client.is_ehlo_or_helo_needed:
                await client.ehlo()
        except aiosmtplib.SMTPAuthenticationError:
            _hang_up(client)
            # Without the chain: it might hold what was sent.
            raise SmtpUnreachable(
                f"{self._where} refuses the login of {settings.user}: check user and password",
                "Ask the host to put the right user and password into [smtp] of rednov.toml and "
                "start the bot again; or ask whoever runs the mail server why it refuses them.",
            ) from None
        except (aiosmtplib.SMTPException, OSError, ValueError) as error:
            _hang_up(client)
            raise SmtpUnreachable(
                f"{self._where} cannot be used: {words(error)}", remedy(error)
            ) from error
        self._was_let_in = True
        return client

    async def _knock(self, domain: str) -> None:
        """A connection is made before there is anything to send, and kept for the first posting."""
        self._keep(await self._new_connection(domain))

    async def _reach(self, domain: str) -> None:
        """The connection found is kept for what is sent next."""
        self._keep((await self._connection(domain))[0])

    def _keep(self, client: aiosmtplib.SMTP) -> None:
        self._kept.append((client, asyncio.get_running_loop().time()))

    async def _quit(self) -> None:
        for client, _ in self._kept:
            with suppress(aiosmtplib.SMTPException, OSError):
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
        except (aiosmtplib.SMTPException, OSError):
            return False
    return True
