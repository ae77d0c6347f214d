"""Whether private mails reach their readers is on file: what came back, and what was answered."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "bounces",
        sa.Column("id", _KEY, nullable=False),
        sa.Column("posting", _KEY, nullable=False),
        sa.Column("mail", _KEY, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_bounces"),
        sa.ForeignKeyConstraint(["posting"], ["postings.id"], name="fk_bounces_posting_postings"),
        sa.ForeignKeyConstraint(["mail"], ["raw_mails.id"], name="fk_bounces_mail_raw_mails"),
        sa.UniqueConstraint("posting", "mail", name="uq_bounces_posting_mail"),
    )
    op.create_index("ix_bounces_kind_at", "bounces", ["kind", "at"])
    op.create_table(
        "confirmations",
        sa.Column("posting", _KEY, nullable=False, autoincrement=False),
        sa.Column("mail", _KEY, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("posting", name="pk_confirmations"),
        sa.ForeignKeyConstraint(
            ["posting"], ["postings.id"], name="fk_confirmations_posting_postings"
        ),
        sa.ForeignKeyConstraint(["mail"], ["raw_mails.id"], name="fk_confirmations_mail_raw_mails"),
    )
    op.create_table(
        "channels",
        sa.Column("id", _KEY, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("change", sa.Text(), nullable=False),
        sa.Column("posting", _KEY, nullable=True),
        sa.Column("mail", _KEY, nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_channels"),
        sa.ForeignKeyConstraint(["posting"], ["postings.id"], name="fk_channels_posting_postings"),
        sa.ForeignKeyConstraint(["mail"], ["raw_mails.id"], name="fk_channels_mail_raw_mails"),
    )
    op.create_table(
        "awaited_openings",
        sa.Column("draft", sa.Text(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("draft", name="pk_awaited_openings"),
        sa.ForeignKeyConstraint(
            ["draft"], ["drafts.code"], name="fk_awaited_openings_draft_drafts"
        ),
    )


def downgrade() -> None:
    for table in ("awaited_openings", "channels", "confirmations"):
        op.drop_table(table)
    op.drop_index("ix_bounces_kind_at", "bounces")
    op.drop_table("bounces")
