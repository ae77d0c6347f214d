"""The stage of the demo: a harbour, a desk, a contestmaster who answers eir mail."""

from __future__ import annotations

import email.policy
import imaplib
import smtplib
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path
from typing import Self

from rednov_bot import daemon
from rednov_bot.bootstrap import open_desk
from rednov_bot.core.commands.replies import code_of
from rednov_bot.core.transport.imap import Mailbox
from rednov_bot.core.transport.smtp import SmtpClient
from rednov_bot.demo import script, shore
from rednov_bot.desk.contest import starting
from rednov_bot.desk.desk import Desk, FreshTokens
from rednov_bot.ports import Clock
from rednov_bot.settings import imap_password, smtp_password


class _FixedLuck(FreshTokens):
    """Fresh codes and Message-IDs, but the demo's own secret."""

    def secret(self) -> bytes:
        """The same game each time."""
        return script.SECRET


@dataclass(slots=True)
class StageClock:
    """The clock on the wall of the stage, for the bot and for everybody who writes to it."""

    at: datetime = script.BEGINS

    def now(self) -> datetime:
        """What the clock says."""
        return self.at

    def go_on(self) -> None:
        """Somebody has thought for a while."""
        self.at += script.BETWEEN


@dataclass(slots=True)
class Correspondent:
    """A person with a mail program: fetches by IMAP, sends by SMTP."""

    name: str
    imap_port: int
    smtp_port: int
    clock: Clock
    written: int = 0
    seen: int = 0
    message_ids: list[str] = field(default_factory=list)

    @property
    def address(self) -> str:
        """Eir mailbox."""
        return script.address_of(self.name)

    def send(self, to: str, subject: str, text: str, answering: EmailMessage | None = None) -> None:
        """A mail is written and sent."""
        mail = EmailMessage(policy=email.policy.SMTP)
        mail["From"] = f"{self.name} <{self.address}>"
        mail["To"] = to
        mail["Subject"] = subject
        self.written += 1
        mail["Date"] = format_datetime(self.clock.now())
        mail["Message-ID"] = f"<{self.written}.{self.name.lower()}@{script.DOMAIN}>"
        if answering is not None:
            mail["In-Reply-To"] = str(answering["Message-ID"])
            mail["References"] = str(answering["Message-ID"])
        mail.set_content(text)
        with smtplib.SMTP("127.0.0.1", self.smtp_port, local_hostname=script.DOMAIN) as server:
            server.send_message(mail, from_addr=self.address, to_addrs=[to])

    def new_mails(self) -> Iterator[EmailMessage]:
        """What came since the last look, in order of arrival."""
        with imaplib.IMAP4("127.0.0.1", self.imap_port) as server:
            server.login(self.address, script.PASSWORD)
            _, (count,) = server.select("INBOX", readonly=True)
            total = int(count or b"0")
            numbers = range(self.seen + 1, total + 1)
            self.seen = total
            mails = [_fetched(server, number) for number in numbers]
        yield from mails


def _fetched(server: imaplib.IMAP4, number: int) -> EmailMessage:
    _, parts = server.fetch(str(number), "(BODY.PEEK[])")
    return shore.parsed(next(bytes(part[1]) for part in parts if isinstance(part, tuple)))


class Stage:
    """Everything the demo needs, open until it is closed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.harbour = shore.harbour()
        self.clock = StageClock()
        imap, smtp = self.harbour.imap_port, self.harbour.smtp_port
        self.people = {name: Correspondent(name, imap, smtp, self.clock) for name in shore.PEOPLE}
        self.desk = self._desk()
        self.smtp = SmtpClient(self.desk.settings.smtp, smtp_password(self.desk.settings))
        self.mailbox = Mailbox(self.desk.settings.imap, imap_password(self.desk.settings))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.mailbox.close()
        self.smtp.close()
        self.desk.ledger.close()
        self.harbour.close()

    def _desk(self) -> Desk:
        path = self.folder / "rednov.toml"
        text = shore.settings(self.harbour.imap_port, self.harbour.smtp_port)
        path.write_text(text, encoding="utf-8")
        return open_desk(path, tokens=_FixedLuck(), clock=self.clock)

    def start(self) -> None:
        """The contestmaster starts a game, as `rednov start` does."""
        with self.desk.ledger.transaction() as records:
            starting.start(self.desk, records, script.GNOMES, {})
        self.go_round()

    def go_round(self) -> None:
        """The bot fetches, works and sends, as `rednov run` does again and again."""
        daemon.go_round(self.desk, self.mailbox, self.smtp)

    def contestmaster_reads(self) -> Iterator[EmailMessage]:
        """The contestmaster reads eir mail and approves each draft with one word."""
        pewterby = self.people[script.CONTESTMASTER]
        for mail in pewterby.new_mails():
            subject = str(mail["Subject"])
            if code_of(subject) is None or mail["From"].addresses[0].addr_spec != script.BOT:
                continue
            yield mail
            pewterby.send(script.BOT, f"Re: {subject}", "approve\n", answering=mail)
            self.go_round()

    def keep_mails(self) -> Path:
        """Every mail of every mailbox is written into the folder; returns where."""
        shore.keep_mails(self.harbour, self.folder / "mails")
        return self.folder / "mails"
