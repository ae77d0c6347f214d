"""A contest can be led: its office, axes, rulings, awards, holds, absences and outages."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def id_() -> sa.Column[Any]:
    return sa.Column("id", KEY, nullable=False)


def text(name: str, *, null: bool = False) -> sa.Column[Any]:
    return sa.Column(name, sa.Text(), nullable=null)


def number(name: str, *, null: bool = False) -> sa.Column[Any]:
    return sa.Column(name, sa.BigInteger(), nullable=null)


def form() -> sa.Column[Any]:
    return sa.Column("form", sa.Integer(), nullable=False)


def key(name: str, *, null: bool = False) -> sa.Column[Any]:
    return sa.Column(name, KEY, nullable=null, autoincrement=False)


def table(name: str, *parts: Any, primary: str = "id", **papers: str) -> None:
    """A table; `primary` lists columns, `papers` says what a column names."""
    ends: list[Any] = [sa.PrimaryKeyConstraint(*primary.split(), name=op.f(f"pk_{name}"))]
    for column, paper in papers.items():
        other = paper.partition(".")[0]
        named = op.f(f"fk_{name}_{column}_{other}")
        ends.append(sa.ForeignKeyConstraint([column], [paper], name=named))
    op.create_table(name, *parts, *ends)


def upgrade() -> None:
    _contest()
    _drafts()
    op.create_index(
        op.f("ix_dispositions_disposition_reason"), "dispositions", ["disposition", "reason"]
    )
    op.create_index(op.f("ix_postings_reason"), "postings", ["reason"])
    op.create_index(op.f("ix_posting_waits_after"), "posting_waits", ["after"])
    op.create_index(op.f("ix_drafts_kind_made_at"), "drafts", ["kind", "made_at"])
    op.create_index(op.f("ix_drafts_game"), "drafts", ["game"])
    op.create_index(op.f("ix_decisions_verdict_at"), "decisions", ["verdict", "at"])
    op.create_index(op.f("ix_postings_kind_queued_at"), "postings", ["kind", "queued_at"])
    op.create_index(op.f("ix_memberships_mail"), "memberships", ["mail"])
    op.create_index(op.f("ix_turns_mail"), "turns", ["mail"])
    op.create_index(op.f("ix_outages_ends"), "outages", ["ends"])
    op.create_index(op.f("ix_absences_name"), "absences", ["name"])
    op.create_index(op.f("ix_reopened_mail"), "reopened", ["mail"])
    op.create_index(op.f("ix_reopened_digest"), "reopened", ["digest"])
    op.create_index(op.f("ix_holds_draft"), "holds", ["draft"])
    op.create_index(op.f("ix_rulings_game"), "rulings", ["game"])
    op.create_index(op.f("ix_led_to_mail"), "led_to", ["mail"])
    _drafts_shown()
    _choices_shown()
    _mails_that_moved_the_game()


def _contest() -> None:
    table("contest_changes", id_(), text("change"), text("value"), text("by"), number("at"))
    table(
        "rulings",
        id_(),
        text("clause"),
        text("text"),
        text("by"),
        number("at"),
        key("game", null=True),
        key("turn", null=True),
        number("since", null=True),
        number("proposed"),
        form(),
        text("effect"),
        game="games.id",
        turn="turns.id",
    )
    table(
        "led_to",
        id_(),
        key("mail"),
        key("game"),
        number("number"),
        mail="raw_mails.id",
        game="games.id",
    )
    table(
        "upheld",
        key("ruling"),
        number("at"),
        number("since", null=True),
        primary="ruling",
        ruling="rulings.id",
    )
    table(
        "absences",
        id_(),
        text("name"),
        number("said_at"),
        text("words"),
        number("public"),
        number("begins", null=True),
        number("ends", null=True),
        key("mail", null=True),
        mail="raw_mails.id",
    )
    table("heartbeats", id_(), number("at"))
    table("outages", id_(), number("begins"), number("ends"))
    table(
        "reminders",
        text("duty"),
        sa.Column("stage", sa.Integer(), nullable=False, autoincrement=False),
        text("to"),
        number("at"),
        primary="duty stage",
    )
    table(
        "reopened",
        id_(),
        key("mail"),
        text("by"),
        text("why"),
        text("digest", null=True),
        number("at"),
        mail="raw_mails.id",
    )


def _drafts() -> None:
    table(
        "draft_matters",
        text("draft"),
        key("mail", null=True),
        text("amends", null=True),
        form(),
        text("effects"),
        primary="draft",
        draft="drafts.code",
        mail="raw_mails.id",
        amends="drafts.code",
    )
    table(
        "holds",
        id_(),
        text("draft"),
        number("until", null=True),
        text("why"),
        number("at"),
        number("released"),
        draft="drafts.code",
    )
    table(
        "posting_waits_ended",
        key("posting"),
        key("after"),
        primary="posting after",
        posting="postings.id",
        after="postings.id",
    )
    table(
        "awards",
        key("game"),
        sa.Column("place", sa.Integer(), nullable=False, autoincrement=False),
        number("at"),
        text("by"),
        text("draft", null=True),
        primary="game place",
        game="games.id",
        draft="drafts.code",
    )


def _drafts_shown() -> None:
    """Mails that showed a draft name it; so far their reason alone did: `draft AAAAAAB`."""
    op.execute(
        "UPDATE postings SET draft = substr(reason, 7) WHERE kind = 'draft' AND draft IS NULL "
        "AND substr(reason, 1, 6) = 'draft ' "
        "AND EXISTS (SELECT 1 FROM drafts WHERE code = substr(postings.reason, 7))"
    )


def _choices_shown() -> None:
    """The same for choices: `draft of choice 12 wakes Ann`, one mail for each draft, in order."""
    offered = defaultdict(list)
    rows = op.get_bind().execute(
        sa.text("SELECT code, turn, choice FROM drafts WHERE kind = 'choice' ORDER BY id")
    )
    for code, turn, choice in rows.fetchall():
        offered[f"draft of choice {turn} {json.loads(choice)['key']}"].append(code)
    for reason, codes in offered.items():
        mailed = op.get_bind().execute(
            sa.text("SELECT id FROM postings WHERE kind = 'draft' AND reason = :why ORDER BY id"),
            {"why": reason},
        )
        for (posting,), code in zip(mailed.fetchall(), codes, strict=False):
            op.get_bind().execute(
                sa.text("UPDATE postings SET draft = :code WHERE id = :posting"),
                {"code": code, "posting": posting},
            )


def _mails_that_moved_the_game() -> None:
    """Discards and gifts in return name their mails: the first of that gnome that was filed then.

    A mail is filed in the transaction in which the game moves on, and so a moment later.
    """
    for announced in ("discard", "gift in return"):
        moved = op.get_bind().execute(
            sa.text("SELECT game, number, cause, at FROM gamestates WHERE cause LIKE :like"),
            {"like": f"{announced} of %"},
        )
        for game, number, cause, at in moved.fetchall():
            where = {"name": cause.removeprefix(f"{announced} of "), "at": at}
            filed = op.get_bind().execute(
                sa.text(
                    "SELECT mail FROM dispositions WHERE sender = :name AND at >= :at "
                    "AND disposition = 'read' AND reason LIKE :said ORDER BY at, mail LIMIT 1"
                ),
                {**where, "said": f"announces%a {announced}%"},
            )
            for (mail,) in filed.fetchall():
                op.get_bind().execute(
                    sa.text("INSERT INTO led_to (mail, game, number) VALUES (:mail, :game, :to)"),
                    {"mail": mail, "game": game, "to": number},
                )


TABLES = (
    "contest_changes rulings upheld absences heartbeats outages reminders reopened led_to "
    "draft_matters holds posting_waits_ended awards"
)


def downgrade() -> None:
    op.drop_index(op.f("ix_drafts_kind_made_at"), "drafts")
    op.drop_index(op.f("ix_drafts_game"), "drafts")
    op.drop_index(op.f("ix_decisions_verdict_at"), "decisions")
    op.drop_index(op.f("ix_memberships_mail"), "memberships")
    op.drop_index(op.f("ix_turns_mail"), "turns")
    op.drop_index(op.f("ix_dispositions_disposition_reason"), "dispositions")
    op.drop_index(op.f("ix_postings_reason"), "postings")
    op.drop_index(op.f("ix_posting_waits_after"), "posting_waits")
    op.drop_index(op.f("ix_postings_kind_queued_at"), "postings")
    for name in reversed(TABLES.split()):
        op.drop_table(name)
