"""Statements written by SQLAlchemy and run by the driver.

Each is compiled once for each kind of database.  Running it so costs a quarter of what it costs
through `Connection.execute`, and a turn needs some forty of them.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, Final, Literal, cast

from sqlalchemy import ClauseElement, Column, CompoundSelect, Dialect, Insert, Select, Table
from sqlalchemy.sql import visitors

from rednov_bot.core.store.tables import Moment

Kind = Literal["sqlite", "postgresql"]
"""The databases there are."""

Values = Mapping[str, object]
"""What a statement is given, by the names of its parameters."""

_PASSING_OVER: Final = " ON CONFLICT DO NOTHING"  # the same on both


class Compiled:
    """A statement as the driver of one kind of database takes it."""

    __slots__ = ("_fixed", "is_brief", "moments", "row", "tables", "text")

    def __init__(
        self, clause: ClauseElement, text: str, fixed: Values, selected: Iterable[Any]
    ) -> None:
        self.text = text
        self.tables = frozenset(
            [part.name for part in visitors.iterate(clause) if isinstance(part, Table)]
        )
        selected = tuple(selected)
        columns = tuple([column.key or "" for column in selected])
        self.moments = tuple(
            [place for place, column in enumerate(selected) if isinstance(column.type, Moment)]
        )
        self.is_brief = "octets" not in columns  # not whole mails, of which each may be large
        self._fixed = fixed
        make = cast(Any, namedtuple("Row", columns, rename=True))._make
        self.row: Callable[[tuple[Any, ...]], Any] = make

    def values(self, given: Values) -> Values:
        """What was given, and what the statement itself says."""
        return {**self._fixed, **given} if self._fixed else given


class Statement:
    """One statement for every kind of database."""

    __slots__ = ("_clause", "_compiled", "_ending", "_gives")

    def __init__(
        self,
        clause: Insert | Select[Any] | CompoundSelect[Any],
        ending: str = "",
        gives: Column[Any] | None = None,
    ) -> None:
        """*gives*: the column of an added row that PostgreSQL gives back."""
        self._clause = clause
        self._ending = ending
        self._gives = gives
        self._compiled: dict[Kind, Compiled] = {}

    def on(self, kind: Kind) -> Compiled:
        """The statement on this kind of database."""
        found = self._compiled.get(kind)
        if found is None:
            found = self._compiled[kind] = self._compile(_dialect(kind))
        return found

    def _compile(self, dialect: Dialect) -> Compiled:
        clause = self._clause
        if isinstance(clause, Insert):
            given = [column.name for column in clause.table.columns if column.name != "id"]
            if self._gives is not None and dialect.name == "postgresql":
                clause = clause.returning(self._gives)
            compiled = clause.compile(dialect=dialect, column_keys=given)
            return Compiled(clause.table, str(compiled) + self._ending, {}, ())
        compiled = clause.compile(dialect=dialect)
        fixed = {name: value for name, value in compiled.params.items() if value is not None}
        return Compiled(
            clause,
            str(compiled) + self._ending,
            fixed,
            clause.selected_columns,
        )


def insert(table: Table) -> Statement:
    """Adds a row."""
    return Statement(table.insert().inline())


def insert_numbered(table: Table) -> Statement:
    """Adds a row whose id can be asked for afterwards; SQLite remembers it by itself, for less."""
    return Statement(table.insert().inline(), gives=table.c.id)


def insert_unless_there(table: Table) -> Statement:
    """Adds a row unless one of the same unique key is on file; it is then passed over."""
    return Statement(table.insert().inline(), _PASSING_OVER)


@cache
def _dialect(kind: Kind) -> Dialect:
    """How a kind of database spells its statements; PostgreSQL's way is slow to import."""
    if kind == "postgresql":
        from sqlalchemy.dialects.postgresql import psycopg

        return cast(Dialect, cast(Any, psycopg).dialect())
    from sqlalchemy.dialects.sqlite import pysqlite

    return pysqlite.dialect(paramstyle="named")
