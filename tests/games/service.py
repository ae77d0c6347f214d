"""`rednov run` in a process of its own, at a mail server that tells what it delivers."""

from __future__ import annotations

import os
import queue
import shutil
import signal
import smtplib
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from email.message import EmailMessage
from pathlib import Path
from typing import Protocol, Self

from rednov_bot.testing.mailserver import Delivery, MailServer
from tests.games.letters import parsed
from tests.games.waters import PASSWORD
from tests.games.world import (
    BOT,
    BUSINESS,
    CONTESTMASTER,
    DISCUSSION,
    LISTS,
    PEOPLE,
    READERS,
    address_of,
)
from tests.rigs.settings import forum, people, settings

_BESIDE = Path(sys.executable).with_name("rednov")
CALLED = "rednov" if shutil.which("rednov") == str(_BESIDE) else str(_BESIDE)
"""How the program, called as a module, names itself in hints."""

PATIENCE = 120.0  # seconds; only a broken promise uses them up


class Port:
    """A mail server and what it delivered; it can stop and start again at the same place."""

    def __init__(self, folder: Path, *, strangers: Sequence[str] = ()) -> None:
        self.deliveries: queue.Queue[Delivery] = queue.Queue()
        self.on_delivery: Callable[[Delivery], None] = self.deliveries.put
        self._readers = (*READERS, *strangers)
        self.mail_server = self._built()
        self.ports = (self.mail_server.imap_port, self.mail_server.smtp_port)
        self.config = folder / "rednov.toml"
        text = settings(BOT, *self.ports, PASSWORD, CONTESTMASTER)
        text += forum("business", BUSINESS, posts=True) + forum("discussion", DISCUSSION)
        text += people(PEOPLE, address_of, CONTESTMASTER)
        self.config.write_text(text, encoding="utf-8")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.mail_server.close()

    def _built(self, imap: int = 0, smtp: int = 0) -> MailServer:
        return MailServer(
            "game.test",
            users=dict.fromkeys(self._readers, PASSWORD),
            lists=LISTS,
            imap_port=imap,
            smtp_port=smtp,
            on_delivery=lambda delivery: self.on_delivery(delivery),
        )

    def burn_down(self) -> tuple[bytes, ...]:
        """Both servers are gone; what lay in the bot's mailbox."""
        kept = self.mail_server.mailbox(BOT)
        self.mail_server.close()
        return kept

    def rebuild(self, kept: Sequence[bytes]) -> None:
        """Both servers are back, with these mails in the bot's mailbox."""
        self.mail_server = self._built(*self.ports)
        for octets in kept:
            self.mail_server.deliver(BOT, octets)

    def send(self, who: str, to: str, octets: bytes) -> None:
        """Somebody sends a mail."""
        with smtplib.SMTP("127.0.0.1", self.ports[1], local_hostname="player.test") as client:
            client.sendmail(address_of(who), [to], octets)

    def next_mail(self, to: str, subject: str = "") -> EmailMessage:
        """The next mail of the bot with these words in its subject that reaches a mailbox."""
        while True:
            delivery = self.deliveries.get(timeout=PATIENCE)
            mail = parsed(delivery.octets)
            if (
                delivery.recipient == to
                and BOT in str(mail["From"])
                and subject in str(mail["Subject"])
            ):
                return mail


def posted_once(port: Port, reader: str, *subjects: str) -> None:
    """Just these posts of the bot came to *reader* from the list, each as one mail."""
    received = Counter(
        (str(mail["Subject"]), str(mail["Message-ID"]))
        for mail in map(parsed, port.mail_server.mailbox(address_of(reader)))
        if mail["List-Id"] and BOT in str(mail["From"])
    )
    assert sorted(subject for subject, _ in received) == sorted(subjects)
    assert set(received.values()) == {1}


class Configured(Protocol):
    """Where a bot's settings lie."""

    config: Path


class Service:
    """One run of `rednov run`."""

    def __init__(self, port: Configured, *, log: str = "log.txt", database: str = "") -> None:
        """*database*: another one than that of the settings, or another way to it."""
        self.log = port.config.parent / log
        environ = {**os.environ, "REDNOV_BOT__DATABASE": database} if database else None
        with self.log.open("ab") as log_file:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "rednov_bot", "run", "--config", str(port.config)],
                cwd=port.config.parent,
                stdin=subprocess.DEVNULL,
                stdout=log_file,
                stderr=log_file,
                env=environ,
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait(PATIENCE)

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._process.pid

    @property
    def runs(self) -> bool:
        return self._process.poll() is None

    def stop(self) -> int:
        """SIGTERM; the exit code."""
        self._process.send_signal(signal.SIGTERM)
        return self._process.wait(PATIENCE)

    def ended_well(self) -> None:
        """It ends when told, and met nothing that it did not expect."""
        assert self.stop() == 0
        assert "Traceback" not in self.log.read_text()

    def freeze(self) -> None:
        """SIGSTOP: it is there, and does nothing more."""
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """SIGCONT."""
        self._process.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        """SIGKILL; may be called in any thread."""
        self._process.kill()

    def wait(self) -> int:
        """Until it ends; the exit code."""
        return self._process.wait(PATIENCE)


def rednov(port: Configured, *arguments: str, database: str = "") -> str:
    """Another command of the program, beside the running one; what it says."""
    environ = {**os.environ, "REDNOV_BOT__DATABASE": database} if database else None
    done = subprocess.run(
        [sys.executable, "-m", "rednov_bot", *arguments],
        cwd=port.config.parent,
        env=environ,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
