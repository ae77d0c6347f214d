"""`rednov run` as its host runs it: a Dovecot holds its mailbox, and its mails go out by SMTP.

The post office is a mail server (aiosmtpd): it knows the lists, and what they pass on lies in the
bot's mailbox a moment later.
"""

from __future__ import annotations

import queue
import smtplib
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Final, NamedTuple, Self

from rednov_bot.bootstrap import open_desk
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.testing.mailserver import Delivery, MailServer
from rednov_bot.testing.mailserver.lists import MailingList
from tests.games.service import Service
from tests.rigs.dovecot import Dovecot
from tests.rigs.settings import forum, people, settings
from tests.rules.sailing import CREW

BOT: Final = "rednov@game.test"
BUSINESS: Final = "agora-business@game.test"
CONTESTMASTER: Final = "Pewterby"
CREWS: Final = 6
"""Crews that play one after the other, of eight each, so that none is taken for a machine."""
PEOPLE: Final = tuple(f"{name}{letter}" for letter in "abcdefgh" for name in CREW)
ASHORE: Final = PEOPLE[8 * CREWS :]
"""Contestants who play in no game; what they announce is void."""
PATIENCE: Final = 60.0  # seconds


class Arrival(NamedTuple):
    """A mail of the bot has come to rest in somebody's mailbox."""

    at: float  # of time.perf_counter
    recipient: str
    octets: bytes


def address_of(name: str) -> str:
    return f"{name.lower()}@player.test"


class Station:
    """Mail servers for one bot, and its settings; `service()` is the bot at work."""

    def __init__(self, folder: Path, *, database: str = "", host: str = "127.0.0.1") -> None:
        """*host*: of the mailbox, in the bot's settings."""
        self.folder = folder
        self.arrivals: queue.SimpleQueue[Arrival] = queue.SimpleQueue()
        self._back: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self.delivered = 0  # mails to the bot, those that a list passed on among them
        with ExitStack() as stack:
            self.dovecot = stack.enter_context(Dovecot())
            readers = (address_of(CONTESTMASTER), BOT)
            users = dict.fromkeys([*map(address_of, PEOPLE), *readers], Dovecot.password)
            business = MailingList(address=BUSINESS, subscribers=readers, subject_prefix="BUS: ")
            self._office = stack.enter_context(
                MailServer("game.test", users=users, lists=[business], on_delivery=self._note)
            )
            self._courier = threading.Thread(target=self._carry_back, daemon=True)
            self._courier.start()
            stack.callback(self._courier.join, PATIENCE)
            stack.callback(self._back.put, None)
            self._lmtp: smtplib.LMTP | None = None
            self._stack = stack.pop_all()
        self.database = database or f"sqlite:///{folder}/rednov.db"
        self.config = folder / "rednov.toml"
        text = settings(
            BOT,
            self.dovecot.imap_port,
            self._office.smtp_port,
            Dovecot.password,
            CONTESTMASTER,
            host=host,
            database=self.database,
            contest='report = "off"\n',
        )
        text += forum("business", BUSINESS, posts=True)
        text += people((*PEOPLE, CONTESTMASTER), address_of, CONTESTMASTER)
        self.config.write_text(text, encoding="utf-8")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.close()

    def desk(self) -> Desk:
        """A desk on the bot's database, beside the bot; to be closed."""
        return open_desk(self.config)

    def service(self) -> Service:
        """The bot at work, in a process of its own."""
        return Service(self)

    def deliver(self, *mails: bytes) -> float:
        """Mails are delivered to the bot by LMTP; when the last of them was taken."""
        for octets in mails:
            self.delivered += 1
            try:
                if self._lmtp is None:
                    self._lmtp = smtplib.LMTP(self.dovecot.host, self.dovecot.lmtp_port)
                self._lmtp.sendmail("sender@sub.example", [BOT], octets)
            except smtplib.SMTPServerDisconnected:  # it lay idle for too long
                self._lmtp = smtplib.LMTP(self.dovecot.host, self.dovecot.lmtp_port)
                self._lmtp.sendmail("sender@sub.example", [BOT], octets)
        return time.perf_counter()

    def fill(self, *mails: bytes) -> None:
        """Mails lie in the bot's mailbox at once."""
        self.delivered += len(mails)
        self.dovecot.fill("rednov", *mails)

    def next_arrival(self, *marks: bytes, seconds: float = PATIENCE) -> Arrival:
        """The next mail of the bot that has one of these in it; others are passed over."""
        until = time.perf_counter() + seconds
        while True:
            found = self.arrivals.get(timeout=max(0.001, until - time.perf_counter()))
            if any(mark in found.octets for mark in marks):
                return found

    def _note(self, delivery: Delivery) -> None:
        if delivery.recipient == BOT:
            self._back.put(delivery.octets)
        else:
            at = time.perf_counter()
            self.arrivals.put(Arrival(at, delivery.recipient, delivery.octets))

    def _carry_back(self) -> None:
        """What a list passes on to the bot lies in their mailbox."""
        while (octets := self._back.get()) is not None:
            with smtplib.LMTP(self.dovecot.host, self.dovecot.lmtp_port) as client:
                client.sendmail(BUSINESS.replace("@", "-bounces@"), [BOT], octets)
            self.delivered += 1
