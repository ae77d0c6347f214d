"""A database that goes wrong under the running bot: nothing is lost, and nothing made worse."""

from __future__ import annotations

import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from rednov_bot.core.errors import Mendable
from tests.faults.conftest import PATIENCE, Sea
from tests.games.service import Service
from tests.games.world import CONTESTMASTER, address_of
from tests.rigs.postgres import Postgres
from tests.rigs.programs import Missing


def file_of(sea: Sea) -> Path:
    return sea.port.config.parent / "rednov.db"


def is_sound(path: Path) -> bool:
    with closing(sqlite3.connect(path)) as database:
        return database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def answers_on_file(sea: Sea, asked: list[str]) -> int:
    """How many of these mails are answered on file."""
    with sea.desk.db.transaction() as records:
        outbox = [one.posting.octets for one in records.outbox()]
    return sum(f"In-Reply-To: {one}\r\n".encode() in octets for one in asked for octets in outbox)


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


def filled(folder: Path) -> Path:
    """The disk has no room left; the file that takes it all."""
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(b"x" * 4096)
    assert shutil.disk_usage(folder).free < 4096
    return ballast


def on_disk(sea: Sea, folder: Path) -> None:
    """The database lies on another disk."""
    text = sea.port.config.read_text()
    sea.port.config.write_text(text.replace("sqlite:///rednov.db", f"sqlite:///{folder}/rednov.db"))


def test_a_full_disk(sea: Sea, tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 2) as folder:
        on_disk(sea, folder)
        sea.sail()
        asked = [sea.ask()]
        sea.answered(asked[0])
        ballast = filled(folder)
        for number in range(40):
            who = ("Brasspot", "Tumbledrum", "Fizzlewick")[number % 3]
            asked.append(sea.ask(who, f"I take no action. {'x' * 20_000}\n"))
        sea.fails(3)
        assert sea.runs
        ballast.unlink()
        subprocess.run(["mount", "-o", "remount,size=64m", str(folder)], check=True)
        began = time.monotonic()
        until = began + PATIENCE
        with sea.desk.db.transaction() as records:
            records.bookmark("INBOX")
        while not handled(sea, len(asked)):
            assert time.monotonic() < until
            time.sleep(0.1)
        sea.no_mail_came_twice()
        sea.end()
        assert is_sound(folder / "rednov.db")


def handled(sea: Sea, wanted: int) -> bool:
    with sea.desk.db.transaction() as records:
        return len(records.dispositions()) == wanted


def test_a_file_that_may_not_grow(sea: Sea) -> None:
    """A full disk for whoever is not root: the process may write no file beyond a size."""
    command = [sys.executable, "-m", "rednov_bot", "run", "--config", str(sea.port.config)]
    limit = 700_000

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    asked = [sea.ask("Brasspot", f"I take no action. {'x' * 30_000}\n") for _ in range(60)]
    log = sea.port.config.parent / "limited.txt"
    with log.open("wb") as out:
        process = subprocess.Popen(command, preexec_fn=limited, stdout=out, stderr=out)
        until = time.monotonic() + PATIENCE
        while b"trying again" not in log.read_bytes():
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < until, log.read_text()
            time.sleep(0.1)
        process.terminate()
        assert process.wait(PATIENCE) == 0
    assert b"disk" in log.read_bytes()
    assert is_sound(file_of(sea))
    sea.sail()
    until = time.monotonic() + PATIENCE
    while not handled(sea, len(asked)):
        assert time.monotonic() < until
        time.sleep(0.1)
    sea.no_mail_came_twice()


def test_locked_by_another_program_beyond_all_patience(
    sea: Sea, caplog: pytest.LogCaptureFixture
) -> None:
    sea.sail()
    first = sea.ask()
    sea.answered(first)
    with closing(sqlite3.connect(file_of(sea), isolation_level=None)) as other:
        while True:
            try:
                other.execute("BEGIN IMMEDIATE")
                break
            except sqlite3.OperationalError:
                continue
        asked = sea.ask("Tumbledrum")
        sea.fails(2)
        other.execute("ROLLBACK")
    sea.answered(asked)
    assert "is busy with another program; trying again" in caplog.text
    sea.no_mail_came_twice()


