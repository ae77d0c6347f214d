"""The data set with which a game began is kept, whatever becomes of its files."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.create_table(
        "data_sets",
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("file", sa.Text(), nullable=False),
        sa.Column("octets", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("digest", "file", name="pk_data_sets"),
    )


def downgrade() -> None:
    op.drop_table("data_sets")
