"""Databases as an earlier version left them."""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from sqlalchemy import text

from rednov_bot.core.paths import MIGRATIONS
from rednov_bot.core.store import database

BEFORE = "0022"
"""The last migration of the versions that could seal."""


def downgrade(url: str, *seals: str) -> None:
    """The database is as the version before left it, sealed with *seals* in turn."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    engine = database.opened(url)
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, BEFORE)
    engine.dispose()
    seal(url, *seals)


def seal(url: str, *names: str) -> None:
    """A database of the version before is said to be sealed with these keys in turn."""
    engine = database.opened(url)
    with engine.begin() as connection:
        for name in names:
            sealed = text("INSERT INTO seals (name, at, form) VALUES (:name, 0, 2)")
            connection.execute(sealed, {"name": name})
    engine.dispose()
