"""A game that is started otherwise, before it has begun, keeps its name."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("games", sa.Column("called", sa.Text(), nullable=True))
    op.create_index("ix_games_called", "games", ["called"])


def downgrade() -> None:
    op.drop_index("ix_games_called", "games")
    op.drop_column("games", "called")
