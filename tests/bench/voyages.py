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

from msgspec.structs import replace

from rednov_bot.bootstrap import open_desk
from rednov_bot.desk import fortune, starting
from rednov_bot.desk.desk import Desk, Ongoing, ongoing
from rednov_bot.engine.choices import Circumstances
from rednov_bot.engine.draws import GameLuck, Scope
from rednov_bot.engine.logbook import after
from rednov_bot.engine.position import Position
from rednov_bot.engine.resolve import Resolution, judge, resolve, take
from rednov_bot.engine.rules.held import exceeds
from rednov_bot.engine.turn import Orders, Turn
from rednov_bot.engine.words import TRACKS, GnomeName, hatch
from rednov_bot.papers import QueuedPosting
from rednov_bot.proof.commitments import mail_digest
from rednov_bot.prose.canonical import announcement
from rednov_bot.prose.wording import ITEM_NAMES
from tests.builders import (
    MONDAY,
    CountingTokens,
    FixedClock,
    Table,
    list_mail,
    private_mail,
    settings_for,
)
from tests.engine.sailing import CREW, random_turn

CONTESTMASTER = "Pewterby"
TRIES = 6  # wordings of a turn until its standing orders meet all that it draws
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


class FastClock:
    """A clock that runs ten minutes ahead whenever somebody looks: years pass in seconds."""

    def __init__(self, begin: datetime = MONDAY) -> None:
        self._at = begin

    def now(self) -> datetime:
        self._at += timedelta(minutes=10)
        return self._at


def desk_of_eight(
    database: str,
    *,
    begin: datetime = MONDAY,
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
    return open_desk(settings, clock=FastClock(begin), tokens=tokens or CountingTokens())


def start(desk: Desk) -> None:
    """The contestmaster starts the next game."""
    with desk.ledger.transaction() as records:
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
        desk.ledger.close()
    return tuple(made)


class _Crew:
    """Eight gnomes and a contestmaster at a table, and the mails they write."""

    def __init__(self, table: Table, rng: Random, looks: int) -> None:
        self._table, self._rng, self._looks = table, rng, looks
        self._mails: list[bytes] = []
        self._name = ""  # the Message-ID of the next announcement, on which its luck hangs

    def sail(self) -> Voyage:
        start(self._table.desk)
        self._approve(self._table.news())
        while (now := self._now()) is not None:
            last = now
            self._name = f"<{len(self._mails)}.{self._rng.getrandbits(64):x}@post.example>"
            if (text := self._discard(now)) is not None:
                self._write(*text)
            else:
                turn = self._turn(now)
                self._write(turn.gnome, announcement(turn))
            turns = now.gamestate.position.turns
        assert turns
        with self._table.desk.ledger.transaction() as records:
            found = records.gamestate(last.game.id)
        assert found is not None
        end = found[1].position
        return Voyage(tuple(self._mails), end.turns, end)

    def _now(self) -> Ongoing | None:
        with self._table.desk.ledger.transaction() as records:
            return ongoing(self._table.desk, records)

    def _write(self, author: GnomeName, text: str) -> None:
        self._put(list_mail(author, text, subject="All hands", message_id=self._name))

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

    def _discard(self, now: Ongoing) -> tuple[GnomeName, str] | None:
        """What somebody has to throw away before e may act."""
        position, secrets = now.gamestate.position, now.gamestate.secrets
        for gnome in position.gnomes:
            hand = secrets.hands[position.seat(gnome.name)]
            over = exceeds(secrets.limits[position.seat(gnome.name)], hand)
            if over and gnome.in_play and gnome.minutes:
                thrown = ", ".join(f"a {ITEM_NAMES[item]}" for item in hand[-over:])
                return gnome.name, f"I discard {thrown}."
        return None

    def _turn(self, now: Ongoing) -> Turn:
        """The best of some turns, as far as one looks."""
        position, secrets = now.gamestate.position, now.gamestate.secrets
        able = [g.name for g in position.gnomes if g.in_play and g.minutes and not g.fainted]
        best: tuple[float, Turn] | None = None
        looks = 0
        while best is None or looks < self._looks:
            name = self._rng.choice(able)
            hand = secrets.hands[position.seat(name)]
            turn = random_turn(position, name, hand, now.tables, now.options, self._rng)
            found = self._outlook(now, replace(turn, orders=Orders()))
            looks += 1
            if found is not None and (best is None or found[0] > best[0]):
                best = found
        return best[1]

    def _outlook(self, now: Ongoing, turn: Turn) -> tuple[float, Turn] | None:
        """How well things stand after a turn, with standing orders for whatever it meets."""
        if not judge(now.gamestate, turn, now.tables, now.options).valid:
            return None
        taken = take(now.gamestate, turn)
        with self._table.desk.ledger.transaction() as records:
            keys = fortune.keys_of(records, now.game)
        gamestate = after(now.gamestate, taken)
        for _ in range(TRIES):
            scope = Scope(now.game.tag, f"turn {taken.number}", self._digest(turn))
            circumstances = Circumstances(now.tables, now.options, GameLuck(keys, scope))
            outcome = resolve(gamestate, turn, circumstances)
            if isinstance(outcome, Resolution):
                return _hope(outcome.after.position), turn
            choice = outcome.choice
            if choice.kind not in ("block", "spread"):
                return None
            turn = replace(turn, orders=_wishing(turn.orders, choice.kind, choice.candidates[0]))
        return None

    def _digest(self, turn: Turn) -> str:
        """Of the mail that announces a turn: other words, other dice."""
        return mail_digest(self._name, MONDAY.strftime("%Y-%m-%dT%H:%M:%SZ"), announcement(turn))


def _wishing(orders: Orders, kind: str, label: str) -> Orders:
    if kind == "spread":
        return replace(orders, spread=(*orders.spread, int(label)))
    one, other = map(int, label.split("-"))
    return replace(orders, block=(*orders.block, hatch(one, other)))


def _hope(position: Position) -> float:
    """The higher, the longer the game may last."""
    tracks = sum(2.0 ** (position.track(track) - 5) for track in TRACKS)
    spent = 0.2 * sum(gnome.minutes for gnome in position.gnomes)
    dead = 30 * sum(not gnome.in_play for gnome in position.gnomes)
    latest = max(gnome.minutes for gnome in position.gnomes)
    urgent = sum(20 / (2 + abs(latest - space)) for _, space in position.tokens)
    over = 1000 if position.ending is not None else 0
    return spent - tracks - dead - urgent - over
