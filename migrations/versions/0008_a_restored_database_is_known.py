"""It is known when the database was backed up, and when it was restored from a backup."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

_KEY = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "backups",
        sa.Column("id", _KEY, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_backups"),
    )
    op.create_table(
        "restorations",
        sa.Column("id", _KEY, nullable=False),
        sa.Column("reaches", sa.BigInteger(), nullable=True),
        sa.Column("mails", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_restorations"),
    )


def downgrade() -> None:
    op.drop_table("restorations")
    op.drop_table("backups")
