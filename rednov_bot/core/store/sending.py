"""What is to be sent now; attempts to send, begun on file before the network is used."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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

from rednov_bot.core.models import Attempt, MessageId, Outcome, Posting, UnderWay
from rednov_bot.core.store import rows
from rednov_bot.core.store.part import Part, Unfinished
from rednov_bot.core.store.patience import GIVE_UP, LONGEST_WAIT, LOST_FOR
from rednov_bot.core.store.statements import Statement, insert
from rednov_bot.core.store.tables import (
    attempts,
    handovers,
    posting_waits,
    posting_waits_ended,
    postings,
    put_backs,
    reposts,
    sendings,
    sightings,
)

PUBLISHED_ALREADY = (
    select(1)
    .where(sightings.c.posting == postings.c.id, sightings.c.public == 1, sightings.c.same == 1)
    .exists()
)
"""Of a posting: whether a public list was seen to have it."""


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
            "now": now,
            "latest": now + LONGEST_WAIT,
            "too_old": now - GIVE_UP,
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

    def _first_open(self, where: dict[str, object]) -> int | None:
        """The first posting behind the mark that may have to be attempted, now or later."""
        mark = self._marks.postings
        if not mark:
            return min((row.id for row in self._rows(_EVERY_OPEN, where)), default=None)
        first: int | None = self._value(_FIRST_OPEN, where | {"mark": mark})
        return first

    def outcomes(self) -> Mapping[Outcome, int]:
        """How many attempts ever came to each outcome."""
        return dict(self._rows(_OUTCOMES, {}))


INTERRUPTED: Final = "interrupted"
"""What stands where a server's words would, of an attempt whose sender died meanwhile."""
LOST_WAITS: Final = tuple([timedelta(minutes=one) for one in (1, 5, 15, 60)])
"""How long after its n-th lost connection a private mail is offered again; then every hour."""
DEATHS: Final = 5
"""Deaths of the bot with a mail in hand after which it is left alone: it may be what kills it."""

_SO_FAR = select(
    postings.c.id,
    postings.c.kind,
    select(func.count())
    .where(attempts.c.posting == postings.c.id)
    .scalar_subquery()
    .label("tried"),
    CLOSED,
    BEGUN,
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
_OF_UNKNOWN_FATE = Statement(
    select(attempts).where(
        attempts.c.posting == bindparam("posting"), attempts.c.outcome == "unknown"
    )
)
_UNDER_WAY = Unfinished(
    lambda which: select(sendings.c.posting).where(which(sendings.c.posting), OPEN)
)
_BEGUN_AGAIN = Unfinished(
    lambda which: (
        select(postings.c.message_id)
        .select_from(sendings.join(postings, postings.c.id == sendings.c.posting))
        .where(which(sendings.c.posting), sendings.c.number > 1, OPEN)
    )
)
_OPEN_OF = Statement(
    select(sendings.c.posting, sendings.c.number)
    .select_from(postings.join(sendings, sendings.c.posting == postings.c.id))
    .where(
        postings.c.message_id == bindparam("message_id"),
        sendings.c.number == bindparam("number"),
        OPEN,
    )
)
_ATTEMPT = insert(attempts)
_BEGIN = insert(sendings)
_HAND_OVER = insert(handovers)
_PUT_BACK = insert(put_backs)


class Attempting(Sending):
    """Attempts to send: begun on file before the network is used, and what came of each."""

    __slots__ = ()

    def begin_sending(self, now: datetime, limit: int) -> tuple[UnderWay, ...]:
        """What is due is under way from now on, until `attempted` or `put_back` says otherwise.

        To be kept before the network is used.
        """
        found = self._due(now, limit)
        numbers = [{"posting": row.id, "number": _next(row), "at": now} for row in found]
        self._add_all(_BEGIN, numbers)
        return tuple(rows.under_way(row, _next(row)) for row in found)

    def handed_over(self, one: UnderWay) -> None:
        """From now on a mail under way may have gone, whatever comes of it: its text goes out.

        KeyError, and nothing is noted, where it is under way no longer.
        """
        found = self._open(one)
        if found is None:
            raise KeyError(one.message_id)
        self._add(_HAND_OVER, {"posting": found.posting, "number": found.number})

    def put_back(self, some: Iterable[UnderWay]) -> None:
        """Nothing was tried with these mails: those that are still under way so are due again."""
        found = [row for row in map(self._open, some) if row is not None]
        numbers = [{"posting": row.posting, "number": row.number} for row in found]
        self._add_all(_PUT_BACK, numbers)

    def _open(self, one: UnderWay) -> rows.Row | None:
        """This very sending, unless it came to its end."""
        return self._row(_OPEN_OF, {"message_id": one.message_id, "number": one.number})

    def attempted(self, attempt: Attempt, number: int | None = None) -> None:
        """An attempt was made.  KeyError when there is no such posting.

        *number*: of the sending that is its end; None where there is one at most.  Nothing is
        noted of a sending that has come to its end.
        """
        so_far = self._so_far(attempt.message_id)
        if number is not None:
            where = {"message_id": attempt.message_id, "number": number}
            if self._row(_OPEN_OF, where) is None:
                return
            so_far = so_far._replace(open=number)
        self._close(so_far, attempt.at, attempt.outcome, attempt.reply)

    def begun_again(self) -> frozenset[MessageId]:
        """Those of the mails that are under way that were under way before."""
        return frozenset(MessageId(row.message_id) for row in self._unfinished(_BEGUN_AGAIN))

    def interrupted(self, now: datetime) -> int:
        """Who sent is dead: nothing is under way any more; how many mails are of unknown fate.

        What they had not begun to hand over is due again.
        """
        asked = sorted([row.posting for row in self._unfinished(_UNDER_WAY)])
        found = [self._row(_WITH_NUMBER, {"posting": number}) for number in asked]
        found = [row for row in found if row is not None and row.open is not None]
        gone = [row for row in found if row.handed == row.open]
        for row in gone:
            self._close(row, now, "unknown", INTERRUPTED)
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
    ) -> None:
        """What came of the attempt that is under way, or of one that was made unannounced."""
        again: timedelta | None = None
        if outcome == "deferred":
            again = wait(so_far.tried + 1)
        elif outcome == "unknown" and so_far.kind != "public":
            again = self._again_after_a_loss(so_far.id, at, reply)
        row = {
            "posting": so_far.id,
            "number": _next(so_far) if so_far.open is None else so_far.open,
            "at": at,
            "outcome": outcome,
            "reply": reply,
            "retry_at": None if again is None else at + again,
        }
        self._add(_ATTEMPT, row)

    def _again_after_a_loss(self, posting: int, at: datetime, reply: str) -> timedelta | None:
        """In how long a private mail that was lost just now is offered again; None for never."""
        before = self._rows(_OF_UNKNOWN_FATE, {"posting": posting})
        losses = [row.at for row in before if row.reply != INTERRUPTED]
        if reply == INTERRUPTED:
            return timedelta() if len(before) - len(losses) + 1 < DEATHS else None
        if losses and at - min(losses) >= LOST_FOR:
            return None
        return LOST_WAITS[min(len(losses), len(LOST_WAITS) - 1)]


def _next(so_far: rows.Row) -> int:
    """The number of the next sending of a posting."""
    return max(so_far.closed or 0, so_far.begun or 0) + 1
