"""A database by its URL: how it is opened, what it is called, and its errors in our words.

On both kinds one transaction at a time is under way, from its first statement: what a transaction
reads stays true until it ends, and papers get their ids in the order in which they are committed.
SQLite does it by BEGIN IMMEDIATE, PostgreSQL by a lock that every transaction takes first.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Any, Final, cast
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from rednov_bot.errors import AlreadyOnFile, Mendable, StoreUnreachable
from rednov_bot.store.statements import Kind

PATIENCE: Final = 5.0
"""Seconds to wait for another transaction to end."""

_CONNECT_SECONDS: Final = 10
_LOCK: Final = int.from_bytes(b"rednov", "big")  # any number, as long as it is always the same


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


def name(url: URL) -> str:
    """What a database is called in sentences for people: nothing that may be secret."""
    if url.get_backend_name() == "sqlite":
        return f"the database {url.database}"
    port = f":{url.port}" if url.port else ""
    return f"the database {url.database} at {url.host or 'localhost'}{port}"


def _sqlite(url: URL, patience: float) -> Engine:
    engine = create_engine(
        url,
        poolclass=NullPool,
        hide_parameters=True,
        connect_args={"timeout": patience, "check_same_thread": False},
    )

    def prepare(connection: sqlite3.Connection, _: object) -> None:
        """Durable, strict about references, and nothing begun behind our back."""
        connection.isolation_level = None
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")

    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    if _is_path(url):
        event.listen(engine, "do_connect", _never_make)
    event.listen(engine, "connect", prepare)
    event.listen(engine, "begin", begin)
    return engine


def _postgresql(url: URL, patience: float) -> Engine:
    engine = create_engine(
        url,
        poolclass=NullPool,
        hide_parameters=True,
        isolation_level="READ COMMITTED",  # a snapshot taken before the lock would be stale
        connect_args={"connect_timeout": _CONNECT_SECONDS},
    )

    def prepare(connection: Any, _: object) -> None:
        connection.execute(f"SET lock_timeout = {max(1, round(patience * 1000))}")
        connection.commit()

    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")

    event.listen(engine, "connect", prepare)
    event.listen(engine, "begin", begin)
    return engine


def _is_path(url: URL) -> bool:
    return bool(url.database) and not str(url.database).startswith((":", "file:"))


def _never_make(_: object, __: object, where: list[str], how: dict[str, Any]) -> None:
    """SQLite opens a file that is there; left alone, it would make an empty one."""
    where[0] = f"file:{quote(where[0])}?mode=rw"
    how["uri"] = True


def is_missing(url: URL) -> bool:
    """Whether this is a SQLite file that does not exist."""
    return url.get_backend_name() == "sqlite" and _is_path(url) and not _path(url).exists()


def _path(url: URL) -> Path:
    return Path(str(url.database))


def make_private_file(url: URL) -> None:
    """A new SQLite file is made so that its owner alone can read it: hands lie in it."""
    path = _path(url)
    try:
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        reason = error.strerror or "it cannot be made"
        raise Mendable(f"{name(url)} cannot be made: {reason}; mend the path") from None


def driver_error(engine: Engine) -> type[Exception]:
    """What the driver's own errors have in common."""
    error: type[Exception] = cast("Any", engine.dialect.dbapi).Error
    return error


def in_our_words(error: Exception, url: URL) -> Exception:
    """What went wrong, as an error of ours.  The database's words may hold what is on file."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
    found = getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None)
    code: str = found or ""
    called = name(url)
    if code in _UNIQUE:
        return AlreadyOnFile(f"{called} holds this paper already; nothing was changed")
    if code in _NAMES_NOTHING:
        return KeyError("a paper names another one that is not on file")
    if code == "42P01" or (code == "SQLITE_ERROR" and "no such table" in str(cause)):
        return Mendable(f"{called} is not up to date; run `rednov db upgrade`")
    for codes, sentence in _MENDABLE:
        if code in codes:
            return Mendable(f"{called} {sentence}")
    for codes, sentence in _UNREACHABLE:
        if code in codes:
            return StoreUnreachable(f"{called} {sentence}")
    if not code and (refused := _refused(str(cause), called)):
        return refused
    if any(kind.__name__ in _FAULTS for kind in type(cause).__mro__):
        fault = RuntimeError(f"{called} took a statement amiss ({type(cause).__name__} {code})")
        return fault.with_traceback(error.__traceback__)
    return StoreUnreachable(f"{called} does not answer")


def _refused(words: str, called: str) -> Exception | None:
    """Why PostgreSQL lets nobody in; these words tell of the login alone."""
    if "invalid connection option" in words:
        return Mendable(f"{called} is named with an option that does not exist; mend bot.database")
    _, fatal, reason = words.partition("FATAL:")
    if not fatal:
        return None
    reason = reason.strip().partition("\n")[0]
    if any(part in reason for part in _MENDABLE_LOGIN):
        return Mendable(f"{called} lets nobody in: {reason}; mend bot.database or the server")
    return StoreUnreachable(f"{called} lets nobody in: {reason}")


_MENDABLE_LOGIN: Final = ("does not exist", "authentication failed", "no password", "pg_hba.conf")


_NAMES_NOTHING: Final = frozenset({"SQLITE_CONSTRAINT_FOREIGNKEY", "23503"})
_FAULTS: Final = frozenset({"ProgrammingError", "InterfaceError", "DataError", "NotSupportedError"})
_UNIQUE: Final = frozenset({"SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY", "23505"})

_MENDABLE: Final = (
    (("SQLITE_NOTADB",), "is no database; mend the path or restore a backup"),
    (("SQLITE_CORRUPT", "SQLITE_CORRUPT_INDEX"), "is damaged; restore a backup"),
    (
        ("SQLITE_CANTOPEN", "SQLITE_CANTOPEN_ISDIR", "SQLITE_CANTOPEN_FULLPATH"),
        "cannot be opened; mend the path or the rights of the file and its folder",
    ),
    (
        ("SQLITE_READONLY", "SQLITE_READONLY_DBMOVED", "SQLITE_READONLY_DIRECTORY", "25006"),
        "cannot be written; mend its rights",
    ),
    (("42501",), "does not give this user the rights; grant them"),
)
_UNREACHABLE: Final = (
    (
        ("SQLITE_BUSY", "SQLITE_BUSY_SNAPSHOT", "SQLITE_LOCKED", "55P03"),
        "is busy with another program",
    ),
    (("SQLITE_FULL", "53100"), "has no room left on its disk"),
)
