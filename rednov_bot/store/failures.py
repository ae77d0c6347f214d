"""What a database says when it fails, in our words.

Its own words may hold what is on file, so none of them is passed on but why a login was refused.
"""

from __future__ import annotations

from typing import Any, Final, cast

from sqlalchemy import URL, Engine
from sqlalchemy.exc import DBAPIError

from rednov_bot.errors import AlreadyOnFile, Mendable, StoreUnreachable
from rednov_bot.invocation import program
from rednov_bot.store import database

Failures = tuple[type[Exception], ...]
"""What is raised when something fails."""


def of(engine: Engine) -> Failures:
    """What is raised when the database fails, whether SQLAlchemy or the driver was asked."""
    of_driver: type[Exception] = cast("Any", engine.dialect.dbapi).Error
    return DBAPIError, of_driver


def in_our_words(error: Exception, url: URL) -> Exception:
    """What went wrong, as an error of ours.  The database's words may hold what is on file."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
    found = getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None)
    code: str = found or ""
    called = database.name(url)
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
