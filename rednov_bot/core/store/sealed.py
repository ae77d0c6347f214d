"""A database that an earlier version sealed with a key serves nobody: this version has no key."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, text

from rednov_bot.core.errors import Mendable
from rednov_bot.core.store import database

TABLE: Final = "seals"
"""Its last row names the key that the database is sealed with, "" where it was unsealed."""

LAST: Final = f"SELECT name FROM {TABLE} ORDER BY id DESC LIMIT 1"


def refusal(called: str) -> Mendable:
    """Why what is *called* so is not used."""
    return Mendable(
        f"{called} is sealed with a key, which this version cannot open; unseal it with "
        "rednov_bot 0.1.0 from before 1 December 2026 (`rednov key unseal`), then upgrade"
    )


def refuse(connection: Connection) -> None:
    """Mendable where the database, which has the table, is sealed now."""
    if connection.scalar(text(LAST)):
        raise refusal(database.name(connection.engine.url))
