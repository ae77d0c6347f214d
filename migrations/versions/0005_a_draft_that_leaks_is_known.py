"""A draft can be known to tell the list a secret, and is not approved then."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("draft_matters", sa.Column("leaks", sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column("draft_matters", "leaks")
