"""What is to be sent now, and what came of each attempt."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import ColumnElement, Integer, and_, bindparam, func, or_, select

from rednov_bot.papers import Attempt, Outcome, Posting
from rednov_bot.ports import GIVE_UP
from rednov_bot.store import rows
from rednov_bot.store.part import Part
from rednov_bot.store.rows import moment
from rednov_bot.store.statements import Statement, insert
from rednov_bot.store.tables import attempts, posting_waits, postings
from rednov_bot.store.texts import plain
from rednov_bot.store.waiting import EARLIER, UNMET, WAITS

FIRST_WAIT: Final = timedelta(minutes=1)
LONGEST_WAIT: Final = timedelta(hours=1)


def wait(number: int) -> timedelta:
    """How long to wait after the attempt of this *number*, counted from 1, was deferred."""
    return min(FIRST_WAIT * (1 << min(number - 1, 16)), LONGEST_WAIT)


def _attempt(*conditions: ColumnElement[bool]) -> ColumnElement[bool]:
    """Whether a posting had an attempt such that one of *conditions* holds."""
    return select(1).where(attempts.c.posting == postings.c.id, or_(*conditions)).exists()


_OTHER = postings.alias("other")
_FINAL = attempts.c.retry_at.is_(None)  # accepted, refused or unknown
_TOO_OLD = postings.c.queued_at <= bindparam("too_old")
_TOO_EARLY = attempts.c.retry_at > bindparam("now")
_WAITS_IN_VAIN = (
    select(1)
    .select_from(posting_waits.join(_OTHER, _OTHER.c.id == posting_waits.c.after))
    .where(
        posting_waits.c.posting == postings.c.id,
        select(1)
        .where(
            EARLIER.c.posting == posting_waits.c.after,
            or_(EARLIER.c.retry_at.is_(None), _OTHER.c.queued_at <= bindparam("too_old")),
        )
        .exists(),
        UNMET,
    )
    .exists()
)
"""Whether what a posting waits for will not be accepted by itself."""
_OPEN = and_(~_attempt(_FINAL, _TOO_OLD), ~_WAITS_IN_VAIN)
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
        ~_attempt(_FINAL, _TOO_OLD),
        _WAITS_IN_VAIN,
    )
    .order_by(postings.c.id)
)
_TO_ATTEMPT = select(postings).where(~_attempt(_FINAL, _TOO_OLD, _TOO_EARLY), ~WAITS)
_DUE = Statement(
    _TO_ATTEMPT.where(_BEHIND_MARK)
    .order_by(postings.c.kind != "public", postings.c.id)
    .limit(bindparam("limit", type_=Integer))
)
_DUE_AFTER_ALL = Statement(_TO_ATTEMPT.where(postings.c.id == bindparam("posting")))
_HOW_OFTEN = Statement(
    select(postings.c.id, func.count(attempts.c.id).label("attempts"))
    .select_from(postings.outerjoin(attempts))
    .where(postings.c.message_id == bindparam("message_id"))
    .group_by(postings.c.id)
)
_ATTEMPT = insert(attempts)
_OUTCOMES = Statement(
    select(attempts.c.outcome, func.count().label("often")).group_by(attempts.c.outcome)
)


class Sending(Part):
    """What is to be sent now, and what came of each attempt."""

    __slots__ = ()

    def due(self, now: datetime, limit: int) -> tuple[Posting, ...]:
        """Postings to attempt now, those for lists before the others, oldest first.

        Never attempted ones, and deferred ones: after the n-th attempt they wait a minute times
        2 to the power of n - 1, an hour at most; five days after they were queued they are given
        up and stay deferred.  Not those that wait for others; nothing that was accepted, refused
        or lost (unknown) once.
        """
        marks = self._marks
        where = {"now": moment(now), "too_old": moment(now - GIVE_UP), "limit": limit}
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
        return tuple(rows.posting(row) for row in found[:limit])

    def _first_open(self, where: dict[str, int]) -> int | None:
        """The first posting behind the mark that may have to be attempted, now or later."""
        mark = self._marks.postings
        if not mark:
            return min((row.id for row in self._rows(_EVERY_OPEN, where)), default=None)
        first: int | None = self._value(_FIRST_OPEN, where | {"mark": mark})
        return first

    def attempted(self, attempt: Attempt) -> None:
        """An attempt was made.  KeyError when there is no such posting."""
        where = {"message_id": attempt.message_id}
        found = self._row(_HOW_OFTEN, where)
        if found is None:
            raise KeyError(attempt.message_id)
        number = found.attempts + 1
        deferred = attempt.outcome == "deferred"
        row = {
            "posting": found.id,
            "number": number,
            "at": moment(attempt.at),
            "outcome": attempt.outcome,
            "reply": plain(attempt.reply),
            "retry_at": moment(attempt.at + wait(number)) if deferred else None,
        }
        self._add(_ATTEMPT, row)

    def outcomes(self) -> Mapping[Outcome, int]:
        """How many attempts ever came to each outcome."""
        return dict(self._rows(_OUTCOMES, {}))
