"""What the picture says to whoever does not see it."""

from __future__ import annotations

from rednov_bot.engine.position import Position
from rednov_bot.engine.tables import Tables
from rednov_bot.picture.changes import changes
from rednov_bot.picture.shapes import clean
from rednov_bot.picture.telling import description, title


def words(
    position: Position, tables: Tables, before: Position | None = None, *, heading: str = ""
) -> str:
    """Its title and everything it shows, in sentences on one line."""
    told = description(position, tables, changes(before, position))
    return clean(f"{title(position, heading)}. {told}")
