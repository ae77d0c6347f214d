"""The contest beyond its games: its people, its office, and what was ruled."""

from __future__ import annotations

from sqlalchemy import Column, Index, Integer, Table, Text

from rednov_bot.store import columns as c
from rednov_bot.store.tables.naming import metadata

memberships = Table(
    "memberships",
    metadata,
    c.numbered(),
    c.text("name"),
    c.text("change"),  # joined, left
    c.number("at"),
    c.names("mail", "raw_mails.id", null=True),
    Index(None, "mail"),
)

contest_changes = Table(
    "contest_changes",
    metadata,
    c.numbered(),
    c.text("change"),
    c.text("value"),
    c.text("by"),
    c.number("at"),
)

rulings = Table(
    "rulings",
    metadata,
    c.numbered(),
    c.text("clause"),
    c.text("text"),
    c.text("by"),
    c.number("at"),
    c.names("game", "games.id", null=True),
    c.names("turn", "turns.id", null=True),
    c.number("since", null=True),  # the number of a gamestate
    c.number("proposed"),  # 1: it holds only once it is upheld
    c.form(),
    c.text("effect"),
    Index(None, "game"),
)

upheld = Table(
    "upheld",
    metadata,
    c.names("ruling", "rulings.id", key=True),
    c.number("at"),
    c.number("since", null=True),  # the number of a gamestate, instead of that of the ruling
)

absences = Table(
    "absences",
    metadata,
    c.numbered(),
    c.text("name"),
    c.number("said_at"),
    c.text("words"),
    c.number("public"),  # 1: said on a list
    c.number("begins", null=True),
    c.number("ends", null=True),
    c.names("mail", "raw_mails.id", null=True),
)

reminders = Table(
    "reminders",
    metadata,
    Column("duty", Text, primary_key=True),
    Column("stage", Integer, primary_key=True, autoincrement=False),  # hours
    c.text("to"),
    c.number("at"),
)

awards = Table(
    "awards",
    metadata,
    c.names("game", "games.id", key=True),
    Column("place", Integer, primary_key=True, autoincrement=False),
    c.number("at"),
    c.text("by"),
    c.names("draft", "drafts.code", null=True),
)
