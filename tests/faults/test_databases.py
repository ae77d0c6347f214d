"""A database that goes wrong under the running bot: nothing is lost, and nothing made worse."""

from __future__ import annotations

import os
import resource
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from rednov_bot import bootstrap
from rednov_bot.core.errors import Mendable
from rednov_bot.core.store.unit_of_work import Database
from tests.faults.conftest import Sea, until
from tests.games.service import Service
from tests.games.world import CONTESTMASTER, address_of
from tests.rigs.postgres import Postgres
from tests.rigs.programs import Missing

GNOMES = ("Brasspot", "Tumbledrum", "Fizzlewick")


@pytest.fixture
def path(sea: Sea) -> Path:
    """The file of the database."""
    return sea.port.config.parent / "rednov.db"


def is_sound(path: Path) -> bool:
    with closing(sqlite3.connect(path)) as database:
        return database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def answers_on_file(sea: Sea, asked: list[str]) -> int:
    """How many of these mails are answered on file."""
    with sea.desk.db.transaction() as records:
        outbox = [one.posting.octets for one in records.outbox()]
    return sum(f"In-Reply-To: {one}\r\n".encode() in octets for one in asked for octets in outbox)


def handled(sea: Sea) -> int:
    with sea.desk.db.transaction() as records:
        return len(records.dispositions())


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[Path]:
    """A file system of its own, which can be full."""
    if os.getuid() != 0:
        raise Missing("root: nobody else may mount a disk")
    folder.mkdir()
    subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)], check=True
    )
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def mounted_anew(folder: Path, option: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{option}", str(folder)], check=True)


def filled(folder: Path) -> Path:
    """The disk has no room left; the file that takes it all."""
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(b"x" * 4096)
    assert shutil.disk_usage(folder).free < 4096
    return ballast


def test_a_full_disk(sea: Sea, tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 2) as folder:
        sea.keep(f"sqlite:///{folder}/rednov.db")
        sea.sail_and_answer()
        ballast = filled(folder)
        for number in range(40):
            sea.ask(GNOMES[number % 3], f"I take no action. {'x' * 20_000}\n")
        sea.fails(3)
        assert sea.runs
        ballast.unlink()
        mounted_anew(folder, "size=64m")
        with sea.desk.db.transaction() as records:
            records.bookmark("INBOX")
        until(lambda: handled(sea) == 41)
        sea.no_mail_came_twice()
        sea.end()
        assert is_sound(folder / "rednov.db")


def test_a_file_that_may_not_grow(sea: Sea, path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A full disk for whoever is not root: the process may write no file beyond a size."""
    sea.sail_and_answer()
    _, hard = limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (700_000, hard))
    try:
        for _ in range(40):
            sea.ask("Brasspot", f"I take no action. {'x' * 30_000}\n")
        sea.fails(2)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert "disk" in caplog.text
    until(lambda: handled(sea) == 41)
    sea.all_is_well()
    sea.end()
    assert is_sound(path)


def test_locked_by_another_program_beyond_all_patience(
    sea: Sea, path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap, "Database", partial(Database, patience=0.3))
    sea.sail_and_answer()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        asked = sea.ask("Tumbledrum")
        sea.fails(2)
        other.execute("ROLLBACK")
    sea.answered(asked)
    assert "is busy with another program; trying again" in caplog.text
    sea.all_is_well()


def test_a_disk_that_may_only_be_read(sea: Sea, tmp_path: Path) -> None:
    """As the system does with a failing disk: it says so, and to the contestmaster as well."""
    with small_disk(tmp_path / "disk", 8) as folder:
        sea.keep(f"sqlite:///{folder}/rednov.db")
        sea.sail_and_answer()
        sea.end()
        mounted_anew(folder, "ro")
        with pytest.raises(Mendable, match=r"cannot be (written|opened); mend"):
            sea.sail()
        mounted_anew(folder, "rw")
        sea.sail_and_answer()
        sea.all_is_well()


def test_pages_that_hold_garbage_stop_the_bot_and_nothing_is_made_worse(
    sea: Sea, path: Path
) -> None:
    sea.sail_and_answer()
    sea.end()
    whole = path.read_bytes()
    broken = whole[:8192] + b"\xa5" * (len(whole) - 8192)
    path.write_bytes(broken)
    sea.ask("Tumbledrum")
    try:
        sea.sail()
        told = str(sea.ends_by_itself())
        words = sea.alarm("The bot has stopped")
        assert told in words
        assert "systemctl start rednov" in words
    except Mendable as error:  # found at the very start
        told = str(error)
    assert told.endswith("is damaged; restore a backup")
    assert path.read_bytes()[8192:] == broken[8192:]
    path.write_bytes(whole)
    sea.sail_and_answer()


def test_a_log_that_is_deleted_under_the_bot_loses_nothing(sea: Sea, path: Path) -> None:
    sea.sail()
    asked = [sea.ask()]
    sea.answered(asked[0])
    (path.parent / "rednov.db-wal").unlink()
    asked.append(sea.ask("Tumbledrum"))
    sea.answered(asked[1])
    sea.end()
    assert is_sound(path)
    sea.sail_and_answer()
    assert answers_on_file(sea, asked) == 2
    sea.all_is_well()


def test_a_file_that_is_moved_away_is_waited_for(
    sea: Sea, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    sea.sail_and_answer()
    away = path.with_name("elsewhere.db")
    path.rename(away)
    asked = sea.ask("Tumbledrum")
    sea.fails(2)
    assert "is not in its place any more; see where it has gone" in caplog.text
    away.rename(path)
    sea.answered(asked)
    sea.all_is_well()
    sea.end()
    assert is_sound(path)


def test_what_a_deleted_file_held_is_saved_and_can_be_put_in_its_place(
    sea: Sea, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    sea.sail()
    asked = [sea.ask()]
    sea.answered(asked[0])
    path.unlink()
    asked.append(sea.ask("Tumbledrum"))
    sea.fails(3)
    assert "what it held lies in rednov.db.rescued beside its place" in caplog.text
    path.with_name("rednov.db.rescued").rename(path)
    sea.answered(asked[1])
    assert answers_on_file(sea, asked) == 2
    sea.all_is_well()
    sea.end()
    assert is_sound(path)


def test_another_file_in_its_place_is_left_to_a_human(sea: Sea, path: Path) -> None:
    sea.sail_and_answer()
    copy = path.with_name("copy.db")
    shutil.copy(path, copy)
    copy.replace(path)
    fault = sea.ends_by_itself()
    assert isinstance(fault, Mendable)
    assert "was replaced by another file while the bot was at work" in str(fault)
    assert "was replaced by another file" in sea.alarm("The bot has stopped")


# -- PostgreSQL


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    """A server of these tests alone: they stop it, and start it again."""
    with Postgres() as made:
        yield made


@pytest.fixture
def url(server: Postgres) -> str:
    return server.fresh_url()


@contextmanager
def away(server: Postgres) -> Iterator[None]:
    """The server does not run."""
    server.stop()
    try:
        yield
    finally:
        server.start()


def afloat_on(sea: Sea, url: str) -> None:
    sea.keep(url)
    sea.sail_and_answer()


def comes_back(sea: Sea, asked: str) -> None:
    sea.answered(asked)
    sea.all_is_well()


def run(url: str, *statements: str) -> None:
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        for one in statements:
            connection.execute(text(one))
    engine.dispose()


def ruled(url: str, statement: str) -> None:
    """A statement about a database, `{}` in it, from outside."""
    server, _, name = url.rpartition("/")
    run(f"{server}/postgres", statement.format(name))


KILL = (
    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


def test_a_postgresql_that_is_restarted(sea: Sea, server: Postgres, url: str) -> None:
    afloat_on(sea, url)
    with away(server):
        asked = sea.ask("Tumbledrum")
        sea.fails(2)
    comes_back(sea, asked)


def test_sessions_that_are_killed_again_and_again(sea: Sea, url: str) -> None:
    afloat_on(sea, url)
    for who in GNOMES:
        asked = sea.ask(who)
        run(url, KILL)
    comes_back(sea, asked)


def test_a_postgresql_that_takes_nothing_for_a_while(
    sea: Sea, url: str, caplog: pytest.LogCaptureFixture
) -> None:
    """As a standby, or a server in recovery: all that is written is refused."""
    afloat_on(sea, url)
    ruled(url, "ALTER DATABASE {} SET default_transaction_read_only = on")
    run(url, KILL)
    asked = sea.ask("Tumbledrum")
    sea.fails(2)
    assert "takes nothing at present" in caplog.text
    ruled(url, "ALTER DATABASE {} RESET ALL")
    comes_back(sea, asked)


def test_a_postgresql_whose_disk_is_full(
    sea: Sea, server: Postgres, url: str, caplog: pytest.LogCaptureFixture
) -> None:
    with small_disk(server.directory / "disk", 40) as folder:
        shutil.chown(folder, "postgres", "postgres")
        ruled(url, f"CREATE TABLESPACE small LOCATION '{folder}'")
        ruled(url, "ALTER DATABASE {} SET TABLESPACE small")
        afloat_on(sea, url)
        ballast = filled(folder)
        for who in GNOMES * 3:
            asked = sea.ask(who, f"I take no action. {os.urandom(40_000).hex()}\n")
        sea.fails(2)
        assert "has no room left on its disk" in caplog.text
        ballast.unlink()
        comes_back(sea, asked)
        sea.end()
        ruled(url, "DROP DATABASE {}")
        ruled(url, "DROP TABLESPACE small")


def test_a_postgresql_that_is_not_there_yet_when_the_bot_starts(
    sea: Sea, server: Postgres, url: str
) -> None:
    sea.keep(url)
    with ExitStack() as stack:
        with away(server):
            service = stack.enter_context(Service(sea.port))
            asked = sea.ask()
            words = "does not answer; trying again"
            until(lambda: words in service.log.read_text() or not service.runs)
            assert service.runs
        sea.answered(asked)
        assert service.stop() == 0


def test_a_database_away_for_long_is_told_of_past_it(sea: Sea, server: Postgres, url: str) -> None:
    """The mail about it goes without a word on file; the one that it is over goes as any other."""
    sea.ticks = lambda: time.monotonic() * 3000
    afloat_on(sea, url)
    with away(server):
        told = sea.alarm("The bot cannot use its database", address_of(CONTESTMASTER))
        assert "check the database: its server runs" in told
    sea.alarm("It is over: the bot could not use its database", address_of(CONTESTMASTER))
    assert len(sea.all_mails("database")) == 2
