"""Mails under way: a sending was begun, and nothing says yet what came of it."""

from __future__ import annotations

from sqlalchemy import and_, select

from rednov_bot.store.tables import attempts, postings, put_backs, sendings

_CLOSING = attempts.alias("closing")
OPEN = and_(
    *(
        ~select(1)
        .where(closed.c.posting == sendings.c.posting, closed.c.number == sendings.c.number)
        .exists()
        for closed in (_CLOSING, put_backs)
    )
)
"""Of a sending: neither did an attempt come of it, nor was it put back."""
UNDER_WAY = select(1).where(sendings.c.posting == postings.c.id, OPEN).exists()
"""Of a posting: whether one of its sendings is open."""
