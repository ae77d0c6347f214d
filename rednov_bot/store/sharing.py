"""The work on one database is shared out among several workers, on PostgreSQL.

Nothing of this is on file: who has what is kept as locks of sessions, which end with them.  The
mailbox belongs to whoever has its lock; a mail to whoever has locked its row, and others skip it.
A worker that dies is gone at once; one that hangs or is cut off is dismissed by the server after a
while (SWEEPER_SECONDS, SENDER_SECONDS, database.SILENCE), and finds afterwards what others did.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ARRAY, Connection, Engine, Integer, any_, bindparam, func, make_url, select
from sqlalchemy.exc import DBAPIError

from rednov_bot import journal
from rednov_bot.papers import PaperId, RawMail, UnderWay
from rednov_bot.ports import Ledger, Records
from rednov_bot.ports.mails import Mails
from rednov_bot.ports.share import Share
from rednov_bot.store import database, failures
from rednov_bot.store.failures import Failures
from rednov_bot.store.mails import at_once
from rednov_bot.store.rows import Row
from rednov_bot.store.statements import Statement
from rednov_bot.store.tables import dispositions, postings, raw_mails

SWEEPER_SECONDS: Final = 15
"""How long whoever sweeps the mailbox may be silent before another one does."""

SENDER_SECONDS: Final = 1200
"""How long mails may be under way by a worker that does not say so; a server may take ten minutes
for the answer to one (RFC 5321, 4.5.3.2.6)."""

_SWEEP: Final = int.from_bytes(b"sweep", "big")  # any number, as long as it is always the same
_TAKE_MAILS = Statement(
    select(raw_mails.c.id, func.length(raw_mails.c.octets))
    .where(
        raw_mails.c.id >= bindparam("first"),
        ~select(1).where(dispositions.c.mail == raw_mails.c.id).exists(),
    )
    .order_by(raw_mails.c.id)
    .limit(bindparam("limit", type_=Integer))
    .with_for_update(of=raw_mails, skip_locked=True, key_share=True)
)
"""Their rows can still be named by others: by what is made of an earlier mail."""
_TAKE_POSTINGS = Statement(
    select(postings.c.id)
    .where(postings.c.id == any_(bindparam("numbers", type_=ARRAY(Integer))))
    .with_for_update(of=postings, skip_locked=True, key_share=True)
)


def share_of(url: str, ledger: Ledger) -> Share:
    """The share of one worker on a database: on SQLite all of it, for it is served by one."""
    parsed = make_url(url)
    return Alone(ledger) if database.kind(parsed) == "sqlite" else Shared(url, ledger)


class Alone:
    """Everything falls to the one worker there is."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._has_taken_over = False

    def sweeps(self) -> bool:
        """Always."""
        return True

    @property
    def sweeps_for(self) -> None:
        """Nobody waits for the mailbox."""

    def let_sweep(self) -> None:
        """There is nobody else."""

    @contextmanager
    def mails(self, limit: int) -> Iterator[tuple[tuple[PaperId, RawMail], ...]]:
        """The first mails that nobody has handled."""
        with self._ledger.transaction(durable=False) as records:
            found = records.undisposed(limit)
        yield found

    def still_handles(self) -> None:
        """Nobody else could take them."""

    def comes_next(self, records: Mails, mail: PaperId) -> bool | None:
        """Always: nobody else handles any."""
        return True

    @contextmanager
    def sending(self, now: datetime, limit: int) -> Iterator[tuple[UnderWay, ...]]:
        """What is due is under way."""
        with self._ledger.transaction() as records:
            begun = records.begin_sending(now, limit)
        yield begun

    def still_sends(self) -> None:
        """Nobody else could take it."""

    def take_over(self, now: datetime) -> None:
        """Once, from who served before: there is nobody else who could be gone."""
        if not self._has_taken_over:
            with self._ledger.transaction() as records:
                records.interrupted(now)
            self._has_taken_over = True

    def close(self) -> None:
        """There is nothing to let go of."""


