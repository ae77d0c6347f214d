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
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any, get_args

import pytest
from sqlalchemy import Connection, inspect, text

from rednov_bot.core.contest import ContestChange
from rednov_bot.core.errors import Mendable, StoreTooNew, StoreUnreachable
from rednov_bot.core.models import Attempt, Outcome
from rednov_bot.core.store import backups, database, postgres_backups, upgrading
from rednov_bot.core.store.outbox import IN_DOUBT
from rednov_bot.core.store.serving import serving
from rednov_bot.core.store.unit_of_work import Database
from tests.rigs.postgres import Postgres
from tests.store import older
from tests.store.samples import MINUTE, NOON, a_game, a_mail, a_posting
from tests.store.to_be_killed import killed

LATER = NOON + timedelta(hours=3)


@pytest.fixture
def own_url(empty_url: str) -> str:
    """A database of one's own, with a game, forty mails, and a posting of every fate."""
    upgrading.upgrade(empty_url, at=NOON)
    with Database(empty_url) as db, db.transaction() as records:
        a_game(records)
        records.keep([a_mail(uid, os.urandom(99)) for uid in range(1, 40)])
        records.keep([a_mail(40, os.urandom(600_000))])  # most of the file
        records.beat(NOON)
        for outcome in (*get_args(Outcome)[:4], None):
            posting = a_posting(f"of {outcome}")
            records.queue(posting, draft=None, at=NOON)
            if outcome is not None:
                name = posting.message_id
                made = Attempt(message_id=name, at=NOON, outcome=outcome, reply="so")
                records.attempted(made)
    return empty_url


@pytest.fixture
def backup(own_url: str, tmp_path: Path) -> Path:
    """A backup of it."""
    file = tmp_path / "kept"
    backups.back_up(own_url, file)
    return file


sqlite_alone = pytest.mark.parametrize("empty_url", ["sqlite"], indirect=True)
postgresql_alone = pytest.mark.parametrize("empty_url", ["postgresql"], indirect=True)


def restored(url: str, file: Path, *, replace: bool = True) -> str:
    return backups.restore(url, file, replace=replace, at=LATER).aside


def waiting(url: str) -> int:
    """How many mails wait in the database."""
    with Database(url) as db, db.transaction() as records:
        return records.waiting(9999)


@contextmanager
def inside(url: str) -> Iterator[Connection]:
    """A transaction behind the back of all that is said here."""
    with database.connected(url) as engine, engine.begin() as connection:
        yield connection


def file_of(url: str) -> Path:
    return Path(url.removeprefix("sqlite:///"))


def aside_of(url: str, aside: str) -> int:
    """How many mails there are in what was put aside."""
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(aside)) as kept:
            return int(kept.execute("SELECT count(*) FROM raw_mails").fetchone()[0])
    with inside(url) as connection:
        where = aside.removeprefix("the schema ")
        return int(connection.scalar(text(f"SELECT count(*) FROM {where}.raw_mails")) or 0)


