"""A mail that was held can be handled again; copies of one mail are known by what they say."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def text(name: str, *, null: bool = False) -> sa.Column[Any]:
    return sa.Column(name, sa.Text(), nullable=null)


def number(name: str, *, null: bool = False) -> sa.Column[Any]:
    return sa.Column(name, sa.BigInteger(), nullable=null)


def table(name: str, *columns: sa.Column[Any], indexed: tuple[str, ...]) -> None:
    """A table whose rows name a mail as fetched."""
    op.create_table(
        name,
        sa.Column("id", KEY, nullable=False),
        sa.Column("mail", KEY, nullable=False),
        *columns,
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{name}")),
        sa.ForeignKeyConstraint(["mail"], ["raw_mails.id"], name=op.f(f"fk_{name}_mail_raw_mails")),
    )
    for column in indexed:
        op.create_index(op.f(f"ix_{name}_{column}"), name, [column])


def upgrade() -> None:
    table(
        "replays",
        text("by"),
        text("disposition"),
        text("reason"),
        text("message_id", null=True),
        text("digest", null=True),
        number("at"),
        indexed=("mail", "message_id", "digest"),
    )
    table("likenesses", text("digest"), indexed=("digest",))


def downgrade() -> None:
    for name in ("likenesses", "replays"):
        op.drop_table(name)
