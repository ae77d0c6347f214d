"""Everything on file, row by row, as it was before it was sealed; or what everybody may know of it.

The public edition names each column that it tells: whatever is new is left out until somebody has
thought about it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, select

from rednov_bot.errors import Mendable
from rednov_bot.invocation import program
from rednov_bot.keys import Key
from rednov_bot.store import database, failures, seals, upgrading
from rednov_bot.store.covers import octets_of, of_table
from rednov_bot.store.tables import metadata
from rednov_bot.store.vault import Vault

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


@dataclass(frozen=True, slots=True)
class Open:
    """A database at one moment, its rows opened."""

    connection: Connection
    vault: Vault | None

    def tables(self, *, public: bool) -> tuple[str, ...]:
        """The names of the tables that are told, in the order of the alphabet."""
        return tuple(sorted(PUBLIC if public else metadata.tables))

    def rows(self, name: str, *, public: bool = False) -> Iterator[dict[str, Any]]:
        """The rows of a table in their order, each by its columns; octets are bytes."""
        table = metadata.tables[name]
        cover = of_table(table)
        told = PUBLIC[name].split() if public else [column.name for column in table.columns]
        keys = list(table.primary_key.columns)
        at_once = 1 if octets_of(table) else _AT_ONCE
        found = self.connection.execution_options(yield_per=at_once).execute(
            select(table).order_by(*keys)
        )
        for row in found.mappings():
            opened = dict(row)
            if self.vault is not None:
                opened = self.vault.opened_values(cover, opened)
            yield {column: opened[column] for column in told}


@contextmanager
def opened(url: str, key: Key | None) -> Iterator[Open]:
    """The database as of one moment.  Mendable where it is not up to date, WrongKey of another key.

    Who writes meanwhile does not wait for it.
    """
    found = upgrading.version(url)
    if found != upgrading.HEAD:
        engine = database.opened(url)
        engine.dispose()
        raise Mendable(
            f"{database.name(engine.url)} is not up to date; run `{program()} db upgrade`"
        )
    engine = database.opened(url)
    try:
        with database.moment_of(engine) as connection:
            seal = seals.last_on(connection)
            seals.check(seal, seals.key_name(key), engine.url)
            yield Open(connection, None if key is None else Vault(key))
    except failures.of(engine) as error:
        raise failures.in_our_words(error, engine.url) from None
    finally:
        engine.dispose()
