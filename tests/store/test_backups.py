"""Backups are whole or are none; what is restored goes on, and knows what it does not know."""

from __future__ import annotations

import os
import signal
import sqlite3
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from rednov_bot.core.errors import Mendable, StoreTooNew, StoreUnreachable
from rednov_bot.core.models import Attempt, Outcome
from rednov_bot.core.store import (
    backups,
    database,
    postgres_backups,
    refusals,
    restoring,
    upgrading,
)
from rednov_bot.core.store.sending import IN_DOUBT
from rednov_bot.core.store.serving import serving
from rednov_bot.core.store.unit_of_work import Database
from tests.store import older
from tests.store.samples import (
    MINUTE,
    NOON,
    a_game,
    a_mail,
    a_posting,
)

LATER = NOON + timedelta(hours=3)


@pytest.fixture(params=["sqlite", "postgresql"])
def own_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database of one's own, up to date."""
    found = f"sqlite:///{tmp_path / 'rednov.db'}"
    if request.param == "postgresql":
        make: Callable[[], str] = request.getfixturevalue("postgres_url")
        found = make()
    upgrading.upgrade(found, at=NOON)
    return found


def fill(url: str, mails: int = 40) -> None:
    """A game, some mails, and a posting of every fate."""
    with Database(url) as db, db.transaction() as records:
        a_game(records)
        records.keep([a_mail(uid, os.urandom(9000)) for uid in range(1, mails + 1)])
        records.beat(NOON)
        outcomes: tuple[Outcome | None, ...] = (
            *("accepted", "refused", "deferred", "unknown"),
            None,
        )
        for number, outcome in enumerate(outcomes):
            posting = a_posting(f"no{number}")
            records.queue(posting, draft=None, at=NOON)
            if outcome is not None:
                name = posting.message_id
                made = Attempt(message_id=name, at=NOON, outcome=outcome, reply="so")
                records.attempted(made)


def backed_up(url: str, folder: Path) -> tuple[str, Path]:
    """A database with something of everything on file, and its backup."""
    backup = folder / "kept"
    upgrading.upgrade(url)
    fill(url)
    backups.back_up(url, backup)
    return url, backup


def restored(url: str, file: Path, *, replace: bool = False) -> str:
    return restoring.restore(url, file, replace=replace, at=LATER).aside


def wipe(url: str) -> None:
    engine = database.opened(url)
    if database.kind(engine.url) == "sqlite":
        Path(str(engine.url.database)).unlink()
    else:
        with engine.begin() as connection:
            connection.execute(text("DROP SCHEMA public CASCADE"))
            connection.execute(text("CREATE SCHEMA public"))
    engine.dispose()


