"""Whether the bot's own mails got where they were to go."""

from __future__ import annotations

from sqlalchemy import Column, Index, Integer, Table, UniqueConstraint

from rednov_bot.store import columns as c
from rednov_bot.store.tables.naming import metadata

sightings = Table(
    "sightings",
    metadata,
    c.numbered(),
    c.names("posting", "postings.id"),
    c.names("mail", "raw_mails.id", null=True),  # null: the contestmaster says that it is there
    c.text("forum"),
    Column("public", Integer, nullable=False),  # 1 where announcements count in that forum
    Column("same", Integer, nullable=False),  # 1 where it says what was sent
    c.number("at"),
    UniqueConstraint("posting", "mail"),
    Index(None, "forum"),
)

alarms = Table(
    "alarms",
    metadata,
    c.names("draft", "drafts.code", key=True),
    c.names("posting", "postings.id"),
    c.text("what"),
    c.number("attempts"),  # of the posting, so far
    c.number("at"),
    Index(None, "posting"),
)

list_notices = Table(
    "list_notices",
    metadata,
    c.names("mail", "raw_mails.id", key=True),
    c.names("posting", "postings.id"),
    c.text("what"),  # the list did with it
    c.text("grounds"),
    c.number("attempts"),  # of the posting, so far
    c.number("at"),
    Index(None, "posting"),
)

bounces = Table(
    "bounces",
    metadata,
    c.numbered(),
    c.names("posting", "postings.id"),
    c.names("mail", "raw_mails.id"),
    c.text("kind"),
    c.text("status"),
    c.number("at"),
    UniqueConstraint("posting", "mail"),
    Index(None, "kind", "at"),
)

confirmations = Table(
    "confirmations",
    metadata,
    c.names("posting", "postings.id", key=True),
    c.names("mail", "raw_mails.id"),
    c.number("at"),
)

channels = Table(
    "channels",
    metadata,
    c.numbered(),
    c.text("name"),
    c.text("address"),
    c.text("change"),
    c.names("posting", "postings.id", null=True),
    c.names("mail", "raw_mails.id", null=True),
    c.number("at"),
    Index(None, "change", "posting"),
)
