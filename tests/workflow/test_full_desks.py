"""However much is on file, nothing takes more questions to the database, or longer answers.

Laws, on SQLite and PostgreSQL: what is done at a desk with eight finished games (`make slow`:
twenty) asks as much and reads as much as at a desk with four; and a round of the service costs no
more for what somebody sends each minute, which must not slow the bot down for good.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from rednov_bot.core.models import Channel, Forgery
from rednov_bot.core.store import copying
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow.scheduler import make_rounds
from tests.bench import archive
from tests.bench.counting import CountingDatabase, Tally
from tests.bench.voyages import CONTESTMASTER, approve_all, bring, desk_of_eight, start
from tests.builders import MONDAY, FixedClock, list_mail, private_mail
from tests.rigs.scale import many
from tests.store.samples import a_letter, a_mail
from tests.workflow.play import NO_TURN, Table, begun

FEW, MANY = 4, many(20, 8)
LONG_OVER = timedelta(days=120)
"""For how long nobody has played: of late notices the bot looks whether they have arrived."""


def counted(table: Table) -> CountingDatabase:
    """The database of a table, from now on one that counts."""
    table.desk.db.close()
    db = CountingDatabase(table.desk.settings.bot.database)
    table.desk = replace(table.desk, db=db)
    return db


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> Mapping[Path, datetime]:
    """Databases with few finished games and with many, and when these ended."""
    folder = tmp_path_factory.mktemp("archives")
    return archive.file_games(folder, FEW, MANY, turns=1, strategy="random")


@pytest.fixture(params=["sqlite", "postgresql"])
def desks(
    request: pytest.FixtureRequest,
    archives: Mapping[Path, datetime],
    tmp_path: Path,
) -> Iterator[list[Table]]:
    """A desk with few finished games and one with many; the bot has looked for work there."""
    made = []
    with ExitStack() as stack:
        for path, ended in archives.items():
            url = f"sqlite:///{shutil.copy(path, tmp_path)}"
            if request.param == "postgresql":
                target = request.getfixturevalue("postgres_url")()
                copying.copy(url, target, check=lambda records: 0)
                url = target
            clock = FixedClock(ended + LONG_OVER)
            table = Table(replace(desk_of_eight(url), clock=clock), clock, uid=1_000_000)
            stack.callback(counted(table).close)
            bring(table.desk)
            made.append(table)
        yield made


def begin(table: Table) -> None:
    """The game that was drafted begins."""
    approve_all(table.desk)
    table.arrange(deck=["respite"] * 8)
    bring(table.desk)


def comes(octets: bytes) -> Callable[[Table], None]:
    """A mail, and all that the bot does in that round."""
    return lambda table: bring(table.desk, octets)


STEPS: tuple[tuple[str, Callable[[Table], None]], ...] = (
    ("a status", comes(private_mail(CONTESTMASTER, "status\n"))),
    ("an opening", lambda table: start(table.desk)),
    ("the beginning", begin),
    ("a report of the contest", comes(private_mail("Ann", "standing\n"))),
    ("a turn", comes(list_mail("Ann", f"{NO_TURN}\n"))),
    ("a report of a game", comes(private_mail("Ann", "report\n"))),
)


def test_nothing_asks_or_reads_more_with_more_games_on_file(desks: list[Table]) -> None:
    """But that a report of the contest reads its last ten games."""
    for name, step in STEPS:
        tallies = []
        for table in desks:
            db = table.desk.db
            assert isinstance(db, CountingDatabase)
            db.tally = found = Tally()
            step(table)
            tallies.append(found)
        few, full = tallies
        assert few.rows
        if name == "a report of the contest":
            assert few.rows < full.rows <= 10 * few.rows
            assert full.statements <= 10 * few.statements
        elif name != "the beginning":
            assert full == few, name
    for table in desks:
        assert table.read(lambda it: it.open_drafts())[-1].kind == "resolution"


def answers_to_notices(records: UnitOfWork, number: int) -> None:
    to, at = "ann@post.example", MONDAY
    for _ in range(number):
        records.note_channel(
            Channel(name="Ann", address=to, change="confirmed", posting=None, mail=None, at=at)
        )


def alarms(records: UnitOfWork, number: int) -> None:
    for _ in range(number):
        noise = Forgery(kind="digest not kept: plain", what="Noise.", mail=None, at=MONDAY)
        records.note_forgery(noise, told=False)


def kept_mails(records: UnitOfWork, number: int) -> None:
    records.keep([a_mail(1_000 + number) for number in range(number)])
    for mail, _ in records.undisposed(number):
        message = a_letter(f"<{mail}@post.example>", sender="Ann")
        records.dispose(mail, "hold", "doubtful", message=message, digest=None, at=MONDAY)


@pytest.mark.parametrize("pile_up", [answers_to_notices, alarms, kept_mails])
def test_a_round_costs_no_more_for_what_piles_up(
    tmp_path: Path, pile_up: Callable[[UnitOfWork, int], None]
) -> None:
    table = begun(tmp_path)
    db = counted(table)

    def costs() -> Tally:
        """What a round costs when nothing is left to do in it."""
        for _ in range(3):
            db.tally = found = Tally()
            make_rounds(table.desk)
        return replace(found)

    table.read(lambda it: pile_up(it, 1))
    before = costs()
    table.read(lambda it: pile_up(it, 200))
    after = costs()
    assert after.statements == before.statements
    # Each mail is read, at most twice, by those whom nobody was asked about.
    assert after.rows <= before.rows + (400 if pile_up is kept_mails else 0)
