"""Where a database is sealed, mails to the same reader can no longer be told by looking alike.

What was sealed before is sealed anew by the program itself, which has the key (store/sealing.py).
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("seals", sa.Column("form", sa.BigInteger(), nullable=True))
    op.drop_index("ix_postings_to_queued_at_reason_kind", "postings")
    op.drop_index("ix_postings_reason", "postings")
    op.create_index("ix_postings_reason_queued_at", "postings", ["reason", "queued_at"])
    op.drop_index("ix_dispositions_disposition_reason", "dispositions")
    op.create_index("ix_dispositions_disposition_at", "dispositions", ["disposition", "at"])
    op.drop_index("ix_item_lists_gnome_at", "item_lists")
    op.create_index("ix_item_lists_at", "item_lists", ["at"])
    op.drop_index("ix_absences_name", "absences")


def downgrade() -> None:
    """A sealed database stays: an older program could not open it."""
    sealed = sa.text("SELECT name FROM seals ORDER BY id DESC LIMIT 1")
    if op.get_bind().scalar(sealed):
        raise SystemExit("the database is sealed; run `rednov key unseal` first")
    op.create_index("ix_absences_name", "absences", ["name"])
    op.drop_index("ix_item_lists_at", "item_lists")
    op.create_index("ix_item_lists_gnome_at", "item_lists", ["gnome", "at"])
    op.drop_index("ix_dispositions_disposition_at", "dispositions")
    op.create_index("ix_dispositions_disposition_reason", "dispositions", ["disposition", "reason"])
    op.drop_index("ix_postings_reason_queued_at", "postings")
    op.create_index("ix_postings_reason", "postings", ["reason"])
    op.create_index(
        "ix_postings_to_queued_at_reason_kind", "postings", ["to", "queued_at", "reason", "kind"]
    )
    op.drop_column("seals", "form")
