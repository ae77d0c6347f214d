"""What is to be sent now, and what came of each attempt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import BigInteger, ColumnElement, Integer, and_, bindparam, func, or_, select

from rednov_bot.papers import Attempt, MessageId, Outcome, Posting
from rednov_bot.ports import GIVE_UP
from rednov_bot.store import rows
from rednov_bot.store.part import Part
from rednov_bot.store.rows import moment
from rednov_bot.store.statements import Statement, insert
from rednov_bot.store.tables import (
    attempts,
    handovers,
    posting_waits,
    postings,
    put_backs,
    reposts,
    sendings,
)
from rednov_bot.store.texts import plain
from rednov_bot.store.under_way import OPEN, UNDER_WAY
from rednov_bot.store.waiting import EARLIER, UNMET, WAITS

FIRST_WAIT: Final = timedelta(minutes=1)
LONGEST_WAIT: Final = timedelta(hours=1)
INTERRUPTED: Final = "interrupted"
"""What stands where a server's words would, of an attempt whose sender died meanwhile."""


def wait(number: int) -> timedelta:
    """How long to wait after the attempt of this *number*, counted from 1, was deferred."""
    return min(FIRST_WAIT * (1 << min(number - 1, 16)), LONGEST_WAIT)


_COUNTS = ~(
    select(1)
    .where(reposts.c.posting == attempts.c.posting, reposts.c.number >= attempts.c.number)
    .exists()
)
"""Of an attempt: whether nobody has said since that its posting is to be sent again."""


def _attempt(*conditions: ColumnElement[bool]) -> ColumnElement[bool]:
    """Whether a posting had an attempt such that one of *conditions* holds."""
    return select(1).where(attempts.c.posting == postings.c.id, _COUNTS, or_(*conditions)).exists()


_OTHER = postings.alias("other")
_FINAL = attempts.c.retry_at.is_(None)  # accepted, refused, or unknown for good
_TOO_OLD = and_(
    attempts.c.at >= postings.c.queued_at + bindparam("give_up", type_=BigInteger),
    attempts.c.at <= bindparam("latest"),
)
"""Of an attempt: it was made so late in vain, and not by a clock that was ahead."""
_TOO_EARLY = and_(
    attempts.c.retry_at > bindparam("now"), attempts.c.retry_at <= bindparam("latest")
)
"""Whoever waits for longer than anybody does was put off by a clock that was ahead."""
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
_TO_ATTEMPT = select(postings).where(~_attempt(_FINAL, _TOO_OLD, _TOO_EARLY), ~WAITS, ~UNDER_WAY)
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
_SO_FAR = select(
    postings.c.id,
    postings.c.kind,
    select(func.count())
    .where(attempts.c.posting == postings.c.id)
    .scalar_subquery()
    .label("tried"),
    select(func.count())
    .where(attempts.c.posting == postings.c.id, attempts.c.outcome == "unknown")
    .scalar_subquery()
    .label("lost"),
    select(func.max(attempts.c.number))
    .where(attempts.c.posting == postings.c.id)
    .scalar_subquery()
    .label("closed"),
    select(func.max(sendings.c.number))
    .where(sendings.c.posting == postings.c.id)
    .scalar_subquery()
    .label("begun"),
    select(func.min(sendings.c.number))
    .where(sendings.c.posting == postings.c.id, OPEN)
    .scalar_subquery()
    .label("open"),
    select(func.max(handovers.c.number))
    .where(handovers.c.posting == postings.c.id)
    .scalar_subquery()
    .label("handed"),
)
_WITH_ID = Statement(_SO_FAR.where(postings.c.message_id == bindparam("message_id")))
_WITH_NUMBER = Statement(_SO_FAR.where(postings.c.id == bindparam("posting")))
_UNDER_WAY = Statement(
    select(sendings.c.posting)
    .where(sendings.c.posting > bindparam("mark"), OPEN)
    .order_by(sendings.c.posting)
)
_ATTEMPT = insert(attempts)
_BEGIN = insert(sendings)
_HAND_OVER = insert(handovers)
_PUT_BACK = insert(put_backs)
_OUTCOMES = Statement(
    select(attempts.c.outcome, func.count().label("often")).group_by(attempts.c.outcome)
)


