"""The post office: takes mail by SMTP, fills mailboxes, sends mail round its lists."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from email.utils import format_datetime
from itertools import count
from typing import Any, Literal

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from rednov_bot.testing.mailserver.folder import Folder, with_crlf
from rednov_bot.testing.mailserver.lists import MailingList

Stage = Literal["rcpt", "data"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """A mail came to rest in a mailbox."""

    sender: str  # of the envelope
    recipient: str
    octets: bytes = field(repr=False)


@dataclass(kw_only=True)
class PostOffice:
    """Decides about every recipient, stamps, and delivers.  Misbehaves where it was told to."""

    hostname: str
    folders: Mapping[str, Folder]  # address, lower case -> INBOX
    lists: Sequence[MailingList]
    logins: Mapping[str, str]  # login name, lower case -> password
    must_log_in: bool
    clock: Callable[[], datetime]
    on_delivery: Callable[[Delivery], object]
    refusals: dict[tuple[str, Stage], int] = field(default_factory=dict)  # -> SMTP code
    drops: dict[str, Literal["before", "after"]] = field(default_factory=dict)  # the final dot

    def __post_init__(self) -> None:
        self._lists = {each.address.lower(): each for each in self.lists}
        self._stamps = count(1)

    # -- what aiosmtpd asks

    def authenticate(
        self, server: object, session: object, envelope: object, mechanism: str, data: Any
    ) -> AuthResult:
        """A login with a known name and its password is good (PLAIN and LOGIN)."""
        known = isinstance(data, LoginPassword) and (
            self.logins.get(data.login.decode("utf-8", "replace").lower())
            == data.password.decode("utf-8", "replace")
        )
        return AuthResult(success=known, handled=False)

    async def handle_MAIL(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """A mail begins; strangers are sent away where a login is demanded."""
        if self.must_log_in and not session.authenticated:
            return "530 5.7.0 log in first"
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 OK"

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """A recipient is taken who has a mailbox here, or is a list."""
        whose = address.lower()
        if self.drops.get(whose) == "before":
            await _hang_up(server)
        if code := self.refusals.get((whose, "rcpt")):
            return f"{code} as told"
        if whose not in self.folders and whose not in self._lists:
            return "550 5.1.1 nobody of that name here"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """A mail is taken for all of its recipients, or for none."""
        recipients = [address.lower() for address in envelope.rcpt_tos]
        for whose in recipients:
            if code := self.refusals.get((whose, "data")):
                return f"{code} as told"
        octets = envelope.original_content or b""
        for whose in recipients:
            self._take(envelope.mail_from or "", whose, octets, session.host_name or "unknown")
        if any(self.drops.get(whose) == "after" for whose in recipients):
            await _hang_up(server)
        return "250 OK taken"

    # -- where mail goes

    def _take(self, sender: str, recipient: str, octets: bytes, giver: str) -> None:
        stamped = self._received(recipient, giver) + with_crlf(octets)
        if (forum := self._lists.get(recipient)) is None:
            self.deliver(recipient, stamped, sender=sender)
        elif not forum.has_seen(octets):
            passed_on = forum.passed_on(stamped)
            lists_host = forum.address.partition("@")[2]
            for subscriber in forum.subscribers:
                stamp = self._received(subscriber, lists_host)
                self.deliver(subscriber, stamp + passed_on, sender=forum.bounces)

    def deliver(self, recipient: str, octets: bytes, *, sender: str = "") -> None:
        """A mail is put into a mailbox, with the envelope's sender on top (RFC 5321, 4.4)."""
        whole = f"Return-Path: <{sender}>\r\n".encode() + octets if sender else octets
        mail = self.folders[recipient.lower()].append(whole, arrived_at=self.clock())
        self.on_delivery(Delivery(sender=sender, recipient=recipient, octets=mail.octets))

    def _received(self, recipient: str, giver: str) -> bytes:
        """The stamp on top of what *giver* handed over for somebody."""
        return (
            f"Received: from {giver} (localhost [127.0.0.1])\r\n"
            f"\tby {self.hostname} with ESMTP id {next(self._stamps):08d}\r\n"
            f"\tfor <{recipient}>; {format_datetime(self.clock())}\r\n"
        ).encode()


async def _hang_up(server: SMTP) -> None:
    """The connection breaks without a word."""
    if isinstance(server.transport, asyncio.Transport):
        server.transport.abort()
    await asyncio.get_running_loop().create_future()  # until the loss ends this conversation


class SmtpSession(SMTP):
    """One SMTP client at the mail server; known to *guests* while it is there."""

    def __init__(self, office: PostOffice, guests: set[SmtpSession]) -> None:
        super().__init__(
            office,
            hostname=office.hostname,
            ident="rednov harbour",
            auth_require_tls=False,
            authenticator=office.authenticate,
            loop=asyncio.get_running_loop(),
        )
        self._guests = guests

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A client arrives."""
        self._guests.add(self)
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        """A client is gone."""
        self._guests.discard(self)
        super().connection_lost(error)

    def dismiss(self) -> None:
        """The connection ends at once."""
        if isinstance(self.transport, asyncio.Transport):
            self.transport.abort()
