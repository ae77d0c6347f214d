"""What of a statement is hidden on file: the values it is given, and the columns it finds.

It is read off the statement itself, so that no part of the records has to think of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from sqlalchemy import (
    Alias,
    BinaryExpression,
    BindParameter,
    Column,
    CompoundSelect,
    FromClause,
    Function,
    Insert,
    Label,
    LargeBinary,
    Null,
    Select,
    Table,
)
from sqlalchemy.sql import operators, visitors

from rednov_bot.store.hidden import KEPT, SHORT, Kept


class Sealed(NamedTuple):
    """A column that opens in its own row alone."""

    at: int | str  # where it stands: in the row found, or by its name in the row added
    where: str  # `draft_pages.body`
    octets: bool  # it holds octets; else text
    place: tuple[int | str, ...]  # where the columns stand that name the row
    short: bool  # it holds a few words


class Cover(NamedTuple):
    """What of a statement is hidden on file."""

    given: tuple[tuple[str, str], ...] = ()  # a parameter, and where it is sought
    masked: tuple[tuple[int | str, str], ...] = ()  # where one stands, and which column it is
    sealed: tuple[Sealed, ...] = ()


Clause = Insert | Select[Any] | CompoundSelect[Any]


def cover(clause: Clause) -> Cover:
    """What of a statement is hidden.

    TypeError where it asks for hidden columns in a way that no sealed database can answer: looks
    up or sorts by a sealed one, or compares one that is looked up with anything but a parameter.
    """
    if isinstance(clause, Insert):
        assert isinstance(clause.table, Table)
        return of_table(clause.table)
    given = tuple(sorted(set(_given(clause))))
    if len(dict(given)) < len(given):
        raise TypeError(f"one parameter is looked up in two columns: {clause}")
    return Cover(given, *_found(clause))


def of_table(table: Table, kept: Kept | None = None) -> Cover:
    """What of a whole row is hidden, its columns by their names; *kept* in another way than now."""
    kept = kept or KEPT[table.name]
    return Cover(
        masked=tuple([(name, f"{table.name}.{name}") for name in kept.looked_up]),
        sealed=tuple(
            Sealed(
                name,
                f"{table.name}.{name}",
                _holds_octets(table.c[name]),
                kept.place,
                name in SHORT,
            )
            for name in kept.sealed
        ),
    )


def _found(
    clause: Select[Any] | CompoundSelect[Any],
) -> tuple[tuple[tuple[int | str, str], ...], tuple[Sealed, ...]]:
    """The hidden columns among those selected."""
    stand: dict[tuple[FromClause | None, str], int] = {}
    hidden: list[tuple[int, Column[Any]]] = []
    for at, selected in enumerate(clause.selected_columns):
        column = selected.element if isinstance(selected, Label) else selected
        if not isinstance(column, Column):
            if _is_length_of_octets(column):
                continue  # as they are on file, where everybody can see it
            if any(_is_hidden(one) for one in visitors.iterate(column)):
                raise TypeError(f"a hidden column is reckoned with: {column}")
            continue
        stand.setdefault((column.table, column.name), at)
        if _is_hidden(column):
            hidden.append((at, column))
    masked = [(at, _called(it)) for at, it in hidden if it.name in KEPT[_table(it)].looked_up]
    sealed = [
        Sealed(
            at,
            _called(it),
            _holds_octets(it),
            tuple(_standing(stand, it, name) for name in KEPT[_table(it)].place),
            it.name in SHORT,
        )
        for at, it in hidden
        if it.name in KEPT[_table(it)].sealed
    ]
    return tuple(masked), tuple(sealed)


def _standing(
    stand: dict[tuple[FromClause | None, str], int], column: Column[Any], name: str
) -> int:
    try:
        return stand[column.table, name]
    except KeyError:
        raise TypeError(f"{column} is sealed: select {name} of its row as well") from None


def _given(clause: Select[Any] | CompoundSelect[Any]) -> Iterator[tuple[str, str]]:
    """The parameters with which a column that is looked up is compared."""
    for part in visitors.iterate(clause):
        if isinstance(part, Select):
            sorts = (*part._order_by_clauses, *part._group_by_clauses)
            if any(_is_hidden(one) for by in sorts for one in visitors.iterate(by)):
                raise TypeError(f"sorted by a hidden column: {part}")
        if not isinstance(part, BinaryExpression) or isinstance(part.right, Null):
            continue
        column, value = part.left, part.right
        if not (_is_hidden(column) or _is_hidden(value)):
            continue
        equal = part.operator in (operators.eq, operators.ne)
        if not (
            isinstance(column, Column)
            and column.name in KEPT[_table(column)].looked_up
            and equal
            and isinstance(value, BindParameter)
        ):
            raise TypeError(f"no sealed database can answer: {part}")
        if value.value is None:
            yield value.key, _called(column)
        elif value.value != "":  # nothing is sealed as nothing
            raise TypeError(f"what is looked up must be a parameter: {part}")


def _is_hidden(part: object) -> bool:
    if not isinstance(part, Column) or not isinstance(part.table, Table | Alias):
        return False
    kept = KEPT[_table(part)]
    return part.name in kept.sealed or part.name in kept.looked_up


def octets_of(table: Table) -> tuple[str, ...]:
    """The columns of a table that hold octets: those of a mail may be many."""
    return tuple([one.name for one in table.columns if _holds_octets(one)])


def _is_length_of_octets(part: object) -> bool:
    if not isinstance(part, Function) or part.name != "length":
        return False
    return all(isinstance(one, Column) and _holds_octets(one) for one in part.clauses)


def _table(column: Column[Any]) -> str:
    """The name of the table that a column is of, under whatever name a statement knows it."""
    known = column.table
    table = known.element if isinstance(known, Alias) else known
    assert isinstance(table, Table)
    return table.name


def _called(column: Column[Any]) -> str:
    """`postings.reason`."""
    return f"{_table(column)}.{column.name}"


def _holds_octets(column: Column[Any]) -> bool:
    return isinstance(column.type, LargeBinary)
