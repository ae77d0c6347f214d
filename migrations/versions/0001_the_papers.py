"""A contest can be kept on file: its mails, games, turns, drafts, decisions and postings."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def id_() -> sa.Column[Any]:
    return sa.Column("id", KEY, nullable=False)


def text(name: str, *, null: bool = False) -> sa.Column[Any]:
    return sa.Column(name, sa.Text(), nullable=null)


def number(name: str, *, null: bool = False) -> sa.Column[Any]:
    return sa.Column(name, sa.BigInteger(), nullable=null)


def octets(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.LargeBinary(), nullable=False)


def form() -> sa.Column[Any]:
    return sa.Column("form", sa.Integer(), nullable=False)


def key(name: str, *, null: bool = False) -> sa.Column[Any]:
    return sa.Column(name, KEY, nullable=null, autoincrement=False)


def table(name: str, *parts: Any, primary: str = "id", unique: str = "", **papers: str) -> None:
    """A table; `unique` and `primary` list columns, `papers` says what a column names."""
    ends = [sa.PrimaryKeyConstraint(*primary.split(), name=op.f(f"pk_{name}"))]
    if unique:
        columns = unique.split()
        ends.append(sa.UniqueConstraint(*columns, name=op.f(f"uq_{name}_{'_'.join(columns)}")))
    for column, paper in papers.items():
        other = paper.partition(".")[0]
        named = op.f(f"fk_{name}_{column}_{other}")
        ends.append(sa.ForeignKeyConstraint([column], [paper], name=named))
    op.create_table(name, *parts, *ends)


def index(name: str, *columns: str) -> None:
    op.create_index(op.f(f"ix_{name}_{'_'.join(columns)}"), name, list(columns))


def upgrade() -> None:
    _mails()
    _games()
    _turns()
    _drafts()
    _outbox()


def _mails() -> None:
    table(
        "raw_mails",
        id_(),
        text("folder"),
        number("uidvalidity"),
        number("uid"),
        number("arrived_at"),
        octets("octets"),
        unique="folder uidvalidity uid",
    )
    index("raw_mails", "folder", "id")
    table(
        "dispositions",
        key("mail"),
        text("disposition"),
        text("reason"),
        text("message_id", null=True),
        text("digest", null=True),
        text("sender", null=True),
        number("at"),
        primary="mail",
        mail="raw_mails.id",
    )
    index("dispositions", "message_id")
    index("dispositions", "digest")
    table(
        "memberships",
        id_(),
        text("name"),
        text("change"),
        number("at"),
        key("mail", null=True),
        mail="raw_mails.id",
    )


def _games() -> None:
    table(
        "games",
        id_(),
        text("tag"),
        form(),
        text("gnomes"),
        text("options"),
        text("data"),
        text("data_digest"),
        text("rules_version"),
        number("at"),
        unique="tag",
    )
    table("game_secrets", key("game"), octets("secret"), primary="game", game="games.id")
    table(
        "gamestates",
        id_(),
        key("game"),
        number("number"),
        text("cause"),
        number("at"),
        form(),
        text("position"),
        text("happenings"),
        text("secrets"),
        text("whispers"),
        unique="game number",
        game="games.id",
    )


def _turns() -> None:
    table(
        "turns",
        id_(),
        key("game"),
        number("number"),
        text("gnome"),
        number("taken_at"),
        key("mail"),
        text("message_id", null=True),
        text("subject"),
        text("forum"),
        form(),
        text("references"),
        text("turn"),
        unique="game number",
        game="games.id",
        mail="raw_mails.id",
    )
    table(
        "answers",
        id_(),
        key("turn"),
        text("key"),
        text("label"),
        text("by"),
        number("at"),
        unique="turn key",
        turn="turns.id",
    )
    table("item_lists", id_(), text("gnome"), number("at"), form(), text("items"))
    index("item_lists", "gnome", "at")
    table(
        "standing_orders",
        id_(),
        key("game"),
        text("gnome"),
        number("at"),
        form(),
        text("orders"),
        game="games.id",
    )
    index("standing_orders", "game")


def _drafts() -> None:
    table(
        "drafts",
        id_(),
        text("code"),
        text("kind"),
        key("game", null=True),
        key("turn", null=True),
        number("for_state", null=True),
        number("attempt"),
        text("about"),
        number("made_at"),
        number("due_by", null=True),
        form(),
        text("choice", null=True),
        unique="code",
        game="games.id",
        turn="turns.id",
    )
    index("drafts", "turn")
    table(
        "draft_pages",
        id_(),
        text("draft"),
        number("place"),
        text("kind"),
        text("to"),
        text("to_name"),
        text("subject"),
        text("in_reply_to", null=True),
        form(),
        text("references"),
        text("body"),
        unique="draft place",
        draft="drafts.code",
    )
    table(
        "draft_happenings",
        text("draft"),
        form(),
        text("happenings"),
        text("whispers"),
        primary="draft",
        draft="drafts.code",
    )
    table(
        "decisions",
        text("draft"),
        text("verdict"),
        text("by"),
        text("why"),
        number("at"),
        primary="draft",
        draft="drafts.code",
    )


def _outbox() -> None:
    table(
        "postings",
        id_(),
        text("message_id"),
        text("kind"),
        text("to"),
        text("draft", null=True),
        text("reason"),
        number("queued_at"),
        octets("octets"),
        unique="message_id",
        draft="drafts.code",
    )
    index("postings", "draft")
    index("postings", "to", "queued_at", "reason", "kind")
    table(
        "posting_waits",
        key("posting"),
        key("after"),
        primary="posting after",
        posting="postings.id",
        after="postings.id",
    )
    table(
        "attempts",
        id_(),
        key("posting"),
        number("number"),
        number("at"),
        text("outcome"),
        text("reply"),
        number("retry_at", null=True),
        unique="posting number",
        posting="postings.id",
    )


TABLES = (
    "raw_mails dispositions memberships games game_secrets gamestates turns answers item_lists "
    "standing_orders drafts draft_pages draft_happenings decisions postings posting_waits attempts"
)


def downgrade() -> None:
    for name in reversed(TABLES.split()):
        op.drop_table(name)
