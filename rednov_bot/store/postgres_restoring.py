"""A dump is loaded into a PostgreSQL database; what was there is kept in a schema of its own.

Meanwhile it is marked as half restored, so that it serves nobody.
"""

from __future__ import annotations

import tempfile
from datetime import datetime
from pathlib import Path

from sqlalchemy import Connection, Engine, inspect

from rednov_bot.errors import Mendable
from rednov_bot.store import database, half_restored, postgres_backups, postgres_tools
from rednov_bot.store.half_restored import MARK
from rednov_bot.store.postgres_backups import VERSIONS
from rednov_bot.store.tables import FORMER, metadata


def restore(engine: Engine, file: Path, *, replace: bool, at: datetime) -> str:
    """The dump is in the database; where what was there is kept, "" where nothing was.

    Where that fails, what was there is back in its place.  A database that was half restored before
    stays so: it serves nobody until it is restored.

    Mendable where somebody else is connected to it, or where it holds tables of ours and is not to
    be replaced.
    """
    called = database.name(engine.url)
    lines = postgres_backups.listed(file)
    with engine.begin() as connection:  # who comes back now waits, and finds the mark
        if postgres_backups.is_in_use(connection):
            raise Mendable(f"another program uses {called}; stop every rednov that serves it")
        program = postgres_tools.tool("pg_restore", postgres_tools.version_of(connection))
        there, left = _ours(connection), half_restored.kept_aside(connection)
        if there and not replace:
            raise Mendable(
                f"{called} holds tables already; nothing was restored. To put the backup in their "
                "place and keep them aside, say --replace"
            )
        aside = f"before_{at:%Y_%m_%d_%H%M%S}" if there else ""
        if there:
            connection.exec_driver_sql(f'CREATE SCHEMA "{aside}"')
            _move(connection, there, "public", aside)
        if left is None:
            connection.exec_driver_sql(f"CREATE TABLE {MARK} (aside text)")
        connection.exec_driver_sql(f"INSERT INTO {MARK} VALUES ('{aside}')")
    wanted = [line for line in lines if not _is_schema(line)]
    with tempfile.NamedTemporaryFile("w", suffix=".list", encoding="utf-8") as names:
        names.write("\n".join(wanted) + "\n")
        names.flush()
        command = [program, "--no-owner", "--no-privileges", "--single-transaction"]
        command += ["--exit-on-error", f"--use-list={names.name}", str(file)]
        try:
            postgres_tools.called(engine, command, "restore")
        except BaseException:
            with engine.begin() as connection:
                if there:
                    _move(connection, there, aside, "public")
                    connection.exec_driver_sql(f'DROP SCHEMA "{aside}"')
                if left is None:
                    connection.exec_driver_sql(f"DROP TABLE {MARK}")
                else:
                    connection.exec_driver_sql(f"DELETE FROM {MARK} WHERE aside = '{aside}'")
            raise
    kept = left or aside
    return f"the schema {kept}" if kept else ""


def open_up(engine: Engine) -> None:
    """All of it is restored: a service may use it."""
    with engine.begin() as connection:
        connection.exec_driver_sql(f"DROP TABLE {MARK}")


def _is_schema(line: str) -> bool:
    """Whether an entry of a list makes the schema itself, which is there."""
    return " SCHEMA - " in line or " COMMENT - SCHEMA " in line or " ACL - SCHEMA " in line


def _ours(connection: Connection) -> list[str]:
    known = {*metadata.tables, *FORMER, VERSIONS}
    return sorted(known.intersection(inspect(connection).get_table_names(schema="public")))


def _move(connection: Connection, tables: list[str], before: str, after: str) -> None:
    for name in tables:
        connection.exec_driver_sql(f'ALTER TABLE "{before}"."{name}" SET SCHEMA "{after}"')
