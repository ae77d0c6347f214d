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
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, inspect, text

from rednov_bot.core.errors import Mendable, StoreTooNew
from rednov_bot.core.paths import MIGRATIONS
from rednov_bot.core.store import database, upgrading
from rednov_bot.core.store.tables import metadata
from rednov_bot.core.store.unit_of_work import Database, UnitOfWork
from rednov_bot.core.store.upgrading import Program
from tests.store import older
from tests.store.samples import (
    NOON,
    a_decision,
    a_draft,
    a_game,
    a_mail,
    a_posting,
    an_attempt,
)


@pytest.fixture
def connection(empty_url: str) -> Iterator[Connection]:
    """A transaction on a database with a game, two drafts and three mails, the first one held."""
    upgrading.upgrade(empty_url)
    with Database(empty_url) as db, db.transaction() as records:
        game = a_game(records)
        records.keep([a_mail(number) for number in (1, 2, 3)])
        for (mail, _), status in zip(records.undisposed(3), ("hold", "read", "read"), strict=True):
            records.dispose(mail, status, "a turn", message=None, digest=None, at=NOON)
        for code in ("AAAAAAA", "AAAAAAB"):
            records.add_draft(a_draft(code, game=game.id))
    engine = database.opened(empty_url)
    with engine.begin() as made:
        yield made
    engine.dispose()


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return config


def test_an_empty_database_gets_every_table(empty_url: str) -> None:
    assert upgrading.version(empty_url) is None
    upgrading.upgrade(empty_url)
    assert upgrading.version(empty_url) == upgrading.HEAD
    with Database(empty_url) as db, db.transaction() as records:
        assert a_game(records).tag == "RN1"


def test_upgrading_twice_changes_nothing(url: str) -> None:
    with Database(url) as db:
        with db.transaction() as records:
            game = a_game(records)
        upgrading.upgrade(url)
        with db.transaction() as records:
            assert records.games() == (game,)


@pytest.mark.parametrize("revision", ["0017", "0022"])
def test_what_is_on_file_survives_an_upgrade_and_goes_on(empty_url: str, revision: str) -> None:
    upgrading.upgrade(empty_url, at=NOON)
    with Database(empty_url) as db:
        with db.transaction() as records:
            game = a_game(records)
            records.keep([a_mail(1)])
            ((mail, _),) = records.undisposed(1)
            records.dispose(mail, "hold", "whose is it?", message=None, digest=None, at=NOON)
            records.note_told([mail])
            records.add_draft(a_draft(mail=mail))
            records.queue(a_posting("one"), draft="ABC2345", at=NOON)
        with database.opened(empty_url).begin() as connection:
            older.make_older(connection, revision)
            assert _constraints(connection) != _constraints_of_tables()
        upgrading.upgrade(empty_url)
        assert upgrading.version(empty_url) == upgrading.HEAD
        with db.transaction() as records:
            assert records.games() == (game,)
            assert records.held_untold() == ()
            assert records.made_at() == (NOON if revision == "0022" else None)
            records.decide(a_decision())
            records.attempted(an_attempt("one"))
            records.restore(NOON)
            assert [one.state for one in records.outbox()] == ["accepted"]
            assert a_game(records).tag == "RN2"


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


def test_open_questions_survive_and_codes_that_were_used_up_close_theirs(
    connection: Connection,
) -> None:
    older.make_older(connection, "0017")
    asked = "INSERT INTO doubted VALUES (:id, 1, :code, 'Ann', 'doubtful: odd', 0)"
    connection.execute(text(asked), [{"id": n, "code": f"ABCDEF{n}"} for n in (2, 3, 4)])
    connection.execute(text("INSERT INTO vouched VALUES (3, 'used up', NULL, 0)"))
    connection.execute(text("INSERT INTO vouched VALUES (4, 'no', NULL, 0)"))
    upgrading.make_tables(connection)
    found = connection.execute(text("SELECT doubted, verdict FROM vouched ORDER BY doubted"))
    assert [tuple(row) for row in found] == [(3, "closed"), (4, "no")]
    assert connection.scalar(text("SELECT count(*) FROM doubted")) == 3


def test_of_mails_that_were_held_before_the_upgrade_nobody_is_told_anew(
    connection: Connection,
) -> None:
    older.make_older(connection, "0017")
    upgrading.make_tables(connection)
    assert list(connection.scalars(text("SELECT mail FROM held_told"))) == [1]


