"""Whether a mail is its author's is noted as one of three outcomes, and codes are not used up.

What was noted of earlier mails goes: why they are held stands in their dispositions.  Open
questions stay open, for a week from when they were asked; those whose code was used up are closed,
and their mails lie on the contestmaster's desk.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"

_KEY = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.drop_table("confidences")
    op.create_table(
        "authentications",
        sa.Column("mail", _KEY, autoincrement=False, nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("grounds", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["mail"], ["raw_mails.id"], name="fk_authentications_mail_raw_mails"
        ),
        sa.PrimaryKeyConstraint("mail", name="pk_authentications"),
    )
    op.drop_index("ix_forgeries_told_at", "forgeries")
    op.execute("UPDATE vouched SET verdict = 'closed' WHERE verdict NOT IN ('yes', 'no')")


def downgrade() -> None:
    op.execute("UPDATE vouched SET verdict = 'put aside' WHERE verdict = 'closed'")
    op.create_index("ix_forgeries_told_at", "forgeries", ["told", "at"])
    op.drop_table("authentications")
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
