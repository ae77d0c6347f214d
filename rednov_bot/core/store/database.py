"""A database by its URL: how it is opened, and what it is called.

On both kinds one transaction at a time is under way, from its first statement: what a transaction
reads stays true until it ends, and records get their ids in the order in which they are committed.
SQLite does it by BEGIN IMMEDIATE, PostgreSQL by a lock that every transaction takes first.
"""

from __future__ import annotations

import os
import sqlite3
from codecs import getincrementaldecoder
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, unquote, urlsplit

from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from rednov_bot.core.errors import AlreadyOnFile, Mendable, StoreUnreachable
from rednov_bot.core.invocation import program
from rednov_bot.core.store.statements import Kind

OURS: Final = "raw_mails"
"""A table that has been there from the first version on."""

MIGRATED: Final = "alembic_version"
"""The table that names the last migration."""

OF_ANOTHER: Final = "which holds the tables of another program; name a database of its own"

HALF_RESTORED: Final = "half_restored"
"""A table that earlier versions left in a database of which a restore was broken off."""

SEALS: Final = "seals"
"""A table of earlier versions: its last row names the key that seals the database, or ""."""

LAST_SEAL: Final = f"SELECT name FROM {SEALS} ORDER BY id DESC LIMIT 1"


def sealed(called: str) -> Mendable:
    """Why a database that is sealed with a key serves nobody: this version has no key."""
    return Mendable(
        f"{called} is sealed with a key, which this version cannot open; unseal it with "
        "rednov_bot 0.1.0 from before 1 December 2026 (`rednov key unseal`), then upgrade"
    )


def is_of_another(names: Iterable[str]) -> bool:
    """Whether a database with tables of these names is another program's: none of ours is there."""
    others = set(names) - {MIGRATED}
    return bool(others) and OURS not in others


def is_anothers(connection: sqlite3.Connection) -> bool:
    """Of a file: nothing in it is to be changed, its log no more than anything else."""
    asked = "SELECT name FROM sqlite_master WHERE type = 'table'"
    return is_of_another([str(name) for (name,) in connection.execute(asked)])


def refuse_strangers(file: Path) -> None:
    """Mendable where a SQLite file is no file at all, or holds what another program has written.

    What is damaged beyond knowing whose it is, is not refused.
    """
    called = f"bot.database names {file}"
    if file.is_dir():
        raise Mendable(f"{called}, which is a folder; name a file in it")
    if not file.exists():
        return
    if not file.is_file():
        raise Mendable(f"{called}, which is no file; name a file")
    if _is_text(file):
        raise Mendable(f"{called}, which is a text; name a file of its own")
    try:
        path = f"file:{quote(str(file))}?immutable=1"  # else it would get a log beside it
        with closing(sqlite3.connect(path, uri=True)) as found:
            is_of_others = is_anothers(found)
    except sqlite3.Error:
        return
    if is_of_others:
        raise Mendable(f"{called}, {OF_ANOTHER}")


def _is_text(file: Path) -> bool:
    """Whether a file begins with words for people: no database does, however damaged."""
    try:
        with file.open("rb") as opened:
            begins = opened.read(1024)
        words = getincrementaldecoder("utf-8")().decode(begins)  # the last letter may be cut
        return bool(words) and all(one.isprintable() or one.isspace() for one in words)
    except (OSError, UnicodeDecodeError):
        return False


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
_BEGIN: Final[dict[Kind, str]] = {
    "sqlite": "BEGIN IMMEDIATE",
    "postgresql": f"SELECT pg_advisory_xact_lock({_LOCK})",
}
"""With what a transaction begins, which no other overlaps."""
_BEGIN_TO_READ: Final[dict[Kind, str]] = {
    "sqlite": "BEGIN",
    "postgresql": "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY",
}
_READS: Final = "rednov_reads"
"""The option of a connection by which nothing is written, so that nobody waits for it."""


def opened(url: str, patience: float = PATIENCE) -> Engine:
    """A database, not yet connected to.  Mendable when the URL or the driver will not do."""
    engine = unbegun(url, patience)

    def begin(connection: Connection) -> None:
        reads = connection.get_execution_options().get(_READS)
        connection.exec_driver_sql((_BEGIN_TO_READ if reads else _BEGIN)[kind(engine.url)])

    event.listen(engine, "begin", begin)
    return engine


def unbegun(url: str, patience: float) -> Engine:
    """The same, where only `begin` begins transactions.

    SQLAlchemy asks about events with each statement, once an engine has any of them.
    """
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


@contextmanager
def connected(url: str, patience: float = PATIENCE) -> Iterator[Engine]:
    """The same, let go of at the end; what fails meanwhile is told in our words."""
    engine = opened(url, patience)
    try:
        yield engine
    except failures_of(engine) as error:
        raise in_our_words(error, engine.url) from None
    finally:
        engine.dispose()


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

    if _is_path(url):
        event.listen(engine, "do_connect", _never_make)
    event.listen(engine, "connect", prepare)
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
    if is_anothers(connection):
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

    event.listen(engine, "connect", prepare)
    return engine


@contextmanager
def moment_of(engine: Engine) -> Iterator[Connection]:
    """The database as of one moment, to be read alone: nobody who writes waits for it."""
    with engine.connect().execution_options(**{_READS: True}) as connection, connection.begin():
        yield connection


@dataclass(slots=True, eq=False)
class Line:
    """A connection that serves one transaction after the other."""

    connection: Connection
    is_durable: bool = True  # whether a commit waits for the disk
    number: int = field(default_factory=count().__next__)  # no other line has it


def begin(line: Line, kind: Kind) -> None:
    """A transaction begins."""
    line.connection.begin()
    line.connection.exec_driver_sql(_BEGIN[kind])


