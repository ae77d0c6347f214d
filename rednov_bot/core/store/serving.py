"""One service at a time works on a database: a second one would send the same mails.

A SQLite file is locked, and a second service is refused.  On PostgreSQL the service at work holds
an advisory lock of a session, and others stand by: when that session ends, because its process or
its connection does, one of them takes over.
"""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from sqlalchemy import URL, make_url, text

from rednov_bot.core.errors import Mendable, StoreUnreachable
from rednov_bot.core.store import database

_PRESENT: Final = int.from_bytes(b"here", "big")  # any two numbers, as long as they stay the same
_AT_WORK: Final = int.from_bytes(b"work", "big")
_KEY: Final = "hashtext(current_schema())"
"""Advisory locks belong to one database; the second half of their key tells its schemas apart."""
_COUNT: Final = text(f"""
    SELECT count(*) FILTER (WHERE classid = {_AT_WORK}),
           count(*) FILTER (WHERE classid = {_PRESENT})
    FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
    WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND datname = current_database()
      AND objid::bigint = {_KEY}::bigint & 4294967295
""")


@contextmanager
def serving(url: str) -> Iterator[None]:
    """Holds the right to serve a database, until the block or the process ends.

    Mendable when another process serves the same SQLite file.  PostgreSQL is not watched.
    """
    parsed = make_url(url)
    if database.kind(parsed) != "sqlite":
        yield
        return
    try:
        found = Path(f"{database.place(parsed)}.serving").open("a", encoding="ascii")  # noqa: SIM115
    except OSError as error:
        reason = error.strerror or "it cannot be made"
        called = database.name(parsed)
        raise Mendable(f"nothing can be written beside {called}: {reason}; mend the path") from None
    with found as mark:
        try:
            fcntl.flock(mark, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise _refusal(parsed) from None
        yield


def _refusal(url: URL) -> Mendable:
    return Mendable(f"another rednov serves {database.name(url)}; stop it, or leave the work to it")


@contextmanager
def service_lock(url: str, *, waits: bool = True) -> Iterator[ServiceLock | None]:
    """The lock for a service on PostgreSQL, which it has yet to take; None on SQLite.

    Mendable when another service has it and this one does not wait, and always so on SQLite.
    """
    with serving(url):
        parsed = make_url(url)
        if database.kind(parsed) == "sqlite":
            yield None
            return
        lock = ServiceLock(url)
        try:
            if not waits and not lock.take():
                raise _refusal(parsed)
            yield lock
        finally:
            lock.close()


class ServiceLock:
    """The right to serve a PostgreSQL database, on a connection of its own.  For one thread."""

    def __init__(self, url: str) -> None:
        self._engine = database.opened(url)
        self._failures = database.failures_of(self._engine)
        self._session: Any = None
        self._taken = False

    def take(self) -> bool:
        """Whether this is the service at work, or becomes it now; StoreUnreachable."""
        try:
            if self._session is None:
                self._session = self._engine.raw_connection()
                self._driver.autocommit = True
                self._driver.execute("SET idle_session_timeout = 0")
                self._driver.execute(f"SELECT pg_advisory_lock_shared({_PRESENT}, {_KEY})")
            asked = f"SELECT pg_try_advisory_lock({_AT_WORK}, {_KEY})"
            found = self._driver.execute("SELECT true" if self._taken else asked)
            self._taken = found.fetchone()[0]
            return self._taken
        except self._failures as error:
            raise self._lost(error) from None

    def check(self) -> None:
        """StoreUnreachable where the session has ended, and with it the lock.

        In a transaction this holds until its end: whoever takes the lock meanwhile waits with its
        first transaction for this one.
        """
        if not self._taken:
            raise StoreUnreachable(
                f"{database.name(self._engine.url)} may be another service's now"
            )
        try:
            self._driver.execute("SELECT 1")
        except self._failures as error:
            raise self._lost(error) from None

    @property
    def _driver(self) -> Any:
        return self._session.driver_connection

    def _lost(self, error: Exception) -> Exception:
        self.close()
        return database.in_our_words(error, self._engine.url)

    def close(self) -> None:
        """Another service may take over."""
        if self._session is not None:
            self._session.invalidate()
        self._session, self._taken = None, False


class Services(NamedTuple):
    """How many services there are on a PostgreSQL database."""

    active: int  # 0 or 1
    standby: int


def services(url: str) -> Services | None:
    """Which services run on a PostgreSQL database; None of SQLite.  StoreUnreachable."""
    with database.connected(url) as engine:
        if database.kind(engine.url) == "sqlite":
            return None
        with database.moment_of(engine) as connection:
            active, present = connection.execute(_COUNT).one()
    return Services(active, present - active)
