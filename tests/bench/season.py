"""Games that go on by mail while a service runs: who announces what next, and every approval."""

from __future__ import annotations

import re
import time
from collections import deque
from contextlib import suppress
from datetime import UTC, datetime
from email.utils import format_datetime
from itertools import count
from queue import Empty
from random import Random
from typing import Final, NamedTuple

from rednov_bot.core.workflow.contest import starting
from rednov_bot.core.workflow.desk import Desk, Ongoing, ongoing
from tests.bench.helm import Helm
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

LOOKS: Final = 2  # makes games of some forty turns
QUIET: Final = 1.5  # seconds in which no draft comes: then there is none
DRAFT: Final = b"\r\nSubject: [rednov "
_SUBJECT = re.compile(rb"^Subject: (.*?)\r$(?!\r\n[ \t])", re.MULTILINE | re.DOTALL)


def message(who: str, text: str, *, name: str, subject: str, at: datetime, to: str = "") -> bytes:
    """A plain mail to the bot, or *to* a list that has passed it on."""
    marks = "" if to in ("", BOT) else f"List-Id: <{to.replace('@', '.')}>\r\nPrecedence: list\r\n"
    return (
        f"From: {who} <{address_of(who)}>\r\nTo: {to or BOT}\r\nSubject: {subject}\r\n"
        f"Date: {format_datetime(at)}\r\nMessage-ID: {name}\r\n{marks}\r\n{text}\r\n"
    ).encode()


class Announcement(NamedTuple):
    """What somebody mails to the list; the number of the turn, None where it is a discard."""

    octets: bytes
    turn: int | None


class Season:
    """The crews of a station play one game after the other."""

    def __init__(self, station: Station, desk: Desk, seed: int = 1) -> None:
        """*desk*: beside the service, on the same database."""
        self._station, self._desk, self._rng = station, desk, Random(seed)
        self._helm = Helm(desk, self._rng, LOOKS)
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
        who, text = self._helm.announcement(now, name, at)
        turn = None if text.startswith("I discard") else now.gamestate.position.turns + 1
        octets = message(who, text, name=name, subject="BUS: All hands", at=at, to=BUSINESS)
        return Announcement(octets, turn)

    def draft_of(self, turn: int) -> Arrival:
        """The draft that resolves a turn, as soon as it arrives; others are approved."""
        while True:
            draft = self._next(DRAFT)
            if f"] Turn {turn}: " in _subject(draft):
                return draft
            self.approve(draft)

    def wait_until_quiet(self) -> None:
        """Until every mail that was delivered is handled."""
        until = time.monotonic() + PATIENCE
        folder = self._desk.settings.imap.folder
        while True:
            with self._desk.db.transaction(durable=False) as records:
                _, uid = records.bookmark(folder) or (1, 0)
                if uid >= self._station.delivered and not records.undisposed(1):
                    return
            assert time.monotonic() < until, "mails are not handled"
            time.sleep(0.05)

    def posting_of(self, turn: int) -> Arrival:
        """The resolution of a turn, as soon as the list has passed it on."""
        while True:
            mail = self._station.next_arrival(b"\r\nList-Id: ", DRAFT)
            if DRAFT in mail.octets:
                self._aside.append(mail)
            elif f" Turn {turn}: " in _subject(mail):
                return mail

    def approve(self, draft: Arrival) -> None:
        """The contestmaster approves a draft."""
        self._station.deliver(self.approval(draft))

    def approval(self, draft: Arrival) -> bytes:
        """The contestmaster's answer to a draft."""
        subject = f"Re: {_subject(draft)}"
        name = self._name()
        return message(CONTESTMASTER, "approve", name=name, subject=subject, at=present())

    def _next(self, *marks: bytes, seconds: float = PATIENCE) -> Arrival:
        if self._aside:
            return self._aside.popleft()
        return self._station.next_arrival(*marks, seconds=seconds)

    def approve_all(self) -> None:
        """Every draft is approved, and those that come of it."""
        with suppress(Empty):
            while True:
                self.approve(self._next(DRAFT, seconds=QUIET))

    def _settled(self) -> Ongoing | None:
        """The game, as soon as what was last announced is done with; None where there is none."""
        until = time.monotonic() + PATIENCE
        while True:
            with self._desk.db.transaction(durable=False) as records:
                now = ongoing(self._desk, records)
                if now is None:
                    return None
                pending = records.pending_turn(now.game.id)
            if pending is None and (now.game.id, now.number) != self._last:
                return now
            assert time.monotonic() < until, "what was announced takes no effect"
            time.sleep(0.02)

    def _begin(self) -> Ongoing:
        self.approve_all()  # of the last game: points, say
        crew = PEOPLE[8 * (self.games % CREWS) :][:8]
        with self._desk.db.transaction() as records:
            starting.start(self._desk, records, crew, {})
        # A service with a far mailbox looks at its desk each minute, and whenever a mail comes.
        text = "A new crew goes aboard."
        bell = message(
            CONTESTMASTER, text, name=self._name(), subject=text, at=present(), to=BUSINESS
        )
        self._station.deliver(bell)
        self.games += 1
        until = time.monotonic() + PATIENCE
        while (now := self._settled()) is None:
            assert time.monotonic() < until, "no game begins"
            self.approve_all()
        return now

    def _name(self) -> str:
        return f"<{next(self._numbers)}.{self._rng.getrandbits(64):x}@player.test>"


def _subject(mail: Arrival) -> str:
    found = _SUBJECT.search(mail.octets)
    assert found is not None
    return re.sub(r"\r\n\s+", " ", found[1].decode())


def present() -> datetime:
    """Now, as a Date tells it."""
    return datetime.now(UTC).replace(microsecond=0)
