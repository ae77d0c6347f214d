"""A new SQLite database gets at once the tables that the migrations would make one after another.

`tests/store/test_upgrading.py` runs the migrations themselves.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Connection

from rednov_bot.store import upgrading

MIGRATED: Callable[[Connection], None] = upgrading.make_tables


@cache
def _statements() -> tuple[str, ...]:
    """What makes the tables and indexes that all migrations together make, and says so."""
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
        MIGRATED(connection)
        return
    run = connection.connection.cursor().execute
    for statement in _statements():
        run(statement)


@contextmanager
def made_at_once() -> Iterator[None]:
    """Inside, new SQLite databases are not migrated."""
    _statements()
    upgrading.make_tables = _make_tables
    try:
        yield
    finally:
        upgrading.make_tables = MIGRATED


@contextmanager
def migrated() -> Iterator[None]:
    """Inside, they are again."""
    before, upgrading.make_tables = upgrading.make_tables, MIGRATED
    try:
        yield
    finally:
        upgrading.make_tables = before
