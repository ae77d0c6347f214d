"""What is to be sent now; attempts to send, begun on file before the network is used."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    FromClause,
    Integer,
    ScalarSelect,
    and_,
    bindparam,
    exists,
    func,
    or_,
    select,
)

from rednov_bot.core.models import Attempt, MessageId, Outcome, Posting, UnderWay
from rednov_bot.core.store.part import Part, Unfinished
from rednov_bot.core.store.statements import Row, Statement, given, made, rows_of
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

EARLIER = attempts.alias("earlier")
_CLOSING = attempts.alias("closing")


def of_posting(value: Any, posting: ColumnElement[int], *where: Any) -> ScalarSelect[Any]:
    """A value of the rows of a table in which *posting* names a row of the outbox."""
    return (
        select(value).where(posting == postings.c.id, *where).correlate(postings).scalar_subquery()
    )


PUBLISHED_ALREADY = exists().where(
    sightings.c.posting == postings.c.id, sightings.c.public == 1, sightings.c.same == 1
)
"""Of a posting: whether a public list was seen to have it."""
UNMET = and_(
    ~exists().where(EARLIER.c.posting == posting_waits.c.after, EARLIER.c.outcome == "accepted"),
    ~exists().where(
        posting_waits_ended.c.posting == posting_waits.c.posting,
        posting_waits_ended.c.after == posting_waits.c.after,
    ),
)
"""Of a wait: neither was the earlier mail accepted, nor is it waited for no longer."""
WAITS = exists().where(posting_waits.c.posting == postings.c.id, UNMET)
"""Of a posting: whether it still waits."""
OPEN = and_(
    *(
        ~exists().where(
            closed.c.posting == sendings.c.posting, closed.c.number == sendings.c.number
        )
        for closed in (_CLOSING, put_backs)
    )
)
"""Of a sending: neither did an attempt come of it, nor was it put back."""
UNDER_WAY = exists().where(sendings.c.posting == postings.c.id, OPEN)
"""Of a posting: whether one of its sendings is open."""


FIRST_WAIT: Final = timedelta(minutes=1)
LONGEST_WAIT: Final = timedelta(hours=1)
"""Between two attempts; whatever is put off for longer was put off by a clock that was ahead."""
GIVE_UP: Final = timedelta(days=5)
"""How long a mail is tried that servers put off, from its first attempt (RFC 5321, 4.5.4.1)."""
LOST_FOR: Final = timedelta(days=1)
"""A private mail whose connection is lost behind the final dot is offered again for so long."""
LOST_WAITS: Final = tuple([timedelta(minutes=one) for one in (1, 5, 15, 60)])
"""How long after its n-th lost connection such a mail is offered again; then every hour."""
DEATHS: Final = 5
"""Deaths of the bot with a mail in hand after which it is left alone: it may be what kills it."""
INTERRUPTED: Final = "interrupted"
"""What stands where a server's words would, of an attempt whose sender died meanwhile."""
IN_DOUBT: Final = "not known: the database was restored from a backup"
"""The same, of the attempts that nobody can know of."""
CODE: Final = re.compile(r"[2-5][0-9]{2}(?: [245]\.[0-9]{1,3}\.[0-9]{1,3})?(?= |$)")
"""With what a server's answer begins (RFC 5321, 4.2; RFC 3463); all else may quote the mail."""


def wait(number: int) -> timedelta:
    """How long to wait after the attempt of this *number*, counted from 1, was deferred."""
    return min(FIRST_WAIT * (1 << min(number - 1, 16)), LONGEST_WAIT)


def counts(tried: FromClause) -> ColumnElement[bool]:
    """Of an attempt: whether nobody has said since that its posting is to be sent again."""
    return ~exists().where(reposts.c.posting == tried.c.posting, reposts.c.number >= tried.c.number)


def _attempt(*conditions: ColumnElement[bool]) -> ColumnElement[bool]:
    """Whether a posting had an attempt such that one of *conditions* holds."""
    return exists().where(attempts.c.posting == postings.c.id, counts(attempts), or_(*conditions))


