"""How far each mail is shown to be its author's."""

from __future__ import annotations

from sqlalchemy import Index, Table, UniqueConstraint

from rednov_bot.store import columns as c
from rednov_bot.store.tables.naming import metadata

confidences = Table(
    "confidences",
    metadata,
    c.names("mail", "raw_mails.id", key=True),
    c.text("trust"),
    c.text("way"),  # a key of [forums], private, or nothing
    c.number("at"),
    c.text("address"),
    c.text("words", null=True),  # a digest; null where nothing could be a copy
    c.text("grounds"),
    Index(None, "address", "way", "mail"),
    Index(None, "way", "mail"),
    Index(None, "words"),
)

doubted = Table(
    "doubted",
    metadata,
    c.numbered(),
    c.names("mail", "raw_mails.id"),
    c.text("code"),
    c.text("name"),  # who is asked whether it is eirs
    c.text("grounds"),
    c.number("at"),
    UniqueConstraint("code"),
    Index(None, "mail"),
    Index(None, "at"),
)

vouched = Table(
    "vouched",
    metadata,
    c.names("doubted", "doubted.id", key=True),
    c.text("verdict"),  # yes, no, used up, said again, read, put aside
    c.names("mail", "raw_mails.id", null=True),  # that says so, or says the same
    c.number("at"),
)

forgeries = Table(
    "forgeries",
    metadata,
    c.numbered(),
    c.names("mail", "raw_mails.id", null=True),
    c.text("kind"),
    c.text("what"),
    c.number("told"),  # 1: a mail told of it
    c.number("at"),
    Index(None, "kind", "at"),
    Index(None, "told", "at"),
)
