"""Where one tries things out: mailboxes and lists on loopback, the bot in a thread, a clock.

Whoever is there sends and fetches mail as everybody does; any mail program may be one of them.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from datetime import UTC, datetime, timedelta
from pathlib import Path
from queue import Empty, Queue
from types import TracebackType
from typing import Final, Self, TypeVar

from rednov_bot import daemon
from rednov_bot.bootstrap import open_desk
from rednov_bot.core.transport.imap import Mailbox
from rednov_bot.core.transport.smtp import SmtpClient
from rednov_bot.demo import script, shore
from rednov_bot.demo.stage import Correspondent
from rednov_bot.desk.contest import starting
from rednov_bot.desk.desk import Desk
from rednov_bot.errors import RednovError
from rednov_bot.harbour.smtp import Delivery
from rednov_bot.ports import Records
from rednov_bot.settings import imap_password, smtp_password

Answer = TypeVar("Answer")
Errand = Callable[[Desk, Records], Answer]

_PAGES: Final = '\n[pages]\nfolder = "pages"\n'

_ROUNDS: Final = 20  # after which the bot is thought to write to itself for ever
_TICK: Final = 1.0  # seconds between two looks at the clock


class Wound:
    """The clock on the wall, which can be wound on, and never back."""

    def __init__(self) -> None:
        self._ahead = timedelta()

    def now(self) -> datetime:
        """What it says."""
        return datetime.now(UTC) + self._ahead

    def wind(self, on: timedelta) -> None:
        """It is so much later."""
        self._ahead += on


class Waters:
    """The mail servers, the bot and its clock, until they are closed."""

    def __init__(self, folder: Path, *, imap: int = 0, smtp: int = 0) -> None:
        """Ports are free ones unless given.  OSError where one that is given is taken."""
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.clock = folder, Wound()
        self._errands: Queue[tuple[Errand[object], Future[object]] | None] = Queue()
        self._moved = threading.Event()
        self.harbour = shore.harbour(imap, smtp, self.clock.now, self._delivered)
        ports = self.harbour.imap_port, self.harbour.smtp_port
        self.people = {name: Correspondent(name, *ports, self.clock) for name in shore.PEOPLE}
        self.config = folder / "rednov.toml"
        self.config.write_text(
            shore.settings(*ports, answers_a_day=0) + shore.CARDS_BY_LOT + _PAGES,
            encoding="utf-8",
        )
        self._trouble: BaseException | None = None
        self._bot = threading.Thread(target=self._serve, name="bot", daemon=True)
        self._bot.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._errands.put(None)
        self._bot.join(30)
        shore.keep_mails(self.harbour, self.folder / "mails")
        self.harbour.close()

    def start(self) -> None:
        """The contestmaster starts a game with everybody, as `rednov start` does."""

        def begin(desk: Desk, records: Records) -> None:
            starting.start(desk, records, script.GNOMES, {})

        self.ask(begin)

    def ask(self, errand: Errand[Answer]) -> Answer:
        """Something that is done or looked up in the bot's own thread, behind all it has to do."""
        if self._trouble is not None:
            raise self._trouble
        done: Future[Answer] = Future()
        self._errands.put((errand, done))  # type: ignore[arg-type]  # one Future, one answer
        return done.result()

    def settle(self) -> None:
        """Until the bot has answered whatever was sent."""
        self.ask(lambda desk, records: None)

    def _delivered(self, _: Delivery) -> None:
        self._moved.set()

    def _serve(self) -> None:
        """The bot: goes round when mail moves, when it is asked something, and by the clock."""
        desk = open_desk(self.config, clock=self.clock)
        mailbox = Mailbox(desk.settings.imap, imap_password(desk.settings))
        client = SmtpClient(desk.settings.smtp, smtp_password(desk.settings))
        try:
            while True:
                try:
                    errand = self._errands.get(timeout=_TICK)
                except Empty:
                    self._go_round(desk, mailbox, client)
                    continue
                if errand is None:
                    return
                self._go_round(desk, mailbox, client)
                self._carry_out(desk, *errand)
                self._go_round(desk, mailbox, client)
        except BaseException as trouble:
            self._trouble = trouble
            while not self._errands.empty():
                if (left := self._errands.get()) is not None:
                    left[1].set_exception(trouble)
        finally:
            mailbox.close()
            client.close()
            desk.ledger.close()

    def _go_round(self, desk: Desk, mailbox: Mailbox, client: SmtpClient) -> None:
        """Until no more mail moves."""
        for _ in range(_ROUNDS):
            self._moved.clear()
            daemon.go_round(desk, mailbox, client)
            if not self._moved.is_set():
                return

    @staticmethod
    def _carry_out(desk: Desk, errand: Errand[object], done: Future[object]) -> None:
        try:
            with desk.ledger.transaction() as records:
                found = errand(desk, records)
        except RednovError as error:
            done.set_exception(error)
        else:
            done.set_result(found)
