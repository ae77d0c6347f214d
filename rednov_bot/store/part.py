"""What every part of the records has: the transaction's cursor, and the marks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rednov_bot.contest import Ruling
from rednov_bot.engine.gamestate import Gamestate
from rednov_bot.papers import Draft, Game
from rednov_bot.store.statements import Kind, Statement, Values


@dataclass(slots=True)
class Marks:
    """The rows up to which nothing is left to do, but for what is noted: work goes on behind them.

    Kept in memory alone and found anew after a start.  They hold because rows are never changed
    and because one writer at a time gives out the ids (database.py).
    """

    mails: int = 0
    drafts: int = 0
    open_drafts: Mapping[int, Draft] = field(default_factory=dict)  # up to the mark, by their ids
    postings: int = 0
    waiting: tuple[int, ...] = ()  # postings up to the mark that wait for others in vain so far
    games: dict[tuple[Any, ...], Game] = field(default_factory=dict)  # by a row's content
    gamestate: tuple[int, int, Gamestate] | None = None  # game, number, the latest one read
    rulings: tuple[Ruling, ...] | None = None  # every one; in this transaction nobody else rules
    still_open: bool = False  # open_drafts are: in this transaction nobody else decides

    def copy(self) -> Marks:
        """The same marks, for a transaction that may come to nothing.

        What others may have changed since the last one is read anew.
        """
        return replace(self, rulings=None, still_open=False)


class Part:
    """Some of the records, inside one transaction."""

    __slots__ = ("_cursor", "_kind", "_marks")

    def __init__(self, cursor: Any, kind: Kind, marks: Marks) -> None:
        """*cursor*: the driver's own."""
        self._cursor = cursor
        self._kind = kind
        self._marks = marks

    def _rows(self, statement: Statement, where: Values) -> list[Any]:
        """The rows found; their columns are attributes."""
        compiled = statement.on(self._kind)
        self._cursor.execute(compiled.text, compiled.values(where))
        return list(map(compiled.row, self._cursor.fetchall()))

    def _row(self, statement: Statement, where: Values) -> Any:
        """The first row found, None when there is none."""
        rows = self._rows(statement, where)
        return rows[0] if rows else None

    def _value(self, statement: Statement, where: Values) -> Any:
        """The first column of the first row found, None when there is none."""
        compiled = statement.on(self._kind)
        self._cursor.execute(compiled.text, compiled.values(where))
        rows = self._cursor.fetchall()
        return rows[0][0] if rows else None

    def _add(self, statement: Statement, row: Values) -> None:
        """A row is added."""
        self._cursor.execute(statement.on(self._kind).text, row)

    def _add_numbered(self, statement: Statement, row: Values) -> int:
        """A row is added; its id."""
        self._cursor.execute(statement.on(self._kind).text, row)
        id: int = self._cursor.lastrowid if self._kind == "sqlite" else self._cursor.fetchone()[0]
        return id

    def _add_all(self, statement: Statement, rows: Sequence[Values]) -> int:
        """Rows are added; how many."""
        if not rows:
            return 0
        self._cursor.executemany(statement.on(self._kind).text, rows)
        count: int = self._cursor.rowcount
        return count
