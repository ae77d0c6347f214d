"""Mail servers on loopback, the bot in a thread, computer gnomes, and a clock."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from queue import Empty, Queue
from random import Random
from types import TracebackType
from typing import Final, Self, TypeVar

from rednov_bot import service
from rednov_bot.bootstrap import open_desk
from rednov_bot.core.errors import RednovError
from rednov_bot.core.models import Discard
from rednov_bot.core.settings import imap_password, smtp_password
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.transport.imap import Mailbox
from rednov_bot.core.transport.smtp import SmtpClient
from rednov_bot.core.workflow.contest import starting
from rednov_bot.core.workflow.desk import Desk, Ongoing, ongoing
from rednov_bot.demo import play, script
from rednov_bot.demo.play import Correspondent
from rednov_bot.games.red_november.ai import STRATEGIES
from rednov_bot.games.red_november.ai.looking import look
from rednov_bot.games.red_november.render import canonical
from rednov_bot.games.red_november.render.position import may_act
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.words import GnomeName
from rednov_bot.testing.mailserver.smtp import Delivery

Answer = TypeVar("Answer")
Errand = Callable[[Desk, UnitOfWork], Answer]

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
        self.mail_server = play.start_mail_server(imap, smtp, self.clock.now, self._delivered)
        ports = self.mail_server.imap_port, self.mail_server.smtp_port
        self.people = {name: Correspondent(name, *ports, self.clock) for name in play.PEOPLE}
        self.config = folder / "rednov.toml"
        self.config.write_text(
            play.settings(*ports, answers_a_day=0) + play.CARDS_BY_LOT + _PAGES, encoding="utf-8"
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
        play.keep_mails(self.mail_server, self.folder / "mails")
        self.mail_server.close()

    def start(self) -> None:
        """The contestmaster starts a game with everybody, as `rednov start` does."""

        def begin(desk: Desk, records: UnitOfWork) -> None:
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
            desk.db.close()

    def _go_round(self, desk: Desk, mailbox: Mailbox, client: SmtpClient) -> None:
        """Until no more mail moves."""
        for _ in range(_ROUNDS):
            self._moved.clear()
            service.go_round(desk, mailbox, client)
            if not self._moved.is_set():
                return

    @staticmethod
    def _carry_out(desk: Desk, errand: Errand[object], done: Future[object]) -> None:
        try:
            with desk.db.transaction() as records:
                found = errand(desk, records)
        except RednovError as error:
            done.set_exception(error)
        else:
            done.set_result(found)


@dataclass(frozen=True, slots=True)
class Saying:
    """What a computer gnome writes."""

    who: GnomeName
    text: str


def next_up(position: Position, names: tuple[GnomeName, ...]) -> GnomeName | None:
    """Whose turn it is by custom: of those who may act, who is furthest behind in time (A13).

    None where that is nobody of these *names*, or nobody may act.
    """
    able = [position.gnome(name) for name in names]
    if not able:
        return None
    return max(able, key=lambda gnome: (gnome.minutes, gnome.arrived)).name


class Deckhands:
    """Whoever sits in no seat of a person's."""

    def __init__(self, strategy: str, seed: int) -> None:
        """*strategy*: a key of `ai.STRATEGIES`.  KeyError of another."""
        self._brain, self._luck = STRATEGIES[strategy], Random(seed)

    def says(
        self, desk: Desk, records: UnitOfWork, person: GnomeName, *, ahead: bool
    ) -> Saying | None:
        """What the computer gnome whose turn it is writes; None when no one of them can.

        Before a turn, whoever is bound to discard does that.  With *ahead*, one of them goes ahead
        of the *person*, though it be their turn.
        """
        now = ongoing(desk, records)
        if now is None or now.gamestate.position.pending is not None:
            return None
        if (discard := self._discard(now, person)) is not None:
            return discard
        position = now.gamestate.position
        able = may_act(position, now.options)
        hands = tuple([name for name in able if name != person])
        name = next_up(position, hands if ahead else able)
        if name is None or name == person:
            return None
        turn = self._brain.turn(look(now.gamestate, name, now.tables, now.options), self._luck)
        return Saying(name, canonical.announcement(turn))

    def _discard(self, now: Ongoing, person: GnomeName) -> Saying | None:
        for gnome in now.gamestate.position.gnomes:
            sight = look(now.gamestate, gnome.name, now.tables, now.options)
            if gnome.name != person and gnome.in_play and sight.over:
                items = self._brain.discards(sight, self._luck)
                return Saying(gnome.name, "\n".join(canonical.said(Discard(items, None))))
        return None
