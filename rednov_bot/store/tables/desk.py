"""What the contestmaster is shown, and eir word on it."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, Table, UniqueConstraint

from rednov_bot.store import columns as c
from rednov_bot.store.tables.naming import metadata

drafts = Table(
    "drafts",
    metadata,
    c.numbered(),
    c.text("code"),
    c.text("kind"),
    c.names("game", "games.id", null=True),
    c.names("turn", "turns.id", null=True),
    c.number("for_state", null=True),
    c.number("attempt"),
    c.text("about"),
    c.number("made_at"),
    c.number("due_by", null=True),
    c.form(),
    c.text("choice", null=True),
    UniqueConstraint("code"),
    Index(None, "kind", "made_at"),
    Index(None, "turn"),
    Index(None, "game"),
)

draft_pages = Table(
    "draft_pages",
    metadata,
    c.numbered(),
    c.names("draft", "drafts.code"),
    c.number("place"),  # from 0, in the order of posting
    c.text("kind"),
    c.text("to"),
    c.text("to_name"),
    c.text("subject"),
    c.text("in_reply_to", null=True),
    c.form(),
    c.text("references"),
    c.text("body"),
    UniqueConstraint("draft", "place"),
)

draft_pictures = Table(
    "draft_pictures",
    metadata,
    c.names("draft", "drafts.code", key=True),
    Column("place", BigInteger, primary_key=True, autoincrement=False),  # of its page
    c.text("html"),
    c.octets("octets"),
)

draft_happenings = Table(
    "draft_happenings",
    metadata,
    c.names("draft", "drafts.code", key=True),
    c.form(),
    c.text("happenings"),
    c.text("whispers"),
)

draft_matters = Table(
    "draft_matters",
    metadata,
    c.names("draft", "drafts.code", key=True),
    c.names("mail", "raw_mails.id", null=True),
    c.names("amends", "drafts.code", null=True),
    c.form(),
    c.text("effects"),
    c.text("leaks", null=True),  # null: none
)

holds = Table(
    "holds",
    metadata,
    c.numbered(),
    c.names("draft", "drafts.code"),
    c.number("until", null=True),
    c.text("why"),
    c.number("at"),
    c.number("released"),  # 1: the hold is over
    Index(None, "draft"),
)

decisions = Table(
    "decisions",
    metadata,
    c.names("draft", "drafts.code", key=True),
    c.text("verdict"),
    c.text("by"),
    c.text("why"),
    c.number("at"),
    Index(None, "verdict", "at"),
)

awaited_openings = Table(
    "awaited_openings",
    metadata,
    c.names("draft", "drafts.code", key=True),
    c.text("by"),
    c.number("at"),
)
