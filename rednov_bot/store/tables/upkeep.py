"""The database and the service themselves: when it was at work, backed up, sealed, upgraded."""

from __future__ import annotations

from sqlalchemy import Index, Table

from rednov_bot.store import columns as c
from rednov_bot.store.tables.naming import metadata

beginnings = Table("beginnings", metadata, c.numbered(), c.number("at"))
"""When the database was made; one of before migration 0019 has no row here."""

heartbeats = Table("heartbeats", metadata, c.numbered(), c.number("at"))

outages = Table(
    "outages",
    metadata,
    c.numbered(),
    c.number("begins"),
    c.number("ends"),
    Index(None, "ends"),
)

seals = Table(
    "seals",
    metadata,
    c.numbered(),
    c.text("name"),  # of the key that seals the database from then on, "" for none
    c.number("at"),
    c.number("form", null=True),  # how it is sealed; null: 1
)

backups = Table("backups", metadata, c.numbered(), c.number("at"))

restorations = Table(
    "restorations",
    metadata,
    c.numbered(),
    c.number("reaches", null=True),  # when the service was last at work in the backup
    c.number("mails"),  # the id of the last mail of the backup, 0 without one
    c.number("at"),
)

programs = Table(
    "programs",
    metadata,
    c.numbered(),
    c.text("version"),  # of the program that took the database over
    c.text("rules"),  # SHA-256 of all by which it reads and plays
    c.number("differing"),  # how much of the games it would make otherwise, knowingly
    c.number("at"),
)
