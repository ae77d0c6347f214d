"""What is to be sent now."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    FromClause,
    Integer,
    and_,
    bindparam,
    func,
    or_,
    select,
)

from rednov_bot.papers import Outcome, Posting
from rednov_bot.ports import GIVE_UP, LONGEST_WAIT
from rednov_bot.store import rows
from rednov_bot.store.part import Part
from rednov_bot.store.rows import moment
from rednov_bot.store.statements import Statement
from rednov_bot.store.tables import (
    attempts,
    posting_waits,
    postings,
    reposts,
    sendings,
)
from rednov_bot.store.under_way import UNDER_WAY
from rednov_bot.store.waiting import EARLIER, UNMET, WAITS

FIRST_WAIT: Final = timedelta(minutes=1)


def wait(number: int) -> timedelta:
    """How long to wait after the attempt of this *number*, counted from 1, was deferred."""
    return min(FIRST_WAIT * (1 << min(number - 1, 16)), LONGEST_WAIT)


def counts(tried: FromClause) -> ColumnElement[bool]:
    """Of an attempt: whether nobody has said since that its posting is to be sent again."""
    said_again = select(1).where(
        reposts.c.posting == tried.c.posting, reposts.c.number >= tried.c.number
    )
    return ~said_again.exists()


def _attempt(*conditions: ColumnElement[bool]) -> ColumnElement[bool]:
    """Whether a posting had an attempt such that one of *conditions* holds."""
    return (
        select(1)
        .where(attempts.c.posting == postings.c.id, counts(attempts), or_(*conditions))
        .exists()
    )


_FIRST = attempts.alias("first_one")
_FINAL = attempts.c.retry_at.is_(None)  # accepted, refused, or unknown for good
_LOST = and_(attempts.c.outcome == "unknown", attempts.c.retry_at.is_(None))
_TOO_OLD = and_(
    select(1)
    .where(
        _FIRST.c.posting == attempts.c.posting,
        counts(_FIRST),
        _FIRST.c.at + bindparam("give_up", type_=BigInteger) <= attempts.c.at,
    )
    .exists(),
    attempts.c.at <= bindparam("latest"),
)
"""Of an attempt: made in vain so long after the first one, and not by a clock that was ahead.

How long a posting lay there untried does not count: one 4xx would end what outlasted an outage.
"""
_TOO_EARLY = and_(
    attempts.c.retry_at > bindparam("now"), attempts.c.retry_at <= bindparam("latest")
)
"""Whoever waits for longer than anybody does was put off by a clock that was ahead."""
_WAITS_IN_VAIN = (
    select(1)
    .where(
        posting_waits.c.posting == postings.c.id,
        select(1)
        .where(
            EARLIER.c.posting == posting_waits.c.after,
            or_(EARLIER.c.retry_at.is_(None), EARLIER.c.at <= bindparam("too_old")),
        )
        .exists(),
        UNMET,
    )
    .exists()
)
"""Whether what a posting waits for will not be accepted by itself."""
SETTLED: Final = _attempt(_FINAL, _TOO_OLD)
"""Of a posting: whether it is not attempted again by itself."""
_OPEN = or_(and_(~SETTLED, ~_WAITS_IN_VAIN), UNDER_WAY)
"""Of a posting: whether there may be something to do about it.

