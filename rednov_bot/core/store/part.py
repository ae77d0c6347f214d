"""What every part of the records has: the transaction's cursor, and the marks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Select, Table, bindparam, select

from rednov_bot.core.models import Draft, Filed, MessageId, PaperId
from rednov_bot.core.store.statements import (
    PASSING_OVER,
    Ending,
    Kind,
    Made,
    Row,
    Statement,
    Values,
    bound,
    fields,
    found,
    insert,
    made,
)
from rednov_bot.core.store.tables import postings

_KNOWN: Final = 128
"""Answers of the database that a transaction keeps in mind."""

_POSTING = Statement(select(postings.c.id).where(postings.c.message_id == bindparam("message_id")))


class Unfinished:
    """What is asked of every posting about which something may be left to do (`Marks`)."""

    __slots__ = ("behind", "of_one")

    def __init__(
        self,
        asked: Callable[[Callable[[ColumnElement[int]], ColumnElement[bool]]], Select[Any]],
    ) -> None:
        """*asked* is given how a column that names a posting says which postings are meant."""
        self.behind = Statement(asked(lambda posting: posting > bindparam("mark")))
        self.of_one = Statement(asked(lambda posting: posting == bindparam("posting")))


class Held(NamedTuple):
    """The mails that are held, and up to which rows they were looked for."""

    mail: int = 0
    replay: int = 0
    reopened: int = 0
    mails: Mapping[int, Filed] = {}


NONE_HELD: Final = Held()


@dataclass(slots=True)
class Marks:
    """The rows up to which nothing is left to do, but for what is noted: work goes on behind them.

    Kept in memory alone and found anew after a start.  They hold because rows are never changed
    and because one writer at a time gives out the ids (database.py).
    """

    mails: int = 0
    held: Held = NONE_HELD
    told: int = 0  # up to which no mail is held of which nobody was told
    drafts: int = 0
    postings: int = 0
    waiting: tuple[int, ...] = ()  # up to the mark, for others in vain so far, or posted again
    reposts: int = 0
    sent_at: datetime | None = None  # when it was last asked what is to be sent
    attempts: int = 0  # up to which none is of a mail that its list should have and has not
    looked_since: datetime | None = None  # of those attempts, which were looked at

    def copy(self) -> Marks:
        """The same marks, for a transaction that may come to nothing."""
        return replace(self)


class Part:
    """Some of the records, inside one transaction."""

    __slots__ = ("_added", "_asked", "_cursor", "_kind", "_large", "_marks", "_open_drafts")

    def __init__(self, cursor: Any, kind: Kind, marks: Marks) -> None:
        """*cursor*: the driver's own."""
        self._cursor = cursor
        self._kind = kind
        self._marks = marks
        self._forget()

    def _forget(self) -> None:
        """What was asked so far may have other answers by now."""
        self._added: Counter[str] = Counter()  # how often to each table
        self._asked: dict[tuple[Any, ...], tuple[Row, ...]] = {}
        self._large: tuple[tuple[Any, ...], tuple[Row, ...]] = ((), ())
        self._open_drafts: tuple[tuple[Row, ...], tuple[Draft, ...]] = ((), ())  # as last found

    def _found(self, asked: Statement | Table, where: Values) -> tuple[Row, ...]:
        """The rows found.  Of a table: those with these values, in the order of their keys.

        A question is put to the database once in a transaction: nobody else writes meanwhile, and a
        row that is added to one of its tables makes it another question.  Of whole mails, which may
        be large, only the last answer is kept.
        """
        statement = found(asked, *where) if isinstance(asked, Table) else asked
        compiled = statement.on(self._kind)
        where = bound(where)
        question = (statement, *where.items(), *[self._added[name] for name in compiled.tables])
        last, large = self._large
        known = large if last == question else self._asked.get(question)
        if known is not None:
            return known
        self._cursor.execute(compiled.text, compiled.values(where))
        rows = compiled.rows(self._cursor.fetchall())
        if compiled.is_brief:
            if len(self._asked) >= _KNOWN:
                self._asked.clear()
            self._asked[question] = rows
        else:
            self._large = question, rows
        return rows

    def _rows(self, asked: Statement | Table, /, **where: object) -> tuple[Row, ...]:
        """The rows found."""
        return self._found(asked, where)

    def _row(self, asked: Statement | Table, /, **where: object) -> Row:
        """The first row found, None when there is none."""
        rows = self._found(asked, where)
        return rows[0] if rows else None

    def _last(self, table: Table, /, **where: object) -> Row:
        """The last row of a table with these values."""
        return self._row(found(table, *where, last=True), **where)

    def _value(self, asked: Statement | Table, /, **where: object) -> Any:
        """The first column of the first row found, None when there is none."""
        rows = self._found(asked, where)
        return rows[0][0] if rows else None

    def _count(self, asked: Statement, /, **where: object) -> int:
        """The same of a number; 0 when there is none."""
        return int(self._value(asked, **where) or 0)

    def _when(self, asked: Statement, /, **where: object) -> datetime | None:
        """The same of a moment."""
        found: datetime | None = self._value(asked, **where)
        return found

    def _ids(self, asked: Statement, /, **where: object) -> tuple[PaperId, ...]:
        """The first column of the rows found, which names records."""
        return tuple([PaperId(row[0]) for row in self._found(asked, where)])

    def _all(
        self, kind: Callable[..., Made], asked: Statement | Table, /, **where: object
    ) -> tuple[Made, ...]:
        """The rows found, as a dataclass whose fields are called as their columns."""
        return tuple([made(kind, row) for row in self._found(asked, where)])

    def _one(
        self, kind: Callable[..., Made], asked: Statement | Table, /, **where: object
    ) -> Made | None:
        """The first of them, None when there is none."""
        rows = self._found(asked, where)
        return made(kind, rows[0]) if rows else None

    def _unfinished(self, asked: Unfinished) -> list[Row]:
        """The rows found of the postings behind the mark, and of each that waits before it."""
        found = [*self._rows(asked.behind, mark=self._marks.postings)]
        for posting in self._marks.waiting:
            found += self._rows(asked.of_one, posting=posting)
        return found

    def _add(self, table: Table, record: object = None, /, **more: object) -> None:
        """A row is added: the fields of a dataclass, and *more* beside or instead of them."""
        self._put(table, "", record, more)

    def _add_unless_there(self, table: Table, record: object = None, /, **more: object) -> bool:
        """A row is added unless one of the same unique key is on file; whether it was."""
        self._put(table, PASSING_OVER, record, more)
        return bool(self._cursor.rowcount > 0)

    def _add_numbered(self, table: Table, record: object = None, /, **more: object) -> PaperId:
        """A row is added; its number, which SQLite remembers by itself, for less."""
        if self._kind == "sqlite":
            self._put(table, "", record, more)
            return PaperId(self._cursor.lastrowid)
        self._put(table, " RETURNING id", record, more)
        return PaperId(self._cursor.fetchone()[0])

    def _put(self, table: Table, ending: Ending, record: object, more: Values) -> None:
        row = more if record is None else {**fields(record), **more}
        compiled = insert(table, self._kind, ending)
        self._added.update(compiled.tables)
        self._cursor.execute(compiled.text, compiled.row(row))

    def _add_all(self, table: Table, rows: Iterable[Values], ending: Ending = "") -> int:
        """Rows are added; how many."""
        compiled = insert(table, self._kind, ending)
        values = [compiled.row(row) for row in rows]
        if not values:
            return 0
        self._added.update(compiled.tables)
        self._cursor.executemany(compiled.text, values)
        return int(self._cursor.rowcount)

    def _posting_id(self, message_id: MessageId) -> int:
        """Which row a posting has.  KeyError where the bot has sent no such mail."""
        id: int | None = self._value(_POSTING, message_id=message_id)
        if id is None:
            raise KeyError(message_id)
        return id
