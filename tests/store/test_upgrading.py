"""A database is made, or brought up to date, and equals the tables of the program."""

from __future__ import annotations

import logging
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, create_engine, inspect, text

from rednov_bot.core.errors import Mendable, StoreTooNew
from rednov_bot.core.paths import MIGRATIONS
from rednov_bot.core.store import database, upgrading
from rednov_bot.core.store.tables import metadata
from rednov_bot.core.store.unit_of_work import Database, UnitOfWork
from rednov_bot.core.store.upgrading import Program
from tests.store import older
from tests.store.conftest import OnFile
from tests.store.samples import NOON, a_decision, a_draft, a_mail, a_posting, an_attempt


@contextmanager
def inside(url: str) -> Iterator[Connection]:
    """A transaction behind the back of all that is said here."""
    with database.connected(url) as engine, engine.begin() as connection:
        yield connection


@pytest.fixture
def connection(url: str) -> Iterator[Connection]:
    """A transaction that comes to nothing, on a database with a game, two drafts, three mails."""
    with Database(url) as db:
        on_file = OnFile(db)
        game = on_file.a_game()
        mails = on_file.some_mails(3)
        for mail, status in zip(mails, ("hold", "read", "read"), strict=True):
            on_file.dispose(mail, status, "a turn", message=None, digest=None, at=NOON)
        for code in ("AAAAAAA", "AAAAAAB"):
            on_file.add_draft(a_draft(code, game=game.id))
    with database.connected(url) as engine, engine.connect() as made, made.begin() as undone:
        yield made
        undone.rollback()


def config() -> Config:
    found = Config()
    found.set_main_option("script_location", str(MIGRATIONS))
    return found


def scalars(connection: Connection, asked: str) -> list[Any]:
    return list(connection.scalars(text(asked)))


def test_an_empty_database_gets_every_table_and_upgrading_twice_changes_nothing(
    empty_url: str,
) -> None:
    assert upgrading.version(empty_url) is None
    upgrading.upgrade(empty_url)
    with Database(empty_url) as db:
        game = OnFile(db).a_game()
        upgrading.upgrade(empty_url)
        assert upgrading.version(empty_url) == upgrading.HEAD
        assert OnFile(db).games() == (game,)


@pytest.mark.parametrize("revision", ["0017", "0022"])
@pytest.mark.parametrize("seals", [(), ("ABCDEFGH", "")])
def test_what_is_on_file_survives_an_upgrade_and_goes_on(
    empty_url: str, revision: str, seals: tuple[str, ...]
) -> None:
    upgrading.upgrade(empty_url, at=NOON)
    with Database(empty_url) as db:
        on_file = OnFile(db)
        game = on_file.a_game()
        (mail,) = on_file.some_mails(1)
        on_file.dispose(mail, "hold", "whose is it?", message=None, digest=None, at=NOON)
        on_file.note_told([mail])
        on_file.add_draft(a_draft(mail=mail))
        on_file.queue(a_posting("one"), draft="ABC2345", at=NOON)
        older.sealed(empty_url, *seals, revision=revision)
        upgrading.upgrade(empty_url)
        assert upgrading.version(empty_url) == upgrading.HEAD
        assert on_file.games() == (game,)
        assert on_file.held_untold() == ()
        assert on_file.made_at() == (NOON if revision == "0022" else None)
        on_file.decide(a_decision())
        on_file.attempted(an_attempt("one"))
        on_file.restore(NOON)
        assert [one.state for one in on_file.outbox()] == ["accepted"]
        assert on_file.a_game().tag == "RN2"


def test_a_draft_that_was_blocked_has_to_be_rejected_before_the_upgrade(
    connection: Connection,
) -> None:
    older.make_older(connection, "0017")
    matters = (
        "INSERT INTO draft_matters (draft, form, effects, leaks) VALUES (:draft, 1, '[]', :it)"
    )
    for draft, leaks in (("AAAAAAA", "[]"), ("AAAAAAB", None)):
        connection.execute(text(matters), {"draft": draft, "it": leaks})
    point = connection.begin_nested()
    with pytest.raises(SystemExit, match='run "rednov reject AAAAAAA --because"'):
        upgrading.make_tables(connection)
    point.rollback()
    connection.execute(text("INSERT INTO decisions VALUES ('AAAAAAA', 'rejected', '', '', 0)"))
    upgrading.make_tables(connection)
    columns = inspect(connection).get_columns("draft_matters")
    assert "leaks" not in [one["name"] for one in columns]


