"""Games that last: crews of eight who look before they leap, and the mails of them all.

The games are played once at a desk without a network, to learn the codes of the drafts; the
same mails then make the same games wherever the tokens are the same.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace as changed

from rednov_bot.bootstrap import open_desk
from rednov_bot.core.models import QueuedPosting
from rednov_bot.core.settings import ReturnSettings
from rednov_bot.core.workflow.contest import starting
from rednov_bot.core.workflow.desk import Desk, Ongoing, ongoing
from rednov_bot.games.red_november.rules.position import Position
from tests.bench.helm import Helm
from tests.builders import (
    MONDAY,
    CountingTokens,
    FixedClock,
    Table,
    list_mail,
    private_mail,
    settings_for,
)
from tests.rules.sailing import CREW

CONTESTMASTER = "Pewterby"
LOOKS = 10  # turns that a gnome considers
"""The more, the longer the games."""


@dataclass(frozen=True, slots=True)
class Voyage:
    """One game: its mails in order, each a turn, a discard or an answer of the contestmaster."""

    mails: tuple[bytes, ...]
    turns: int
    end: Position

    @property
    def announcements(self) -> tuple[bytes, ...]:
        """The mails that came by the list."""
        return tuple(octets for octets in self.mails if b"\r\nList-Id: " in octets)


LONG_AGO = MONDAY - timedelta(days=20 * 365)


class FastClock:
    """A clock that runs ten minutes ahead whenever somebody looks: years pass in seconds.

    It begins so early that every mail comes after what it answers, by the clock of its mailbox.
    """

    def __init__(self, begin: datetime = LONG_AGO) -> None:
        self._at = begin

    def now(self) -> datetime:
        self._at += timedelta(minutes=10)
        return self._at


def desk_of_eight(
    database: str,
    *,
    begin: datetime = LONG_AGO,
    tokens: CountingTokens | None = None,
    **where: Any,
) -> Desk:
    """A desk whose codes are the same in every run, unless it goes on with those of another."""
    settings = settings_for(
        database,
        people=CREW,
        contestants=CREW,
        contestmaster=CONTESTMASTER,
        report="off",  # the weeks pass only here, and the codes were learned without them
        **where,
    )
    # Nor with questions about postings that no list sends back here.
    settings = changed(settings, returns=ReturnSettings(within=0))
    return open_desk(settings, clock=FastClock(begin), tokens=tokens or CountingTokens())


def start(desk: Desk) -> None:
    """The contestmaster starts the next game."""
    with desk.db.transaction() as records:
        starting.start(desk, records, CREW, {})


def voyages(
    turns: int, *, looks: int = LOOKS, before: Callable[[Path], object] = Path.exists
) -> tuple[Voyage, ...]:
    """Whole games with at least so many turns together; *before* is done to the desk's file."""
    made: list[Voyage] = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "preplay.db")
        desk = desk_of_eight(f"sqlite:///{path}")
        before(path)
        table = Table(desk=desk, clock=FixedClock())
        rng = Random(1)
        while sum(voyage.turns for voyage in made) < turns:
            made.append(_Crew(table, rng, looks).sail())
        desk.db.close()
    return tuple(made)


class _Crew:
    """Eight gnomes and a contestmaster at a table, and the mails they write."""

    def __init__(self, table: Table, rng: Random, looks: int) -> None:
        self._table, self._rng = table, rng
        self._helm = Helm(table.desk, rng, looks)
        self._mails: list[bytes] = []

    def sail(self) -> Voyage:
        start(self._table.desk)
        self._approve(self._table.news())
        while (now := self._now()) is not None:
            last = now
            name = f"<{len(self._mails)}.{self._rng.getrandbits(64):x}@post.example>"
            date = MONDAY + timedelta(minutes=len(self._mails))
            author, text = self._helm.announcement(now, name, date)
            self._put(list_mail(author, text, subject="All hands", message_id=name, date=date))
        with self._table.desk.db.transaction() as records:
            found = records.gamestate(last.game.id)
        assert found is not None
        end = found[1].position
        assert end.turns
        return Voyage(tuple(self._mails), end.turns, end)

    def _now(self) -> Ongoing | None:
        with self._table.desk.db.transaction() as records:
            return ongoing(self._table.desk, records)

    def _put(self, octets: bytes) -> None:
        self._mails.append(octets)
        self._approve(self._table.receive(octets))

    def _approve(self, news: Iterable[QueuedPosting]) -> None:
        for queued in news:
            if queued.posting.kind == "draft":
                subject = re.search(rb"^Subject: (.*)\r$", queued.posting.octets, re.MULTILINE)
                assert subject is not None
                answer = f"Re: {subject[1].decode()}"
                self._put(private_mail(CONTESTMASTER, "approve\n", subject=answer))
