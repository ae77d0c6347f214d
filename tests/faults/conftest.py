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
from typing import Self, TypeVar

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
Found = TypeVar("Found")


def until(wanted: Callable[[], Found], why: str = "it never came about") -> Found:
    """What is *wanted*, once it is there and true."""
    give_up = time.monotonic() + PATIENCE
    while not (found := wanted()):
        assert time.monotonic() < give_up, why
        time.sleep(0.02)
    return found


class NotingStop(Stop):
    """Notes the pauses, and makes none longer than it is told."""

    def __init__(self, longest: float) -> None:
        super().__init__()
        self.longest = longest
        self.pauses: list[float] = []

    def wait(self, seconds: float) -> None:
        self.pauses.append(seconds)
        super().wait(min(seconds, self.longest))


class FastClock:
    """A clock on which so many seconds pass in one, from now on; it can be *moved*."""

    def __init__(self, speed: float) -> None:
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
        self.stop: NotingStop
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

    def keep(self, database: str) -> None:
        """The database is another one, by its URL."""
        text = self.port.config.read_text()
        self.port.config.write_text(text.replace("sqlite:///rednov.db", database))

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
        if self._thread is None:
            return
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

    def ends_by_itself(self) -> BaseException | None:
        """With what the service ends that nobody has stopped."""
        until(lambda: not self.runs)
        fault, self.fault = self.fault, None
        return fault

    def ask(self, who: str = "Brasspot", text: str = "I take no action.\n") -> str:
        """A gnome tries a turn out; the Message-ID."""
        name = f"<fault.{next(_NUMBERS)}@player.test>"
        now = datetime.now(UTC).replace(microsecond=0)
        octets = message(who, BOT, "to the bot", text, at=now, message_id=name)
        self.port.mail_server.deliver(BOT, octets)
        return name

    def mail(self, wanted: Callable[[EmailMessage], bool]) -> EmailMessage:
        """The first of the bot's mails that is such; it may have come before."""

        def found() -> EmailMessage | None:
            assert self.fault is None, self.fault
            self._take(0.0)
            return next((one for one in self.got if wanted(one)), None)

        mail = until(found, "no such mail came")
        assert mail is not None
        return mail

    def _take(self, patience: float) -> None:
        """What comes within so many seconds."""
        give_up = time.monotonic() + patience
        with suppress(Empty):
            while True:
                left = max(0.0, give_up - time.monotonic())
                delivery = self.port.deliveries.get(left > 0, left)
                if delivery.recipient != BOT:
                    self.got.append(parsed(delivery.octets))

    def fails(self, how_often: int = 1) -> None:
        """Until something was lost and is tried again, so many times from now."""
        wanted = len(self.stop.pauses) + how_often
        until(lambda: len(self.stop.pauses) >= wanted or self.fault, "nothing failed")
        assert self.fault is None, self.fault

    def sail_and_answer(self) -> None:
        """The service begins, and does its work."""
        self.sail()
        self.answered(self.ask())

    def answered(self, asked: str) -> EmailMessage:
        return self.mail(lambda one: one["In-Reply-To"] == asked)

    def alarm(self, words: str, to: str = "") -> str:
        """The words of the mail with these in its subject, on one line."""
        mail = self.mail(lambda one: words in str(one["Subject"]) and to in str(one["To"]))
        return " ".join(str(mail.get_content()).split())

    def all_mails(self, words: str = "", wait: float = 0.3) -> list[EmailMessage]:
        """All that came, and what still comes within a while, with these words in its subject."""
        self._take(wait)
        return [one for one in self.got if words in str(one["Subject"])]

    def all_is_well(self) -> None:
        """The service runs, and no mail came twice."""
        assert self.runs
        self.no_mail_came_twice()

    def no_mail_came_twice(self) -> None:
        names = Counter(str(one["Message-ID"]) for one in self.all_mails())
        answers = Counter(str(one["In-Reply-To"]) for one in self.got if one["In-Reply-To"])
        assert not [name for counter in (names, answers) for name, n in counter.items() if n > 1]


@pytest.fixture
def sea(tmp_path: Path) -> Iterator[Sea]:
    with Sea(tmp_path) as made:
        yield made