def test_of_what_was_asked_or_held_before_the_upgrade_nobody_is_asked_or_told_anew(
    connection: Connection,
) -> None:
    older.make_older(connection, "0017")
    asked = "INSERT INTO doubted VALUES (:id, 1, :code, 'Ann', 'doubtful: odd', 0)"
    connection.execute(text(asked), [{"id": n, "code": f"ABCDEF{n}"} for n in (2, 3, 4)])
    connection.execute(text("INSERT INTO vouched VALUES (3, 'used up', NULL, 0)"))
    connection.execute(text("INSERT INTO vouched VALUES (4, 'no', NULL, 0)"))
    upgrading.make_tables(connection)
    assert scalars(connection, "SELECT verdict FROM vouched ORDER BY doubted") == ["closed", "no"]
    assert scalars(connection, "SELECT count(*) FROM doubted") == [3]
    assert scalars(connection, "SELECT mail FROM held_told") == [1]


def test_of_mails_that_waited_since_a_restore_the_contestmaster_is_told_after_the_upgrade(
    connection: Connection,
) -> None:
    older.make_older(connection, "0022")
    connection.execute(text("INSERT INTO held_told VALUES (1), (2), (3)"))
    restored = text("INSERT INTO restorations (id, mails, at) VALUES (:id, :mails, :at)")
    now = time.time_ns() // 1000
    connection.execute(restored, [{"id": 1, "mails": 0, "at": 0}, {"id": 2, "mails": 2, "at": now}])
    upgrading.make_tables(connection)
    assert scalars(connection, "SELECT mail FROM held_told ORDER BY mail") == [1, 2]
    assert scalars(connection, "SELECT at FROM restorations ORDER BY id") == [0, now]


@pytest.mark.parametrize("revision", ["0017", "0022", "0024", upgrading.HEAD])
def test_the_upgraded_schema_equals_the_tables(connection: Connection, revision: str) -> None:
    if revision != upgrading.HEAD:
        older.make_older(connection, revision)
        assert _constraints(connection) != _constraints_of_tables()
        upgrading.make_tables(connection)
    context = MigrationContext.configure(connection, opts={"compare_server_default": True})
    assert compare_metadata(context, metadata) == []
    assert _constraints(connection) == _constraints_of_tables()


def _constraints_of_tables() -> set[tuple[str, str]]:
    """As they are called in a new database."""
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        metadata.create_all(connection)
        found = _constraints(connection)
    engine.dispose()
    return found


def _constraints(connection: Connection) -> set[tuple[str, str]]:
    seen = inspect(connection)
    found: set[tuple[str, str]] = set()
    for table in set(seen.get_table_names()) - {"alembic_version"}:
        every: list[Any] = [seen.get_pk_constraint(table), *seen.get_foreign_keys(table)]
        every += [*seen.get_unique_constraints(table), *seen.get_indexes(table)]
        found |= {(table, str(one["name"])) for one in every if "duplicates_constraint" not in one}
    return found


def test_the_program_knows_every_migration_and_each_stands_alone_behind_a_sentence() -> None:
    there = [*ScriptDirectory.from_config(config()).walk_revisions()][::-1]
    assert (*upgrading.UPGRADED, *[one.revision for one in there]) == upgrading.REVISIONS
    for script in there:
        path = Path(script.path)
        assert path.name.startswith(f"{script.revision}_")
        source = path.read_text()
        assert source.startswith('"""')
        assert source.partition("\n")[0].rstrip('"').endswith(".")
        assert "rednov_bot" not in source


def test_a_new_migration_starts_from_the_template(tmp_path: Path) -> None:
    folder = tmp_path / "migrations"
    (folder / "versions").mkdir(parents=True)
    for path in MIGRATIONS.glob("*.*"):
        (folder / path.name).write_text(path.read_text())
    given = config()
    given.set_main_option("script_location", str(folder))
    command.revision(given, "Gnomes may sing", rev_id="0001")
    (made,) = (folder / "versions").glob("*.py")
    assert made.read_text().startswith('"""Gnomes may sing.\n')
    compile(made.read_text(), made.name, "exec")


@pytest.mark.parametrize(
    ("revision", "kind", "said"),
    [
        (
            "0016",
            Mendable,
            r"is of migration 0016, which this version does not upgrade; upgrade it first with "
            r"rednov_bot 0\.1\.0 from before 1 December 2026 \(commit b9efb674\)$",
        ),
        ("9999", StoreTooNew, r"written by a newer version of this program \(migration 9999"),
    ],
)
def test_a_database_of_a_version_that_is_not_known_is_left_alone(
    url: str, revision: str, kind: type[Exception], said: str
) -> None:
    with inside(url) as connection:
        older.pretend(connection, revision)
    try:
        with pytest.raises(kind, match=said):
            upgrading.upgrade(url)
        assert upgrading.version(url) == revision
    finally:
        with inside(url) as connection:
            older.pretend(connection, upgrading.HEAD)