_FIRST = attempts.alias("first_one")
_FINAL = attempts.c.retry_at.is_(None)  # accepted, refused, or unknown for good
_LOST = and_(attempts.c.outcome == "unknown", attempts.c.retry_at.is_(None))
_TOO_OLD = and_(
    exists().where(
        _FIRST.c.posting == attempts.c.posting,
        counts(_FIRST),
        _FIRST.c.at + bindparam("give_up", type_=BigInteger) <= attempts.c.at,
    ),
    attempts.c.at <= bindparam("latest"),
)
"""Of an attempt: made in vain so long after the first one, and not by a clock that was ahead.

How long a posting lay there untried does not count: one 4xx would end what outlasted an outage.
"""
_TOO_EARLY = and_(
    attempts.c.retry_at > bindparam("now"), attempts.c.retry_at <= bindparam("latest")
)
"""Whoever waits for longer than anybody does was put off by a clock that was ahead."""
_WAITS_IN_VAIN = exists().where(
    posting_waits.c.posting == postings.c.id,
    exists().where(
        EARLIER.c.posting == posting_waits.c.after,
        or_(EARLIER.c.retry_at.is_(None), EARLIER.c.at <= bindparam("too_old")),
    ),
    UNMET,
)
"""Whether what a posting waits for will not be accepted by itself."""
SETTLED: Final = _attempt(_FINAL, _TOO_OLD)
"""Of a posting: whether it is not attempted again by itself."""
_OPEN = or_(and_(~SETTLED, ~_WAITS_IN_VAIN), UNDER_WAY)
"""Of a posting: whether there may be something to do about it.

What is under way is open, whatever else is on file of it.
"""
_BEHIND_MARK = postings.c.id > bindparam("mark")
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
CLOSED = of_posting(func.max(attempts.c.number), attempts.c.posting).label("closed")
BEGUN = of_posting(func.max(sendings.c.number), sendings.c.posting).label("begun")
_TO_ATTEMPT = select(postings, CLOSED, BEGUN).where(
    ~_attempt(_FINAL, _TOO_OLD, _TOO_EARLY), ~WAITS, ~UNDER_WAY
)
_DUE = Statement(
    _TO_ATTEMPT.where(_BEHIND_MARK)
    .order_by(postings.c.kind != "public", postings.c.id)
    .limit(bindparam("limit", type_=Integer))
)
_SAID_AGAIN = rows_of(reposts, reposts.c.id > bindparam("reposts"))
_DUE_AFTER_ALL = Statement(_TO_ATTEMPT.where(postings.c.id == bindparam("posting")))
_WAITS_NO_MORE = Statement(
    select(postings.c.id).where(postings.c.id == bindparam("posting"), SETTLED, ~WAITS, ~UNDER_WAY)
)
"""Of what was kept in mind before the mark: nothing is left to do about it, until it is said so."""
_OUTCOMES = Statement(
    select(attempts.c.outcome, func.count().label("often")).group_by(attempts.c.outcome)
)
_SO_FAR = select(
    postings.c.id,
    postings.c.kind,
    of_posting(func.count(), attempts.c.posting).label("tried"),
    CLOSED,
    BEGUN,
    of_posting(func.min(sendings.c.number), sendings.c.posting, OPEN).label("open"),
    of_posting(func.max(handovers.c.number), handovers.c.posting).label("handed"),
)
_WITH_ID = Statement(_SO_FAR.where(*given(postings, "message_id")))
_WITH_NUMBER = Statement(_SO_FAR.where(postings.c.id == bindparam("posting")))
_EVERY_DOUBTFUL = Statement(
    select(postings.c.message_id)
    .where(postings.c.kind == "public", ~SETTLED)
    .order_by(postings.c.id)
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
    .where(*given(postings, "message_id"), *given(sendings, "number"), OPEN)
)


