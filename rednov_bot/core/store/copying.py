"""All that one database holds is copied into another, which is empty: SQLite, PostgreSQL or back.

It is read as of one moment and written in one transaction: a copy that fails leaves nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from sqlalchemy import Connection, Table, func, insert, inspect, select

from rednov_bot.core.errors import Mendable
from rednov_bot.core.store import database, postgres_backups, upgrading
from rednov_bot.core.store.backups import beside, make_one_file, put
from rednov_bot.core.store.serving import serving
from rednov_bot.core.store.tables import metadata, programs
from rednov_bot.core.store.unit_of_work import records_on
from rednov_bot.core.store.upgrading import Check

_AT_ONCE: Final = 50
"""Rows that are in memory at once: a mail may have some megabytes."""


def copy(source: str, target: str, *, check: Check) -> Mapping[str, int]:
    """How many rows of each table are in the *target* now, all that the *source* holds.

    *check* looks at the records there, and how much of them this program makes otherwise: no more
    than when it took the source over.  Whatever it raises, the target is left as it was; the source
    is only read.

    Mendable where a service runs on the source, which would send on from there what the copy sends
    as well; where the source is not of this version, or the target is not empty.
    """
    with database.connected(source) as reading:
        if database.is_missing(reading.url):
            raise Mendable(f"there is no database at {reading.url.database}; nothing to copy")
        with (
            serving(source),
            database.moment_of(reading) as before,
            _emptied(target, before) as after,
        ):
            upgrading.make_tables(after)
            copied = {table.name: _copied(before, after, table) for table in metadata.sorted_tables}
            with records_on(after) as records:
                differing = check(records)
            known = before.scalar(select(programs.c.differing).order_by(programs.c.id.desc())) or 0
            if differing > known:
                raise Mendable("a game in the copy comes out otherwise; nothing was copied")
        return copied


def _refuse_to_read(before: Connection) -> None:
    called = database.name(before.engine.url)
    if before.dialect.name == "postgresql" and postgres_backups.is_in_use(before):
        raise Mendable(f"another program uses {called}; stop every rednov that serves it")
    found = upgrading.version_on(before)
    if found != upgrading.HEAD:
        raise Mendable(
            f"{called} is not of this version (migration {found or 'none'}, here "
            f"{upgrading.HEAD}); run `rednov db upgrade` first"
        )


@contextmanager
def _emptied(target: str, before: Connection) -> Iterator[Connection]:
    """A transaction on an empty database, which is kept as a whole or not at all."""
    _refuse_to_read(before)
    with database.connected(target) as engine:
        if (file := database.file_of(engine.url)) is None:
            with engine.begin() as connection:
                if inspect(connection).get_table_names():
                    raise Mendable(
                        f"{database.name(engine.url)} is not empty; name an empty database, "
                        "nothing was copied"
                    )
                yield connection
            return
    if file.exists():
        raise Mendable(f"{file} is there already; name another file, nothing was copied")
    with beside(file) as part:
        with (
            database.connected(database.named(part).render_as_string()) as engine,
            engine.begin() as connection,
        ):
            yield connection
        make_one_file(part)
        put(part, file)


def _copied(before: Connection, after: Connection, table: Table) -> int:
    """Every row of a table, and how many they are; Mendable where not all of them arrived."""
    asked = select(table).order_by(*table.primary_key.columns)
    with before.execution_options(yield_per=_AT_ONCE).execute(asked) as found:
        for rows in found.mappings().partitions():
            after.execute(insert(table), [dict(row) for row in rows])
    counted = select(func.count()).select_from(table)
    there, here = before.scalar(counted) or 0, after.scalar(counted) or 0
    if here != there:
        raise Mendable(f"of {there} rows of {table.name} {here} arrived; nothing was copied")
    column = table.autoincrement_column
    if after.dialect.name == "postgresql" and column is not None:  # it numbers on behind them
        sequence = func.pg_get_serial_sequence(table.name, column.name)
        last = select(func.max(column)).scalar_subquery()
        after.execute(select(func.setval(sequence, last)).where(last.is_not(None)))
    return here