class Shared:
    """A worker's share, on PostgreSQL.  Belongs to one thread."""

    def __init__(self, url: str, ledger: Ledger, patience: float = database.PATIENCE) -> None:
        self._ledger = ledger
        self._engine = database.opened(url, patience)
        self._failures = failures.of(self._engine)
        self._sweeper: Connection | None = None
        self._reader = Taker(self._engine, self._failures, database.SILENCE)
        self._sender = Taker(self._engine, self._failures, SENDER_SECONDS)

    def sweeps(self) -> bool:
        """Whether this worker has the lock of the mailbox, or gets it now.

        Asked at least every SWEEPER_SECONDS by whoever sweeps.  StoreUnreachable when the database
        does not answer.
        """
        try:
            if self._sweeper is not None:
                drivers_own(self._sweeper).execute("SELECT 1")
                return True
            connection = self._engine.connect()
            try:
                driver = drivers_own(connection)
                driver.autocommit = True
                driver.execute(f"SET idle_session_timeout = '{SWEEPER_SECONDS}s'")
                taken = driver.execute(f"SELECT pg_try_advisory_lock({_SWEEP})").fetchone()[0]
            except BaseException:
                hang_up(connection)
                raise
        except self._failures as error:
            self.let_sweep()
            raise failures.in_our_words(error, self._engine.url) from None
        if not taken:
            hang_up(connection)
            return False
        self._sweeper = connection
        journal.sweeps()
        return True

    @property
    def sweeps_for(self) -> float:
        """Before the server takes the silence of whoever sweeps for eir end."""
        return SWEEPER_SECONDS / 3

    def let_sweep(self) -> None:
        """The lock of the mailbox is free, if this worker had it."""
        if self._sweeper is not None:
            hang_up(self._sweeper)
            self._sweeper = None
            journal.leaves()

    @contextmanager
    def mails(self, limit: int) -> Iterator[tuple[tuple[PaperId, RawMail], ...]]:
        """The first mails that nobody has handled and nobody has in eir hands."""
        with self._ledger.transaction(durable=False) as records:
            first = records.first_undisposed()
        if first is None:
            yield ()
            return
        taken = self._reader.take(_TAKE_MAILS, {"first": first, "limit": limit})
        try:
            with self._ledger.transaction(durable=False) as records:
                waiting = [one for one in at_once(taken) if records.filed(one) is None]
                found = [(one, records.raw_mail(one)) for one in waiting]
            yield tuple([(one, raw) for one, raw in found if raw is not None])
        finally:
            self._reader.let_go()

    def still_handles(self) -> None:
        """The server hears of this worker, who handles mails and perhaps sweeps."""
        if self._sweeper is not None:
            self.sweeps()
        self._reader.stay()

    def comes_next(self, records: Mails, mail: PaperId) -> bool | None:
        """Whether this is the first mail that is not handled; None where it is handled."""
        if records.filed(mail) is not None:
            return None
        return records.first_undisposed() == mail

    @contextmanager
    def sending(self, now: datetime, limit: int) -> Iterator[tuple[UnderWay, ...]]:
        """What is due is under way; its rows are locked until the block ends."""
        try:
            with self._ledger.transaction() as records:
                self._take_over(records, now)
                begun = records.begin_sending(now, limit)
                self._take(records.under_way())
            yield begun
        finally:
            self._sender.let_go()

    def still_sends(self) -> None:
        """The server hears of whoever sends, so that e is not dismissed for eir silence."""
        self._sender.stay()

    def take_over(self, now: datetime) -> None:
        """What is under way, and whose row nobody has locked, was left by one who is gone."""
        with self._ledger.transaction(durable=False) as records:
            under_way = records.under_way()
        if not under_way:
            return
        try:
            with self._ledger.transaction() as records:
                self._take_over(records, now)
        finally:
            self._sender.let_go()

    def _take_over(self, records: Records, now: datetime) -> None:
        if left := self._take(records.under_way()):
            records.interrupted(now, left)

    def _take(self, numbers: tuple[int, ...]) -> list[int]:
        """Those of the mails that nobody else has locked."""
        if not numbers:
            return []
        return [row[0] for row in self._sender.take(_TAKE_POSTINGS, {"numbers": list(numbers)})]

    def close(self) -> None:
        """What was taken is free again."""
        self.let_sweep()
        self._reader.close()
        self._sender.close()
        self._engine.dispose()


class Taker:
    """A connection whose one transaction holds rows until they are let go."""

    def __init__(self, engine: Engine, failures: Failures, seconds: int) -> None:
        """*seconds*: of silence after which the server takes the rows away."""
        self._engine = engine
        self._failures = failures
        self._seconds = seconds
        self._connection: Connection | None = None
        self._heard_at = 0.0

    def take(self, statement: Statement, where: dict[str, object]) -> list[Row]:
        """Rows are locked until `let_go`; what is asked of each.  Those of others are passed over.

        StoreUnreachable when the database does not answer.
        """
        try:
            while True:
                kept = self._connection is not None
                try:
                    return self._taken(statement, where)
                except self._failures:
                    self.close()  # what it held is free
                    if not kept:
                        raise
        except self._failures as error:
            raise failures.in_our_words(error, self._engine.url) from None

    def _taken(self, statement: Statement, where: dict[str, object]) -> list[Row]:
        if self._connection is None:
            self._connection = self._engine.connect()
        driver, compiled = drivers_own(self._connection), statement.on("postgresql")
        driver.execute(f"SET LOCAL idle_in_transaction_session_timeout = '{self._seconds}s'")
        self._heard_at = time.monotonic()
        return list(driver.execute(compiled.text, compiled.values(where)))

    def stay(self) -> None:
        """The rows stay locked, if they still are: the silence is broken in good time."""
        now = time.monotonic()
        if self._connection is None or now - self._heard_at < self._seconds / 4:
            return
        self._heard_at = now
        try:
            drivers_own(self._connection).execute("SELECT 1")
        except self._failures:
            self.close()  # others may have them: each handing over finds out

    def let_go(self) -> None:
        """The rows are free, if the server has not freed them yet."""
        if self._connection is None:
            return
        try:
            drivers_own(self._connection).commit()
        except self._failures:
            self.close()

    def close(self) -> None:
        """The rows are free, and the connection is gone."""
        if self._connection is not None:
            hang_up(self._connection)
            self._connection = None


def drivers_own(connection: Connection) -> Any:
    """The driver's own connection: what is done on it begins no transaction of the ledger's."""
    return connection.connection.driver_connection


def hang_up(connection: Connection) -> None:
    """A connection ends at once, and all that it held is free."""
    with suppress(DBAPIError):
        connection.invalidate()
        connection.close()