class Sending(Part):
    """What is to be sent now, what is under way, and what came of each attempt."""

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
        return tuple(made(Posting, row) for row in self._due(now, limit))

    def _due(self, now: datetime, limit: int) -> list[Row]:
        marks = self._marks
        for row in self._rows(_SAID_AGAIN, reposts=marks.reposts):
            marks.reposts = row.id
            if row.posting <= marks.postings and row.posting not in marks.waiting:
                marks.waiting += (row.posting,)
        if marks.sent_at is not None and now < marks.sent_at - LONGEST_WAIT:
            marks.postings, marks.waiting = 0, ()  # a clock that was ahead may have given some up
        marks.sent_at = now
        where: dict[str, object] = {
            "now": now,
            "latest": now + LONGEST_WAIT,
            "too_old": now - GIVE_UP,
            "give_up": GIVE_UP // timedelta(microseconds=1),
            "limit": limit,
        }
        marks.waiting = tuple(
            id for id in marks.waiting if not self._rows(_WAITS_NO_MORE, **where, posting=id)
        )
        found = [
            row for id in marks.waiting for row in self._rows(_DUE_AFTER_ALL, **where, posting=id)
        ]
        if marks.postings:
            first = self._ids(_FIRST_OPEN, **where, mark=marks.postings)
        else:
            first = self._ids(_EVERY_OPEN, **where)
        until = min(first) - 1 if first else self.last_number(postings)
        if until > marks.postings:
            marks.waiting += self._ids(_WAITING_IN_VAIN, **where, mark=marks.postings, until=until)
            marks.postings = until
        if first:
            found += self._rows(_DUE, **where, mark=until)
        found.sort(key=lambda row: row.kind != "public")
        return found[:limit]

    def outcomes(self) -> Mapping[Outcome, int]:
        """How many attempts ever came to each outcome."""
        return dict(self._rows(_OUTCOMES))

    def begin_sending(self, now: datetime, limit: int) -> tuple[UnderWay, ...]:
        """What is due is under way from now on, until `attempted` or `put_back` says otherwise.

        To be kept before the network is used.
        """
        found = [(row, _next(row)) for row in self._due(now, limit)]
        begun = [{"posting": row.id, "number": number, "at": now} for row, number in found]
        self._add_all(sendings, begun)
        return tuple(made(UnderWay, row, number=number) for row, number in found)

    def handed_over(self, one: UnderWay) -> None:
        """From now on a mail under way may have gone, whatever comes of it: its text goes out.

        KeyError, and nothing is noted, where it is under way no longer.
        """
        found = self._open(one.message_id, one.number)
        if found is None:
            raise KeyError(one.message_id)
        self._add(handovers, **found)

    def put_back(self, some: Iterable[UnderWay]) -> None:
        """Nothing was tried with these mails: those that are still under way so are due again."""
        found = [self._open(one.message_id, one.number) for one in some]
        self._add_all(put_backs, [one for one in found if one is not None])

    def _open(self, message_id: MessageId, number: int) -> dict[str, int] | None:
        """This very sending, unless it came to its end."""
        row = self._row(_OPEN_OF, message_id=message_id, number=number)
        return None if row is None else {"posting": row.posting, "number": row.number}

    def attempted(self, attempt: Attempt, number: int | None = None) -> None:
        """An attempt was made.  KeyError when there is no such posting.

        *number*: of the sending that is its end; None where there is one at most.  Nothing is
        noted of a sending that has come to its end.
        """
        so_far = self._so_far(attempt.message_id)
        if number is not None:
            if self._open(attempt.message_id, number) is None:
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
        found = [self._row(_WITH_NUMBER, posting=number) for number in asked]
        found = [row for row in found if row is not None and row.open is not None]
        gone = [row for row in found if row.handed == row.open]
        for row in gone:
            self._close(row, now, "unknown", INTERRUPTED)
        untouched = [row for row in found if row.handed != row.open]
        self._add_all(put_backs, [{"posting": row.id, "number": row.open} for row in untouched])
        return len(gone)

    def doubt(self, at: datetime) -> int:
        """What was to be posted is of unknown fate from now on; how many postings those are.

        Private mails that were on their way still are, for they reach their readers at least once.
        """
        give_up = GIVE_UP // timedelta(microseconds=1)
        found = self._rows(_EVERY_DOUBTFUL, latest=at + LONGEST_WAIT, give_up=give_up)
        for row in found:
            self._close(self._so_far(MessageId(row.message_id)), at, "unknown", IN_DOUBT)
        return len(found)

    def _so_far(self, name: MessageId) -> Row:
        """What was done so far about a posting.  KeyError when there is no such posting."""
        found = self._row(_WITH_ID, message_id=name)
        if found is None:
            raise KeyError(name)
        return found

    def _close(self, so_far: Row, at: datetime, outcome: Outcome, reply: str) -> None:
        """What came of the attempt that is under way, or of one that was made unannounced."""
        again: timedelta | None = None
        if outcome == "deferred":
            again = wait(so_far.tried + 1)
        elif outcome == "unknown" and so_far.kind != "public":
            again = self._again_after_a_loss(so_far.id, at, reply)
        self._add(
            attempts,
            posting=so_far.id,
            number=_next(so_far) if so_far.open is None else so_far.open,
            at=at,
            outcome=outcome,
            reply=reply,
            retry_at=None if again is None else at + again,
        )

    def _again_after_a_loss(self, posting: int, at: datetime, reply: str) -> timedelta | None:
        """In how long a private mail that was lost just now is offered again; None for never."""
        before = self._rows(attempts, posting=posting, outcome="unknown")
        losses = [row.at for row in before if row.reply != INTERRUPTED]
        if reply == INTERRUPTED:
            return timedelta() if len(before) - len(losses) + 1 < DEATHS else None
        if losses and at - min(losses) >= LOST_FOR:
            return None
        return LOST_WAITS[min(len(losses), len(LOST_WAITS) - 1)]


def _next(so_far: Row) -> int:
    """The number of the next sending of a posting."""
    return max(so_far.closed or 0, so_far.begun or 0) + 1