def test_a_backup_holds_what_is_on_file_and_is_its_owners_alone(
    own_url: str, tmp_path: Path
) -> None:
    fill(own_url)
    file = tmp_path / "of today"
    found = backups.back_up(own_url, file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert (found.rows["raw_mails"], found.rows["postings"], found.rows["games"]) == (40, 5, 1)
    assert found.revision == upgrading.HEAD
    assert found.reaches == NOON
    assert found == backups.contents_of(file)
    assert not list(tmp_path.glob(".*"))


def test_whoever_writes_meanwhile_neither_waits_nor_is_half_in_it(
    own_url: str, tmp_path: Path
) -> None:
    fill(own_url, mails=2000)
    stop, kept = threading.Event(), [0]

    def write() -> None:
        with Database(own_url) as db:
            for number in range(10_000, 100_000, 2):
                if stop.is_set():
                    return
                with db.transaction() as records:
                    records.keep([a_mail(number), a_mail(number + 1)])
                kept[0] += 1

    def back_up(number: int) -> tuple[int, int]:
        """The mails in a backup, and how often some were kept while it was made."""
        before = kept[0]
        found = backups.back_up(own_url, tmp_path / str(number))
        return found.rows["raw_mails"], kept[0] - before

    writer = threading.Thread(target=write)
    writer.start()
    try:
        counts, meanwhile = zip(*[back_up(number) for number in range(3)], strict=True)
    finally:
        stop.set()
        writer.join()
    assert list(counts) == sorted(counts)
    assert all(count % 2 == 0 for count in counts)  # two mails are one transaction
    assert min(meanwhile) > 1  # whoever waits for a backup keeps one at the most


def test_a_backup_replaces_nothing(own_url: str, tmp_path: Path) -> None:
    file = tmp_path / "there"
    file.write_bytes(b"dear to somebody")
    with pytest.raises(Mendable, match="is there already"):
        backups.back_up(own_url, file)
    assert file.read_bytes() == b"dear to somebody"


def test_who_is_killed_leaves_nothing_that_looks_like_a_backup(tmp_path: Path) -> None:
    url, file = f"sqlite:///{tmp_path / 'rednov.db'}", tmp_path / "kept"
    upgrading.upgrade(url)
    fill(url, mails=4000)
    code = "from pathlib import Path; from rednov_bot.core.store.backups import back_up; "
    code += f"back_up({url!r}, Path({str(file)!r}))"
    worker = subprocess.Popen([sys.executable, "-c", code])
    while worker.poll() is None and not list(tmp_path.glob(".kept-*.part")):
        time.sleep(0.001)
    worker.send_signal(signal.SIGKILL)
    worker.wait()
    assert not file.exists()
    assert backups.back_up(url, file).rows["raw_mails"] == 4000


def test_a_file_that_stays_locked_is_not_waited_for_for_ever(tmp_path: Path) -> None:
    path = tmp_path / "rednov.db"
    upgrading.upgrade(f"sqlite:///{path}")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = DELETE").fetchone()
        other.execute("BEGIN EXCLUSIVE")
        began = time.monotonic()
        with pytest.raises(StoreUnreachable, match="is busy"):
            backups.back_up(f"sqlite:///{path}", tmp_path / "kept", seconds=0.3)
        assert time.monotonic() - began < 10
    assert sorted(one.name for one in tmp_path.iterdir()) == ["rednov.db"]


@pytest.mark.parametrize("how", ["cut off", "changed", "empty", "no backup"])
def test_what_is_damaged_is_refused_and_nothing_is_changed(
    own_url: str, tmp_path: Path, how: str
) -> None:
    fill(own_url)
    file = tmp_path / "kept"
    backups.back_up(own_url, file)
    octets = bytearray(file.read_bytes())
    if how == "cut off":
        octets = octets[: len(octets) // 2]
    elif how == "changed":
        begins = len(octets) // 4
        octets[begins : 3 * begins] = bytes(2 * begins)
    else:
        octets = bytearray(b"" if how == "empty" else b"Dear all,\n")
    file.write_bytes(octets)
    with pytest.raises(Mendable, match=r"damaged|is no backup|breaks off"):
        restored(own_url, file, replace=True)
    with Database(own_url) as db, db.transaction() as records:
        assert len(records.games()) == 1


def test_what_a_newer_version_wrote_is_refused(own_url: str, tmp_path: Path) -> None:
    file = tmp_path / "kept"
    engine = database.opened(own_url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(StoreTooNew, match="newer version"):
        backups.back_up(own_url, file)
    with engine.begin() as connection:
        connection.execute(text(f"UPDATE alembic_version SET version_num = '{upgrading.HEAD}'"))
    engine.dispose()


def test_what_is_restored_is_what_was_backed_up(own_url: str, tmp_path: Path) -> None:
    fill(own_url)
    file = tmp_path / "kept"
    backups.back_up(own_url, file)
    with Database(own_url) as db, db.transaction() as records:
        (game,), outbox = records.games(), records.outbox()
    wipe(own_url)
    assert restored(own_url, file) == ""
    with Database(own_url) as db, db.transaction() as records:
        assert records.games() == (game,)
        assert records.secret(game.id)
        assert [one.posting for one in records.outbox()] == [one.posting for one in outbox]
        assert len(records.undisposed(100)) == 40


def test_what_was_on_its_way_is_of_unknown_fate_afterwards(own_url: str, tmp_path: Path) -> None:
    fill(own_url)
    file = tmp_path / "kept"
    backups.back_up(own_url, file)
    wipe(own_url)
    restored(own_url, file)
    with Database(own_url) as db, db.transaction() as records:
        fates = [(one.state, one.reply) for one in records.outbox()]
        assert fates == [
            ("accepted", "so"),
            ("refused", "so"),
            ("unknown", IN_DOUBT),  # it was put off
            ("unknown", "so"),
            ("unknown", IN_DOUBT),  # it was never tried
        ]
        assert records.due(LATER + MINUTE, 100) == ()
        since = records.restoration()
        assert since is not None
        assert (since.reaches, since.at) == (NOON, LATER)


def test_a_database_that_is_there_is_replaced_by_order_alone_and_kept(
    own_url: str, tmp_path: Path
) -> None:
    fill(own_url)
    file = tmp_path / "kept"
    backups.back_up(own_url, file)
    with Database(own_url) as db, db.transaction() as records:
        records.keep([a_mail(77)])
    with pytest.raises(Mendable, match=r"nothing was restored.*--replace"):
        restored(own_url, file)
    aside = restored(own_url, file, replace=True)
    with Database(own_url) as db, db.transaction() as records:
        assert len(records.undisposed(100)) == 40
    assert count_aside(own_url, aside) == 41


def test_who_is_killed_while_they_restore_leaves_the_old_database_or_the_backup_whole(
    tmp_path: Path,
) -> None:
    url, backup = backed_up(f"sqlite:///{tmp_path / 'rednov.db'}", tmp_path)
    to_be_killed = [sys.executable, "-m", "tests.store.to_be_killed"]
    seen = []
    for step in range(1, 10):
        # The service was killed, too: its log is still there.
        subprocess.run([*to_be_killed, "one more", url, str(1000 + step)])
        ended = subprocess.run([*to_be_killed, "restoring", url, str(backup), str(step)])
        with Database(url) as db, db.transaction() as records:
            seen.append(len(records.undisposed(100)))
        if not ended.returncode:
            break
        for kept in tmp_path.glob("*.before-*"):
            kept.unlink()
    assert seen[-1] == 40
    assert len(seen) > 2
    assert seen[:-1] == [40 + step for step in range(1, len(seen))]


def test_nothing_is_restored_while_another_program_reads_the_file(tmp_path: Path) -> None:
    """Some of it would stay in its log, and be lost to whoever is killed at the wrong moment."""
    url, backup = backed_up(f"sqlite:///{tmp_path / 'rednov.db'}", tmp_path)
    with closing(sqlite3.connect(tmp_path / "rednov.db", isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM raw_mails").fetchone()
        subprocess.run([sys.executable, "-m", "tests.store.to_be_killed", "one more", url, "77"])
        with pytest.raises(Mendable, match=r"another program reads .*nothing was restored"):
            restored(url, backup, replace=True)
    with Database(url) as db, db.transaction() as records:
        assert len(records.undisposed(100)) == 41
    assert not [*tmp_path.glob("*.before-*")]
    restored(url, backup, replace=True)


def test_nothing_is_restored_while_another_program_keeps_the_file_to_itself(
    tmp_path: Path,
) -> None:
    """What it has committed lies in the log, which cannot be made part of the file."""
    url, backup = backed_up(f"sqlite:///{tmp_path / 'rednov.db'}", tmp_path)
    with closing(sqlite3.connect(tmp_path / "rednov.db", isolation_level=None)) as holder:
        holder.execute("PRAGMA locking_mode = EXCLUSIVE")
        holder.execute("DELETE FROM heartbeats")
        with pytest.raises(Mendable, match=r"another program reads .*nothing was restored"):
            restored(url, backup, replace=True)
        assert (tmp_path / "rednov.db-wal").stat().st_size
    assert not [*tmp_path.glob("*.before-*")]
    restored(url, backup, replace=True)


def test_nothing_is_restored_where_the_disk_has_no_room_for_what_the_log_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, backup = backed_up(f"sqlite:///{tmp_path / 'rednov.db'}", tmp_path)

    class Full(sqlite3.Connection):
        def execute(self, *_: Any) -> sqlite3.Cursor:
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorcode, error.sqlite_errorname = sqlite3.SQLITE_FULL, "SQLITE_FULL"
            raise error

    real = sqlite3.connect

    def connect(where: Any, *given: Any, **named: Any) -> sqlite3.Connection:
        if where == tmp_path / "rednov.db":
            named["factory"] = Full
        return real(where, *given, **named)

    with monkeypatch.context() as full:
        full.setattr(restoring.sqlite3, "connect", connect)
        with pytest.raises(Mendable, match=r"SQLITE_FULL\); nothing was restored"):
            restored(url, backup, replace=True)
    assert not [*tmp_path.glob("*.before-*")]


def test_a_damaged_file_is_replaced_and_kept_as_it_is(tmp_path: Path) -> None:
    url, backup = backed_up(f"sqlite:///{tmp_path / 'rednov.db'}", tmp_path)
    damaged = bytes(100) + (tmp_path / "rednov.db").read_bytes()[100:]
    (tmp_path / "rednov.db").write_bytes(damaged)
    assert Path(restored(url, backup, replace=True)).read_bytes() == damaged
    with Database(url) as db, db.transaction() as records:
        assert len(records.undisposed(100)) == 40


def count_aside(url: str, aside: str) -> int:
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(aside)) as kept:
            return int(kept.execute("SELECT count(*) FROM raw_mails").fetchone()[0])
    engine = database.opened(url)
    with engine.begin() as connection:
        where = aside.removeprefix("the schema ")
        found = connection.execute(text(f"SELECT count(*) FROM {where}.raw_mails")).scalar()
    engine.dispose()
    return int(found or 0)


def test_nothing_is_restored_under_a_running_service(own_url: str, tmp_path: Path) -> None:
    file = tmp_path / "kept"
    backups.back_up(own_url, file)
    with serving(own_url), Database(own_url) as db:
        with db.transaction() as records:
            records.beat(NOON)
        with pytest.raises(Mendable, match="stop"):
            restored(own_url, file, replace=True)


def test_a_sealed_backup_is_refused_and_none_is_taken(own_url: str, tmp_path: Path) -> None:
    file, sealed = tmp_path / "kept", tmp_path / "sealed"
    older.sealed(own_url, "ABCDEFGH")
    with pytest.raises(Mendable, match="is sealed with a key"):
        backups.back_up(own_url, file)
    assert not file.exists()
    engine = database.opened(own_url)
    if own_url.startswith("sqlite"):
        backups.copy_sqlite(engine.url, sealed, 9)
    else:
        postgres_backups.dump(engine, sealed)
    with engine.begin() as connection:
        connection.execute(text("DELETE FROM seals"))
    engine.dispose()
    upgrading.upgrade(own_url)
    fill(own_url)
    with pytest.raises(Mendable, match=f"{sealed} is sealed with a key"):
        restored(own_url, sealed, replace=True)
    with Database(own_url) as db, db.transaction() as records:
        assert len(records.games()) == 1


def test_a_database_of_an_earlier_version_is_replaced_and_kept(
    own_url: str, tmp_path: Path
) -> None:
    fill(own_url)
    file = tmp_path / "kept"
    older.sealed(own_url)
    backups.back_up(own_url, file)
    with database.opened(own_url).begin() as connection:  # what is replaced need not be opened
        connection.execute(text("INSERT INTO seals (name, at) VALUES ('ABCDEFGH', 0)"))
    assert count_aside(own_url, restored(own_url, file, replace=True)) == 40
    with Database(own_url) as db, db.transaction() as records:
        assert len(records.undisposed(100)) == 40


def test_a_backup_of_another_kind_of_database_is_refused(own_url: str, tmp_path: Path) -> None:
    file = tmp_path / "kept"
    backups.back_up(own_url, file)
    other = f"sqlite:///{tmp_path / 'other.db'}"
    if own_url.startswith("sqlite"):
        other = "postgresql+psycopg://nobody@127.0.0.1:1/nothing"
    with pytest.raises(Mendable, match="name a database of the same kind"):
        restored(other, file)


def test_a_database_that_is_half_restored_serves_nobody(postgres_url: Callable[[], str]) -> None:
    url = postgres_url()
    upgrading.upgrade(url)
    engine = database.opened(url)
    with engine.begin() as connection:
        connection.execute(text(f"CREATE TABLE {refusals.MARK} (aside text)"))
    engine.dispose()
    with pytest.raises(
        Mendable, match="only half restored; let `rednov restore` end, or run it again"
    ):
        upgrading.upgrade(url)


def test_a_restore_that_fails_after_one_was_killed_leaves_it_half_restored_and_says_where_all_is(
    postgres_url: Callable[[], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, backup = backed_up(postgres_url(), tmp_path)
    to_be_killed = [sys.executable, "-m", "tests.store.to_be_killed"]
    assert subprocess.run([*to_be_killed, "loading", url, str(backup)]).returncode == -9

    def no_room(*_: object) -> None:
        raise Mendable("pg_restore found no room")

    with monkeypatch.context() as broken:
        broken.setattr(postgres_backups, "call", no_room)
        with pytest.raises(Mendable, match="no room"):
            restored(url, backup, replace=True)
    with pytest.raises(Mendable, match=r"what it held before lies in its schema before_2"):
        upgrading.upgrade(url)
    aside = restored(url, backup, replace=True)
    assert count_aside(url, aside) == 40
    with Database(url) as db, db.transaction() as records:
        assert len(records.undisposed(100)) == 40


def test_who_was_cut_off_while_it_was_restored_stops_when_they_come_back(
    postgres_url: Callable[[], str], tmp_path: Path
) -> None:
    """What e keeps in mind is of the database that was there before."""
    url, backup = backed_up(postgres_url(), tmp_path)
    with Database(url) as cut_off:
        with cut_off.transaction() as records:
            assert len(records.undisposed(100)) == 40
        dismiss(url)
        restored(url, backup, replace=True)
        for _ in range(2):
            with (
                pytest.raises(Mendable, match=r"was restored .* start the bot again"),
                cut_off.transaction(),
            ):
                pass
    with Database(url) as db, db.transaction() as records:
        assert len(records.undisposed(100)) == 40


def test_who_comes_back_while_it_is_restored_stops_before_they_write_anything(
    postgres_url: Callable[[], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The backup is loaded by then, and is not marked as restored yet."""
    url, backup = backed_up(postgres_url(), tmp_path)
    with Database(url) as cut_off:
        with cut_off.transaction() as records:
            records.keep([a_mail(77)])
        dismiss(url)

        def come_back(made: str, **given: Any) -> None:
            with (
                pytest.raises(Mendable, match=r"only half restored .*let `rednov restore` end"),
                cut_off.transaction() as records,
            ):
                records.keep([a_mail(78)])
            upgrade(made, **given)

        upgrade = upgrading.upgrade
        monkeypatch.setattr(upgrading, "upgrade", come_back)
        restored(url, backup, replace=True)
        monkeypatch.undo()
        with pytest.raises(Mendable, match="start the bot again"), cut_off.transaction():
            pass
    with Database(url) as db, db.transaction() as records:
        assert len(records.undisposed(100)) == 40


def test_nobody_comes_back_between_the_look_for_others_and_the_restore(
    postgres_url: Callable[[], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, backup = backed_up(postgres_url(), tmp_path)
    look = postgres_backups.is_in_use
    with Database(url, patience=0.2) as cut_off:
        with cut_off.transaction():
            pass
        dismiss(url)

        def looked(*given: Any) -> bool:
            found = look(*given)
            with suppress(StoreUnreachable), cut_off.transaction() as records:
                records.keep([a_mail(77)])
            return found

        monkeypatch.setattr(postgres_backups, "is_in_use", looked)
        restored(url, backup, replace=True)
        with pytest.raises(Mendable, match="start the bot again"), cut_off.transaction():
            pass


def dismiss(url: str) -> None:
    """Every other session at a PostgreSQL database ends."""
    engine = database.opened(url)
    with engine.begin() as connection:
        connection.execute(
            text(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        )
    engine.dispose()


def test_a_backup_of_an_earlier_version_is_brought_up_to_date(tmp_path: Path) -> None:
    url, file = f"sqlite:///{tmp_path / 'rednov.db'}", tmp_path / "kept"
    upgrading.upgrade(url)
    with database.opened(url).begin() as connection:
        older.make_older(connection, "0017")
    assert backups.back_up(url, file).revision == "0017"
    wipe(url)
    restored(url, file)
    assert upgrading.version(url) == upgrading.HEAD


def test_a_backup_of_before_what_can_be_upgraded_is_refused(tmp_path: Path) -> None:
    url, file = f"sqlite:///{tmp_path / 'rednov.db'}", tmp_path / "kept"
    upgrading.upgrade(url)
    backups.back_up(url, file)
    with database.opened(f"sqlite:///{file}").begin() as connection:
        older.pretend(connection, "0003")
    with pytest.raises(Mendable, match="is of migration 0003, which this version does not upgrade"):
        restored(url, file)


@pytest.fixture
def tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that alone is looked through for programs of PostgreSQL's."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr(postgres_backups, "PLACES", tmp_path / "none")
    return folder


def a_tool(folder: Path, version: str) -> None:
    path = folder / "pg_dump"
    path.write_text(f"#!/bin/sh\necho 'pg_dump (PostgreSQL) {version}'\n")
    path.chmod(0o755)


def test_a_missing_or_old_tool_is_named_with_what_to_install(tools: Path) -> None:
    with pytest.raises(Mendable, match="pg_dump is not installed; install the client programs"):
        postgres_backups.tool("pg_dump", 15)
    a_tool(tools, "13.4 (Debian 13.4-1)")
    with pytest.raises(Mendable, match="of version 13, older than the server's 15"):
        postgres_backups.tool("pg_dump", 15)
    a_tool(tools, "16.1")
    assert postgres_backups.tool("pg_dump", 15) == str(tools / "pg_dump")


def test_no_password_stands_on_a_command_line(
    tools: Path, postgres: object, tmp_path: Path
) -> None:
    engine = database.opened("postgresql+psycopg://me:hunter2@127.0.0.1:9/db")
    seen = tmp_path / "seen"
    path = tools / "pg_dump"
    path.write_text(f'#!/bin/sh\necho "$@" "$PGPASSWORD" >{seen}\n')
    path.chmod(0o755)
    postgres_backups.call(engine, [str(path)], "back up")
    said, _, password = seen.read_text().strip().rpartition(" ")
    assert password == "hunter2"
    assert "hunter2" not in said
    assert "user=me" in said
