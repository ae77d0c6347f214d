"""Whether a list has sent the bot's own posting back is on file, and what it was asked about it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "sightings",
        sa.Column("id", _ID, nullable=False),
        sa.Column("posting", _ID, nullable=False),
        sa.Column("mail", _ID, nullable=True),
        sa.Column("forum", sa.Text(), nullable=False),
        sa.Column("public", sa.Integer(), nullable=False),
        sa.Column("same", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["posting"], ["postings.id"], name="fk_sightings_posting_postings"),
        sa.ForeignKeyConstraint(["mail"], ["raw_mails.id"], name="fk_sightings_mail_raw_mails"),
        sa.PrimaryKeyConstraint("id", name="pk_sightings"),
        sa.UniqueConstraint("posting", "mail", name="uq_sightings_posting_mail"),
    )
    op.create_index("ix_sightings_forum", "sightings", ["forum"])
    op.create_table(
        "alarms",
        sa.Column("draft", sa.Text(), nullable=False),
        sa.Column("posting", _ID, nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("attempts", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["draft"], ["drafts.code"], name="fk_alarms_draft_drafts"),
        sa.ForeignKeyConstraint(["posting"], ["postings.id"], name="fk_alarms_posting_postings"),
        sa.PrimaryKeyConstraint("draft", name="pk_alarms"),
    )
    op.create_index("ix_alarms_posting", "alarms", ["posting"])
    op.create_table(
        "reposts",
        sa.Column("id", _ID, nullable=False),
        sa.Column("posting", _ID, nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["posting"], ["postings.id"], name="fk_reposts_posting_postings"),
        sa.PrimaryKeyConstraint("id", name="pk_reposts"),
    )
    op.create_index("ix_reposts_posting", "reposts", ["posting"])


def downgrade() -> None:
    op.drop_table("reposts")
    op.drop_table("alarms")
    op.drop_table("sightings")
