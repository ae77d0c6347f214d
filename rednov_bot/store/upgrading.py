"""The database is brought up to date: its tables are made, or changed, by the migrations.

Alembic is slow to import and is left alone when there is nothing to do.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, Text, column, inspect, select, table
from sqlalchemy.exc import DBAPIError

from rednov_bot.errors import StoreTooNew
from rednov_bot.paths import MIGRATIONS
from rednov_bot.store import database, failures

REVISIONS: Final = ("0001",)
"""Every migration there is, oldest first; a test compares them with the folder."""

HEAD: Final = REVISIONS[-1]

_VERSION_TABLE: Final = "alembic_version"
_VERSION = select(column("version_num", Text)).select_from(table(_VERSION_TABLE))


def upgrade(url: str, *, patience: float = database.PATIENCE) -> None:
    """The database is made if need be and gets the tables of this version, all or none.

    StoreTooNew when a newer version wrote it; Mendable or StoreUnreachable when it cannot be used.
    """
    engine = database.opened(url, patience)
    try:
        if database.is_missing(engine.url):
            database.make_private_file(engine.url)
        with engine.begin() as connection:
            present = _version(connection)
            if present == HEAD:
                return
            if present is not None and present not in REVISIONS:
                raise StoreTooNew(
                    f"{database.name(engine.url)} was written by a newer version of this program "
                    f"(migration {present}, here {HEAD} is the last); install that version"
                )
            _migrate(connection, HEAD)
    except DBAPIError as error:
        raise failures.in_our_words(error, engine.url) from None
    finally:
        engine.dispose()


def version(url: str, *, patience: float = database.PATIENCE) -> str | None:
    """The last migration that the database has seen, None when it has no tables of ours."""
    engine = database.opened(url, patience)
    try:
        if database.is_missing(engine.url):
            return None
        with engine.begin() as connection:
            return _version(connection)
    except DBAPIError as error:
        raise failures.in_our_words(error, engine.url) from None
    finally:
        engine.dispose()


def _version(connection: Connection) -> str | None:
    if not inspect(connection).has_table(_VERSION_TABLE):
        return None
    found: str | None = connection.scalar(_VERSION)
    return found


def _migrate(connection: Connection, revision: str) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
