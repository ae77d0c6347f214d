"""The games: what each began with, its gamestates, and what its gnomes announced."""

from __future__ import annotations

from sqlalchemy import Column, Index, Table, Text, UniqueConstraint

from rednov_bot.store import columns as c
from rednov_bot.store.tables.naming import metadata

games = Table(
    "games",
    metadata,
    c.numbered(),
    c.text("tag"),
    c.form(),
    c.text("gnomes"),
    c.text("options"),
    c.text("data"),
    c.text("data_digest"),
    c.text("rules_version"),
    c.number("at"),
    c.number("luck", null=True),  # its form; null: 1
    c.text("beacon", null=True),  # to which its terms bind it
    c.text("called", null=True),  # as what it begins, where its tag is its place in a row of tries
    UniqueConstraint("tag"),
    Index(None, "called"),
)

data_sets = Table(
    "data_sets",
    metadata,
    Column("digest", Text, primary_key=True),  # of the whole set
    Column("file", Text, primary_key=True),
    c.octets("octets"),
)

gamestates = Table(
    "gamestates",
    metadata,
    c.numbered(),
    c.names("game", "games.id"),
    c.number("number"),
    c.text("cause"),
    c.number("at"),
    c.form(),
    c.text("position"),
    c.text("happenings"),  # public ones
    c.text("secrets"),
    c.text("whispers"),  # private and hidden happenings, each with its place among all
    UniqueConstraint("game", "number"),
)

clarifications = Table(
    "clarifications",
    metadata,
    c.numbered(),
    c.names("mail", "raw_mails.id"),  # the unclear announcement
    c.text("code"),
    c.text("name"),  # who wrote it, and is asked
    c.names("game", "games.id", null=True),
    c.number("turns"),  # taken by then
    c.number("unresolved"),  # 1: the last of them awaited its resolution
    c.form(),
    c.number("at"),
    c.text("matter"),  # the words, what was asked about them, what a yes announces
    UniqueConstraint("code"),
    Index(None, "mail"),
)

clarified = Table(
    "clarified",
    metadata,
    c.names("mail", "raw_mails.id", key=True),  # the announcement
    c.text("verdict"),  # confirmed, denied
    c.names("by", "raw_mails.id"),  # the answer
    c.form(),
    c.number("at"),
    c.text("acts"),
)

turns = Table(
    "turns",
    metadata,
    c.numbered(),
    c.names("game", "games.id"),
    c.number("number"),
    c.text("gnome"),
    c.number("taken_at"),
    c.names("mail", "raw_mails.id"),
    c.text("message_id", null=True),
    c.text("subject"),
    c.text("forum"),
    c.form(),
    c.text("references"),
    c.text("turn"),
    c.text("digest", null=True),  # of the mail, for the luck
    c.number("beacon", null=True),  # a round
    UniqueConstraint("game", "number"),
    Index(None, "mail"),
    Index(None, "beacon"),
)

led_to = Table(
    "led_to",
    metadata,
    c.numbered(),
    c.names("mail", "raw_mails.id"),
    c.names("game", "games.id"),
    c.number("number"),  # of the gamestate to which its discard or gift in return led
    Index(None, "mail"),
)

answers = Table(
    "answers",
    metadata,
    c.numbered(),
    c.names("turn", "turns.id"),
    c.text("key"),
    c.text("label"),
    c.text("by"),
    c.number("at"),
    UniqueConstraint("turn", "key"),
)

item_lists = Table(
    "item_lists",
    metadata,
    c.numbered(),
    c.text("gnome"),
    c.number("at"),
    c.form(),
    c.text("items"),
    Index(None, "at"),
)

standing_orders = Table(
    "standing_orders",
    metadata,
    c.numbered(),
    c.names("game", "games.id"),
    c.text("gnome"),
    c.number("at"),
    c.form(),
    c.text("orders"),
    Index(None, "game"),
)
