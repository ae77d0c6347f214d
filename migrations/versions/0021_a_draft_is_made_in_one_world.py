"""Drafts are no longer made again in other hidden worlds, so none is known to tell a secret."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """A draft that was found to tell one, and is still open, is not to become one like any other.

    Why a draft is closed may be sealed, with a key that no migration has.
    """
    found = sa.text(
        "SELECT draft FROM draft_matters WHERE leaks IS NOT NULL "
        "AND draft NOT IN (SELECT draft FROM decisions)"
    )
    if open_ := op.get_bind().scalar(found):
        raise SystemExit(
            f"draft {open_} would tell the list something hidden, and the version before this one "
            f'blocks it: with that version, run "rednov reject {open_} --because" and a reason, '
            "and then upgrade; nothing was changed"
        )
    op.drop_column("draft_matters", "leaks")


def downgrade() -> None:
    op.add_column("draft_matters", sa.Column("leaks", sa.Text(), nullable=True))
