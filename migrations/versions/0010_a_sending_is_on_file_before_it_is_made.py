"""That a mail is being handed to a server is on file beforehand: who dies then leaves a trace."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _of_a_sending(table: str, *more: sa.Column[int]) -> None:
    op.create_table(
        table,
        sa.Column("posting", _ID, autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        *more,
        sa.ForeignKeyConstraint(["posting"], ["postings.id"], name=f"fk_{table}_posting_postings"),
        sa.PrimaryKeyConstraint("posting", "number", name=f"pk_{table}"),
    )


def upgrade() -> None:
    _of_a_sending("sendings", sa.Column("at", sa.BigInteger(), nullable=False))
    _of_a_sending("handovers")
    _of_a_sending("put_backs")


def downgrade() -> None:
    op.drop_table("put_backs")
    op.drop_table("handovers")
    op.drop_table("sendings")
