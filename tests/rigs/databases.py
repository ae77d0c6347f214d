"""SQLite as tests need it: tables made at once, and nobody waits for the disk.

A new database gets the tables of the first one that was made.  This process loses no power: tests
that kill a program start one of their own, which waits for the disk.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import Connection, Engine, event

from rednov_bot.core.store import upgrading

_MAKE_TABLES: Callable[[Connection], None] = upgrading.make_tables


@cache
def _statements() -> tuple[str, ...]:
    """What makes the tables and indexes of a new database, and says so."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "template.db"
        upgrading.upgrade(f"sqlite:///{path}")
        with closing(sqlite3.connect(path)) as made:
            found = made.execute(
                "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid"
            )
            statements = tuple(sql for (sql,) in found)
    return (*statements, f"INSERT INTO alembic_version VALUES ('{upgrading.HEAD}')")


def _make_tables(connection: Connection) -> None:
    if connection.dialect.name != "sqlite" or upgrading.version_on(connection) is not None:
        _MAKE_TABLES(connection)
        return
    run = connection.connection.cursor().execute
    for statement in _statements():
        run(statement)


class _Hasty(sqlite3.Connection):
    def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
        if sql.startswith(("PRAGMA synchronous", "PRAGMA journal_mode = ")):
            super().execute("PRAGMA synchronous = OFF")
        return super().execute(sql.replace("synchronous = FULL", "synchronous = OFF"), *parameters)


def _hasty(dialect: Any, _: object, __: object, how: dict[str, Any]) -> None:
    if dialect.name == "sqlite":
        how["factory"] = _Hasty


@contextmanager
def made_at_once() -> Iterator[None]:
    """Inside, new SQLite databases get their tables so, and none waits for the disk."""
    _statements()
    upgrading.make_tables = _make_tables
    event.listen(Engine, "do_connect", _hasty)
    try:
        yield
    finally:
        event.remove(Engine, "do_connect", _hasty)
        upgrading.make_tables = _MAKE_TABLES
