"""A mailbox for the benchmarks: at a Dovecot if there is one, else at an embedded server."""

from __future__ import annotations

import smtplib
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol, Self

from rednov_bot.testing.mailserver import MailServer
from tests.rigs.dovecot import Dovecot
from tests.rigs.programs import RigError

USERS = 9  # mailboxes of the mail server, one after the other


class Berth(Protocol):
    """Somebody's mailbox on some IMAP server."""

    imap_port: int
    user: str
    password: str

    def fresh(self) -> Self:
        """From now on, another mailbox, with nothing in it."""

    def fill(self, *mails: bytes) -> None:
        """Mails appear in the mailbox."""


@contextmanager
def berth() -> Iterator[Berth]:
    """A mailbox at a server in another process."""
    try:
        server = Dovecot()
    except RigError:
        with NextDoor() as next_door:
            yield next_door
        return
    with server:
        yield AtDovecot(server)


class AtDovecot:
    """Mails are put into the maildir."""

    password = Dovecot.password

    def __init__(self, dovecot: Dovecot) -> None:
        self._dovecot = dovecot
        self._number = 0
        self.imap_port = dovecot.imap_port
        self.user = "bot0"

    def fresh(self) -> Self:
        self._number += 1
        self.user = f"bot{self._number}"
        return self

    def fill(self, *mails: bytes) -> None:
        self._dovecot.fill(self.user, *mails)


class NextDoor:
    """A mail server in a process of its own; mails are sent to it."""

    password = "secret"

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.bench.berth"],
            cwd=Path(__file__).parents[2],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        self.imap_port, self._smtp_port = map(int, self._process.stdout.readline().split())
        self._number = 0
        self.user = "bot0"
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate(timeout=10)

    def fresh(self) -> Self:
        self._number += 1
        self.user = f"bot{self._number}"
        return self

    def fill(self, *mails: bytes) -> None:
        with smtplib.SMTP("127.0.0.1", self._smtp_port, local_hostname="bench") as client:
            for octets in mails:
                client.sendmail("x@bench.example", [f"{self.user}@bench.example"], octets)


def _serve() -> None:
    users = {f"bot{n}@bench.example": NextDoor.password for n in range(USERS)}
    with MailServer("bench.example", users=users) as mail_server:
        print(mail_server.imap_port, mail_server.smtp_port, flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    _serve()
