"""A database by its URL: how it is opened, and what it is called.

On both kinds one transaction at a time is under way, from its first statement: what a transaction
reads stays true until it ends, and papers get their ids in the order in which they are committed.
SQLite does it by BEGIN IMMEDIATE, PostgreSQL by a lock that every transaction takes first.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import quote, unquote, urlsplit

from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from rednov_bot.errors import Mendable
from rednov_bot.store import strangers
from rednov_bot.store.statements import Kind

PATIENCE: Final = 5.0
"""Seconds to wait for another transaction to end."""

SILENCE: Final = 60
"""Seconds after which PostgreSQL breaks off a transaction in which nothing happens.

Whoever hangs in one, or is cut off, would keep everybody else from the database for ever.
"""

_CONNECT_SECONDS: Final = 10
_KEPT_ALIVE: Final = {
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,  # milliseconds
}
"""By which a cut network is noticed here..."""
_SERVER_ALIVE: Final = {
    "tcp_keepalives_idle": 5,
    "tcp_keepalives_interval": 2,
    "tcp_keepalives_count": 3,
}
"""...and there: seconds, and how often."""
_LOCK: Final = int.from_bytes(b"rednov", "big")  # any number, as long as it is always the same
_READS: Final = "rednov_reads"
"""The option of a connection by which nothing is written, so that nobody waits for it."""


def opened(url: str, patience: float = PATIENCE) -> Engine:
    """A database, not yet connected to.  Mendable when the URL or the driver will not do."""
    try:
        parsed = make_url(url)
        if parsed.get_backend_name() == "sqlite":
            return _sqlite(parsed, patience)
        if parsed.get_backend_name() == "postgresql":
            return _postgresql(parsed, patience)
    except (ArgumentError, NoSuchModuleError, ValueError):
        pass  # their words might quote the URL, and a password with it
    except ModuleNotFoundError:
        raise Mendable(
            "the driver for PostgreSQL is not installed; pip install 'rednov-bot[postgresql]'"
        ) from None
    raise Mendable(
        "bot.database is no URL of a database; write sqlite:///FILE or "
        "postgresql+psycopg://USER@HOST/NAME"
    )


def kind(url: URL) -> Kind:
    """What kind of database this is."""
    return "sqlite" if url.get_backend_name() == "sqlite" else "postgresql"


def named(file: Path) -> URL:
    """A SQLite file as a URL, whatever its name holds: `?` and `%` mean something else there."""
    return URL.create("sqlite", database=str(file.absolute()))


def name(url: URL) -> str:
    """What a database is called in sentences for people: nothing that may be secret."""
    if url.get_backend_name() == "sqlite":
        return f"the database {url.database}"
    port = f":{url.port}" if url.port else ""
    return f"the database {url.database} at {url.host or 'localhost'}{port}"


_STATEMENTS: Final = 500
"""That a connection keeps prepared: of ours there are more than the 128 that Python keeps."""


def _sqlite(url: URL, patience: float) -> Engine:
    engine = create_engine(
        url,
        poolclass=NullPool,
        hide_parameters=True,
        connect_args={
            "timeout": patience,
            "check_same_thread": False,
            "cached_statements": _STATEMENTS,
        },
    )

    def prepare(connection: sqlite3.Connection, _: object) -> None:
        """Durable, strict about references, and nothing begun behind our back."""
        connection.isolation_level = None
        if not _writes_ahead(connection):
            _begin_to_write_ahead(connection)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")

    def begin(connection: Connection) -> None:
        reads = connection.get_execution_options().get(_READS)
        connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")

    if _is_path(url):
        event.listen(engine, "do_connect", _never_make)
    event.listen(engine, "connect", prepare)
    event.listen(engine, "begin", begin)
    return engine


def _writes_ahead(connection: sqlite3.Connection) -> bool:
    (mode,) = connection.execute("PRAGMA journal_mode").fetchone()
    return bool(mode == "wal")


def _begin_to_write_ahead(connection: sqlite3.Connection) -> None:
    """The file gets a write-ahead log, for good; who else wants one at the same time waits.

    SQLite changes the mode outside transactions alone, and of two who do so at once it sends one
    away without waiting.  So the turn is waited for where it does wait, at BEGIN IMMEDIATE, and the
    lock is kept beyond the transaction until the mode is changed.
    """
    if strangers.is_anothers(connection):
        return
    connection.execute("BEGIN IMMEDIATE")
    if _writes_ahead(connection):
        connection.execute("COMMIT")
        return
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")  # COMMIT leaves the lock
    connection.execute("COMMIT")
    connection.execute("PRAGMA locking_mode = NORMAL")  # the next access is the last to have it
    connection.execute("PRAGMA journal_mode = WAL")


def _postgresql(url: URL, patience: float) -> Engine:
    engine = create_engine(
        url,
        poolclass=NullPool,
        hide_parameters=True,
        isolation_level="READ COMMITTED",  # a snapshot taken before the lock would be stale
        connect_args={"connect_timeout": _CONNECT_SECONDS, **_KEPT_ALIVE},
    )

    def prepare(connection: Any, _: object) -> None:
        connection.execute(f"SET lock_timeout = {max(1, round(patience * 1000))}")
        connection.execute(f"SET idle_in_transaction_session_timeout = '{SILENCE}s'")
        for what, seconds in _SERVER_ALIVE.items():
            connection.execute(f"SET {what} = {seconds}")
        # Every question that is asked often has its index.  Before the first ANALYZE, and in plans
        # kept from when a table was small, PostgreSQL would rather read whole tables.
        for way in ("seqscan", "hashjoin", "mergejoin"):
            connection.execute(f"SET enable_{way} = off")
        connection.commit()

    def begin(connection: Connection) -> None:
        if connection.get_execution_options().get(_READS):
            connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        else:
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")

    event.listen(engine, "connect", prepare)
    event.listen(engine, "begin", begin)
    return engine


@contextmanager
def moment_of(engine: Engine) -> Iterator[Connection]:
    """The database as of one moment, to be read alone: nobody who writes waits for it."""
    with engine.connect().execution_options(**{_READS: True}) as connection, connection.begin():
        yield connection


class Line(NamedTuple):
    """A connection, and the driver's cursor that serves all its transactions."""

    connection: Connection
    cursor: Any


