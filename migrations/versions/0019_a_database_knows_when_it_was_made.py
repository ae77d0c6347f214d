"""A database knows when it was made, so that it acts on no mail of before.

One that is there already gets no such moment: its games go on as they were.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "beginnings",
        sa.Column("id", _NUMBER, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_beginnings"),
    )


def downgrade() -> None:
    op.drop_table("beginnings")
