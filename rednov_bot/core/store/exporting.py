"""Everything on file, row by row, or what everybody may know of it.

The public edition names each column that it tells: whatever is new is left out until somebody has
thought about it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, LargeBinary, Table, select

from rednov_bot.core.errors import Mendable
from rednov_bot.core.invocation import program
from rednov_bot.core.store import database, upgrading
from rednov_bot.core.store.tables import metadata

PUBLIC: Final[Mapping[str, str]] = {
    "games": "id tag called gnomes options data data_digest rules_version at luck beacon",
    "gamestates": "game number at position happenings",
    "memberships": "name change at",
    "awards": "game place at",
    "draws": "game number moment link tiles drawn",
    "luck_seals": "game draws seal",
    "revealed": "game tiles at",
    "beacons": "round value at named",
}
"""The tables of which the list was told everything that stands in these columns."""

_AT_ONCE: Final = 500


def octets_of(table: Table) -> tuple[str, ...]:
    """The columns of a table that hold octets: those of a mail may be many."""
    return tuple([one.name for one in table.columns if isinstance(one.type, LargeBinary)])


@dataclass(frozen=True, slots=True)
class Open:
    """A database at one moment."""

    connection: Connection

    def tables(self, *, public: bool) -> tuple[str, ...]:
        """The names of the tables that are told, in the order of the alphabet."""
        return tuple(sorted(PUBLIC if public else metadata.tables))

    def rows(self, name: str, *, public: bool = False) -> Iterator[dict[str, Any]]:
        """The rows of a table in their order, each by its columns; octets are bytes."""
        table = metadata.tables[name]
        told = PUBLIC[name].split() if public else [column.name for column in table.columns]
        keys = list(table.primary_key.columns)
        at_once = 1 if octets_of(table) else _AT_ONCE
        found = self.connection.execution_options(yield_per=at_once).execute(
            select(table).order_by(*keys)
        )
        for row in found.mappings():
            yield {column: row[column] for column in told}


@contextmanager
def opened(url: str) -> Iterator[Open]:
    """The database as of one moment.  Mendable where it is not up to date.

    Who writes meanwhile does not wait for it.
    """
    with database.connected(url) as engine:
        stale = Mendable(
            f"{database.name(engine.url)} is not up to date; run `{program()} db upgrade`"
        )
        if database.is_missing(engine.url):
            raise stale
        with database.moment_of(engine) as connection:
            if upgrading.version_on(connection) != upgrading.HEAD:
                raise stale
            yield Open(connection)