What is under way is open, whatever else is on file of it.
"""
_BEHIND_MARK = postings.c.id > bindparam("mark")
_HIGHEST_ID = Statement(select(func.max(postings.c.id)))
_FIRST_OPEN = Statement(
    select(postings.c.id).where(_BEHIND_MARK, _OPEN).order_by(postings.c.id).limit(1)
)
_EVERY_OPEN = Statement(select(postings.c.id).where(_OPEN))
"""Asked once after a start: without a range of ids it is answered without the mails themselves."""
_WAITING_IN_VAIN = Statement(
    select(postings.c.id)
    .where(
        postings.c.id.in_(
            select(posting_waits.c.posting).where(
                posting_waits.c.posting > bindparam("mark"),
                posting_waits.c.posting <= bindparam("until"),
            )
        ),
        or_(and_(~SETTLED, _WAITS_IN_VAIN), and_(_attempt(_LOST), WAITS)),
    )
    .order_by(postings.c.id)
)
"""Also what may have gone before the database was restored: it may be said to go once more."""
CLOSED = (
    select(func.max(attempts.c.number))
    .where(attempts.c.posting == postings.c.id)
    .scalar_subquery()
    .label("closed")
)
BEGUN = (
    select(func.max(sendings.c.number))
    .where(sendings.c.posting == postings.c.id)
    .scalar_subquery()
    .label("begun")
)
_TO_ATTEMPT = select(postings, CLOSED, BEGUN).where(
    ~_attempt(_FINAL, _TOO_OLD, _TOO_EARLY), ~WAITS, ~UNDER_WAY
)
_DUE = Statement(
    _TO_ATTEMPT.where(_BEHIND_MARK)
    .order_by(postings.c.kind != "public", postings.c.id)
    .limit(bindparam("limit", type_=Integer))
)
_SAID_AGAIN = Statement(
    select(reposts.c.id, reposts.c.posting)
    .where(reposts.c.id > bindparam("reposts"))
    .order_by(reposts.c.id)
)
_DUE_AFTER_ALL = Statement(_TO_ATTEMPT.where(postings.c.id == bindparam("posting")))
_WAITS_NO_MORE = Statement(
    select(postings.c.id).where(postings.c.id == bindparam("posting"), SETTLED, ~WAITS, ~UNDER_WAY)
)
"""Of what was kept in mind before the mark: nothing is left to do about it, until it is said so."""
_OUTCOMES = Statement(
    select(attempts.c.outcome, func.count().label("often")).group_by(attempts.c.outcome)
)


class Sending(Part):
    """What is to be sent now, and what came of all attempts."""

    __slots__ = ()

    def due(self, now: datetime, limit: int) -> tuple[Posting, ...]:
        """Postings to attempt now, those for lists before the others, oldest first.

        Never attempted ones, and deferred ones: after the n-th attempt they wait a minute times
        2 to the power of n - 1, an hour at most; after an attempt five days after the first one
        they are given up and stay deferred.  Not those that wait for others, nor those under way;
        nothing that was accepted or refused once.  Of unknown fate: what is for a list not again;
        any other after 1, 5, 15 and 60 minutes, then hourly, until a day after the first loss, or
        until five bots died with it in hand.
        """
        return tuple(rows.posting(row) for row in self._due(now, limit))

    def _due(self, now: datetime, limit: int) -> list[rows.Row]:
        marks = self._marks
        for row in self._rows(_SAID_AGAIN, {"reposts": marks.reposts}):
            marks.reposts = row.id
            if row.posting <= marks.postings and row.posting not in marks.waiting:
                marks.waiting += (row.posting,)
        if marks.sent_at is not None and now < marks.sent_at - LONGEST_WAIT:
            marks.postings, marks.waiting = 0, ()  # a clock that was ahead may have given some up
        marks.sent_at = now
        where = {
            "now": moment(now),
            "latest": moment(now + LONGEST_WAIT),
            "too_old": moment(now - GIVE_UP),
            "give_up": GIVE_UP // timedelta(microseconds=1),
            "limit": limit,
        }
        marks.waiting = tuple(
            id for id in marks.waiting if not self._rows(_WAITS_NO_MORE, where | {"posting": id})
        )
        found = [
            row
            for id in marks.waiting
            for row in self._rows(_DUE_AFTER_ALL, where | {"posting": id})
        ]
        first = self._first_open(where)
        until = (self._value(_HIGHEST_ID, {}) or 0) if first is None else first - 1
        if until > marks.postings:
            span = where | {"mark": marks.postings, "until": until}
            marks.waiting += tuple(row.id for row in self._rows(_WAITING_IN_VAIN, span))
            marks.postings = until
        if first is not None:
            found += self._rows(_DUE, where | {"mark": until})
        found.sort(key=lambda row: row.kind != "public")
        return found[:limit]

    def _first_open(self, where: dict[str, int]) -> int | None:
        """The first posting behind the mark that may have to be attempted, now or later."""
        mark = self._marks.postings
        if not mark:
            return min((row.id for row in self._rows(_EVERY_OPEN, where)), default=None)
        first: int | None = self._value(_FIRST_OPEN, where | {"mark": mark})
        return first

    def outcomes(self) -> Mapping[Outcome, int]:
        """How many attempts ever came to each outcome."""
        return dict(self._rows(_OUTCOMES, {}))
