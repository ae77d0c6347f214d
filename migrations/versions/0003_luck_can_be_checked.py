"""Luck can be checked: published draws, their chain, secrets revealed, beacons."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def key(name: str) -> sa.Column[Any]:
    return sa.Column(name, KEY, nullable=False)


def text(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.Text(), nullable=False)


def number(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.BigInteger(), nullable=False)


def table(name: str, *parts: Any, **papers: str) -> None:
    """A table; `papers` says what a column names."""
    ends: list[Any] = [sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{name}"))]
    for column, paper in papers.items():
        named = op.f(f"fk_{name}_{column}_{paper.partition('.')[0]}")
        ends.append(sa.ForeignKeyConstraint([column], [paper], name=named))
    op.create_table(name, key("id"), *parts, *ends)


def upgrade() -> None:
    op.add_column("games", sa.Column("luck", sa.BigInteger(), nullable=True))
    op.add_column("turns", sa.Column("digest", sa.Text(), nullable=True))
    op.add_column("turns", sa.Column("beacon", sa.BigInteger(), nullable=True))
    table(
        "draws",
        key("game"),
        number("number"),
        text("moment"),
        text("link"),
        number("tiles"),
        sa.Column("form", sa.Integer(), nullable=False),
        text("drawn"),
        sa.UniqueConstraint("game", "number", name=op.f("uq_draws_game_number")),
        sa.UniqueConstraint("game", "link", name=op.f("uq_draws_game_link")),
        game="games.id",
    )
    table(
        "luck_seals",
        key("game"),
        number("draws"),
        text("seal"),
        text("draft"),
        game="games.id",
        draft="drafts.code",
    )
    op.create_index(op.f("ix_luck_seals_game"), "luck_seals", ["game"])
    table(
        "revealed",
        key("game"),
        number("tiles"),
        number("at"),
        text("draft"),
        game="games.id",
        draft="drafts.code",
    )
    op.create_index(op.f("ix_revealed_game"), "revealed", ["game"])
    table(
        "beacons",
        number("round"),
        text("value"),
        text("by"),
        number("at"),
        sa.UniqueConstraint("round", name=op.f("uq_beacons_round")),
    )


def downgrade() -> None:
    for name in ("beacons", "revealed", "luck_seals", "draws"):
        op.drop_table(name)
    op.drop_column("turns", "beacon")
    op.drop_column("turns", "digest")
    op.drop_column("games", "luck")
