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
from typing import Final, NamedTuple, Self

from rednov_bot.testing.mailserver import Delivery, MailServer
from rednov_bot.testing.mailserver.lists import MailingList
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
    octets: bytes


def address_of(name: str) -> str:
    return f"{name.lower()}@player.test"


class Station(ExitStack):
    """Mail servers for one bot, and its settings in *config*."""

    def __init__(self, folder: Path, *, database: str = "", host: str = "127.0.0.1") -> None:
        """*host*: of the mailbox, in the bot's settings."""
        super().__init__()
        self.folder, self._host = folder, host
        self.arrivals: queue.SimpleQueue[Arrival] = queue.SimpleQueue()
        self._back: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self.delivered = 0  # mails to the bot, those that a list passed on among them
        self.database = database or f"sqlite:///{folder}/rednov.db"
        self.config = folder / "rednov.toml"

    def __enter__(self) -> Self:
        self.dovecot = self.enter_context(Dovecot())
        readers = (address_of(CONTESTMASTER), BOT)
        users = dict.fromkeys([*map(address_of, PEOPLE), *readers], Dovecot.password)
        business = MailingList(address=BUSINESS, subscribers=readers, subject_prefix="BUS: ")
        office = self.enter_context(
            MailServer("game.test", users=users, lists=[business], on_delivery=self._note)
        )
        courier = threading.Thread(target=self._carry_back, daemon=True)
        courier.start()
        self.callback(courier.join, PATIENCE)
        self.callback(self._back.put, None)
        text = settings(
            BOT,
            self.dovecot.imap_port,
            office.smtp_port,
            Dovecot.password,
            CONTESTMASTER,
            host=self._host,
            database=self.database,
            contest='report = "off"\n',
        )
        text += forum("business", BUSINESS, posts=True)
        text += people((*PEOPLE, CONTESTMASTER), address_of, CONTESTMASTER)
        self.config.write_text(text, encoding="utf-8")
        return self

    def deliver(self, octets: bytes) -> float:
        """A mail is delivered to the bot by LMTP; when it was taken."""
        self.delivered += 1
        self._lmtp(octets)
        return time.perf_counter()

    def _lmtp(self, octets: bytes) -> None:
        with smtplib.LMTP(self.dovecot.host, self.dovecot.lmtp_port) as client:
            client.sendmail("sender@sub.example", [BOT], octets)

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
            self.arrivals.put(Arrival(time.perf_counter(), delivery.octets))

    def _carry_back(self) -> None:
        """What a list passes on to the bot lies in their mailbox."""
        while (octets := self._back.get()) is not None:
            self._lmtp(octets)
            self.delivered += 1
