"""A draft keeps the picture of the board that it was shown with, for just that is posted."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.create_table(
        "draft_pictures",
        sa.Column("draft", sa.Text(), nullable=False),
        sa.Column("place", sa.BigInteger(), nullable=False),
        sa.Column("html", sa.Text(), nullable=False),
        sa.Column("octets", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("draft", "place", name="pk_draft_pictures"),
        sa.ForeignKeyConstraint(["draft"], ["drafts.code"], name="fk_draft_pictures_draft_drafts"),
    )


def downgrade() -> None:
    op.drop_table("draft_pictures")
