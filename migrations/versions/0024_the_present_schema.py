"""A database of migration 0017 to 0023 gets the present schema.

A new one gets it from the tables of the program at once (core/store/upgrading.py).
"""

from __future__ import annotations

import time
from typing import Any

import sqlalchemy as sa
from alembic import context, op

revision = "0024"
down_revision = None

_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_TWO_WEEKS = 14 * 24 * 3600 * 1_000_000  # microseconds, as all moments on file


def upgrade() -> None:
    """From the migration that alembic_version named, by what each one behind it did."""
    since: str = context.config.attributes["since"]
    for behind, step in (
        ("0018", _what_a_list_tells_of_a_posting_is_known),
        ("0019", _a_database_knows_when_it_was_made),
        ("0020", _an_unclear_announcement_is_clarified),
        ("0021", _a_draft_is_made_in_one_world),
        ("0022", _who_wrote_a_mail_has_three_outcomes),
        ("0023", _nothing_is_sealed),
        ("0024", _a_restore_reads_no_post_back),
    ):
        if behind > since:
            step()


def _what_a_list_tells_of_a_posting_is_known() -> None:
    op.create_table(
        "list_notices",
        _names("mail", "raw_mails.id", primary_key=True),
        _names("posting", "postings.id", index=True),
        *_texts("what", "grounds"),
        *_numbers("attempts", "at"),
    )
    op.create_table("held_told", _names("mail", "raw_mails.id", primary_key=True))
    op.execute(
        "INSERT INTO held_told (mail) SELECT mail FROM dispositions WHERE disposition = 'hold'"
    )


def _a_database_knows_when_it_was_made() -> None:
    """One that is there already gets no such moment: its games go on as they were."""
    op.create_table("beginnings", sa.Column("id", _KEY, primary_key=True), *_numbers("at"))


def _an_unclear_announcement_is_clarified() -> None:
    op.create_table(
        "clarifications",
        sa.Column("id", _KEY, primary_key=True),
        _names("mail", "raw_mails.id", index=True),
        *_texts("code", "name"),
        _names("game", "games.id", nullable=True),
        *_numbers("turns", "unresolved"),
        sa.Column("form", sa.Integer(), nullable=False),
        *_numbers("at"),
        *_texts("matter"),
        sa.UniqueConstraint("code"),
    )
    op.create_table(
        "clarified",
        _names("mail", "raw_mails.id", primary_key=True),
        *_texts("verdict"),
        _names("by", "raw_mails.id"),
        sa.Column("form", sa.Integer(), nullable=False),
        *_numbers("at"),
        *_texts("acts"),
    )


def _a_draft_is_made_in_one_world() -> None:
    """A draft that was found to tell a secret, and is open, must not become one like any other."""
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


def _who_wrote_a_mail_has_three_outcomes() -> None:
    """What was noted of earlier mails goes: why they are held stands in their dispositions.

    Open questions stay open, for a week from when they were asked.  Those whose code was used up
    are closed, and their mails wait for the contestmaster.
    """
    op.drop_table("confidences")
    op.create_table(
        "authentications",
        _names("mail", "raw_mails.id", primary_key=True),
        *_texts("outcome"),
        *_numbers("at"),
        *_texts("grounds"),
    )
    op.drop_index("ix_forgeries_told_at", "forgeries")
    op.execute("UPDATE vouched SET verdict = 'closed' WHERE verdict NOT IN ('yes', 'no')")


def _nothing_is_sealed() -> None:
    """A sealed database never gets here: the program refuses it (core/store/upgrading.py)."""
    op.drop_table("seals")


def _a_restore_reads_no_post_back() -> None:
    """Of what is kept since a restore of the last two weeks the contestmaster is told once more."""
    since = time.time_ns() // 1000 - _TWO_WEEKS
    op.execute(
        "DELETE FROM held_told WHERE mail > "
        f"(SELECT min(mails) FROM restorations WHERE at >= {since})"
    )
    op.drop_column("restorations", "mails")


def _names(name: str, other: str, *, nullable: bool = False, **more: bool) -> sa.Column[Any]:
    """A column that names a row of another table."""
    return sa.Column(
        name, _KEY, sa.ForeignKey(other), nullable=nullable, autoincrement=False, **more
    )


def _texts(*names: str) -> list[sa.Column[Any]]:
    return [sa.Column(name, sa.Text(), nullable=False) for name in names]


def _numbers(*names: str) -> list[sa.Column[Any]]:
    return [sa.Column(name, sa.BigInteger(), nullable=False) for name in names]
