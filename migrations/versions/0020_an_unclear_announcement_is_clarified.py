"""What an unclear announcement means is asked under a code, and settled once (A126)."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "clarifications",
        sa.Column("id", KEY, nullable=False),
        sa.Column("mail", KEY, nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("game", KEY, nullable=True),
        sa.Column("turns", sa.BigInteger(), nullable=False),
        sa.Column("unresolved", sa.BigInteger(), nullable=False),
        sa.Column("form", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("matter", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_clarifications"),
        sa.ForeignKeyConstraint(
            ["mail"], ["raw_mails.id"], name="fk_clarifications_mail_raw_mails"
        ),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_clarifications_game_games"),
        sa.UniqueConstraint("code", name="uq_clarifications_code"),
    )
    op.create_index("ix_clarifications_mail", "clarifications", ["mail"])
    op.create_table(
        "clarified",
        sa.Column("mail", KEY, nullable=False, autoincrement=False),
        sa.Column("verdict", sa.Text(), nullable=False),
        sa.Column("by", KEY, nullable=False),
        sa.Column("form", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("acts", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mail", name="pk_clarified"),
        sa.ForeignKeyConstraint(["mail"], ["raw_mails.id"], name="fk_clarified_mail_raw_mails"),
        sa.ForeignKeyConstraint(["by"], ["raw_mails.id"], name="fk_clarified_by_raw_mails"),
    )


def downgrade() -> None:
    op.drop_table("clarified")
    op.drop_table("clarifications")