class Sending(Part):
    """What is to be sent now, and what came of each attempt."""

    __slots__ = ()

    def due(self, now: datetime, limit: int) -> tuple[Posting, ...]:
        """Postings to attempt now, those for lists before the others, oldest first.

        Never attempted ones, and deferred ones: after the n-th attempt they wait a minute times
        2 to the power of n - 1, an hour at most; after an attempt five days after they were queued
        they are given up and stay deferred.  Not those that wait for others, nor those under way;
        nothing that was accepted or refused once.  Of unknown fate: what is for a list not again,
        any other once more, a minute later.
        """
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

    def begin_sending(self, now: datetime, limit: int) -> tuple[Posting, ...]:
        """What is due is under way from now on, until `attempted` or `put_back` says otherwise.

        To be kept before the network is used.
        """
        begun = self.due(now, limit)
        found = [self._so_far(one.message_id) for one in begun]
        numbers = [{"posting": row.id, "number": _next(row), "at": moment(now)} for row in found]
        self._add_all(_BEGIN, numbers)
        return begun

    def handed_over(self, name: MessageId) -> None:
        """From now on a mail under way may have gone, whatever comes of it: its text goes out."""
        found = self._so_far(name)
        if found.open is not None:
            self._add(_HAND_OVER, {"posting": found.id, "number": found.open})

    def put_back(self, names: Iterable[MessageId]) -> None:
        """Nothing was tried with these mails that are under way: they are due again."""
        found = [self._so_far(name) for name in names]
        numbers = [{"posting": row.id, "number": row.open} for row in found if row.open is not None]
        self._add_all(_PUT_BACK, numbers)

    def attempted(self, attempt: Attempt) -> None:
        """An attempt was made.  KeyError when there is no such posting."""
        self._close(self._so_far(attempt.message_id), attempt.at, attempt.outcome, attempt.reply)

    def under_way(self) -> tuple[int, ...]:
        """The numbers of the mails that are under way, oldest first."""
        mark = min((self._marks.postings + 1, *self._marks.waiting)) - 1
        return tuple([row.posting for row in self._rows(_UNDER_WAY, {"mark": mark})])

    def interrupted(self, now: datetime, numbers: Iterable[int] | None = None) -> int:
        """Whoever sent is dead: nothing is under way any more; how many mails are of unknown fate.

        What e had not begun to hand over is due again.  With *numbers*: of these mails alone.
        """
        asked = self.under_way() if numbers is None else numbers
        found = [self._row(_WITH_NUMBER, {"posting": number}) for number in asked]
        found = [row for row in found if row is not None and row.open is not None]
        gone = [row for row in found if row.handed == row.open]
        for row in gone:
            self._close(row, now, "unknown", INTERRUPTED, again_in=timedelta(0))
        untouched = [row for row in found if row.handed != row.open]
        self._add_all(_PUT_BACK, [{"posting": row.id, "number": row.open} for row in untouched])
        return len(gone)

    def _so_far(self, name: MessageId) -> rows.Row:
        """What was done so far about a posting.  KeyError when there is no such posting."""
        found = self._row(_WITH_ID, {"message_id": name})
        if found is None:
            raise KeyError(name)
        return found

    def _close(
        self,
        so_far: rows.Row,
        at: datetime,
        outcome: Outcome,
        reply: str,
        again_in: timedelta | None = FIRST_WAIT,
    ) -> None:
        """What came of the attempt that is under way, or of one that was made unannounced.

        *again_in*: when a mail is offered once more that was lost, None for never.
        """
        lost_first = outcome == "unknown" and so_far.kind != "public" and not so_far.lost
        if outcome == "deferred":
            again_in = wait(so_far.tried + 1)
        again = again_in if outcome == "deferred" or lost_first else None
        row = {
            "posting": so_far.id,
            "number": _next(so_far) if so_far.open is None else so_far.open,
            "at": moment(at),
            "outcome": outcome,
            "reply": plain(reply),
            "retry_at": None if again is None else moment(at + again),
        }
        self._add(_ATTEMPT, row)

    def outcomes(self) -> Mapping[Outcome, int]:
        """How many attempts ever came to each outcome."""
        return dict(self._rows(_OUTCOMES, {}))


def _next(so_far: rows.Row) -> int:
    """The number of the next sending of a posting."""
    return max(so_far.closed or 0, so_far.begun or 0) + 1
