"""What every part of the records has: the transaction's cursor, and the marks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Select, bindparam, select

from rednov_bot.core.contest import Ruling
from rednov_bot.core.models import Draft, Filed, Game, MessageId
from rednov_bot.core.store import rows
from rednov_bot.core.store.statements import Kind, Statement, Values
from rednov_bot.core.store.tables import postings
from rednov_bot.games.red_november.rules.gamestate import Gamestate

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


class Kept(NamedTuple):
    """The mails that are kept for a reason, and up to where they were looked for."""

    mail: int = 0
    replay: int = 0
    reopened: int = 0
    mails: Mapping[int, Filed] = MappingProxyType({})


@dataclass(slots=True)
class Marks:
    """The rows up to which nothing is left to do, but for what is noted: work goes on behind them.

    Kept in memory alone and found anew after a start.  They hold because rows are never changed
    and because one writer at a time gives out the ids (database.py).
    """

    mails: int = 0
    kept: Mapping[str, Kept] = field(default_factory=dict)  # by how their reason begins
    told: int = 0  # up to which no mail is kept of which nobody was told
    drafts: int = 0
    open_drafts: Mapping[int, Draft] = field(default_factory=dict)  # up to the mark, by their ids
    postings: int = 0
    waiting: tuple[int, ...] = ()  # up to the mark, for others in vain so far, or posted again
    reposts: int = 0
    sent_at: datetime | None = None  # when it was last asked what is to be sent
    attempts: int = 0  # up to which none is of a mail that its list should have and has not
    looked_since: datetime | None = None  # of those attempts, which were looked at
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

    __slots__ = ("_added", "_asked", "_cursor", "_kind", "_large", "_marks")

    def __init__(self, cursor: Any, kind: Kind, marks: Marks) -> None:
        """*cursor*: the driver's own."""
        self._cursor = cursor
        self._kind = kind
        self._added: Counter[str] = Counter()  # how often to each table
        self._asked: dict[tuple[Any, ...], Sequence[Any]] = {}
        self._large: tuple[tuple[Any, ...], Sequence[Any]] = ((), ())
        self._marks = marks

    def _rows(self, statement: Statement, where: Values) -> list[Any]:
        """The rows found; their columns are attributes."""
        return list(map(statement.on(self._kind).row, self._found(statement, where)))

    def _unfinished(self, asked: Unfinished) -> list[Any]:
        """The rows found of the postings behind the mark, and of each that waits before it."""
        found = self._rows(asked.behind, {"mark": self._marks.postings})
        for posting in self._marks.waiting:
            found += self._rows(asked.of_one, {"posting": posting})
        return found

    def _row(self, statement: Statement, where: Values) -> Any:
        """The first row found, None when there is none."""
        found = self._rows(statement, where)
        return found[0] if found else None

    def _value(self, statement: Statement, where: Values) -> Any:
        """The first column of the first row found, None when there is none."""
        found = self._found(statement, where)
        return found[0][0] if found else None

    def _when(self, statement: Statement, where: Values) -> datetime | None:
        """The same of a moment."""
        found: datetime | None = self._value(statement, where)
        return found

    def _found(self, statement: Statement, where: Values) -> Sequence[Any]:
        """The rows found, as the driver gives them but for their moments.

        A question is put to the database once in a transaction: nobody else writes meanwhile, and a
        row that is added to one of its tables makes it another question.  Of whole mails, which may
        be large, only the last answer is kept.
        """
        compiled = statement.on(self._kind)
        where = rows.bound(where)
        asked = (statement, *where.items(), *[self._added[name] for name in compiled.tables])
        last, large = self._large
        known = large if last == asked else self._asked.get(asked)
        if known is not None:
            return known
        self._cursor.execute(compiled.text, compiled.values(where))
        found: Sequence[Any] = self._cursor.fetchall()
        if compiled.moments:
            found = [rows.with_moments(row, compiled.moments) for row in found]
        if compiled.is_brief:
            if len(self._asked) >= _KNOWN:
                self._asked.clear()
            self._asked[asked] = found
        else:
            self._large = asked, found
        return found

    def _add(self, statement: Statement, row: Values) -> None:
        """A row is added."""
        self._cursor.execute(self._adding(statement), rows.bound(row))

    def _adding(self, statement: Statement) -> str:
        """How rows are added; from then on what is asked of their table is another question."""
        compiled = statement.on(self._kind)
        self._added.update(compiled.tables)
        return compiled.text

    def _add_numbered(self, statement: Statement, row: Values) -> int:
        """A row is added; its id."""
        self._add(statement, row)
        id: int = self._cursor.lastrowid if self._kind == "sqlite" else self._cursor.fetchone()[0]
        return id

    def _add_all(self, statement: Statement, added: Iterable[Values]) -> int:
        """Rows are added; how many."""
        values = [rows.bound(row) for row in added]
        if not values:
            return 0
        self._cursor.executemany(self._adding(statement), values)
        count: int = self._cursor.rowcount
        return count

    def _posting_id(self, message_id: MessageId) -> int:
        """Which row a posting has.  KeyError where the bot has sent no such mail."""
        id: int | None = self._value(_POSTING, {"message_id": message_id})
        if id is None:
            raise KeyError(message_id)
        return id
