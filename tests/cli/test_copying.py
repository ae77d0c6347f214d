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
from tests.workflow.play import NO_TURN, code_in, kinds, reply, say, start, write

OWN = 'database = "sqlite:///rednov.db"'


def go_on(table: Table, turns: int = 2) -> None:
    """Some turns are announced, resolved and approved, and something is asked and misread."""
    for number in range(turns):
        name = ("Ann", "Bob", "Cat")[number % 3]
        news = say(table, name, NO_TURN)
        assert kinds(news)[0] == "receipt"
        assert kinds(reply(table, code_in(news), "approve"))[0] == "public"
    write(table, "Ann", "status")
    say(table, "Bob", "I fix the thing for 3 minutes.")


def played(shell: Shell) -> None:
    """A real game has begun, and some turns of it are played."""
    shell.made()
    table = shell.table()
    reply(table, start(table).code, "approve")
    go_on(table)
    table.desk.db.close()


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


def moved(shell: Shell, url: str) -> None:
    """The settings name another database, as the copy said."""
    text_ = shell.config.read_text(encoding="utf-8")
    shell.config.write_text(text_.replace(OWN, f'database = "{url}"'), encoding="utf-8")


def still_serves(shell: Shell) -> None:
    """The game goes on: papers get numbers of their own behind those that were copied."""
    table = shell.table()
    go_on(table)
    table.desk.db.close()
    assert shell("db upgrade").code == 0


def test_from_sqlite_to_postgresql_and_back(
    shell: Shell, postgres_url: Callable[[], str], tmp_path: Path
) -> None:
    played(shell)
    there = postgres_url()
    said = shell("db copy", there)
    assert (said.code, said.err) == (0, "")
    assert "holds all of it; 1 game with 2 turns played again, as they were" in said.out
    assert rows(there) == rows(own(shell))
    for table, there_are in rows(there).items():
        assert (f"  {table}\n" in said.out) == bool(there_are)
    moved(shell, there)
    still_serves(shell)

    back = tmp_path / "back and forth.db"
    said = shell("db copy", str(back))
    assert (said.code, said.err) == (0, "")
    assert "1 game with 4 turns played again, as they were" in said.out
    assert f'set bot.database to "sqlite:///{back}"' in said.out
    assert rows(f"sqlite:///{back}") == rows(there)
    assert back.stat().st_mode & 0o777 == 0o600
    assert [one.name for one in tmp_path.iterdir() if "part" in one.name] == []
    shell.config.write_text(SETTINGS.replace("rednov.db", back.name), encoding="utf-8")
    still_serves(shell)


def test_the_numbers_of_papers_go_on_at_postgresql(
    shell: Shell, postgres_url: Callable[[], str]
) -> None:
    played(shell)
    there = postgres_url()
    assert shell("db copy", there).code == 0
    engine = database.opened(there)
    with engine.begin() as connection:
        for table in metadata.sorted_tables:
            column = table.autoincrement_column
            last = None if column is None else connection.scalar(select(func.max(column)))
            if column is not None and last is not None:
                asked = func.nextval(func.pg_get_serial_sequence(table.name, column.name))
                assert connection.scalar(select(asked)) == last + 1


# -- what is refused ------------------------------------------------------------------------------


def test_a_target_that_is_not_empty_is_left_alone(
    shell: Shell, postgres_url: Callable[[], str], tmp_path: Path
) -> None:
    played(shell)
    there = postgres_url()
    engine = database.opened(there)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE somebodys (id int)"))
    said = shell("db copy", there)
    assert said.code == 1
    assert said.err.endswith("is not empty; name an empty database, nothing was copied\n")
    with engine.begin() as connection:
        assert inspect(connection).get_table_names() == ["somebodys"]
    (tmp_path / "copy.db").write_text("mine", encoding="utf-8")
    said = shell("db copy", "copy.db")
    assert said.code == 1
    assert "copy.db is there already; name another file, nothing was copied" in said.err
    assert (tmp_path / "copy.db").read_text(encoding="utf-8") == "mine"
    assert "is there already" in shell("db copy", "rednov.db").err


def test_nothing_is_copied_while_a_service_runs_on_it(
    shell: Shell, postgres_url: Callable[[], str], tmp_path: Path
) -> None:
    shell.made()
    with serving(own(shell)):
        said = shell("db copy", "copy.db")
    assert said.code == 1
    assert "another rednov serves the database" in said.err
    assert not (tmp_path / "copy.db").exists()
    there = postgres_url()
    assert shell("db copy", there).code == 0
    moved(shell, there)
    engine = database.opened(there)
    with engine.connect():
        said = shell("db copy", "copy.db")
    assert said.code == 1
    assert "another program uses the database" in said.err
    assert "stop every rednov that serves it" in said.err
    assert not (tmp_path / "copy.db").exists()


def test_a_database_that_is_not_there_or_of_another_version_is_not_copied(
    shell: Shell, tmp_path: Path
) -> None:
    said = shell("db copy", "copy.db")
    assert (said.code, said.out) == (1, "")
    assert "there is no database at " in said.err
    shell.made()
    with closing(sqlite3.connect(tmp_path / "rednov.db")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '0017'")
    said = shell("db copy", "copy.db")
    assert "is not of this version (migration 0017" in said.err
    assert "run `rednov db upgrade` first" in said.err
    assert not (tmp_path / "copy.db").exists()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_copy_in_which_a_game_comes_out_otherwise_is_not_kept(
    shell: Shell, kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    played(shell)
    with closing(sqlite3.connect(tmp_path / "rednov.db")) as connection, connection:
        connection.execute("UPDATE game_secrets SET secret = zeroblob(32)")
    before = rows(own(shell))
    there = f"sqlite:///{tmp_path / 'copy.db'}"
    if kind == "postgresql":
        there = request.getfixturevalue("postgres_url")()
    said = shell("db copy", there)
    assert said.code == 1
    assert "comes out otherwise; nothing was copied" in said.err
    assert rows(own(shell)) == before
    if kind == "sqlite":
        assert [one.name for one in tmp_path.glob("*copy*")] == []
    else:
        with database.opened(there).begin() as connection:
            assert inspect(connection).get_table_names() == []
