"""The bot's own mails, and each attempt to hand one over."""

from __future__ import annotations

from sqlalchemy import Column, Index, Integer, Table, UniqueConstraint

from rednov_bot.store import columns as c
from rednov_bot.store.tables.naming import metadata

postings = Table(
    "postings",
    metadata,
    c.numbered(),
    c.text("message_id"),
    c.text("kind"),
    c.text("to"),
    c.names("draft", "drafts.code", null=True),
    c.text("reason"),
    c.number("queued_at"),
    c.octets("octets"),
    UniqueConstraint("message_id"),
    Index(None, "draft"),
    Index(None, "reason", "queued_at"),
    Index(None, "kind", "queued_at"),
)

posting_waits = Table(
    "posting_waits",
    metadata,
    c.names("posting", "postings.id", key=True),
    c.names("after", "postings.id", key=True),
    Index(None, "after"),
)

posting_waits_ended = Table(
    "posting_waits_ended",
    metadata,
    c.names("posting", "postings.id", key=True),
    c.names("after", "postings.id", key=True),
)

sendings = Table(
    "sendings",
    metadata,
    c.names("posting", "postings.id", key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    c.number("at"),
)

handovers = Table(
    "handovers",
    metadata,
    c.names("posting", "postings.id", key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),  # of the sending
)

attempts = Table(
    "attempts",
    metadata,
    c.numbered(),
    c.names("posting", "postings.id"),
    c.number("number"),  # of the sending that it closes, where one was begun; they go up
    c.number("at"),
    c.text("outcome"),
    c.text("reply"),
    c.number("retry_at", null=True),  # not before; null: never by itself
    UniqueConstraint("posting", "number"),
    Index(None, "outcome", "at"),
)

put_backs = Table(
    "put_backs",
    metadata,
    c.names("posting", "postings.id", key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),  # of the sending
)

reposts = Table(
    "reposts",
    metadata,
    c.numbered(),
    c.names("posting", "postings.id"),
    c.number("number"),  # of the last attempt, which counts no longer
    c.text("by"),
    c.number("at"),
    Index(None, "posting"),
)