def stopped_with(sea: Sea) -> Mendable:
    until = time.monotonic() + PATIENCE
    while sea.runs:
        assert time.monotonic() < until
        time.sleep(0.05)
    assert isinstance(sea.fault, Mendable), sea.fault
    return sea.fault


def last_words(sea: Sea) -> str:
    sea.fault = None
    return " ".join(str(sea.alarm("The bot has stopped").get_content()).split())


def test_a_disk_that_may_only_be_read(sea: Sea, tmp_path: Path) -> None:
    """As the system does with a failing disk: it says so, and to the contestmaster as well."""
    with small_disk(tmp_path / "disk", 8) as folder:
        on_disk(sea, folder)
        sea.sail()
        sea.answered(sea.ask())
        sea.end()
        subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)
        with pytest.raises(Mendable, match=r"cannot be (written|opened); mend"):
            sea.sail()
        subprocess.run(["mount", "-o", "remount,rw", str(folder)], check=True)
        sea.sail()
        sea.answered(sea.ask("Tumbledrum"))
        sea.no_mail_came_twice()


def test_pages_that_hold_garbage_stop_the_bot_and_nothing_is_made_worse(sea: Sea) -> None:
    sea.sail()
    asked = sea.ask()
    sea.answered(asked)
    sea.end()
    path = file_of(sea)
    whole = path.read_bytes()
    broken = whole[:8192] + b"\xa5" * (len(whole) - 8192)
    path.write_bytes(broken)
    sea.ask("Tumbledrum")
    try:
        sea.sail()
        told = str(stopped_with(sea))
        words = last_words(sea)
        assert told in words
        assert "systemctl start rednov" in words
    except Mendable as error:  # found at the very start
        told = str(error)
    assert told.endswith("is damaged; restore a backup")
    assert path.read_bytes()[8192:] == broken[8192:]
    path.write_bytes(whole)
    sea.fault = None
    sea.sail()
    sea.answered(sea.ask("Fizzlewick"))


def test_a_log_that_is_deleted_under_the_bot_loses_nothing(sea: Sea) -> None:
    sea.sail()
    asked = [sea.ask()]
    sea.answered(asked[0])
    (file_of(sea).parent / "rednov.db-wal").unlink()
    asked.append(sea.ask("Tumbledrum"))
    sea.answered(asked[1])
    sea.end()
    assert is_sound(file_of(sea))
    sea.sail()
    assert answers_on_file(sea, asked) == 2
    sea.answered(sea.ask("Fizzlewick"))
    sea.no_mail_came_twice()


def test_a_file_that_is_moved_away_is_waited_for(
    sea: Sea, caplog: pytest.LogCaptureFixture
) -> None:
    sea.sail()
    sea.answered(sea.ask())
    path = file_of(sea)
    away = path.with_name("elsewhere.db")
    path.rename(away)
    asked = sea.ask("Tumbledrum")
    sea.fails(2)
    assert "is not in its place any more; see where it has gone" in caplog.text
    away.rename(path)
    sea.answered(asked)
    sea.no_mail_came_twice()
    sea.end()
    assert is_sound(path)


def test_what_a_deleted_file_held_is_saved_and_can_be_put_in_its_place(
    sea: Sea, caplog: pytest.LogCaptureFixture
) -> None:
    sea.sail()
    asked = [sea.ask()]
    sea.answered(asked[0])
    path = file_of(sea)
    path.unlink()
    asked.append(sea.ask("Tumbledrum"))
    sea.fails(3)
    assert "what it held lies in rednov.db.rescued beside its place" in caplog.text
    path.with_name("rednov.db.rescued").rename(path)
    sea.answered(asked[1])
    assert answers_on_file(sea, asked) == 2
    sea.no_mail_came_twice()
    sea.end()
    assert is_sound(path)


def test_another_file_in_its_place_is_left_to_a_human(sea: Sea) -> None:
    sea.sail()
    sea.answered(sea.ask())
    path = file_of(sea)
    copy = path.with_name("copy.db")
    shutil.copy(path, copy)
    copy.replace(path)
    assert "was replaced by another file while the bot was at work" in str(stopped_with(sea))
    assert "was replaced by another file" in last_words(sea)


# -- PostgreSQL


