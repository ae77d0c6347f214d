"""The mails that came, and what became of each."""

from __future__ import annotations

from sqlalchemy import Index, Table, UniqueConstraint

from rednov_bot.store import columns as c
from rednov_bot.store.tables.naming import metadata

raw_mails = Table(
    "raw_mails",
    metadata,
    c.numbered(),
    c.text("folder"),
    c.number("uidvalidity"),
    c.number("uid"),
    c.number("arrived_at"),
    c.octets("octets"),
    UniqueConstraint("folder", "uidvalidity", "uid"),
    Index(None, "folder", "id"),
)

dispositions = Table(
    "dispositions",
    metadata,
    c.names("mail", "raw_mails.id", key=True),
    c.text("disposition"),
    c.text("reason"),
    c.text("message_id", null=True),
    c.text("digest", null=True),
    c.text("sender", null=True),
    c.number("at"),
    Index(None, "message_id"),
    Index(None, "digest"),
    Index(None, "disposition", "at"),
)

held_told = Table(
    "held_told",
    metadata,
    c.names("mail", "raw_mails.id", key=True),  # of which whoever decides was told, or need not be
)

reopened = Table(
    "reopened",
    metadata,
    c.numbered(),
    c.names("mail", "raw_mails.id"),
    c.text("by"),
    c.text("why"),
    c.text("digest", null=True),
    c.number("at"),
    Index(None, "mail"),
    Index(None, "digest"),
)

replays = Table(
    "replays",
    metadata,
    c.numbered(),
    c.names("mail", "raw_mails.id"),
    c.text("by"),
    c.text("disposition"),
    c.text("reason"),
    c.text("message_id", null=True),
    c.text("digest", null=True),
    c.number("at"),
    Index(None, "mail"),
    Index(None, "message_id"),
    Index(None, "digest"),
)

likenesses = Table(
    "likenesses",
    metadata,
    c.numbered(),
    c.names("mail", "raw_mails.id"),
    c.text("digest"),  # of its author, its Date and its words
    Index(None, "digest"),
)