@pytest.mark.parametrize("seals", [("ABCDEFGH",), ("", "ABCDEFGH")])
def test_a_sealed_database_is_refused_and_left_as_it_is(
    empty_url: str, seals: tuple[str, ...]
) -> None:
    upgrading.upgrade(empty_url)
    older.sealed(empty_url, *seals)
    for asked in (upgrading.upgrade, upgrading.version):
        with pytest.raises(
            Mendable,
            match=r"is sealed with a key, .* unseal it with rednov_bot 0\.1\.0 from before "
            r"1 December 2026 \(`rednov key unseal`\), then upgrade$",
        ):
            asked(empty_url)
    with inside(empty_url) as connection:
        assert scalars(connection, "SELECT version_num FROM alembic_version") == ["0022"]
        assert tuple(scalars(connection, "SELECT name FROM seals ORDER BY id")) == seals


@pytest.mark.parametrize("tables", [("accounts",), ("accounts", "alembic_version")])
def test_the_database_of_another_program_is_refused_and_left_as_it_is(
    empty_url: str, tables: tuple[str, ...]
) -> None:
    engine = create_engine(empty_url)
    with engine.begin() as connection:
        for name in tables:
            connection.execute(text(f"CREATE TABLE {name} (version_num TEXT)"))
            connection.execute(text(f"INSERT INTO {name} VALUES ('{upgrading.HEAD}')"))
    engine.dispose()
    file = Path(empty_url.removeprefix("sqlite:///"))
    before = file.read_bytes() if file.exists() else b""
    for asked in (upgrading.upgrade, upgrading.version):
        with pytest.raises(Mendable, match="holds the tables of another program; name a database"):
            asked(empty_url)
    with engine.begin() as connection:
        assert set(inspect(connection).get_table_names()) == set(tables)
    engine.dispose()
    assert not file.exists() or file.read_bytes() == before


def test_an_upgrade_that_breaks_off_leaves_nothing(empty_url: str) -> None:
    def never(_: UnitOfWork) -> int:
        raise LookupError

    with pytest.raises(LookupError):
        upgrading.upgrade(empty_url, program=Program("9.9.9"), check=never)
    assert upgrading.version(empty_url) is None


def test_two_who_upgrade_at_once_do_not_disturb_each_other(empty_url: str) -> None:
    # In processes of their own, as in life: alembic's context is one for a whole process.
    code = f"from rednov_bot.core.store.upgrading import upgrade; upgrade({empty_url!r})"
    both = [subprocess.Popen([sys.executable, "-c", code]) for _ in "12"]
    assert [one.wait() for one in both] == [0, 0]
    assert upgrading.version(empty_url) == upgrading.HEAD


@pytest.mark.parametrize("doing", ["BEGIN IMMEDIATE", "BEGIN; SELECT * FROM sqlite_master"])
def test_a_file_without_a_log_gets_one_when_its_turn_comes(tmp_path: Path, doing: str) -> None:
    path = tmp_path / "rednov.db"
    with (
        closing(sqlite3.connect(path, isolation_level=None)) as another,
        ThreadPoolExecutor(1) as pool,
    ):
        for statement in doing.split("; "):
            another.execute(statement).fetchall()
        upgraded = pool.submit(upgrading.upgrade, f"sqlite:///{path}", patience=60)
        with pytest.raises(TimeoutError):
            upgraded.result(0.2)
        another.execute("COMMIT")
        upgraded.result()
    with closing(sqlite3.connect(path)) as anew:
        assert anew.execute("PRAGMA journal_mode").fetchone() == ("wal",)


@pytest.mark.parametrize("name", ["100% %(here)s.db", "a?b#c.db", "blank and ü.db"])
def test_a_file_may_be_called_anything_and_nobody_else_may_read_it(
    tmp_path: Path, name: str
) -> None:
    loggers = [logging.getLogger(name) for name in (None, "alembic", "sqlalchemy")]
    before = [(logger.level, list(logger.handlers)) for logger in loggers]
    url = URL.create("sqlite", database=str(tmp_path / name)).render_as_string()
    upgrading.upgrade(url)
    with Database(url) as db, db.transaction() as records:
        records.keep([a_mail(1)])
        assert {one.name for one in tmp_path.iterdir()} > {name}
        for file in tmp_path.iterdir():
            assert stat.S_IMODE(file.stat().st_mode) == 0o600, file
    assert [(logger.level, list(logger.handlers)) for logger in loggers] == before


def test_a_database_that_is_up_to_date_needs_no_alembic(sqlite_template: Path) -> None:
    code = (
        "import sys; from rednov_bot.core.store.upgrading import upgrade; "
        f"upgrade('sqlite:///{sqlite_template}'); "
        "sys.exit('alembic' in sys.modules or 'sqlalchemy.orm' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_migrations_are_not_run_from_outside() -> None:
    with pytest.raises(SystemExit, match="rednov db upgrade"):
        command.upgrade(config(), "head")
