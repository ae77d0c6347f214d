"""What is hidden can be sealed with a key, whose name the database tells."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "seals",
        sa.Column("id", KEY, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seals")),
    )


def downgrade() -> None:
    """A sealed database stays: an older program could not open it."""
    sealed = sa.text("SELECT name FROM seals ORDER BY id DESC LIMIT 1")
    if op.get_bind().scalar(sealed):
        raise SystemExit("the database is sealed; run `rednov key unseal` first")
    op.drop_table("seals")
