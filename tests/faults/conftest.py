"""The running bot between two straits, behind which a mail server with IMAP and SMTP lies."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from itertools import count
from pathlib import Path
from queue import Empty
from typing import Self

import pytest

from rednov_bot import service
from rednov_bot.bootstrap import open_desk
from rednov_bot.core.store.serving import service_lock
from rednov_bot.service import Stop
from tests.faults.strait import Strait
from tests.games.letters import message, parsed
from tests.games.service import Port
from tests.games.world import BOT

PATIENCE = 120.0  # seconds; only a broken promise uses them up
_NUMBERS = count(1)


class NotingStop(Stop):
    """Notes the pauses, and makes none longer than it is told."""

    def __init__(self, longest: float = 0.3) -> None:
        super().__init__()
        self.longest = longest
        self.pauses: list[float] = []

    def wait(self, seconds: float) -> None:
        self.pauses.append(seconds)
        super().wait(min(seconds, self.longest))


class FastClock:
    """A clock on which a minute passes in a second, from now on."""

    def __init__(self, speed: float = 60.0) -> None:
        self._speed, self._began, self._from = speed, time.monotonic(), datetime.now(UTC)
        self.moved = timedelta()

    def now(self) -> datetime:
        gone = timedelta(seconds=(time.monotonic() - self._began) * self._speed)
        return self._from + gone + self.moved


class Sea:
    """A service in a thread of its own, and who writes to it."""

    def __init__(self, folder: Path, *more: str, users: tuple[str, ...] = ()) -> None:
        self.port = Port(folder, strangers=users)
        self.imap = Strait(self.port.ports[0])
        self.smtp = Strait(self.port.ports[1])
        text = self.port.config.read_text()
        for mine, other in zip(self.port.ports, (self.imap, self.smtp), strict=True):
            text = text.replace(f"port = {mine}\n", f"port = {other.port}\n")
        self.port.config.write_text("".join([text, *more]))
        self.stop: NotingStop | None = None
        self.fault: BaseException | None = None
        self._thread: threading.Thread | None = None
        self.ticks: Callable[[], float] = time.monotonic
        self.clock: FastClock | None = None
        self.got: list[EmailMessage] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()
        self.imap.__exit__()
        self.smtp.__exit__()
        self.port.mail_server.close()

    def sail(self, longest: float = 0.3) -> None:
        """The service begins."""
        self.desk = open_desk(self.port.config, clock=self.clock)
        stop = self.stop = NotingStop(longest)

        def serve() -> None:
            try:
                with service_lock(self.desk.settings.bot.database) as lock:
                    while not stop.is_set():
                        if lock is None or not service.stood_by(self.desk, lock, stop):
                            service.serve(self.desk, stop, lock, ticks=self.ticks)
            except BaseException as fault:
                self.fault = fault

        self._thread = threading.Thread(target=serve, daemon=True)
        self._thread.start()

    def end(self) -> None:
        """The service ends."""
        if self._thread is not None and self.stop is not None:
            self.stop.set()
            for one in (self.imap, self.smtp):
                if one.frozen:
                    one.frozen = False
                    one.cut()
            self._thread.join(PATIENCE)
            assert not self._thread.is_alive()
            self.stop.close()
            self._thread = None
            self.desk.db.close()

    @property
    def runs(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def ask(self, who: str = "Brasspot", text: str = "I take no action.\n") -> str:
        """A gnome tries a turn out; the Message-ID."""
        name = f"<fault.{next(_NUMBERS)}@player.test>"
        now = datetime.now(UTC).replace(microsecond=0)
        octets = message(who, BOT, "to the bot", text, at=now, message_id=name)
        self.port.mail_server.deliver(BOT, octets)
        return name

    def mail(
        self, wanted: Callable[[EmailMessage], bool], patience: float = PATIENCE
    ) -> EmailMessage:
        """The first of the bot's mails that is such; it may have come before."""
        for one in self.got:
            if wanted(one):
                return one
        until = time.monotonic() + patience
        while (left := until - time.monotonic()) > 0:
            with suppress(Empty):
                delivery = self.port.deliveries.get(timeout=min(left, 0.2))
                if delivery.recipient != BOT:
                    self.got.append(parsed(delivery.octets))
                    if wanted(self.got[-1]):
                        return self.got[-1]
            assert self.fault is None, self.fault
        raise AssertionError("no such mail came")

    def fails(self, how_often: int = 1, patience: float = PATIENCE) -> None:
        """Until something was lost and is tried again, so many times from now."""
        assert self.stop is not None
        before, until = len(self.stop.pauses), time.monotonic() + patience
        while len(self.stop.pauses) < before + how_often:
            assert self.fault is None, self.fault
            assert time.monotonic() < until, "nothing failed"
            time.sleep(0.02)

    def answered(self, asked: str, patience: float = PATIENCE) -> EmailMessage:
        return self.mail(lambda one: one["In-Reply-To"] == asked, patience)

    def alarm(self, words: str, to: str | None = None, patience: float = PATIENCE) -> EmailMessage:
        """The mail to the contestmaster with these words in its subject."""
        return self.mail(
            lambda one: words in str(one["Subject"]) and (to is None or to in str(one["To"])),
            patience,
        )

    def all_mails(self, wait: float = 0.3) -> list[EmailMessage]:
        """Whatever else came."""
        with suppress(AssertionError):
            self.mail(lambda _: False, wait)
        return self.got

    def no_mail_came_twice(self) -> None:
        names = Counter(str(one["Message-ID"]) for one in self.all_mails())
        answers = Counter(str(one["In-Reply-To"]) for one in self.got if one["In-Reply-To"])
        assert not [name for counter in (names, answers) for name, n in counter.items() if n > 1]


@pytest.fixture
def sea(tmp_path: Path) -> Iterator[Sea]:
    with Sea(tmp_path) as made:
        yield made
