"""Games that last: crews of eight computer gnomes, and the mails of them all.

The games are played once at a desk without a network, to learn the codes of the drafts; the
same mails then make the same games wherever the tokens are the same.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any, Final

from msgspec.structs import replace as changed

from rednov_bot import service
from rednov_bot.bootstrap import open_desk
from rednov_bot.core.luck import GameLuck, Scope
from rednov_bot.core.models import Attempt, QueuedPosting, RawMail
from rednov_bot.core.proof import mail_digest
from rednov_bot.core.settings import ReturnSettings
from rednov_bot.core.workflow import starting
from rednov_bot.core.workflow.desk import Desk, Ongoing, ongoing
from rednov_bot.core.workflow.drafts import decisions
from rednov_bot.core.workflow.luck import fortune
from rednov_bot.games.base import Resolution
from rednov_bot.games.red_november.ai import STRATEGIES
from rednov_bot.games.red_november.ai.looking import look
from rednov_bot.games.red_november.reader.reading import read
from rednov_bot.games.red_november.render.canonical import announcement
from rednov_bot.games.red_november.render.wording import ITEM_NAMES
from rednov_bot.games.red_november.rules.choices import Circumstances
from rednov_bot.games.red_november.rules.logbook import after
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.resolve import resolve, take
from rednov_bot.games.red_november.rules.turn import Turn
from rednov_bot.games.red_november.rules.words import GnomeName
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

CONTESTMASTER: Final = "Pewterby"
BY_LOT: Final = {"event_choice": "orders+random"}
"""So that nobody is asked where an event leaves a choice."""
ENDLESS: Final = 1000  # thoughts after which there is no turn to be found
LONG_AGO: Final = MONDAY - timedelta(days=20 * 365)


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
    """A clock that runs ten minutes ahead whenever somebody looks: years pass in seconds.

    It begins so early that every mail comes after what it answers, by the clock of its mailbox.
    """

    def __init__(self, begin: datetime = LONG_AGO) -> None:
        self._at = begin

    def now(self) -> datetime:
        self._at += timedelta(minutes=10)
        return self._at


def desk_of_eight(database: str, *, begin: datetime = LONG_AGO, **where: Any) -> Desk:
    """A desk whose codes are the same in every run."""
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
    return open_desk(settings, clock=FastClock(begin), tokens=CountingTokens())


def bring(desk: Desk, *mails: bytes) -> None:
    """Mails arrive and are handled as the daemon does it: kept, worked on, answered.

    It looks at nothing else on file, so that what is asked of the database can be counted.
    """
    folder = desk.settings.imap.folder
    with desk.db.transaction() as records:
        _, uid = records.bookmark(folder) or (1, 0)
        for number, octets in enumerate(mails, uid + 1):
            at = desk.now()
            raw = RawMail(folder=folder, uidvalidity=1, uid=number, octets=octets, arrived_at=at)
            records.keep([raw])
    while service.work(desk):
        pass
    service.make_rounds(desk)
    while True:
        with desk.db.transaction(durable=False) as records:
            due = records.due(desk.now(), service.SEND_AT_A_TIME)
            for one in due:
                at, name = desk.now(), one.message_id
                sent = Attempt(message_id=name, at=at, outcome="accepted", reply="250 2.0.0 Ok")
                records.attempted(sent)
        if not due:
            return


def approve_all(desk: Desk) -> None:
    """Every draft is approved in a shell, and what that posts is sent."""
    with desk.db.transaction() as records:
        for draft in records.open_drafts():
            decisions.approve(desk, records, draft.code, CONTESTMASTER)
    bring(desk)


def start(desk: Desk, crew: tuple[str, ...] = CREW) -> None:
    """The contestmaster starts the next game."""
    with desk.db.transaction() as records:
        starting.start(desk, records, crew, BY_LOT)


def announced(
    desk: Desk, now: Ongoing, rng: Random, name: str, date: datetime, strategy: str = "sensible"
) -> tuple[GnomeName, str]:
    """Who announces what next in the mail of this Message-ID and Date (UTC).

    It is valid, and nobody is asked anything about it: its luck hangs on the two as well.
    """
    thinking, position = STRATEGIES[strategy], now.gamestate.position
    said = name, date.strftime("%Y-%m-%dT%H:%M:%SZ")
    sights = {
        one.name: look(now.gamestate, one.name, now.tables, now.options)
        for one in position.gnomes
        if one.in_play and one.minutes
    }
    for gnome, sight in sights.items():
        if sight.over:
            tiles = [f"a {ITEM_NAMES[item]}" for item in thinking.discards(sight, rng)]
            return gnome, f"I discard {', '.join(tiles)}."
    able = [name for name in sights if not position.gnome(name).fainted]
    with desk.db.transaction(durable=False) as records:
        keys = fortune.keys_of(records, now.game)
    for _ in range(ENDLESS):
        turn: Turn = thinking.turn(sights[rng.choice(able)], rng)
        # In one line: what ends several people's mails alike is taken for the footer of a list.
        text = " ".join(announcement(turn).split())
        people = tuple(one.name for one in position.gnomes)
        if read(text, author=turn.gnome, people=people).verdict != "acts":
            continue
        taken = take(now.gamestate, turn)
        scope = Scope(now.game.tag, f"turn {taken.number}", mail_digest(*said, text))
        luck = GameLuck(keys, scope)
        meant = Circumstances(now.tables, now.options, luck)
        if isinstance(resolve(after(now.gamestate, taken), turn, meant), Resolution):
            return turn.gnome, text
    raise AssertionError("nobody can take a turn")


def voyages(turns: int, strategy: str = "sensible") -> tuple[Voyage, ...]:
    """Whole games with at least so many turns together; those of random gnomes are short."""
    made: list[Voyage] = []
    with tempfile.TemporaryDirectory() as folder:
        desk = desk_of_eight(f"sqlite:///{folder}/preplay.db")
        table = Table(desk=desk, clock=FixedClock())
        rng = Random(1)
        while sum(voyage.turns for voyage in made) < turns:
            made.append(_Crew(table, rng, strategy).sail())
        desk.db.close()
    return tuple(made)


class _Crew:
    """Eight gnomes and a contestmaster at a table, and the mails they write."""

    def __init__(self, table: Table, rng: Random, strategy: str) -> None:
        self._table, self._rng, self._strategy = table, rng, strategy
        self._mails: list[bytes] = []

    def sail(self) -> Voyage:
        desk = self._table.desk
        start(desk)
        self._approve(self._table.news())
        while True:
            with desk.db.transaction() as records:
                now = ongoing(desk, records)
            if now is None:
                break
            last = now
            name = f"<{len(self._mails)}.{self._rng.getrandbits(64):x}@post.example>"
            date = MONDAY + timedelta(minutes=len(self._mails))
            author, text = announced(desk, now, self._rng, name, date, self._strategy)
            self._put(list_mail(author, text, subject="All hands", message_id=name, date=date))
        with desk.db.transaction() as records:
            found = records.gamestate(last.game.id)
        assert found is not None
        end = found[1].position
        return Voyage(tuple(self._mails), end.turns, end)

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
