"""What a list tells of a posting is on file, and of which kept mails the contestmaster was told."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "list_notices",
        sa.Column("mail", _ID, nullable=False),
        sa.Column("posting", _ID, nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("grounds", sa.Text(), nullable=False),
        sa.Column("attempts", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["mail"], ["raw_mails.id"], name="fk_list_notices_mail_raw_mails"),
        sa.ForeignKeyConstraint(
            ["posting"], ["postings.id"], name="fk_list_notices_posting_postings"
        ),
        sa.PrimaryKeyConstraint("mail", name="pk_list_notices"),
    )
    op.create_index("ix_list_notices_posting", "list_notices", ["posting"])
    op.create_table(
        "held_told",
        sa.Column("mail", _ID, nullable=False),
        sa.ForeignKeyConstraint(["mail"], ["raw_mails.id"], name="fk_held_told_mail_raw_mails"),
        sa.PrimaryKeyConstraint("mail", name="pk_held_told"),
    )
    op.execute(
        "INSERT INTO held_told (mail) SELECT mail FROM dispositions WHERE disposition = 'hold'"
    )


def downgrade() -> None:
    op.drop_table("held_told")
    op.drop_table("list_notices")
