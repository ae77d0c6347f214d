"""A database that counts what is asked of it, and how many rows answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, event

from rednov_bot.core.store.part import Memory
from rednov_bot.core.store.statements import Statement
from rednov_bot.core.store.unit_of_work import Database, UnitOfWork


@dataclass
class Tally:
    """How much was asked of the database, and how much it answered."""

    statements: int = 0
    selects: int = 0
    inserts: int = 0
    rows: int = 0


class CountingDatabase(Database):
    """Tallies; a new tally may be begun at any time."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.tally = Tally()
        event.listen(self._engine, "before_cursor_execute", self._note)
        event.listen(self._engine, "commit", self._note_commit)

    def _note(self, _: Connection, __: object, words: str, *___: object) -> None:
        self.tally.statements += 1
        self.tally.selects += words.lstrip().upper().startswith(("SELECT", "WITH"))
        self.tally.inserts += words.startswith("INSERT")

    def _note_commit(self, _: Connection) -> None:
        self.tally.statements += 1

    def _unit(self, connection: Connection | None, memory: Memory) -> UnitOfWork:
        records = _Counted(connection, self._kind, memory)
        records.tally_of = lambda: self.tally
        return records


class _Counted(UnitOfWork):
    """Records whose rows are counted as they are read."""

    tally_of: Any

    def _fetched(self, statement: Statement, values: dict[str, Any]) -> list[Any]:
        rows = super()._fetched(statement, values)
        self.tally_of().rows += len(rows)
        return rows
