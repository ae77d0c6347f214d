"""A database that counts what is asked of it, and how many rows answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rednov_bot.core.store.database import Line
from rednov_bot.core.store.unit_of_work import Database


@dataclass
class Tally:
    """How much was asked of the database, and how much it answered."""

    statements: int = 0
    selects: int = 0
    rows: int = 0


class CountingDatabase(Database):
    """Tallies; a new tally may be begun at any time."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.tally = Tally()

    def _begun(self, durable: bool) -> Line:
        line = super()._begun(durable)
        if isinstance(line.cursor, _Counted):
            return line
        return Line(line.connection, _Counted(line.cursor, self))


class _Counted:
    """A driver's cursor that counts."""

    def __init__(self, cursor: Any, db: CountingDatabase) -> None:
        self._cursor, self._db = cursor, db

    def __getattr__(self, name: str) -> Any:
        return getattr(self._cursor, name)

    def execute(self, statement: Any, *given: Any) -> Any:
        self._db.tally.statements += 1
        self._db.tally.selects += str(statement).lstrip().upper().startswith(("SELECT", "WITH"))
        return self._cursor.execute(statement, *given)

    def fetchall(self) -> Any:
        rows = self._cursor.fetchall()
        self._db.tally.rows += len(rows)
        return rows
