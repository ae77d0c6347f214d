"""Rows that a worker has in hand: locked by the one transaction of a connection of their own."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from rednov_bot.store import failures
from rednov_bot.store.failures import Failures
from rednov_bot.store.rows import Row
from rednov_bot.store.statements import Statement


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