@pytest.fixture
def server() -> Iterator[Postgres]:
    with Postgres() as made:
        yield made


def afloat_on(sea: Sea, url: str) -> None:
    text = sea.port.config.read_text()
    sea.port.config.write_text(text.replace("sqlite:///rednov.db", url))
    sea.sail()
    sea.answered(sea.ask())


def comes_back(sea: Sea, asked: str) -> None:
    sea.answered(asked)
    sea.no_mail_came_twice()
    assert sea.runs


def run(url: str, *statements: str) -> None:
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        for one in statements:
            connection.execute(text(one))
    engine.dispose()


def test_a_postgresql_that_is_restarted(sea: Sea, server: Postgres) -> None:
    afloat_on(sea, server.fresh_url())
    server.stop()
    asked = sea.ask("Tumbledrum")
    sea.fails(2)
    server.start()
    comes_back(sea, asked)


def test_sessions_that_are_killed_again_and_again(
    sea: Sea, postgres_url: Callable[[], str]
) -> None:
    url = postgres_url()
    afloat_on(sea, url)
    asked = ""
    for who in ("Tumbledrum", "Fizzlewick", "Brasspot"):
        asked = sea.ask(who)
        run(
            url,
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()",
        )
    comes_back(sea, asked)


def test_a_postgresql_that_takes_nothing_for_a_while(
    sea: Sea, server: Postgres, caplog: pytest.LogCaptureFixture
) -> None:
    """As a standby, or a server in recovery: all that is written is refused."""
    url = server.fresh_url()
    afloat_on(sea, url)
    kill = (
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    name = url.rpartition("/")[2]
    run(url, f"ALTER DATABASE {name} SET default_transaction_read_only = on", kill)
    asked = sea.ask("Tumbledrum")
    sea.fails(2)
    assert "takes nothing at present" in caplog.text
    run(url.rpartition("/")[0] + "/postgres", f"ALTER DATABASE {name} RESET ALL")
    comes_back(sea, asked)


def test_a_postgresql_whose_disk_is_full(
    sea: Sea, server: Postgres, caplog: pytest.LogCaptureFixture
) -> None:
    with small_disk(server.directory / "disk", 40) as folder:
        shutil.chown(folder, "postgres", "postgres")
        url = server.fresh_url()
        run(url.rpartition("/")[0] + "/postgres", f"CREATE TABLESPACE small LOCATION '{folder}'")
        name = url.rpartition("/")[2]
        run(url.rpartition("/")[0] + "/postgres", f"ALTER DATABASE {name} SET TABLESPACE small")
        afloat_on(sea, url)
        ballast = filled(folder)
        asked = [
            sea.ask(who, f"I take no action. {os.urandom(40_000).hex()}\n")
            for who in ("Brasspot", "Tumbledrum", "Fizzlewick") * 3
        ]
        sea.fails(2)
        assert "has no room left on its disk" in caplog.text
        ballast.unlink()
        comes_back(sea, asked[-1])


def test_a_postgresql_that_is_not_there_yet_when_the_bot_starts(sea: Sea, server: Postgres) -> None:
    url = server.fresh_url()
    server.stop()
    text = sea.port.config.read_text()
    sea.port.config.write_text(text.replace("sqlite:///rednov.db", url))
    with Service(sea.port) as service:
        asked = sea.ask()
        until = time.monotonic() + PATIENCE
        while "does not answer; trying again" not in service.log.read_text():
            assert service.runs
            assert time.monotonic() < until
            time.sleep(0.1)
        server.start()
        sea.answered(asked)
        assert service.stop() == 0


def test_a_database_away_for_long_is_told_of_past_it(sea: Sea, server: Postgres) -> None:
    """The mail about it goes without a word on file; the one that it is over goes as any other."""
    sea.ticks = lambda: time.monotonic() * 600
    afloat_on(sea, server.fresh_url())
    server.stop()
    told = sea.alarm("The bot cannot use its database", address_of(CONTESTMASTER))
    assert "check the database: its server runs" in " ".join(str(told.get_content()).split())
    server.start()
    sea.alarm("It is over: the bot could not use its database", address_of(CONTESTMASTER))
    alarms = [one for one in sea.all_mails(1.0) if "database" in str(one["Subject"])]
    assert len(alarms) == 2
