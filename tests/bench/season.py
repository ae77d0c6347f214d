"""Games that go on by mail while a service runs: who announces what next, and every approval."""

from __future__ import annotations

import re
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from queue import Empty
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple, TypeVar

from rednov_bot.bootstrap import open_desk
from rednov_bot.core.workflow.desk import Desk, Ongoing, ongoing
from tests.bench.station import (
    BOT,
    BUSINESS,
    CONTESTMASTER,
    CREWS,
    PATIENCE,
    PEOPLE,
    Arrival,
    Station,
    address_of,
)
from tests.bench.voyages import announced, start
from tests.games.service import Service

QUIET: Final = 1.5  # seconds in which no draft comes: then there is none
DRAFT: Final = b"\r\nSubject: [rednov "
_SUBJECT = re.compile(rb"^Subject: (.*?)\r$(?!\r\n[ \t])", re.MULTILINE | re.DOTALL)
Found = TypeVar("Found")


@contextmanager
def in_season(**where: Any) -> Iterator[tuple[Station, Service, Season]]:
    """A bot at work at a station, and the season of those who play there."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        station = stack.enter_context(Station(folder, **where))
        desk = open_desk(station.config)
        stack.callback(desk.db.close)
        service = stack.enter_context(Service(station))
        yield station, service, Season(station, desk)
        service.ended_well()


def message(who: str, text: str, at: datetime, *, name: str, subject: str, to: str = BOT) -> bytes:
    """A plain mail to the bot, or *to* a list that has passed it on."""
    marks = "" if to == BOT else f"List-Id: <{to.replace('@', '.')}>\r\nPrecedence: list\r\n"
    return (
        f"From: {who} <{address_of(who)}>\r\nTo: {to}\r\nSubject: {subject}\r\n"
        f"Date: {at:%a, %d %b %Y %H:%M:%S} +0000\r\nMessage-ID: {name}\r\n{marks}\r\n"
        f"{text}\r\n"
    ).encode()


def present() -> datetime:
    """Now, as a Date tells it."""
    return datetime.now(UTC).replace(microsecond=0)


def until(done: Callable[[], Found | None], failed: str, pause: float = 0.02) -> Found:
    """Waits until something is there."""
    end = time.monotonic() + PATIENCE
    while (found := done()) is None:
        assert time.monotonic() < end, failed
        time.sleep(pause)
    return found


class Announcement(NamedTuple):
    """What somebody mails to the list; the number of the turn, None where it is a discard."""

    octets: bytes
    turn: int | None


class Season:
    """The crews of a station play one game after the other."""

    def __init__(self, station: Station, desk: Desk) -> None:
        """*desk*: beside the service, on the same database."""
        self._station, self._desk, self._rng = station, desk, Random(1)
        self._numbers = count(1)
        self._last = (0, -1)  # the game and gamestate in which somebody last announced something
        self._aside: deque[Arrival] = deque()  # drafts that arrived while others were waited for
        self.games = 0

    def announcement(self) -> Announcement:
        """The next mail to the list that takes effect; if need be a game is begun for it.

        Whatever was announced before must be resolved, or be so within PATIENCE.
        """
        now = self._settled() or self._begin()
        self._last = (now.game.id, now.number)
        name, at = self._name(), present()
        who, text = announced(self._desk, now, self._rng, name, at)
        turn = None if text.startswith("I discard") else now.gamestate.position.turns + 1
        octets = message(who, text, at, name=name, subject="BUS: All hands", to=BUSINESS)
        return Announcement(octets, turn)

    def draft_of(self, turn: int) -> Arrival:
        """The draft that resolves a turn, as soon as it arrives; others are approved."""
        while f"] Turn {turn}: " not in _subject(draft := self._next()):
            self.approve(draft)
        return draft

    def wait_until_quiet(self) -> None:
        """Until every mail that was delivered is handled."""
        folder = self._desk.settings.imap.folder

        def quiet() -> bool | None:
            with self._desk.db.transaction(durable=False) as records:
                _, uid = records.bookmark(folder) or (1, 0)
                return (uid >= self._station.delivered and not records.undisposed(1)) or None

        until(quiet, "mails are not handled", pause=0.05)

    def posting_of(self, turn: int) -> Arrival:
        """The resolution of a turn, as soon as the list has passed it on."""
        while True:
            mail = self._station.next_arrival(b"\r\nList-Id: ", DRAFT)
            if DRAFT in mail.octets:
                self._aside.append(mail)
            elif f" Turn {turn}: " in _subject(mail):
                return mail

    def approve(self, draft: Arrival) -> float:
        """The contestmaster approves a draft; when the approval was delivered."""
        subject = f"Re: {_subject(draft)}"
        octets = message(CONTESTMASTER, "approve", present(), name=self._name(), subject=subject)
        return self._station.deliver(octets)

    def _next(self, seconds: float = PATIENCE) -> Arrival:
        if self._aside:
            return self._aside.popleft()
        return self._station.next_arrival(DRAFT, seconds=seconds)

    def _approve_all(self) -> None:
        """Every draft is approved, and those that come of it."""
        with suppress(Empty):
            while True:
                self.approve(self._next(QUIET))

    def _settled(self) -> Ongoing | None:
        """The game, as soon as what was last announced is done with; None where there is none."""

        def settled() -> tuple[Ongoing | None] | None:
            with self._desk.db.transaction(durable=False) as records:
                now = ongoing(self._desk, records)
                if now is None:
                    return (None,)
                pending = records.pending_turn(now.game.id)
            done = pending is None and (now.game.id, now.number) != self._last
            return (now,) if done else None

        (now,) = until(settled, "what was announced takes no effect")
        return now

    def _begin(self) -> Ongoing:
        self._approve_all()  # of the last game: points, say
        start(self._desk, PEOPLE[8 * (self.games % CREWS) :][:8])
        # A service with a far mailbox looks at its desk each minute, and whenever a mail comes.
        text = "A new crew goes aboard."
        bell = message(CONTESTMASTER, text, present(), name=self._name(), subject=text, to=BUSINESS)
        self._station.deliver(bell)
        self.games += 1
        end = time.monotonic() + PATIENCE
        while (now := self._settled()) is None:
            assert time.monotonic() < end, "no game begins"
            self._approve_all()
        return now

    def _name(self) -> str:
        return f"<{next(self._numbers)}.{self._rng.getrandbits(64):x}@player.test>"


def _subject(mail: Arrival) -> str:
    found = _SUBJECT.search(mail.octets)
    assert found is not None
    return re.sub(r"\r\n\s+", " ", found[1].decode())