def commit(line: Line, kind: Kind) -> None:
    """What was done since `begin` is kept."""
    refuse_broken_off(line.connection, kind)
    line.connection.commit()


def refuse_broken_off(connection: Connection, kind: Kind) -> None:
    """StoreUnreachable where the database has ended a transaction by itself.

    What SQLite is given then would be kept, each row for itself.
    """
    driver: Any = connection.connection.driver_connection
    if kind == "sqlite" and not driver.in_transaction:
        raise StoreUnreachable(f"{name(connection.engine.url)} has broken off a transaction")


_DURABLE: Final[dict[Kind, tuple[str, str]]] = {
    "sqlite": ("PRAGMA synchronous = NORMAL", "PRAGMA synchronous = FULL"),
    "postgresql": ("SET synchronous_commit = off", "SET synchronous_commit = on"),
}


def make_durable(line: Line, kind: Kind, durable: bool) -> None:
    """Whether commits wait for the disk; else a loss of power may undo the last of them."""
    if line.is_durable != durable:
        line.connection.exec_driver_sql(_DURABLE[kind][durable])
        line.connection.commit()
        line.is_durable = durable


_STATE: Final[dict[Kind, str]] = {
    "sqlite": "PRAGMA data_version",
    "postgresql": "SELECT pg_current_snapshot()::text",
}
"""By which it is known whether anybody has written.

SQLite's number changes when another connection has written, for each of them by itself.
PostgreSQL tells which transactions are over and which are not: none that writes, behind our own.
"""


def state_of(line: Line, kind: Kind) -> object:
    """The state of the database, in a transaction; it is the same until somebody else writes."""
    found = line.connection.exec_driver_sql(_STATE[kind]).scalar()
    return (line.number, found) if kind == "sqlite" else found


def state_behind(line: Line, kind: Kind, state: object) -> object:
    """The state once this transaction, which found *state*, has written and is committed."""
    if kind == "sqlite":
        return state
    own = line.connection.exec_driver_sql("SELECT pg_current_xact_id()::text").scalar()
    behind = int(str(own)) + 1
    return f"{behind}:{behind}:"


def peek(line: Line, kind: Kind) -> object:
    """The state outside any transaction."""
    found = state_of(line, kind)
    line.connection.rollback()
    return found


def _is_path(url: URL) -> bool:
    return bool(url.database) and not str(url.database).startswith((":", "file:"))


def _never_make(_: object, __: object, where: list[str], how: dict[str, Any]) -> None:
    """SQLite opens a file that is there; left alone, it would make an empty one."""
    where[0] = f"file:{quote(where[0])}?mode=rw"
    how["uri"] = True


def is_missing(url: URL) -> bool:
    """Whether this is a SQLite file that does not exist."""
    file = file_of(url)
    return file is not None and not file.exists()


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


Failures = tuple[type[Exception], ...]
"""What is raised when something fails."""


def failures_of(engine: Engine) -> Failures:
    """What is raised when the database fails, whether SQLAlchemy or the driver was asked."""
    return DBAPIError, engine.dialect.loaded_dbapi.Error


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
    if code in ("42P01", "42703") or (code == "SQLITE_ERROR" and "no such " in str(cause)):
        return Mendable(f"{called} is not up to date; run `{program()} db upgrade`")
    for codes, sentence in _MENDABLE:
        if code in codes:
            return Mendable(f"{called} {sentence}")
    for codes, sentence, remedy in _UNREACHABLE:
        if code in codes:
            return StoreUnreachable(f"{called} {sentence}", remedy)
    if code.startswith("SQLITE_IOERR"):
        return StoreUnreachable(f"{called} has trouble with its disk ({code})", _DISK)
    if not code and "not decode to UTF-8" in str(cause):  # the words name the text: they stay here
        return Mendable(f"{called} is damaged; restore a backup")
    if not code and (refused := _refused(str(cause), called)):
        return refused
    if code == "SQLITE_ERROR" or any(kind.__name__ in _FAULTS for kind in type(cause).__mro__):
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

_MENDABLE: Final[tuple[tuple[tuple[str, ...], str], ...]] = (
    (("SQLITE_NOTADB",), "is no database; mend the path or restore a backup"),
    (("SQLITE_CORRUPT", "SQLITE_CORRUPT_INDEX"), "is damaged; restore a backup"),
    (
        ("SQLITE_CANTOPEN", "SQLITE_CANTOPEN_ISDIR", "SQLITE_CANTOPEN_FULLPATH"),
        "cannot be opened; mend the path or the rights of the file and its folder",
    ),
    (
        ("SQLITE_READONLY", "SQLITE_READONLY_DBMOVED", "SQLITE_READONLY_DIRECTORY"),
        "cannot be written; mend its rights",
    ),
    (("42501",), "does not give this user the rights; grant them"),
)
_DISK: Final = (
    "Ask the host to see to the disk of the database: whether it has room and is sound. "
    "Then the bot comes back by itself."
)
_UNREACHABLE: Final[tuple[tuple[tuple[str, ...], str, str], ...]] = (
    (
        ("SQLITE_BUSY", "SQLITE_BUSY_SNAPSHOT", "SQLITE_LOCKED", "55P03"),
        "is busy with another program",
        "Ask the host to see which program keeps the database to itself, and end that. Then the "
        "bot comes back by itself.",
    ),
    (("SQLITE_FULL", "53100"), "has no room left on its disk", _DISK),
    (
        ("25006",),
        "takes nothing at present, for its server is a standby or in recovery",
        "Ask the host to see to the PostgreSQL server: it is a standby, in recovery, or set to "
        "read only. Once it takes papers again the bot comes back by itself.",
    ),
)
