"""One posting over one SMTP connection, and what came of it (RFC 5321, 3.3)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias

import aiosmtplib

from rednov_bot.papers import Outcome, Posting

Told: TypeAlias = Callable[[Outcome, str], None]
"""Is told the outcome and the server's words."""

_RESET_SECONDS = 5.0
_CLOSING = 421
_SEND_NOW = 354


class ConnectionSpent(Exception):
    """The server takes no more mails by this connection: it has nothing against the mail."""


async def hand_over(
    client: aiosmtplib.SMTP,
    posting: Posting,
    sender: str,
    tell: Told,
    ready: Callable[[], None],
    *,
    command_seconds: float,
    reply_seconds: float,
    used: bool = False,
) -> None:
    """The posting is offered to its one recipient; *tell* hears what came of it, once.

    *ready* is called when the server waits for the text, and before it gets any of it.

    The moment that counts is the final dot.  Whatever breaks before it leaves the posting
    deferred; what breaks after it leaves it unknown, because the server may have taken it.
    A connection that was *used* before, for a mail of this call or an earlier one, and ends where
    the next one is announced has had its fill: that is no attempt, and ConnectionSpent is raised.

    The library is used below its sendmail(), which does not tell on which side of the dot it
    failed, and below its lock: a connection has one posting at a time.
    """
    try:
        envelope = _envelope(client, posting, sender)
    except ValueError:
        tell("refused", f"{posting.to!r} cannot be written on an envelope")
        return
    dot_sent = False
    try:
        async with asyncio.timeout(command_seconds) as limit:
            reply = await _leave_to_send(client, envelope, used=used)
            if reply.code == _SEND_NOW:
                ready()
                answer = _say(client, _dotted(posting.octets))
                dot_sent = True
                limit.reschedule(asyncio.get_running_loop().time() + reply_seconds)
                reply = await answer
    except (aiosmtplib.SMTPException, OSError) as error:
        client.close()
        tell("unknown" if dot_sent else "deferred", words(error))
        return
    except asyncio.CancelledError:
        client.close()
        if dot_sent:
            tell("unknown", "interrupted while the server was to answer")
        raise
    if reply.code == _CLOSING:
        client.close()
    tell(_outcome(reply.code), _line(reply))
    if not dot_sent and reply.code != _CLOSING:
        await _forget(client)


async def _leave_to_send(
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
        raise aiosmtplib.SMTPServerDisconnected("no leave to send")
    return reply


def _say(client: aiosmtplib.SMTP, octets: bytes) -> Awaitable[aiosmtplib.SMTPResponse]:
    """What is said to the server goes out at once; its answer is to be awaited next."""
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


async def _forget(client: aiosmtplib.SMTP) -> None:
    """The server forgets the envelope, so that the connection serves for the next posting."""
    try:
        await client.rset(timeout=_RESET_SECONDS)
    except (aiosmtplib.SMTPException, OSError):
        client.close()


def _outcome(code: int) -> Outcome:
    if 200 <= code < 300:
        return "accepted"
    return "refused" if 500 <= code < 600 else "deferred"


def _line(reply: aiosmtplib.SMTPResponse) -> str:
    return f"{reply.code} {' '.join(reply.message.split())}"[:500]
