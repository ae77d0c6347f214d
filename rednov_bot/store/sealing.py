"""A database is sealed in place, opened again, or sealed with another key: all of it or nothing.

Rows are never changed but here, and here none of them changes what it says.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Table, and_, bindparam, select, text, update
from sqlalchemy.exc import DBAPIError

from rednov_bot.errors import StoreUnreachable
from rednov_bot.keys import Key
from rednov_bot.store import database, failures, seals
from rednov_bot.store.covers import Cover, octets_of, of_table
from rednov_bot.store.hidden import FORMERLY, KEPT
from rednov_bot.store.tables import metadata
from rednov_bot.store.vault import FormerVault, Vault

_AT_ONCE = 200  # rows that are rewritten together, where they are no mails


def reseal(
    url: str,
    before: Key | None,
    after: Key | None,
    *,
    at: datetime,
    patience: float = database.PATIENCE,
) -> int:
    """What is hidden is opened with one key and sealed with the other; how many rows that were.

    None stands for no key.  WrongKey where the database is not sealed with *before*, CannotUnseal
    where something in it is not; then nothing is changed.  Its files may hold what they held until
    they are swept (`sweep`).
    """
    old, new = _vault(before), _vault(after)
    engine = database.opened(url, patience)
    try:
        with engine.connect() as connection:
            _overwrite_what_is_freed(connection)
            with connection.begin():
                found = seals.last_on(connection)
                seals.check_name(found.name, seals.key_name(before), engine.url)
                if before is not None and found.form != seals.FORM:
                    _renew(connection, before)
                count = sum(_reseal(connection, name, old, new) for name in KEPT)
                seals.note(connection, seals.key_name(after), at)
    except DBAPIError as error:
        raise failures.in_our_words(error, engine.url) from None
    finally:
        engine.dispose()
    return count


def renew(connection: Connection, key: Key, at: datetime) -> None:
    """What was sealed in a form of before is sealed in that of now, if it is with this key."""
    found = seals.last_on(connection)
    if found.name == key.name and found.form != seals.FORM:
        _overwrite_what_is_freed(connection)
        _renew(connection, key)
        seals.note(connection, key.name, at)


def sweep(url: str, *, patience: float = database.PATIENCE) -> None:
    """The database's own files are written anew, without what was deleted or changed in them.

    StoreUnreachable where another program reads it, or the disk is full: what was sealed is sealed,
    but its files may still hold what they held before.
    """
    engine = database.opened(url, patience)
    called = database.name(engine.url)
    try:
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            if database.kind(engine.url) == "sqlite":
                driver: Any = connection.connection.driver_connection
                driver.execute("VACUUM")
                busy, _, _ = driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
                if busy:
                    raise StoreUnreachable(f"{called} is in use, and its log was not emptied")
            else:
                for name, kept in KEPT.items():
                    if kept.sealed or kept.looked_up:
                        connection.execute(text(f'VACUUM FULL "{name}"'))
    except failures.of(engine) as error:
        raise failures.in_our_words(error, engine.url) from None
    finally:
        engine.dispose()


def name_of_key(url: str, *, patience: float = database.PATIENCE) -> str:
    """The name of the key with which a database is sealed, "" where it is not."""
    engine = database.opened(url, patience)
    try:
        with engine.begin() as connection:
            return seals.last_on(connection).name
    except DBAPIError as error:
        raise failures.in_our_words(error, engine.url) from None
    finally:
        engine.dispose()


def _vault(key: Key | None) -> Vault | None:
    return None if key is None else Vault(key)


def _overwrite_what_is_freed(connection: Connection) -> None:
    """SQLite fills with zeros whatever a change leaves behind in its file."""
    if connection.engine.dialect.name == "sqlite":
        driver: Any = connection.connection.driver_connection
        driver.execute("PRAGMA secure_delete = ON")


def _renew(connection: Connection, key: Key) -> None:
    """Every table that was kept otherwise in the first form."""
    old, new = FormerVault(key), Vault(key)
    for name, kept in FORMERLY.items():
        _reseal(connection, name, old, new, of_table(metadata.tables[name], kept))


def _reseal(
    connection: Connection,
    name: str,
    old: Vault | None,
    new: Vault | None,
    before: Cover | None = None,
) -> int:
    """Every row of one table; how many.  *before*: what of it was hidden, if not what is now."""
    table, cover = metadata.tables[name], of_table(metadata.tables[name])
    if not cover.masked and not cover.sealed:
        return 0
    hidden = [*KEPT[name].sealed, *KEPT[name].looked_up]
    keys = list(table.primary_key.columns)
    change = (
        update(table)
        .where(and_(*[column == bindparam(f"key_{column.name}") for column in keys]))
        .values({column: bindparam(f"new_{column}") for column in hidden})
    )
    count = 0
    for rows in _in_turn(connection, table):
        changed = []
        for row in rows:
            opened = row if old is None else old.opened_values(before or cover, row)
            kept = opened if new is None else new.added(cover, opened)
            changed.append(
                {f"key_{column.name}": row[column.name] for column in keys}
                | {f"new_{column}": kept[column] for column in hidden}
            )
        connection.execute(change, changed)
        count += len(changed)
    return count


def _in_turn(connection: Connection, table: Table) -> Iterator[list[dict[str, Any]]]:
    """The rows of a table, some at a time: which rows there are is known before one is changed."""
    keys = list(table.primary_key.columns)
    every = connection.execute(select(*keys)).fetchall()
    one = select(table).where(and_(*[column == bindparam(column.name) for column in keys]))
    at_once = 1 if octets_of(table) else _AT_ONCE
    for start in range(0, len(every), at_once):
        found = [
            connection.execute(one, dict(zip([it.name for it in keys], key, strict=True)))
            for key in every[start : start + at_once]
        ]
        yield [dict(result.mappings().one()) for result in found]
