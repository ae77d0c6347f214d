"""However much is on file, nothing takes more questions to the database, or longer answers.

Laws, on SQLite and PostgreSQL: what is done at a desk with twenty finished games asks as much and
reads as much as at a desk with four; or with eight, which `make slow` makes twenty.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from rednov_bot.core.store import copying
from rednov_bot.core.store.database import Line
from rednov_bot.core.store.unit_of_work import Database
from tests.bench import archive
from tests.bench.clerk import Clerk
from tests.bench.voyages import CONTESTMASTER, desk_of_eight
from tests.builders import FixedClock, Table, list_mail, private_mail
from tests.rigs.scale import many
from tests.workflow import play

MANY = many(20, 8)
KINDS = ("sqlite", "postgresql")


@dataclass
class Tally:
    """How much was asked of the database, and how much it answered."""

    statements: int = 0
    rows: int = 0


class Counted:
    """A driver's cursor that counts."""

    def __init__(self, cursor: Any, db: CountingLedger) -> None:
        self._cursor, self._ledger = cursor, db

    def __getattr__(self, name: str) -> Any:
        return getattr(self._cursor, name)

    def execute(self, *asked: Any) -> Any:
        self._ledger.tally.statements += 1
        return self._cursor.execute(*asked)

    def fetchall(self) -> Any:
        rows = self._cursor.fetchall()
        self._ledger.tally.rows += len(rows)
        return rows


class CountingLedger(Database):
    """A database that tallies what is asked of it."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.tally = Tally()

    def _begun(self, durable: bool) -> Line:
        line = super()._begun(durable)
        if isinstance(line.cursor, Counted):
            return line
        return Line(line.connection, Counted(line.cursor, self))


Desks = Callable[[int], Clerk]

LONG_OVER = timedelta(days=120)
"""For how long nobody has played: of late notices the bot looks whether they have arrived."""


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> Mapping[int, tuple[Path, datetime]]:
    """Databases with few finished games and with many, and when these ended."""
    folder = tmp_path_factory.mktemp("archives")
    paths = {games: folder / f"{games}.db" for games in (4, MANY)}
    return {
        games: (path, archive.file_games(path, games, turns=1, looks=1))
        for games, path in paths.items()
    }


@pytest.fixture(params=KINDS)
def desk_after(
    request: pytest.FixtureRequest,
    archives: Mapping[int, tuple[Path, datetime]],
    tmp_path: Path,
) -> Iterator[Desks]:
    """Makes desks with so many finished games on file; the bot has looked for work there."""
    made: list[Database] = []

    def make(games: int) -> Clerk:
        path, ended = archives[games]
        url = f"sqlite:///{shutil.copy(path, tmp_path)}"
        if request.param == "postgresql":
            target = request.getfixturevalue("postgres_url")()
            copying.copy(url, target, check=lambda records: 0)
            url = target
        db = CountingLedger(url)
        made.append(db)
        desk = desk_of_eight(url)
        desk.db.close()
        clerk = Clerk(replace(desk, db=db, clock=FixedClock(ended + LONG_OVER)))
        clerk.look()
        return clerk

    yield make
    for db in made:
        db.close()


def asked_for(clerk: Clerk, octets: bytes) -> Tally:
    """What a mail takes, with all that the bot does in that round."""
    db = clerk.desk.db
    assert isinstance(db, CountingLedger)
    db.tally = before = Tally()
    clerk.bring(octets)
    return before


def begin(clerk: Clerk) -> None:
    """A game begins, the same at every desk."""
    assert isinstance(clerk.desk.clock, FixedClock)
    table = Table(desk=clerk.desk, clock=clerk.desk.clock, uid=1_000_000)
    play.begin(table)
    clerk.look()


REPORT = private_mail("Ann", "report\n")
STANDING = private_mail("Ann", "standing\n")
STATUS = private_mail(CONTESTMASTER, "status\n")
TURN = list_mail("Ann", play.NO_TURN + "\n")


def test_a_status_asks_and_reads_no_more_with_more_games_on_file(desk_after: Desks) -> None:
    few, full = (asked_for(desk_after(games), STATUS) for games in (4, MANY))
    assert few.rows
    assert full == few


def test_a_turn_asks_and_reads_no_more_with_more_games_on_file(desk_after: Desks) -> None:
    tallies = []
    for games in (4, MANY):
        clerk = desk_after(games)
        begin(clerk)
        tallies.append(asked_for(clerk, TURN))
        assert [draft.kind for draft in clerk.open_drafts()] == ["line", "resolution"]
    assert tallies[0].rows
    assert tallies[1] == tallies[0]


def test_an_opening_asks_and_reads_no_more_with_more_games_on_file(desk_after: Desks) -> None:
    tallies = []
    for games in (4, MANY):
        clerk = desk_after(games)
        db = clerk.desk.db
        assert isinstance(db, CountingLedger)
        db.tally = Tally()
        clerk.start()
        tallies.append(db.tally)
    assert tallies[1] == tallies[0]


def test_a_report_of_a_game_asks_and_reads_no_more_with_more_games_on_file(
    desk_after: Desks,
) -> None:
    tallies = []
    for games in (4, MANY):
        clerk = desk_after(games)
        begin(clerk)
        tallies.append(asked_for(clerk, REPORT))
    assert tallies[0].rows
    assert tallies[1] == tallies[0]


def test_a_report_of_the_contest_reads_the_last_ten_games(desk_after: Desks) -> None:
    few, full = (asked_for(desk_after(games), STANDING) for games in (4, MANY))
    assert few.rows < full.rows <= 10 * few.rows
    assert full.statements <= 10 * few.statements
