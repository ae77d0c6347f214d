"""A round of the service looks through no more, however much is on file."""

from __future__ import annotations

from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.create_index("ix_channels_change_posting", "channels", ["change", "posting"])
    op.create_index("ix_attempts_outcome_at", "attempts", ["outcome", "at"])


def downgrade() -> None:
    op.drop_index("ix_attempts_outcome_at", "attempts")
    op.drop_index("ix_channels_change_posting", "channels")