def begin(line: Line, kind: Kind) -> None:
    """A transaction begins; SQLite's by the driver's own word, at a tenth of the price."""
    if kind == "sqlite":
        line.cursor.execute("BEGIN IMMEDIATE")
    else:
        line.connection.begin()


def commit(line: Line, kind: Kind) -> None:
    """What was done since `begin` is kept."""
    if kind == "sqlite":
        line.cursor.execute("COMMIT")
    else:
        line.connection.commit()


_HASTE: Final[dict[Kind, str]] = {
    "sqlite": "PRAGMA synchronous = NORMAL",
    "postgresql": "SET synchronous_commit = off",
}


def make_hasty(connection: Connection, kind: Kind) -> None:
    """Commits of this connection do not wait for the disk: a loss of power may undo the last."""
    driver: Any = connection.connection.driver_connection
    driver.execute(_HASTE[kind])
    driver.commit()


def _is_path(url: URL) -> bool:
    return bool(url.database) and not str(url.database).startswith((":", "file:"))


def _never_make(_: object, __: object, where: list[str], how: dict[str, Any]) -> None:
    """SQLite opens a file that is there; left alone, it would make an empty one."""
    where[0] = f"file:{quote(where[0])}?mode=rw"
    how["uri"] = True


def is_missing(url: URL) -> bool:
    """Whether this is a SQLite file that does not exist."""
    return url.get_backend_name() == "sqlite" and _is_path(url) and not place(url).exists()


def file_of(url: URL) -> Path | None:
    """The file of a SQLite database, None of any other."""
    return place(url) if url.get_backend_name() == "sqlite" and _is_path(url) else None


def place(url: URL) -> Path:
    """Where a SQLite database lies, be it named by its path or by a `file:` URI."""
    name = str(url.database)
    return Path(unquote(urlsplit(name).path) if name.startswith("file:") else name)


def make_private_file(url: URL) -> None:
    """A new SQLite file is made so that its owner alone can read it: hands lie in it."""
    path = place(url)
    try:
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        reason = error.strerror or "it cannot be made"
        raise Mendable(f"{name(url)} cannot be made: {reason}; mend the path") from None
