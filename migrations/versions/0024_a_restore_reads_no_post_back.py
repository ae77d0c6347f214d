"""What the bot posted before a restore is not read back, and no mail waits behind it.

Mails that waited since a restore of the last two weeks lie on the contestmaster's desk, who is
told of whatever is kept since then once more.
"""

from __future__ import annotations

import time

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"

_TWO_WEEKS = 14 * 24 * 3600 * 1_000_000  # microseconds, as all moments on file


def upgrade() -> None:
    since = time.time_ns() // 1000 - _TWO_WEEKS
    op.execute(
        "DELETE FROM held_told WHERE mail > "
        f"(SELECT min(mails) FROM restorations WHERE at >= {since})"
    )
    op.drop_column("restorations", "mails")


def downgrade() -> None:
    op.add_column(
        "restorations", sa.Column("mails", sa.BigInteger(), nullable=False, server_default="0")
    )
