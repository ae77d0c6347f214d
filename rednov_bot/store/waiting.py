"""Mails that wait for others, until those were accepted or are waited for no longer."""

from __future__ import annotations

from sqlalchemy import and_, select

from rednov_bot.store.tables import attempts, posting_waits, posting_waits_ended, postings

EARLIER = attempts.alias("earlier")
UNMET = and_(
    ~select(1)
    .where(EARLIER.c.posting == posting_waits.c.after, EARLIER.c.outcome == "accepted")
    .exists(),
    ~select(1)
    .where(
        posting_waits_ended.c.posting == posting_waits.c.posting,
        posting_waits_ended.c.after == posting_waits.c.after,
    )
    .exists(),
)
"""Of a wait: neither was the earlier mail accepted, nor is it waited for no longer."""
WAITS = select(1).where(posting_waits.c.posting == postings.c.id, UNMET).exists()
"""Of a posting: whether it still waits."""
