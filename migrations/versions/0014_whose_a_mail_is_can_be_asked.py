"""How far mails are shown to be their authors' is on file, who was asked, and what was alarming."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"

_KEY = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "confidences",
        sa.Column("mail", _KEY, autoincrement=False, nullable=False),
        sa.Column("trust", sa.Text(), nullable=False),
        sa.Column("way", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("words", sa.Text(), nullable=True),
        sa.Column("grounds", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["mail"], ["raw_mails.id"], name="fk_confidences_mail_raw_mails"),
        sa.PrimaryKeyConstraint("mail", name="pk_confidences"),
    )
    op.create_index("ix_confidences_address_way_mail", "confidences", ["address", "way", "mail"])
    op.create_index("ix_confidences_way_mail", "confidences", ["way", "mail"])
    op.create_index("ix_confidences_words", "confidences", ["words"])
    op.create_table(
        "doubted",
        sa.Column("id", _KEY, nullable=False),
        sa.Column("mail", _KEY, autoincrement=False, nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("grounds", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["mail"], ["raw_mails.id"], name="fk_doubted_mail_raw_mails"),
        sa.PrimaryKeyConstraint("id", name="pk_doubted"),
        sa.UniqueConstraint("code", name="uq_doubted_code"),
    )
    op.create_index("ix_doubted_mail", "doubted", ["mail"])
    op.create_index("ix_doubted_at", "doubted", ["at"])
    op.create_table(
        "vouched",
        sa.Column("doubted", _KEY, autoincrement=False, nullable=False),
        sa.Column("verdict", sa.Text(), nullable=False),
        sa.Column("mail", _KEY, autoincrement=False, nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["doubted"], ["doubted.id"], name="fk_vouched_doubted_doubted"),
        sa.ForeignKeyConstraint(["mail"], ["raw_mails.id"], name="fk_vouched_mail_raw_mails"),
        sa.PrimaryKeyConstraint("doubted", name="pk_vouched"),
    )
    op.create_table(
        "forgeries",
        sa.Column("id", _KEY, nullable=False),
        sa.Column("mail", _KEY, autoincrement=False, nullable=True),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("told", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["mail"], ["raw_mails.id"], name="fk_forgeries_mail_raw_mails"),
        sa.PrimaryKeyConstraint("id", name="pk_forgeries"),
    )
    op.create_index("ix_forgeries_kind_at", "forgeries", ["kind", "at"])
    op.create_index("ix_forgeries_told_at", "forgeries", ["told", "at"])


def downgrade() -> None:
    op.drop_table("forgeries")
    op.drop_table("vouched")
    op.drop_table("doubted")
    op.drop_table("confidences")
