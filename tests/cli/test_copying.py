"""A host takes the database from SQLite to PostgreSQL and back, and the game goes on there."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, inspect, select, text

from rednov_bot.core.store import database
from rednov_bot.core.store.serving import serving
from rednov_bot.core.store.tables import metadata
from tests.builders import Table
from tests.cli.shell import SETTINGS, Shell
from tests.cli.test_troubles import in_one_line
from tests.workflow.play import NO_TURN, code_in, kinds, reply, say, start, write


def go_on(table: Table) -> None:
    """Two turns are announced, resolved and approved, and something is asked and misread."""
    for name in ("Ann", "Bob"):
        news = say(table, name, NO_TURN)
        assert kinds(news)[0] == "receipt"
        assert kinds(reply(table, code_in(news), "approve"))[0] == "public"
    write(table, "Ann", "status")
    say(table, "Bob", "I fix the thing for 3 minutes.")
    table.desk.db.close()


@pytest.fixture
def played(shell: Shell) -> Shell:
    """A real game has begun, and two turns of it are played."""

    def play() -> None:
        table = shell.table()
        reply(table, start(table).code, "approve")
        go_on(table)

    shell.prepared("played", play)
    return shell


def rows(url: str) -> dict[str, list[tuple[Any, ...]]]:
    """All that a database holds, with which it may be compared."""
    engine = database.opened(url)
    with database.moment_of(engine) as connection:
        return {
            table.name: [
                tuple(one)
                for one in connection.execute(select(table).order_by(*table.primary_key.columns))
            ]
            for table in metadata.sorted_tables
        }


def own(shell: Shell) -> str:
    return f"sqlite:///{shell.folder / 'rednov.db'}"


def still_serves(shell: Shell, url: str) -> None:
    """The settings name another database, as the copy said, and the game goes on there."""
    shell.config.write_text(SETTINGS.replace("sqlite:///rednov.db", url), encoding="utf-8")
    go_on(shell.table())
    assert shell("db upgrade").code == 0


def test_from_sqlite_to_postgresql_and_back(
    played: Shell, postgres_url: Callable[[], str], tmp_path: Path
) -> None:
    there = postgres_url()
    said = played("db copy", there)
    assert (said.code, said.err) == (0, "")
    assert "holds all of it; 1 game with 2 turns played again, as they were" in said.out
    assert rows(there) == rows(own(played))
    for table, there_are in rows(there).items():
        assert (f"  {table}\n" in said.out) == bool(there_are)
    with database.opened(there).begin() as connection:  # papers get numbers behind those copied
        for table in metadata.sorted_tables:
            column = table.autoincrement_column
            last = None if column is None else connection.scalar(select(func.max(column)))
            if column is not None and last is not None:
                asked = func.nextval(func.pg_get_serial_sequence(table.name, column.name))
                assert connection.scalar(select(asked)) == last + 1
    still_serves(played, there)

    back = tmp_path / "back and forth.db"
    said = played("db copy", str(back))
    assert (said.code, said.err) == (0, "")
    assert "1 game with 4 turns played again, as they were" in said.out
    assert f'set bot.database to "sqlite:///{back}"' in said.out
    assert rows(f"sqlite:///{back}") == rows(there)
    assert back.stat().st_mode & 0o777 == 0o600
    assert [one.name for one in tmp_path.iterdir() if "part" in one.name] == []
    still_serves(played, f"sqlite:///{back.name}")


def test_a_target_that_is_not_empty_is_left_alone(
    shell: Shell, postgres_url: Callable[[], str], tmp_path: Path
) -> None:
    shell.made()
    there = postgres_url()
    engine = database.opened(there)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE somebodys (id int)"))
    said = in_one_line(shell("db copy", there))
    assert said.endswith("is not empty; name an empty database, nothing was copied\n")
    with engine.begin() as connection:
        assert inspect(connection).get_table_names() == ["somebodys"]
    (tmp_path / "copy.db").write_text("mine", encoding="utf-8")
    for name in ("copy.db", "rednov.db"):
        told = f"{name} is there already; name another file, nothing was copied"
        assert told in in_one_line(shell("db copy", name))
    assert (tmp_path / "copy.db").read_text(encoding="utf-8") == "mine"


def test_nothing_is_copied_while_it_is_in_use_or_where_it_is_not_of_this_version(
    shell: Shell, postgres_url: Callable[[], str], tmp_path: Path
) -> None:
    assert "there is no database at " in in_one_line(shell("db copy", "copy.db"))
    shell.made()
    with serving(own(shell)):
        said = in_one_line(shell("db copy", "copy.db"))
    assert "another rednov serves the database" in said
    there = postgres_url()
    assert shell("db copy", there).code == 0
    shell.config.write_text(SETTINGS.replace("sqlite:///rednov.db", there), encoding="utf-8")
    with database.opened(there).connect():
        said = in_one_line(shell("db copy", "copy.db"))
    assert "another program uses the database" in said
    assert "stop every rednov that serves it" in said
    shell.config.write_text(SETTINGS, encoding="utf-8")
    with closing(sqlite3.connect(tmp_path / "rednov.db")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '0017'")
    said = in_one_line(shell("db copy", "copy.db"))
    assert "is not of this version (migration 0017" in said
    assert "run `rednov db upgrade` first" in said
    assert not (tmp_path / "copy.db").exists()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_copy_in_which_a_game_comes_out_otherwise_is_not_kept(
    played: Shell, kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(tmp_path / "rednov.db")) as connection, connection:
        connection.execute("UPDATE game_secrets SET secret = zeroblob(32)")
    before = rows(own(played))
    there = f"sqlite:///{tmp_path / 'copy.db'}"
    if kind == "postgresql":
        there = request.getfixturevalue("postgres_url")()
    assert "comes out otherwise; nothing was copied" in in_one_line(played("db copy", there))
    assert rows(own(played)) == before
    if kind == "sqlite":
        assert [one.name for one in tmp_path.glob("*copy*")] == []
    else:
        with database.opened(there).begin() as connection:
            assert inspect(connection).get_table_names() == []
