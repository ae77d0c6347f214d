"""What was read in a mail, and what it led to, is on file."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"

_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_KNOWN = {
    "turns": "id",
    "led_to": "number",
    "memberships": "id",
    "absences": "id",
    "clarifications": "code",
    "doubted": "code",
    "reopened": "mail",
    "replays": "mail",
}
"""Tables that name the mail that caused a row, and by which column that is known."""


def upgrade() -> None:
    """What earlier versions have noted of mails and turns is told in the new tables, too."""
    op.create_table(
        "readings",
        sa.Column(
            "mail", _KEY, sa.ForeignKey("raw_mails.id"), primary_key=True, autoincrement=False
        ),
        sa.Column("verdict", sa.Text(), nullable=False),
        sa.Column("form", sa.Integer(), nullable=False),
        sa.Column("acts", sa.Text(), nullable=False),
    )
    op.create_table(
        "caused",
        sa.Column("id", _KEY, primary_key=True),
        sa.Column(
            "mail",
            _KEY,
            sa.ForeignKey("raw_mails.id"),
            nullable=False,
            autoincrement=False,
            index=True,
        ),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
    )
    op.execute(
        """
        INSERT INTO readings (mail, verdict, form, acts)
        SELECT mail, 'acts', min(form), min('[["TurnAct",{"turn":' || turn || '}]]')
        FROM turns GROUP BY mail
        """
    )
    for table, key in _KNOWN.items():
        op.execute(
            f"INSERT INTO caused (mail, kind, key) SELECT mail, '{table}', CAST({key} AS TEXT) "
            f"FROM {table} WHERE {table}.mail IS NOT NULL ORDER BY {table}.mail"
        )
    op.execute(
        "INSERT INTO caused (mail, kind, key) SELECT mail, 'drafts', draft FROM draft_matters "
        "WHERE mail IS NOT NULL"
    )
