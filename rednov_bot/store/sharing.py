"""The work on one database is shared out among several workers, on PostgreSQL.

Nothing of this is on file: who has what is kept as locks of sessions, which end with them.  The
mailbox belongs to whoever has its lock; a mail to whoever has locked its row, and others skip it.
A worker that dies is gone at once; one that hangs or is cut off is dismissed by the server after a
while (SWEEPER_SECONDS, database.SILENCE), and what it does afterwards finds everything done.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

from sqlalchemy import Connection, Integer, bindparam, make_url, select
from sqlalchemy.exc import DBAPIError

from rednov_bot.papers import PaperId, RawMail
from rednov_bot.ports import Ledger
from rednov_bot.ports.mails import Mails
from rednov_bot.ports.share import Share
from rednov_bot.store import database, failures
from rednov_bot.store.statements import Statement
from rednov_bot.store.tables import dispositions, raw_mails

SWEEPER_SECONDS: Final = 15
"""How long whoever sweeps the mailbox may be silent before another one does."""

_SWEEP: Final = int.from_bytes(b"sweep", "big")  # any number, as long as it is always the same
_TAKE_MAILS = Statement(
    select(raw_mails.c.id)
    .where(
        raw_mails.c.id >= bindparam("first"),
        ~select(1).where(dispositions.c.mail == raw_mails.c.id).exists(),
    )
    .order_by(raw_mails.c.id)
    .limit(bindparam("limit", type_=Integer))
    .with_for_update(of=raw_mails, skip_locked=True, key_share=True)
)
"""Their rows can still be named by others: by what is made of an earlier mail."""


def share_of(url: str, ledger: Ledger) -> Share:
    """The share of one worker on a database: on SQLite all of it, for it is served by one."""
    parsed = make_url(url)
    return Alone(ledger) if database.kind(parsed) == "sqlite" else Shared(url, ledger)


class Alone:
    """Everything falls to the one worker there is."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def sweeps(self) -> bool:
        """Always."""
        return True

    def let_sweep(self) -> None:
        """There is nobody else."""

    @contextmanager
    def mails(self, limit: int) -> Iterator[tuple[tuple[PaperId, RawMail], ...]]:
        """The first mails that nobody has handled."""
        with self._ledger.transaction(durable=False) as records:
            found = records.undisposed(limit)
        yield found

    def comes_next(self, records: Mails, mail: PaperId) -> bool | None:
        """Always: nobody else handles any."""
        return True

    def close(self) -> None:
        """There is nothing to let go of."""


class Shared:
    """A worker's share, on PostgreSQL.  Belongs to one thread."""

    def __init__(self, url: str, ledger: Ledger, patience: float = database.PATIENCE) -> None:
        self._ledger = ledger
        self._engine = database.opened(url, patience)
        self._failures = (DBAPIError, failures.of_driver(self._engine))
        self._sweeper: Connection | None = None
        self._reader: Connection | None = None

    def sweeps(self) -> bool:
        """Whether this worker has the lock of the mailbox, or gets it now.

        Asked at least every SWEEPER_SECONDS by whoever sweeps.  StoreUnreachable when the database
        does not answer.
        """
        try:
            if self._sweeper is not None:
                _driver(self._sweeper).execute("SELECT 1")
                return True
            connection = self._engine.connect()
            try:
                driver = _driver(connection)
                driver.autocommit = True
                driver.execute(f"SET idle_session_timeout = '{SWEEPER_SECONDS}s'")
                taken = driver.execute(f"SELECT pg_try_advisory_lock({_SWEEP})").fetchone()[0]
            except BaseException:
                _hang_up(connection)
                raise
        except self._failures as error:
            self.let_sweep()
            raise failures.in_our_words(error, self._engine.url) from None
        if not taken:
            _hang_up(connection)
            return False
        self._sweeper = connection
        return True

    def let_sweep(self) -> None:
        """The lock of the mailbox is free, if this worker had it."""
        if self._sweeper is not None:
            _hang_up(self._sweeper)
            self._sweeper = None

    @contextmanager
    def mails(self, limit: int) -> Iterator[tuple[tuple[PaperId, RawMail], ...]]:
        """The first mails that nobody has handled and nobody has in eir hands."""
        with self._ledger.transaction(durable=False) as records:
            first = records.first_undisposed()
        if first is None:
            yield ()
            return
        taken = self._take(_TAKE_MAILS, {"first": first, "limit": limit})
        try:
            with self._ledger.transaction(durable=False) as records:
                found = [(PaperId(id), records.raw_mail(PaperId(id))) for id in taken]
                waiting = [one for one, _ in found if records.filed(one) is None]
            yield tuple([(one, raw) for one, raw in found if raw is not None and one in waiting])
        finally:
            self._let_go()

    def comes_next(self, records: Mails, mail: PaperId) -> bool | None:
        """Whether this is the first mail that is not handled; None where it is handled."""
        if records.filed(mail) is not None:
            return None
        return records.first_undisposed() == mail

    def close(self) -> None:
        """What was taken is free again."""
        self.let_sweep()
        if self._reader is not None:
            _hang_up(self._reader)
            self._reader = None
        self._engine.dispose()

    def _take(self, statement: Statement, where: dict[str, object]) -> list[int]:
        """The rows are locked until `_let_go`, or until the server dismisses this worker."""
        for fresh in (self._reader is None, True):  # a kept connection may have been cut
            if fresh and self._reader is not None:
                _hang_up(self._reader)
                self._reader = None
            try:
                connection = self._reader or self._engine.connect()
                self._reader = connection
                driver, compiled = _driver(connection), statement.on("postgresql")
                return [row[0] for row in driver.execute(compiled.text, compiled.values(where))]
            except self._failures as error:
                if fresh:
                    raise failures.in_our_words(error, self._engine.url) from None
        raise AssertionError("a fresh connection either serves or fails")

    def _let_go(self) -> None:
        if self._reader is None:
            return
        try:
            _driver(self._reader).commit()
        except self._failures:  # it was dismissed, and what it had is free
            _hang_up(self._reader)
            self._reader = None


def _driver(connection: Connection) -> Any:
    """The driver's own connection: what is done on it begins no transaction of the ledger's."""
    return connection.connection.driver_connection


def _hang_up(connection: Connection) -> None:
    with suppress(DBAPIError):
        connection.invalidate()
        connection.close()
