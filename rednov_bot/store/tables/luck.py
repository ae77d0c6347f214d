"""The luck of the games: what it hangs on, and what of it is published."""

from __future__ import annotations

from sqlalchemy import Index, Table, UniqueConstraint

from rednov_bot.store import columns as c
from rednov_bot.store.tables.naming import metadata

game_secrets = Table(
    "game_secrets",
    metadata,
    c.names("game", "games.id", key=True),
    c.octets("secret"),
)

draws = Table(
    "draws",
    metadata,
    c.numbered(),
    c.names("game", "games.id"),
    c.number("number"),  # counts the draws published in a game from 1
    c.text("moment"),
    c.text("link"),
    c.number("tiles"),  # 1: a shuffle of the item pool
    c.form(),
    c.text("drawn"),
    UniqueConstraint("game", "number"),
    UniqueConstraint("game", "link"),
)

luck_seals = Table(
    "luck_seals",
    metadata,
    c.numbered(),
    c.names("game", "games.id"),
    c.number("draws"),  # published up to it
    c.text("seal"),
    c.names("draft", "drafts.code"),
    Index(None, "game"),
)

revealed = Table(
    "revealed",
    metadata,
    c.numbered(),
    c.names("game", "games.id"),
    c.number("tiles"),  # 1: the secret of the tiles too
    c.number("at"),
    c.names("draft", "drafts.code"),
    Index(None, "game"),
)

beacons = Table(
    "beacons",
    metadata,
    c.numbered(),
    c.number("round"),
    c.text("value"),
    c.text("by"),
    c.number("at"),
    c.text("named", null=True),  # which beacon; null: the only one there was
    Index(None, "round"),
)
