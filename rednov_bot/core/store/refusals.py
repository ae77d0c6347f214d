"""Databases that serve nobody: sealed by an earlier version, or not restored to their end.

A table stands in a PostgreSQL database that is being restored, and names the schema that holds
what was there before.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, Text, column, inspect, select, table, text

from rednov_bot.core.errors import Mendable
from rednov_bot.core.invocation import program
from rednov_bot.core.store import database

SEALS: Final = "seals"
"""Its last row names the key that a database is sealed with, "" where it was unsealed."""

LAST_SEAL: Final = f"SELECT name FROM {SEALS} ORDER BY id DESC LIMIT 1"

MARK: Final = "half_restored"
"""The table, whose rows are the schemas put aside, the first of them by their names the oldest."""


def sealed(called: str) -> Mendable:
    """Why what is *called* so is not used: this version has no key."""
    return Mendable(
        f"{called} is sealed with a key, which this version cannot open; unseal it with "
        "rednov_bot 0.1.0 from before 1 December 2026 (`rednov key unseal`), then upgrade"
    )


def refuse_sealed(connection: Connection) -> None:
    """Mendable where the database, which has the table, is sealed now."""
    if connection.scalar(text(LAST_SEAL)):
        raise sealed(database.name(connection.engine.url))


def refuse_half_restored(connection: Connection) -> None:
    """Mendable where a restore is under way in the database, or was broken off."""
    aside = kept_aside(connection)
    if aside is None:
        return
    kept = f" (what it held before lies in its schema {aside})" if aside else ""
    raise Mendable(
        f"{database.name(connection.engine.url)} is only half restored{kept}; let "
        f"`{program()} restore` end, or run it again"
    )


def kept_aside(connection: Connection) -> str | None:
    """The schema with what a half restored database held before; "" where it held nothing.

    None where it is not half restored.
    """
    if connection.dialect.name != "postgresql" or not inspect(connection).has_table(MARK):
        return None
    aside = column("aside", Text)
    asked = select(aside).select_from(table(MARK)).where(aside != "").order_by(aside)
    found: str | None = connection.scalar(asked)
    return found or ""
