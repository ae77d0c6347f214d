"""The smallest desk, clock and mails that will do."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from pathlib import Path
from typing import Any

from rednov_bot.bootstrap import open_desk
from rednov_bot.core.mail.message import open_letter
from rednov_bot.core.mail.roster import Roster
from rednov_bot.core.models import Classified, QueuedPosting, RawMail
from rednov_bot.core.settings import (
    BotSettings,
    ContestSettings,
    Forum,
    GameSettings,
    ImapSettings,
    Person,
    PictureSettings,
    Settings,
    SmtpSettings,
)
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.core.workflow.screening import screened
from rednov_bot.service import work

BOT = "rednov@bots.example"
BUSINESS = "agora-business@agora.example"
DISCUSSION = "agora-discussion@agora.example"
MONDAY = datetime(2026, 11, 23, 10, 0, tzinfo=UTC)


def address_of(name: str) -> str:
    return f"{name.lower()}@post.example"


def settings_for(
    database: str,
    *,
    people: tuple[str, ...] = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay"),
    contestants: tuple[str, ...] = ("Ann", "Bob", "Cat"),
    contestmaster: str = "Pewterby",
    imap: ImapSettings | None = None,
    smtp: SmtpSettings | None = None,
    game: GameSettings | None = None,
    y_pot: int = 12,
    deputy: str = "",
    pictures: bool = False,
    **contest: Any,
) -> Settings:
    """Settings with a business forum, a discussion forum and people called Ann, Bob, Cat ...

    Without *pictures*, which are drawn for each draft, unless a test is about them.
    """
    roster = {
        name: Person(addresses=(address_of(name),), contestant=name in contestants)
        for name in (*people, contestmaster)
    }
    return Settings(
        bot=BotSettings(address=BOT, database=database),
        imap=imap or ImapSettings(host="127.0.0.1", port=1, user="rednov", password="x"),
        smtp=smtp or SmtpSettings(host="127.0.0.1", port=1),
        contest=ContestSettings(contestmaster=contestmaster, y_pot=y_pot, deputy=deputy, **contest),
        forums={
            "business": Forum(
                address=BUSINESS, list_id="agora-business.agora.example", public=True, post=True
            ),
            "discussion": Forum(
                address=DISCUSSION, list_id="agora-discussion.agora.example", public=False
            ),
        },
        people=roster,
        game=game or GameSettings(),
        pictures=PictureSettings(in_mails=pictures),
    )


@dataclass
class FixedClock:
    """A clock that is a variable."""

    at: datetime = MONDAY

    def now(self) -> datetime:
        return self.at

    def forward(self, **span: float) -> None:
        self.at += timedelta(**span)


@dataclass
class CountingTokens:
    """Tokens that are the same in every run: codes AAAAAA2, AAAAAA3 ..."""

    seed: bytes = b"a secret for tests"
    codes: int = 0
    messages: int = 0
    secrets: int = 0

    def code(self) -> str:
        letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
        number, text = self.codes, ""
        for _ in range(7):
            number, digit = divmod(number, len(letters))
            text = letters[digit] + text
        self.codes += 1
        return text

    def message(self) -> str:
        self.messages += 1
        return f"test.{self.messages:06d}"

    def secret(self) -> bytes:
        self.secrets += 1
        return hashlib.sha256(self.seed + bytes([self.secrets])).digest()


def screen(octets: bytes, roster: Roster) -> Classified:
    """What becomes of a mail, and why."""
    return screened(open_letter(octets, roster))


def list_mail(
    author: str,
    text: str,
    *,
    forum: str = BUSINESS,
    subject: str = "Red November",
    message_id: str | None = None,
    date: datetime = MONDAY,
) -> bytes:
    """A plain mail as a list passed it on."""
    mail = EmailMessage(policy=SMTP)
    mail["From"] = f"{author} <{address_of(author)}>"
    mail["To"] = forum
    mail["Subject"] = f"BUS: {subject}"
    mail["Date"] = format_datetime(date)
    mail["Message-ID"] = message_id or _message_id(author, text, date)
    mail["List-Id"] = f"<{forum.replace('@', '.')}>"
    mail["Precedence"] = "list"
    mail["Sender"] = forum.replace("@", "-bounces@")
    mail.set_content(text)
    return mail.as_bytes()


def private_mail(
    author: str,
    text: str,
    *,
    subject: str = "to the bot",
    to: str = BOT,
    message_id: str | None = None,
    date: datetime = MONDAY,
    address: str | None = None,
) -> bytes:
    """A plain mail to the bot alone."""
    mail = EmailMessage(policy=SMTP)
    mail["From"] = f"{author} <{address or address_of(author)}>"
    mail["To"] = to
    mail["Subject"] = subject
    mail["Date"] = format_datetime(date)
    mail["Message-ID"] = message_id or _message_id(author, subject + text, date)
    mail.set_content(text)
    return mail.as_bytes()


def _message_id(author: str, text: str, date: datetime) -> str:
    digest = hashlib.sha256(f"{author}{text}{date}".encode()).hexdigest()[:16]
    return f"<{digest}@post.example>"


@dataclass
class Table:
    """A desk with a real database; mails are put before it and the outbox is looked into."""

    desk: Desk
    clock: FixedClock
    uid: int = 0
    seen: int = field(default=0)

    def receive(self, *mails: bytes) -> tuple[QueuedPosting, ...]:
        """The bot finds these mails in its mailbox and works; what it queued for them."""
        return self.receive_of(*[(self.clock.now(), one) for one in mails])

    def receive_of(self, *mails: tuple[datetime, bytes]) -> tuple[QueuedPosting, ...]:
        """The same of mails that came at these moments."""
        raw = []
        for arrived_at, octets in mails:
            self.uid += 1
            raw.append(
                RawMail(
                    folder="INBOX",
                    uidvalidity=1,
                    uid=self.uid,
                    octets=octets,
                    arrived_at=arrived_at,
                )
            )
        with self.desk.db.transaction() as records:
            records.keep(raw)
        while work(self.desk):
            pass
        return self.news()

    def news(self) -> tuple[QueuedPosting, ...]:
        """What was queued since the last look."""
        with self.desk.db.transaction() as records:
            every = records.outbox()
        new = every[self.seen :]
        self.seen = len(every)
        return new


def a_table(
    folder: Path,
    *,
    seed: bytes = b"a secret for tests",
    at: datetime = MONDAY,
    **settings: object,
) -> Table:
    """A desk over a fresh SQLite file in *folder*, made at this moment."""
    clock = FixedClock(at)
    known = settings_for(f"sqlite:///{folder / 'rednov.db'}", **settings)  # type: ignore[arg-type]
    desk = open_desk(known, clock=clock, tokens=CountingTokens(seed=seed))
    return Table(desk=desk, clock=clock)