def test_a_backup_holds_what_is_on_file_is_its_owners_alone_and_replaces_nothing(
    own_url: str, tmp_path: Path
) -> None:
    file = tmp_path / "of today"
    found = backups.back_up(own_url, file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert (found.rows["raw_mails"], found.rows["postings"], found.rows["games"]) == (40, 5, 1)
    assert (found.revision, found.reaches) == (upgrading.HEAD, NOON)
    assert found == backups.contents_of(file)
    assert not list(tmp_path.glob(".*"))
    file.write_bytes(b"dear to somebody")
    with pytest.raises(Mendable, match="is there already"):
        backups.back_up(own_url, file)
    assert file.read_bytes() == b"dear to somebody"


def test_whoever_writes_meanwhile_neither_waits_nor_is_half_in_it(
    own_url: str, tmp_path: Path
) -> None:
    many = 2000 if own_url.startswith("sqlite") else 200
    with Database(own_url) as db, db.transaction() as records:
        records.keep([a_mail(uid, os.urandom(9000)) for uid in range(100, 100 + many)])
    stop, kept = threading.Event(), [0]

    def write() -> None:
        with Database(own_url) as db:
            while not stop.is_set():
                with db.transaction() as records:
                    uid = 10_000 + 2 * kept[0]
                    records.keep([a_mail(uid), a_mail(uid + 1)])
                kept[0] += 1

    def back_up(number: int) -> tuple[int, int]:
        """The mails in a backup, and how often some were kept while it was made."""
        before = kept[0]
        found = backups.back_up(own_url, tmp_path / str(number))
        return found.rows["raw_mails"], kept[0] - before

    writer = threading.Thread(target=write)
    writer.start()
    try:
        counts, meanwhile = zip(*[back_up(number) for number in range(2)], strict=True)
    finally:
        stop.set()
        writer.join()
    assert list(counts) == sorted(counts)
    assert all(count % 2 == 0 for count in counts)  # two mails are one transaction
    assert min(meanwhile) > 1  # whoever waits for a backup keeps one at the most


@sqlite_alone
def test_who_is_killed_leaves_nothing_that_looks_like_a_backup(
    own_url: str, tmp_path: Path
) -> None:
    with Database(own_url) as db, db.transaction() as records:
        records.keep([a_mail(uid, os.urandom(9000)) for uid in range(100, 3000)])
    file = tmp_path / "kept"
    code = "from pathlib import Path; from rednov_bot.core.store.backups import back_up; "
    code += f"back_up({own_url!r}, Path({str(file)!r}))"
    worker = subprocess.Popen([sys.executable, "-c", code])
    while worker.poll() is None and not list(tmp_path.glob(".kept-*.part")):
        time.sleep(0.001)
    worker.send_signal(signal.SIGKILL)
    worker.wait()
    assert not file.exists()
    assert backups.back_up(own_url, file).rows["raw_mails"] == 2940


@sqlite_alone
def test_a_file_that_stays_locked_is_not_waited_for_for_ever(own_url: str, tmp_path: Path) -> None:
    with closing(sqlite3.connect(file_of(own_url), isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = DELETE").fetchone()
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreUnreachable, match="is busy"):
            backups.copy_sqlite(database.opened(own_url).url, tmp_path / "kept", seconds=0.3)


@pytest.mark.parametrize("how", ["cut off", "changed", "empty", "no backup"])
def test_what_is_damaged_is_refused_and_nothing_is_changed(
    own_url: str, backup: Path, how: str
) -> None:
    octets = bytearray(backup.read_bytes())
    if how == "cut off":
        octets = octets[: len(octets) // 2]
    elif how == "changed":
        octets[-400_000:-200_000] = bytes(200_000)  # in the middle of a mail
    else:
        octets = bytearray(b"" if how == "empty" else b"Dear all,\n")
    backup.write_bytes(octets)
    with pytest.raises(Mendable, match=r"damaged|is no backup"):
        restored(own_url, backup)
    assert waiting(own_url) == 40


def test_what_was_backed_up_comes_back_and_what_was_to_be_posted_is_of_unknown_fate(
    own_url: str, backup: Path
) -> None:
    with Database(own_url) as db, db.transaction() as records:
        (game,), outbox = records.games(), records.outbox()
    if own_url.startswith("sqlite"):
        file_of(own_url).unlink()
    else:
        with inside(own_url) as connection:
            connection.execute(text("DROP SCHEMA public CASCADE"))
            connection.execute(text("CREATE SCHEMA public"))
    assert restored(own_url, backup, replace=False) == ""
    with Database(own_url) as db, db.transaction() as records:
        assert records.games() == (game,)
        assert records.secret(game.id)
        assert records.waiting(99) == 40
        assert [one.posting for one in records.outbox()] == [one.posting for one in outbox]
        assert [(one.state, one.reply) for one in records.outbox()] == [
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


@pytest.mark.parametrize(("whence", "to"), [("LATIN1", "UTF8"), ("UTF8", "LATIN1")])
def test_text_comes_back_in_a_database_of_another_encoding(
    postgres: Postgres, tmp_path: Path, whence: str, to: str
) -> None:
    old, new = postgres.fresh_url(whence), postgres.fresh_url(to)
    upgrading.upgrade(old)
    with Database(old) as db, db.transaction() as records:
        records.change_contest(ContestChange(change="deputy", value="André", by="Ann", at=NOON))
    backups.back_up(old, tmp_path / "kept")
    restored(new, tmp_path / "kept")
    with Database(new) as db, db.transaction() as records:
        assert [one.value for one in records.contest_changes()] == ["André"]


@postgresql_alone
def test_what_an_earlier_version_left_half_restored_is_served_when_restored_again(
    own_url: str, backup: Path, postgres: Postgres
) -> None:
    for url in (own_url, postgres.fresh_url()):
        with database.connected(url, 1.0) as engine, engine.begin() as connection:
            connection.execute(text("CREATE TABLE half_restored (aside text)"))
        with pytest.raises(Mendable, match=r"is only half restored; run `rednov restore"):
            upgrading.upgrade(url)
        restored(url, backup)
        assert waiting(url) == 40


def test_a_database_that_is_there_is_replaced_by_order_alone_and_kept(
    own_url: str, backup: Path
) -> None:
    with Database(own_url) as db, db.transaction() as records:
        records.keep([a_mail(77)])
    with pytest.raises(Mendable, match=r"nothing was restored.*--replace"):
        restored(own_url, backup, replace=False)
    assert aside_of(own_url, restored(own_url, backup)) == 41
    assert waiting(own_url) == 40


@sqlite_alone
def test_who_is_killed_while_they_restore_leaves_the_old_database_or_the_backup_whole(
    own_url: str, backup: Path, tmp_path: Path
) -> None:
    seen, ended = [], -9
    while ended == -9:
        ended = killed("restoring", own_url, backup, len(seen) + 1)
        seen.append(waiting(own_url))
        for kept in tmp_path.glob("*.before-*"):
            kept.unlink()
    assert ended == 0
    assert len(seen) > 2
    assert seen == [*range(41, 40 + len(seen)), 40]


@sqlite_alone
@pytest.mark.parametrize("how", ["BEGIN", "PRAGMA locking_mode = EXCLUSIVE"])
def test_nothing_is_restored_while_another_program_reads_the_file_or_keeps_it_to_itself(
    own_url: str, backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """Some of it would stay in its log, and be lost to whoever is killed at the wrong moment."""
    monkeypatch.setattr(database, "PATIENCE", 0.2)
    with closing(sqlite3.connect(file_of(own_url), isolation_level=None)) as other:
        other.execute(how)
        other.execute("SELECT count(*) FROM raw_mails").fetchone()
        if how == "BEGIN":
            with Database(own_url) as db, db.transaction() as records:
                records.keep([a_mail(77)])
        else:
            other.execute("DELETE FROM heartbeats")
        with pytest.raises(Mendable, match=r"another program reads .*nothing was restored"):
            restored(own_url, backup)
    assert not [*tmp_path.glob("*.before-*")]
    restored(own_url, backup)


@sqlite_alone
def test_nothing_is_restored_where_the_disk_has_no_room_for_what_the_log_holds(
    own_url: str, backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Full(sqlite3.Connection):
        def execute(self, *_: Any) -> sqlite3.Cursor:
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorcode, error.sqlite_errorname = sqlite3.SQLITE_FULL, "SQLITE_FULL"
            raise error

    real = sqlite3.connect

    def connect(where: Any, *given: Any, **named: Any) -> sqlite3.Connection:
        if where == file_of(own_url):
            named["factory"] = Full
        return real(where, *given, **named)

    monkeypatch.setattr(backups.sqlite3, "connect", connect)
    with pytest.raises(Mendable, match=r"SQLITE_FULL\); nothing was restored"):
        restored(own_url, backup)
    assert not [*tmp_path.glob("*.before-*")]


@sqlite_alone
def test_a_damaged_file_is_replaced_and_kept_as_it_is(own_url: str, backup: Path) -> None:
    damaged = bytes(100) + file_of(own_url).read_bytes()[100:]
    file_of(own_url).write_bytes(damaged)
    assert Path(restored(own_url, backup)).read_bytes() == damaged
    assert waiting(own_url) == 40


def test_nothing_is_restored_under_a_running_service(own_url: str, backup: Path) -> None:
    with serving(own_url), Database(own_url) as db:
        with db.transaction() as records:
            records.beat(NOON)
        with pytest.raises(Mendable, match="stop"):
            restored(own_url, backup)


def test_a_backup_of_another_kind_of_database_is_refused(backup: Path, tmp_path: Path) -> None:
    other = f"sqlite:///{tmp_path / 'other.db'}"
    if backup.read_bytes().startswith(backups.BEGINS):
        other = "postgresql+psycopg://nobody@127.0.0.1:1/nothing"
    with pytest.raises(Mendable, match="name a database of the same kind"):
        restored(other, backup)


def test_a_sealed_backup_is_refused_and_none_is_taken(own_url: str, tmp_path: Path) -> None:
    file, sealed = tmp_path / "kept", tmp_path / "sealed"
    older.sealed(own_url, "ABCDEFGH")
    with pytest.raises(Mendable, match="is sealed with a key"):
        backups.back_up(own_url, file)
    assert not file.exists()
    with database.connected(own_url) as engine:
        if own_url.startswith("sqlite"):
            backups.copy_sqlite(engine.url, sealed, 9)
        else:
            postgres_backups.dump(engine, sealed)
    with pytest.raises(Mendable, match=f"{sealed} is sealed with a key"):
        restored(own_url, sealed)


def test_a_database_of_an_earlier_version_is_backed_up_replaced_and_kept(
    own_url: str, tmp_path: Path
) -> None:
    file = tmp_path / "kept"
    older.sealed(own_url)
    assert backups.back_up(own_url, file).revision == "0022"
    with inside(own_url) as connection:  # what is replaced need not be opened
        connection.execute(text("INSERT INTO seals (name, at) VALUES ('ABCDEFGH', 0)"))
    assert aside_of(own_url, restored(own_url, file)) == 40
    assert (waiting(own_url), upgrading.version(own_url)) == (40, upgrading.HEAD)


@sqlite_alone
@pytest.mark.parametrize(
    ("revision", "kind", "said"),
    [
        ("0003", Mendable, "is of migration 0003, which this version does not upgrade"),
        ("9999", StoreTooNew, "newer version"),
    ],
)
def test_a_backup_of_a_version_that_is_not_known_is_refused(
    own_url: str, backup: Path, revision: str, kind: type[Exception], said: str
) -> None:
    with inside(f"sqlite:///{backup}") as connection:
        older.pretend(connection, revision)
    with pytest.raises(kind, match=said):
        restored(own_url, backup)
    with pytest.raises(kind, match=said):
        backups.back_up(f"sqlite:///{backup}", backup.with_name("another"))


@postgresql_alone
def test_a_restore_that_is_killed_or_fails_changes_nothing(
    own_url: str, backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Database(own_url) as db, db.transaction() as records:
        records.keep([a_mail(77)])
    assert killed("loading", own_url, backup) == -9

    def no_room(*_: object) -> None:
        raise Mendable("there is no room")

    with monkeypatch.context() as broken:
        broken.setattr(postgres_backups, "_load", no_room)
        with pytest.raises(Mendable, match="no room"):
            restored(own_url, backup)
    assert waiting(own_url) == 41
    with inside(own_url) as connection:
        assert not [name for name in inspect(connection).get_schema_names() if "before" in name]
    assert aside_of(own_url, restored(own_url, backup)) == 41
    assert waiting(own_url) == 40


@postgresql_alone
def test_who_was_cut_off_while_it_was_restored_stops_before_they_write_anything(
    own_url: str, backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What they keep in mind is of the database that was there before."""
    load, others = postgres_backups._load, "pid <> pg_backend_pid()"
    with Database(own_url, patience=0.2) as cut_off:

        def come_back(words: str) -> None:
            with pytest.raises((Mendable, StoreUnreachable), match=words):  # noqa: SIM117
                with cut_off.transaction() as records:
                    records.keep([a_mail(78)])

        def loaded(*given: Any) -> None:
            come_back("is busy")
            load(*given)
            come_back("is busy")

        with cut_off.transaction() as records:
            records.keep([a_mail(77)])
        with inside(own_url) as connection:
            dismiss = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}"
            connection.execute(text(f"{dismiss} AND datname = current_database()"))
        monkeypatch.setattr(postgres_backups, "_load", loaded)
        restored(own_url, backup)
        for _ in range(2):
            come_back(r"was restored .* start the bot again")
    assert waiting(own_url) == 40


@pytest.fixture
def tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Makes the one pg_dump there is, of these words in a shell."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr(postgres_backups, "PLACES", tmp_path / "none")

    def made(words: str) -> Path:
        path = folder / "pg_dump"
        path.write_text(f"#!/bin/sh\n{words}\n")
        path.chmod(0o755)
        return path

    return made


def test_a_missing_or_old_tool_is_named_with_what_to_install(tools: Callable[[str], Path]) -> None:
    with pytest.raises(Mendable, match="pg_dump is not installed; install the client programs"):
        postgres_backups.tool("pg_dump", 15)
    tools("echo 'pg_dump (PostgreSQL) 13.4 (Debian 13.4-1)'")
    with pytest.raises(Mendable, match="of version 13, older than the server's 15"):
        postgres_backups.tool("pg_dump", 15)
    path = tools("echo 'pg_dump (PostgreSQL) 16.1'")
    assert postgres_backups.tool("pg_dump", 15) == str(path)


def test_no_password_stands_on_a_command_line(tools: Callable[[str], Path], tmp_path: Path) -> None:
    engine = database.opened("postgresql+psycopg://me:hunter2@127.0.0.1:9/db")
    seen = tmp_path / "seen"
    path = tools(f'echo "$@" "$PGPASSWORD" >{seen}')
    postgres_backups.call(engine, [str(path)], "back up")
    said, _, password = seen.read_text().strip().rpartition(" ")
    assert password == "hunter2"
    assert "hunter2" not in said
    assert "user=me" in said