def test_of_mails_that_waited_since_a_restore_the_contestmaster_is_told_after_the_upgrade(
    connection: Connection,
) -> None:
    older.make_older(connection, "0022")
    connection.execute(text("INSERT INTO held_told VALUES (1), (2), (3)"))
    restored = text("INSERT INTO restorations (id, mails, at) VALUES (:id, :mails, :at)")
    now = time.time_ns() // 1000
    connection.execute(restored, [{"id": 1, "mails": 0, "at": 0}, {"id": 2, "mails": 2, "at": now}])
    upgrading.make_tables(connection)
    assert list(connection.scalars(text("SELECT mail FROM held_told ORDER BY mail"))) == [1, 2]
    assert list(connection.scalars(text("SELECT at FROM restorations ORDER BY id"))) == [0, now]


@pytest.mark.parametrize("revision", [*upgrading.UPGRADED[:1], "0022", upgrading.HEAD])
def test_the_upgraded_schema_equals_the_tables(connection: Connection, revision: str) -> None:
    if revision != upgrading.HEAD:
        older.make_older(connection, revision)
        upgrading.make_tables(connection)
    context = MigrationContext.configure(connection, opts={"compare_server_default": True})
    assert compare_metadata(context, metadata) == []
    assert _constraints(connection) == _constraints_of_tables()


def _constraints_of_tables() -> set[tuple[str, str, str]]:
    """As they are called in a new database."""
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        metadata.create_all(connection)
        found = _constraints(connection)
    engine.dispose()
    return found


def _constraints(connection: Connection) -> set[tuple[str, str, str]]:
    seen = inspect(connection)
    found: list[tuple[str, str, Any]] = []
    for table in seen.get_table_names():
        if table == "alembic_version":
            continue
        found.append((table, "pk", seen.get_pk_constraint(table)))
        found += [(table, "fk", one) for one in seen.get_foreign_keys(table)]
        found += [(table, "uq", one) for one in seen.get_unique_constraints(table)]
        found += [
            (table, "ix", one)
            for one in seen.get_indexes(table)
            if "duplicates_constraint" not in one
        ]
    return {(table, kind, str(one["name"])) for table, kind, one in found}


def test_the_program_knows_every_migration_in_the_folder() -> None:
    there = ScriptDirectory.from_config(_config()).walk_revisions()
    known = tuple(script.revision for script in there)[::-1]
    assert (*upgrading.UPGRADED, *known) == upgrading.REVISIONS


@pytest.mark.parametrize("revision", ["0001", "0016"])
def test_a_database_of_before_what_can_be_upgraded_is_refused(url: str, revision: str) -> None:
    _pretend(url, revision)
    try:
        with pytest.raises(
            Mendable,
            match=rf"is of migration {revision}, which this version does not upgrade; upgrade it "
            r"first with rednov_bot 0\.1\.0 from before 1 December 2026 \(commit b9efb674\)$",
        ):
            upgrading.upgrade(url)
        assert upgrading.version(url) == revision
    finally:
        _pretend(url, upgrading.HEAD)


@pytest.mark.parametrize("seals", [("ABCDEFGH",), ("", "ABCDEFGH"), ("ABCDEFGH", "BCDEFGHI")])
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
    engine = database.opened(empty_url)
    with engine.begin() as connection:
        assert connection.scalar(text("SELECT version_num FROM alembic_version")) == "0022"
        names = connection.execute(text("SELECT name FROM seals ORDER BY id")).scalars()
        assert tuple(names) == seals
    engine.dispose()


@pytest.mark.parametrize("seals", [(), ("ABCDEFGH", "")])
def test_one_that_was_never_sealed_or_is_unsealed_is_upgraded(
    empty_url: str, seals: tuple[str, ...]
) -> None:
    upgrading.upgrade(empty_url)
    with Database(empty_url) as db, db.transaction() as records:
        game = a_game(records)
    older.sealed(empty_url, *seals)
    upgrading.upgrade(empty_url)
    assert upgrading.version(empty_url) == upgrading.HEAD
    with Database(empty_url) as db, db.transaction() as records:
        assert records.games() == (game,)


@pytest.mark.parametrize(
    "path", sorted((MIGRATIONS / "versions").glob("*.py")), ids=lambda p: p.stem
)
def test_a_migration_is_numbered_and_begins_with_a_sentence(path: Path) -> None:
    number, _, phrase = path.stem.partition("_")
    assert len(number) == 4
    assert number in upgrading.REVISIONS
    assert phrase
    source = path.read_text()
    assert source.startswith('"""')
    assert source.partition("\n")[0].rstrip('"').endswith(".")
    assert "rednov_bot" not in source


