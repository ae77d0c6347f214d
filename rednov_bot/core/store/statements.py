"""Statements written by SQLAlchemy and run by the driver, and values as columns hold them.

Each is compiled once for each kind of database.  Running it so costs a quarter of what it costs
through `Connection.execute`, and a turn needs some forty of them.
"""

from __future__ import annotations

import dataclasses
from collections import namedtuple
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any, Final, Literal, TypeVar, cast

import msgspec
from sqlalchemy import (
    URL,
    Boolean,
    ColumnElement,
    CompoundSelect,
    Dialect,
    Select,
    Table,
    bindparam,
    select,
)
from sqlalchemy.sql import visitors

from rednov_bot.core.store import forms
from rednov_bot.core.store.tables import Flag, Moment, Paper

Kind = Literal["sqlite", "postgresql"]
"""The databases there are."""

Values = Mapping[str, object]
"""What a statement is given, by the names of its parameters; columns of a row, by their names."""

Row = Any
"""A row that was found: its columns are attributes, and hold moments, truths and records."""

Made = TypeVar("Made")

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)


def moment(at: datetime) -> int:
    """A moment as microseconds since 1970.  TypeError when it has no time zone."""
    return (at - _EPOCH) // _MICROSECOND


def at(moment: int) -> datetime:
    """The moment so many microseconds after 1970, in UTC."""
    return _EPOCH + timedelta(microseconds=moment)


def bound(values: Values) -> dict[str, object]:
    """Values as columns hold them: moments and truths as numbers, texts without NULs, and JSON.

    TypeError where a moment has no time zone.
    """
    return {name: _held(value) for name, value in values.items()}


def _held(value: object) -> object:
    if isinstance(value, str):
        return forms.plain(value)
    if isinstance(value, datetime):
        return moment(value)
    if isinstance(value, list | tuple | dict | msgspec.Struct):
        return forms.written(value)
    return int(value) if isinstance(value, bool) else value


def made(kind: Callable[..., Made], row: Row, /, **others: Any) -> Made:
    """A dataclass whose fields are the row's columns of the same names, but for *others*."""
    names = _fields_of(kind)
    return kind(**{name: getattr(row, name) for name in names if name not in others}, **others)


def fields(record: object) -> dict[str, object]:
    """The values of a dataclass by the names of its fields: what `made` reads back."""
    kind: type = type(record)
    return {name: getattr(record, name) for name in _fields_of(kind)}


@cache
def _fields_of(kind: object) -> tuple[str, ...]:
    """The names of a dataclass's fields."""
    assert dataclasses.is_dataclass(kind)
    return tuple([field.name for field in dataclasses.fields(kind)])


class Compiled:
    """A statement as the driver of one kind of database takes it, and how its rows are read."""

    __slots__ = ("_fixed", "_read", "_row", "_tables", "is_brief", "tables", "text")

    def __init__(
        self, text: str, tables: Iterable[Table], fixed: Values, selected: Sequence[Any] = ()
    ) -> None:
        """*fixed*: what the statement itself says, unless it is given."""
        self.text = text
        self._tables = tuple(tables)
        self.tables = frozenset([table.name for table in self._tables])
        columns = [column.key or "" for column in selected]
        self.is_brief = "octets" not in columns  # not whole mails, of which each may be large
        self._fixed = fixed
        self._row = cast(Any, namedtuple("Row", columns, rename=True))._make
        self._read = [
            (place, read)
            for place, column in enumerate(selected)
            if (read := _reading(column, selected)) is not None
        ]

    def values(self, given: Values) -> Values:
        """What was given, and what the statement itself says."""
        return {**self._fixed, **given} if self._fixed else given

    def row(self, given: Values) -> Values:
        """What is added to the one table, of what was given."""
        (table,) = self._tables
        return self.values(bound({n: one for n, one in given.items() if n in table.c}))

    def rows(self, found: Iterable[Sequence[Any]]) -> tuple[Row, ...]:
        """What the driver found, as it is read."""
        if not self._read:
            return tuple(map(self._row, found))
        return tuple([self._row(self._values(list(row))) for row in found])

    def _values(self, row: list[Any]) -> list[Any]:
        for place, read in self._read:
            if row[place] is not None:
                row[place] = read(row, row[place])
        return row


def _reading(column: Any, selected: Sequence[Any]) -> Callable[[list[Any], Any], Any] | None:
    """How a column is read; None where it holds what it says."""
    kind = column.type
    if isinstance(kind, Moment):
        return lambda _, value: at(value)
    if isinstance(kind, Flag | Boolean):
        return lambda _, value: bool(value)
    if isinstance(kind, Paper):
        beside = getattr(column, "element", column).table.c.form
        form = [getattr(one, "element", one) is beside for one in selected].index(True)
        return lambda row, value: kind.reader(row[form], value)
    return None


class Statement:
    """One question for every kind of database."""

    __slots__ = ("_clause", "_compiled")

    def __init__(self, clause: Select[Any] | CompoundSelect[Any]) -> None:
        self._clause = clause
        self._compiled: dict[Kind, Compiled] = {}

    def on(self, kind: Kind) -> Compiled:
        """The statement on this kind of database."""
        found = self._compiled.get(kind)
        if found is None:
            found = self._compiled[kind] = self._compile(_dialect(kind))
        return found

    def _compile(self, dialect: Dialect) -> Compiled:
        compiled = self._clause.compile(dialect=dialect)
        fixed = {name: value for name, value in compiled.params.items() if value is not None}
        tables = [part for part in visitors.iterate(self._clause) if isinstance(part, Table)]
        return Compiled(str(compiled), tables, fixed, tuple(self._clause.selected_columns))


def given(table: Table, *names: str) -> list[ColumnElement[bool]]:
    """Columns of a table have the values of the parameters that are called as they are."""
    return [table.c[name] == bindparam(name) for name in names]


def rows_of(table: Table, *where: ColumnElement[bool], last: bool = False) -> Statement:
    """Rows of a table in the order of their keys; or the last of them."""
    asked, keys = select(table).where(*where), table.primary_key.columns
    if last:
        return Statement(asked.order_by(*[key.desc() for key in keys]).limit(1))
    return Statement(asked.order_by(*keys))


@cache
def found(table: Table, *names: str, last: bool = False) -> Statement:
    """Those with the values of these columns."""
    return rows_of(table, *given(table, *names), last=last)


Ending = Literal["", " ON CONFLICT DO NOTHING", " RETURNING id"]
PASSING_OVER: Final = " ON CONFLICT DO NOTHING"
"""A row is passed over where one of the same unique key is on file; the same on both."""


@cache
def insert(table: Table, kind: Kind, ending: Ending = "") -> Compiled:
    """Adds a row; columns that are not given are empty, and JSON is of the present form."""
    names = [column.name for column in table.columns if column.name != "id"]
    compiled = table.insert().inline().compile(dialect=_dialect(kind), column_keys=names)
    fixed: dict[str, object] = {column.name: None for column in table.columns if column.nullable}
    if "form" in names:
        fixed["form"] = forms.FORM
    return Compiled(str(compiled) + ending, [table], fixed)


@cache
def _dialect(kind: Kind) -> Dialect:
    """How a kind of database spells its statements; PostgreSQL's way is slow to import."""
    if kind == "postgresql":
        return URL.create("postgresql+psycopg").get_dialect()()
    from sqlalchemy.dialects.sqlite import pysqlite

    return pysqlite.dialect(paramstyle="named")
