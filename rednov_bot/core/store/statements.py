"""Statements of SQLAlchemy Core, built once, and values as columns hold them."""

from __future__ import annotations

import dataclasses
from collections import namedtuple
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache, cached_property
from types import NoneType
from typing import Any, Final, Literal, TypeVar, cast

import msgspec
from sqlalchemy import (
    Boolean,
    ColumnElement,
    CompoundSelect,
    Insert,
    Select,
    Table,
    UniqueConstraint,
    bindparam,
    select,
)
from sqlalchemy.sql import visitors

from rednov_bot.core.store import forms
from rednov_bot.core.store.tables import Flag, Moment, Paper, metadata

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


def bound(values: Values) -> dict[str, Any]:
    """Values as columns hold them: moments and truths as numbers, texts without NULs, and JSON.

    TypeError where a moment has no time zone.
    """
    return {
        name: value if type(value) in _AS_THEY_ARE else _held(value)
        for name, value in values.items()
    }


class Among(tuple[int, ...]):
    """The numbers of rows, for a parameter of several values."""

    __slots__ = ()


_AS_THEY_ARE: Final = frozenset((int, bytes, NoneType, Among))


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


class Statement:
    """One question to the database, and how its rows are read."""

    def __init__(
        self,
        clause: Select[Any] | CompoundSelect[Any],
        *,
        table: Table | None = None,
        names: tuple[str, ...] = (),
        last: bool = False,
        is_kept: bool = True,
    ) -> None:
        """*table*: the one from which it asks for whole rows, by the values of columns of these
        *names*, in the order of their keys; or for the *last* of them alone.  *is_kept*: answers
        are kept in mind; not those that are large and seldom asked for.
        """
        self.is_kept = is_kept
        self.clause = clause
        self.table, self.names, self.last = table, names, last

    @cached_property
    def tables(self) -> tuple[str, ...]:
        """The names of the tables on which the answer depends."""
        parts = visitors.iterate(self.clause)
        return tuple(sorted({part.name for part in parts if isinstance(part, Table)}))

    @cached_property
    def is_unique(self) -> bool:
        """Whether it asks for whole rows of one table, of which there is one at the most."""
        if self.table is None or not self.names:
            return False
        keys = [*unique_keys(self.table), tuple([one.name for one in self.table.primary_key])]
        return any(set(key) <= set(self.names) for key in keys)

    @cached_property
    def references(self) -> tuple[tuple[str, str], ...]:
        """By which of its columns it asks for rows that name a numbered row of another table."""
        if self.table is None:
            return ()
        found = [(name, key) for name in self.names for key in self.table.c[name].foreign_keys]
        return tuple(
            [(name, key.column.table.name) for name, key in found if key.column.name == "id"]
        )

    @cached_property
    def is_brief(self) -> bool:
        """Whether it asks for no whole mails, of which each may be large."""
        return "octets" not in [column.key for column in self.clause.selected_columns]

    @cached_property
    def _columns(self) -> tuple[Any, ...]:
        return tuple(self.clause.selected_columns)

    @cached_property
    def _row(self) -> Any:
        names = [column.key or "" for column in self._columns]
        return cast(Any, namedtuple("Row", names, rename=True))._make

    @cached_property
    def _read(self) -> list[tuple[int, Callable[[list[Any], Any], Any]]]:
        found = [(place, _reading(one, self._columns)) for place, one in enumerate(self._columns)]
        return [(place, read) for place, read in found if read is not None]

    def rows(self, found: Iterable[Sequence[Any]]) -> tuple[Row, ...]:
        """What was found, as it is read."""
        if not self._read:
            return tuple(map(self._row, found))
        return tuple([self._row(self._values(list(row))) for row in found])

    def row(self, values: Values) -> Row:
        """A row of the one table that is not written yet, as it is read."""
        return self._row(self._values([values.get(one.name) for one in self._columns]))

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


def given(table: Table, *names: str) -> list[ColumnElement[bool]]:
    """Columns of a table have the values of the parameters that are called as they are."""
    return [table.c[name] == bindparam(name) for name in names]


def rows_of(table: Table, *where: ColumnElement[bool]) -> Statement:
    """Rows of a table in the order of their keys."""
    return Statement(select(table).where(*where).order_by(*table.primary_key.columns))


@cache
def found(table: Table, *names: str, last: bool = False) -> Statement:
    """The rows with the values of these columns, in the order of their keys; or the last."""
    asked, keys = select(table).where(*given(table, *names)), table.primary_key.columns
    if last:
        asked = asked.order_by(*[key.desc() for key in keys]).limit(1)
    else:
        asked = asked.order_by(*keys)
    return Statement(asked, table=table, names=names, last=last)


@cache
def insert(table: Table, kind: Kind, *, passing_over: bool) -> Insert:
    """Adds rows; one is *passed over* where one of the same unique key is on file."""
    if not passing_over:
        return table.insert().inline()
    if kind == "postgresql":
        from sqlalchemy.dialects.postgresql import insert as into_postgresql

        return into_postgresql(table).inline().on_conflict_do_nothing()
    from sqlalchemy.dialects.sqlite import insert as into_sqlite

    return into_sqlite(table).inline().on_conflict_do_nothing()


NUMBERED: Final = {one.name: one for one in metadata.sorted_tables if "id" in one.c}
"""The tables whose rows are numbered in the order in which they are added."""

PLACES: Final = {one.name: place for place, one in enumerate(metadata.sorted_tables)}
"""In which order tables are written, so that whatever a row names is there before it."""


@cache
def unique_keys(table: Table) -> tuple[tuple[str, ...], ...]:
    """The columns by which no two rows of a table are alike."""
    keys = [one.columns for one in table.constraints if isinstance(one, UniqueConstraint)]
    if table.name not in NUMBERED:
        keys.append(table.primary_key.columns)
    return tuple(tuple([column.name for column in key]) for key in keys)


@cache
def names_of(table: Table) -> frozenset[str]:
    """The names of a table's columns."""
    return frozenset(table.columns.keys())


@cache
def blank(table: Table) -> Values:
    """What stands in the columns of a new row that are not given; JSON is of the present form."""
    row: dict[str, object] = {column.name: None for column in table.columns if column.nullable}
    if "form" in table.c:
        row["form"] = forms.FORM
    return row