def test_a_new_migration_starts_from_the_template(tmp_path: Path) -> None:
    folder = tmp_path / "migrations"
    (folder / "versions").mkdir(parents=True)
    for path in MIGRATIONS.glob("*.*"):
        (folder / path.name).write_text(path.read_text())
    config = _config()
    config.set_main_option("script_location", str(folder))
    command.revision(config, "Gnomes may sing", rev_id="0001")
    (made,) = (folder / "versions").glob("*.py")
    source = made.read_text()
    assert source.startswith('"""Gnomes may sing.\n')
    compile(source, made.name, "exec")


def test_a_database_of_a_newer_version_is_left_alone(url: str) -> None:
    _pretend(url, "9999")
    try:
        with pytest.raises(StoreTooNew, match="written by a newer version") as caught:
            upgrading.upgrade(url)
        assert "9999" in str(caught.value)
        assert upgrading.version(url) == "9999"
    finally:
        _pretend(url, upgrading.HEAD)


def _pretend(url: str, revision: str) -> None:
    with database.opened(url).begin() as connection:
        older.pretend(connection, revision)


def test_an_upgrade_that_breaks_off_leaves_nothing(empty_url: str) -> None:
    def never(_: UnitOfWork) -> int:
        raise LookupError

    with pytest.raises(LookupError):
        upgrading.upgrade(empty_url, program=Program("9.9.9"), check=never)
    assert upgrading.version(empty_url) is None


def test_two_who_upgrade_at_once_do_not_disturb_each_other(empty_url: str) -> None:
    # In processes of their own, as in life: alembic's context is one for a whole process.
    code = f"from rednov_bot.core.store.upgrading import upgrade; upgrade({empty_url!r})"
    with ThreadPoolExecutor(2) as pool:
        run = [pool.submit(subprocess.run, [sys.executable, "-c", code]) for _ in "12"]
        assert [done.result().returncode for done in run] == [0, 0]
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


def test_nobody_else_may_read_a_new_database(tmp_path: Path) -> None:
    path = tmp_path / "rednov.db"
    upgrading.upgrade(f"sqlite:///{path}")
    with Database(f"sqlite:///{path}") as db, db.transaction() as records:
        a_game(records)
        for file in tmp_path.iterdir():
            assert stat.S_IMODE(file.stat().st_mode) == 0o600, file


@pytest.mark.parametrize("name", ["100% %(here)s.db", "a?b#c.db", "blank and ü.db"])
def test_a_file_may_be_called_anything(tmp_path: Path, name: str) -> None:
    from sqlalchemy import URL

    url = URL.create("sqlite", database=str(tmp_path / name)).render_as_string()
    upgrading.upgrade(url)
    assert upgrading.version(url) == upgrading.HEAD
    assert (tmp_path / name).exists()


@pytest.mark.parametrize("tables", [("accounts",), ("accounts", "alembic_version")])
def test_the_database_of_another_program_is_refused_and_left_as_it_is(
    empty_url: str, tables: tuple[str, ...]
) -> None:
    if empty_url.startswith("sqlite"):
        Path(empty_url.removeprefix("sqlite:///")).touch()
    engine = create_engine(empty_url)
    with engine.begin() as connection:
        for name in tables:
            connection.execute(text(f"CREATE TABLE {name} (version_num TEXT)"))
            connection.execute(text(f"INSERT INTO {name} VALUES ('{upgrading.HEAD}')"))
    engine.dispose()
    files = Path(empty_url.removeprefix("sqlite:///")) if "sqlite" in empty_url else None
    before = files.read_bytes() if files else b""
    for asked in (upgrading.upgrade, upgrading.version):
        with pytest.raises(Mendable, match="holds the tables of another program; name a database"):
            asked(empty_url)
    with engine.begin() as connection:
        assert set(inspect(connection).get_table_names()) == set(tables)
    engine.dispose()
    assert files is None or files.read_bytes() == before


def test_upgrading_leaves_logging_alone(tmp_path: Path) -> None:
    loggers = [logging.getLogger(name) for name in (None, "alembic", "sqlalchemy")]
    before = [(logger.level, list(logger.handlers)) for logger in loggers]
    upgrading.upgrade(f"sqlite:///{tmp_path / 'rednov.db'}")
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
        command.upgrade(_config(), "head")
