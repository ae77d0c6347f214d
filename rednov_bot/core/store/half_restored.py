"""A PostgreSQL database that is not restored to its end serves nobody.

A table stands in it meanwhile, and names the schema that holds what was there before.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, Text, column, inspect, select, table

from rednov_bot.core.errors import Mendable
from rednov_bot.core.invocation import program
from rednov_bot.core.store import database

MARK: Final = "half_restored"
"""The table, whose rows are the schemas put aside, the first of them by their names the oldest."""


def refuse(connection: Connection) -> None:
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
