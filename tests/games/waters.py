"""The same games through real sockets: the embedded mail server, and Dovecot behind Postfix."""

from __future__ import annotations

import imaplib
import smtplib
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import Protocol, Self

from rednov_bot import service
from rednov_bot.bootstrap import open_desk
from rednov_bot.core.models import MessageId
from rednov_bot.core.transport.imap import Mailbox
from rednov_bot.core.transport.smtp import SmtpClient
from rednov_bot.testing.mailserver import MailServer
from tests.builders import CountingTokens, FixedClock
from tests.games.letters import parsed
from tests.games.script import Script
from tests.games.world import MONDAY, Cast, address_of, settings_for
from tests.rigs.dovecot import Dovecot
from tests.rigs.postfix import Postfix

PASSWORD = "secret"
PATIENCE = 120.0  # seconds for a mail to arrive


class Waters(Protocol):
    """Mail servers for the bot, the lists and the people."""

    imap: tuple[str, int]
    smtp: tuple[str, int]

    def settle(self, sent: Sequence[str]) -> None:
        """Until all that was *sent* (recipients, one entry a mail) lies where it belongs."""

    def close(self) -> None: ...


class InTheHarbour:
    """The embedded servers; every list writes its own address into From."""

    def __init__(self, cast: Cast) -> None:
        self.mail_server = MailServer(
            "game.test",
            users=dict.fromkeys(cast.readers, PASSWORD),
            lists=[replace(each, munge_from=True) for each in cast.lists],
        )
        self.imap = ("127.0.0.1", self.mail_server.imap_port)
        self.smtp = ("127.0.0.1", self.mail_server.smtp_port)

    def settle(self, sent: Sequence[str]) -> None:
        """The mail server delivers before it says that it took a mail."""

    def close(self) -> None:
        self.mail_server.close()


class BetweenRealServers:
    """Postfix takes the mail, Dovecot keeps it; the lists are a relay between the two."""

    def __init__(self, cast: Cast) -> None:
        self._cast = cast
        with ExitStack() as stack:
            self._dovecot = stack.enter_context(Dovecot())
            postfix = stack.enter_context(Postfix(self._dovecot.lmtp_port))
            self.imap = (self._dovecot.host, self._dovecot.imap_port)
            self.smtp = (postfix.host, postfix.smtp_port)
            self._boxes = {
                address: stack.enter_context(Box(self.imap, address))
                for address in (*cast.readers, *(each.address for each in cast.lists))
            }
            self._lmtp = stack.enter_context(
                smtplib.LMTP(self._dovecot.host, self._dovecot.lmtp_port)
            )
            self._stack = stack.pop_all()
        self._expected = dict.fromkeys(self._boxes, 0)

    def settle(self, sent: Sequence[str]) -> None:
        for address in sent:
            self._expected[address] += 1
        for each in self._cast.lists:
            for octets in self._boxes[each.address].new(self._expected[each.address]):
                author = parsed(octets)["From"].addresses[0].display_name
                forum = self._cast.list_at(each.address, author)
                assert forum is not None
                passed_on = forum.passed_on(octets)
                for (
                    reader
                ) in self._cast.readers:  # smtplib reads one answer a mail, LMTP gives one a reader
                    self._lmtp.sendmail(forum.bounces, [reader], passed_on)
                    self._expected[reader] += 1
        for reader in self._cast.readers:
            self._boxes[reader].wait_for(self._expected[reader])

    def close(self) -> None:
        self._stack.close()


class Box:
    """A mailbox somebody looks into, again and again."""

    def __init__(self, imap: tuple[str, int], address: str) -> None:
        self._client = imaplib.IMAP4(*imap, timeout=PATIENCE)
        self._client.login(address.partition("@")[0], PASSWORD)
        self._seen = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.logout()

    def count(self) -> int:
        """How many mails lie here."""
        _, (number,) = self._client.select("INBOX", readonly=True)
        return int(number or b"0")

    def wait_for(self, number: int) -> None:
        """Until so many mails lie here."""
        until = time.monotonic() + PATIENCE
        while (found := self.count()) < number:
            assert time.monotonic() < until, f"{found} of {number} mails arrived"
            time.sleep(0.002)

    def new(self, number: int = 0) -> list[bytes]:
        """What came since the last look; at least until there were *number* mails in all."""
        self.wait_for(number)
        total = self.count()
        mails = [self._fetched(each) for each in range(self._seen + 1, total + 1)]
        self._seen = total
        return mails

    def _fetched(self, number: int) -> bytes:
        _, parts = self._client.fetch(str(number), "(BODY.PEEK[])")
        return next(bytes(part[1]) for part in parts if isinstance(part, tuple))


class Afloat:
    """A world with real sockets: the bot sweeps its mailbox, people use IMAP and SMTP."""

    def __init__(self, waters: Waters, database: str, script: Script) -> None:
        self.clock = FixedClock(MONDAY)
        self._waters, self._cast = waters, script.cast
        settings = settings_for(
            database, script.cast, imap=waters.imap, smtp=waters.smtp, password=PASSWORD
        )
        desk = open_desk(settings, clock=self.clock, tokens=CountingTokens(seed=script.seed))
        self.desk = replace(desk, luck=script.luck)
        with ExitStack() as stack:
            stack.callback(waters.close)
            stack.callback(self.desk.db.close)
            self._mailbox = stack.enter_context(Mailbox(settings.imap, PASSWORD))
            self._smtp = stack.enter_context(SmtpClient(settings.smtp))
            self.boxes = {
                address: stack.enter_context(Box(waters.imap, address))
                for address in script.cast.readers
            }
            self._stack = stack.pop_all()
        self._told = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def send(self, who: str, to: str, octets: bytes) -> None:
        with smtplib.SMTP(*self._waters.smtp, local_hostname="player.test") as client:
            client.sendmail(address_of(who), [to], octets)
        self._waters.settle([to])
        self.go_round()

    def go_round(self) -> None:
        service.go_round(self.desk, self._mailbox, self._smtp)
        with self.desk.db.transaction() as records:
            outbox = records.outbox()
        there = ("accepted", "published", "confirmed")
        assert all(queued.state in there for queued in outbox)
        self._waters.settle([queued.posting.to for queued in outbox[self._told :]])
        self._told = len(outbox)

    def drafts(self) -> list[tuple[str, bytes]]:
        return [
            (name, octets)
            for name in self._cast.contestmasters
            for octets in sorted(self.boxes[address_of(name)].new(), key=_message_id)
            if self._is_draft(octets)
        ]

    def _is_draft(self, octets: bytes) -> bool:
        with self.desk.db.transaction() as records:
            queued = records.posting(MessageId(_message_id(octets)))
        return queued is not None and queued.posting.kind == "draft"


def _message_id(octets: bytes) -> str:
    """The bot counts its own: mails that go out together may overtake each other on their way."""
    return str(parsed(octets)["Message-ID"]).strip()
