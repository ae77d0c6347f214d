"""Mails of the bot's on their way: what is to be sent, each attempt, and what became of it.

Attempts are begun on file before the network is used.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple, get_args

from sqlalchemy import (
    BigInteger,
    BindParameter,
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

from rednov_bot.core.models import (
    Attempt,
    MessageId,
    Outcome,
    Posting,
    PostingKind,
    PostingState,
    QueuedPosting,
    UnderWay,
    Withheld,
)
from rednov_bot.core.store.part import AT_ONCE, Part, day_of, some_at_once
from rednov_bot.core.store.statements import Row, Statement, bound, given, made, rows_of
from rednov_bot.core.store.tables import (
    attempts,
    bounces,
    confirmations,
    handovers,
    list_notices,
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
SETTLED: Final = _attempt(_FINAL, _TOO_OLD)
"""Of a posting: whether it is not attempted again by itself."""
_MAY_GO = or_(~_attempt(and_(_FINAL, attempts.c.outcome != "unknown")), UNDER_WAY)
"""Also what may have gone before the database was restored: it may be said to go once more."""
_AMONG: Final[BindParameter[Any]] = bindparam("postings", expanding=True)
_EVERY_OPEN = Statement(
    select(postings.c.id).where(postings.c.id > bindparam("mark"), _MAY_GO).order_by(postings.c.id)
)
_STILL_OPEN = Statement(select(postings.c.id).where(postings.c.id.in_(_AMONG), _MAY_GO))
"""What may have to be sent: what is under way is, whatever else is on file of it."""
_SAID_AGAIN = rows_of(reposts, reposts.c.id > bindparam("reposts"))
CLOSED = of_posting(func.max(attempts.c.number), attempts.c.posting).label("closed")
TRIED_SO_FAR = of_posting(func.count(), attempts.c.posting).label("tried")
BEGUN = of_posting(func.max(sendings.c.number), sendings.c.posting).label("begun")
_DUE = Statement(
    select(postings, TRIED_SO_FAR, CLOSED, BEGUN)
    .where(postings.c.id.in_(_AMONG), ~_attempt(_FINAL, _TOO_OLD, _TOO_EARLY), ~WAITS, ~UNDER_WAY)
    .order_by(postings.c.kind != "public", postings.c.id)
    .limit(bindparam("limit", type_=Integer))
)
_NEXT = Statement(
    select(func.min(attempts.c.retry_at).label("until")).where(
        attempts.c.posting.in_(_AMONG), attempts.c.retry_at > bindparam("now")
    )
)
_OUTCOMES = Statement(
    select(attempts.c.outcome, func.count().label("often")).group_by(attempts.c.outcome)
)
_WITH_US = Statement(
    select(postings)
    .where(
        postings.c.id.in_(_AMONG),
        *given(postings, "kind"),
        postings.c.queued_at >= bindparam("since"),
        ~UNDER_WAY,
        ~exists().where(attempts.c.posting == postings.c.id, attempts.c.outcome == "unknown"),
    )
    .order_by(postings.c.id)
)
_EVERY_DOUBTFUL = Statement(
    select(postings.c.message_id)
    .where(postings.c.kind == "public", ~SETTLED)
    .order_by(postings.c.id)
)
_UNDER_WAY = Statement(
    select(sendings.c.posting, sendings.c.number, postings.c.message_id)
    .select_from(sendings.join(postings, postings.c.id == sendings.c.posting))
    .where(sendings.c.posting.in_(_AMONG), OPEN)
    .order_by(sendings.c.posting, sendings.c.number)
)


class Track(NamedTuple):
    """What was done so far about a posting; sendings are numbered from 1, 0 is none."""

    id: int
    kind: PostingKind
    tried: int
    last: int
    open: int | None  # the sending that is under way


_REPORTED = bounces.alias("reported")
_LATEST = of_posting(func.max(EARLIER.c.number), EARLIER.c.posting)
_TRIES = of_posting(func.count(), EARLIER.c.posting)
TRIED = postings.outerjoin(
    attempts, (attempts.c.posting == postings.c.id) & (attempts.c.number == _LATEST)
)
"""Postings, each with its last attempt."""
HEARD = (
    attempts.c.outcome,
    attempts.c.at.label("settled_at"),
    of_posting(func.count(), confirmations.c.posting).label("confirmed"),
    of_posting(func.count(), _REPORTED.c.posting, _REPORTED.c.kind == "failed").label("bounced"),
)
"""What came of that; whether their reader has answered; how many reports say that they failed."""
STATES = (
    select(
        postings,
        *HEARD,
        attempts.c.reply,
        attempts.c.retry_at,
        _TRIES.label("attempts"),
        UNDER_WAY.label("under_way"),
        PUBLISHED_ALREADY.label("published"),
        select(list_notices.c.what)
        .where(list_notices.c.posting == postings.c.id, list_notices.c.attempts >= _TRIES)
        .order_by(list_notices.c.mail.desc())
        .limit(1)
        .correlate(postings)
        .scalar_subquery()
        .label("withheld"),
        exists()
        .where(reposts.c.posting == postings.c.id, reposts.c.number >= attempts.c.number)
        .label("said_again"),
        of_posting(func.min(EARLIER.c.at), EARLIER.c.posting, counts(EARLIER)).label("tried_since"),
    )
    .select_from(TRIED)
    .order_by(postings.c.id)
)
_OUTBOX = Statement(STATES)
_OTHER = postings.alias("other")
_NOT_ACCEPTED = select(_OTHER.c.id).where(
    ~exists().where(
        EARLIER.c.posting == _OTHER.c.id,
        or_(EARLIER.c.outcome == "accepted", EARLIER.c.outcome == "withdrawn"),
    )
)
_UNSENT = Statement(STATES.where(postings.c.id.in_(_NOT_ACCEPTED)))
_OF_DRAFT = Statement(STATES.where(*given(postings, "draft")))
_OF_THESE = Statement(STATES.where(postings.c.id.in_(bindparam("postings", expanding=True))))
_UNMET = Statement(
    select(posting_waits.c.posting, posting_waits.c.after).where(
        posting_waits.c.posting.in_(bindparam("postings", expanding=True)), UNMET
    )
)
_WAITING_FOR = Statement(
    select(posting_waits.c.posting).where(*given(posting_waits, "after"), UNMET)
)
_MAILED_FOR = Statement(
    STATES.where(*given(postings, "reason")).order_by(None).order_by(postings.c.id.desc()).limit(1)
)
_UNACCEPTED = Statement(
    STATES.where(
        *given(postings, "kind"),
        postings.c.queued_at >= bindparam("since"),
        func.length(postings.c.reason) == 0,
        or_(attempts.c.outcome.is_(None), attempts.c.outcome != "accepted"),
    )
)
"""By their kind, and not by the index of reasons: the reason of most mails is empty."""
_PUT_OFF_SINCE = Statement(
    STATES.where(
        postings.c.kind.concat("") == bindparam("kind"),
        postings.c.queued_at < bindparam("since"),
        func.length(postings.c.reason) == 0,
        or_(*[attempts.c.outcome == it for it in get_args(Outcome) if it != "accepted"]),
        attempts.c.at >= bindparam("since"),
    )
)
"""Found by their attempts: the index of kinds would lead through every mail there ever was."""
_ONE = Statement(STATES.where(*given(postings, "message_id")))
_ANSWERED = select(func.count()).where(
    *given(postings, "reason"),
    postings.c.queued_at.between(bindparam("since"), bindparam("latest")),
)
_ANSWERED_IN_ALL = Statement(_ANSWERED)
_ANSWERED_TO = Statement(_ANSWERED.where(*given(postings, "to")))
_LAST_ANSWERED = Statement(
    select(postings.c.queued_at)
    .where(*given(postings, "reason", "to"))
    .order_by(postings.c.queued_at.desc())
    .limit(1)
)
_TWO_DAYS: Final = timedelta(days=2)


class Watched(NamedTuple):
    """Postings that are kept in mind until something becomes of them: not accepted, not seen."""

    since: datetime  # when the first of them was queued or tried, at the earliest
    postings: frozenset[int]


class Outbox(Part):
    """Mails of the bot's on their way, and what came of each attempt."""

    def queue(
        self,
        posting: Posting,
        *,
        draft: str | None,
        after: Sequence[MessageId] = (),
        reason: str = "",
        at: datetime,
    ) -> None:
        """A mail is to be sent, once those named by *after* were accepted.

        Those must be in the outbox already (KeyError); AlreadyOnFile when this one is.
        """
        earlier = sorted({self._posting_id(message_id) for message_id in after})
        id = self._add(postings, posting, draft=draft, reason=reason, queued_at=at)
        for other in earlier:
            self._add(posting_waits, posting=id, after=other)
        if earlier:
            self._memory.hot.pop("waits", None)
        self._still_open(id, is_open=True)
        if not reason:
            self._watch(("unaccepted", posting.kind), id, is_done=False)

    def outbox(self, draft: str | None = None) -> tuple[QueuedPosting, ...]:
        """Every posting and its state, oldest first; of one draft what showed it, too."""
        if draft is None:
            return self._all(queued, _OUTBOX)
        return self._all(queued, _OF_DRAFT, draft=draft)

    def unsent(self) -> tuple[QueuedPosting, ...]:
        """Every posting that no server has accepted, and its state, oldest first.

        Not what was withdrawn.
        """
        return self._all(queued, _UNSENT)

    def unaccepted(self, kind: PostingKind, since: datetime) -> tuple[QueuedPosting, ...]:
        """Mails of one kind, queued or tried since then, that no server has accepted; oldest first.

        Not those that were queued for a reason of their own: reminders and the like.
        """
        day = day_of(since)
        known: Watched | None = self._memory.hot.get(("unaccepted", kind))
        if known is None or day < known.since:
            rows = [
                *self._rows(_PUT_OFF_SINCE, kind=kind, since=day),
                *self._rows(_UNACCEPTED, kind=kind, since=day),
            ]
            known = Watched(day, frozenset([row.id for row in rows]))
            self._memory.hot["unaccepted", kind] = known
        found = in_order(self._among(_OF_THESE, known.postings))
        return tuple(
            [one for one in found if since <= max(filter(None, (one.queued_at, one.settled_at)))]
        )

    def posting(self, message_id: MessageId) -> QueuedPosting | None:
        """The bot's mail with this Message-ID, None where there is none."""
        return self._one(queued, _ONE, message_id=message_id)

    def with_us(self, kind: PostingKind, since: datetime) -> tuple[Posting, ...]:
        """Mails of one kind, queued since then, that no server may have yet, oldest first."""
        # Nothing is written for this: whatever this transaction has closed is not open any more.
        new = {row["id"]: row for row in self._new(postings)}
        every = self._open_postings()
        asked = bound({"kind": kind, "since": since})
        found = [
            row
            for some in some_at_once(every - new.keys())
            for row in self._on_file(_WITH_US, {**asked, "postings": some})
        ]
        rows = [row for id, row in new.items() if id in every and row["kind"] == kind]
        found += [row for row in map(_WITH_US.row, rows) if row.queued_at >= since]
        return tuple([made(Posting, row) for row in found])

    def held_up(self) -> tuple[QueuedPosting, ...]:
        """Mails that no server has accepted so far and that others wait for, oldest first."""
        return in_order(self._among(_OF_THESE, {after for _, after in self._waits()}))

    def _waits(self) -> frozenset[tuple[int, int]]:
        """Which postings wait for which others, as far as those may still be sent."""

        def load() -> frozenset[tuple[int, int]]:
            return frozenset([tuple(row) for row in self._among(_UNMET, self._open_postings())])

        return self._hot("waits", load)

    def waits_for(self, posting: MessageId) -> tuple[QueuedPosting, ...]:
        """The mails that a posting still waits for, oldest first.  KeyError without it."""
        waits = self._among(_UNMET, [self._posting_id(posting)])
        return in_order(self._among(_OF_THESE, [row.after for row in waits]))

    def wait_no_more(self, after: MessageId, instead: MessageId | None = None) -> None:
        """What waits for the mail *after* waits for another *instead*, or for neither.

        Both must be in the outbox (KeyError).
        """
        earlier = self._posting_id(after)
        waiting = self._ids(_WAITING_FOR, after=earlier)
        self._memory.hot.pop("waits", None)
        other = None if instead is None else self._posting_id(instead)
        for posting in waiting:
            self._add(posting_waits_ended, posting=posting, after=earlier)
            if other is not None:
                self._add(posting_waits, posting=posting, after=other)

    def mailed_for(self, reason: str) -> QueuedPosting | None:
        """The last mail queued for this reason, None where none was."""
        return self._one(queued, _MAILED_FOR, reason=reason)

    def answered_since(self, to: str, since: datetime, reason: str) -> int:
        """How many mails went to an address for this reason since then, and within two days of it.

        What is dated later was dated by a clock that was ahead, and must not use up anybody's
        answers of today.
        """
        asked = bound({"to": to, "reason": reason, "since": since, "latest": since + _TWO_DAYS})
        of_it = asked["to"], asked["reason"]
        new = [row for row in self._new(postings) if (row["to"], row["reason"]) == of_it]
        new = [row for row in new if asked["since"] <= row["queued_at"] <= asked["latest"]]
        return int(self._on_file(_ANSWERED_TO, asked)[0][0]) + len(new)

    def answered_in_all(self, since: datetime, reason: str) -> int:
        """How many mails went to anybody for this reason since then, and within two days of it."""
        return self._count(_ANSWERED_IN_ALL, reason=reason, since=since, latest=since + _TWO_DAYS)

    def last_answered(self, to: str, reason: str) -> datetime | None:
        """When the last mail queued for this reason went to an address, None where none did."""
        return self._when(_LAST_ANSWERED, to=to, reason=reason)

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

    def _due(self, now: datetime, limit: int) -> tuple[Row, ...]:
        open_ = self._open_postings()
        if not open_ or self._is_quiet(now):
            return ()
        where: dict[str, object] = {
            "now": now,
            "latest": now + LONGEST_WAIT,
            "give_up": GIVE_UP // timedelta(microseconds=1),
            "limit": limit,
        }
        found = self._among(_DUE, open_, **where)
        if not found:
            waits = [row.until for row in self._among(_NEXT, open_, now=now) if row.until]
            until = min(waits, default=now + LONGEST_WAIT)
            self._memory.hot["quiet"] = now, until, self._versions_of(_DUE)
        found.sort(key=lambda row: row.kind != "public")
        return tuple(found[:limit])

    def _is_quiet(self, now: datetime) -> bool:
        """Whether nothing was due lately, nothing was added since, and nothing's time has come."""
        since, until, versions = self._memory.hot.get("quiet", (None, None, None))
        return (
            since is not None
            and since <= now < min(until, since + LONGEST_WAIT)
            and versions == self._versions_of(_DUE)
        )

    def _open_postings(self) -> frozenset[int]:
        """The postings that may have to be sent, or are under way; of others that is certain not.

        Only what was accepted, refused or withdrawn is not among them.
        """

        def load() -> frozenset[int]:
            marks = self._marks
            for row in self._rows(_SAID_AGAIN, reposts=marks.reposts):
                marks.reposts = row.id
                if row.posting <= marks.postings:
                    marks.lasting |= {row.posting}
            lasting = self._among(_STILL_OPEN, marks.lasting)
            found = self._rows(_EVERY_OPEN, mark=marks.postings)
            every = frozenset([row.id for row in (*lasting, *found)])
            if len(every) <= AT_ONCE:
                marks.postings, marks.lasting = self.last_number(postings), every
            return every

        return self._hot("open postings", load)

    def _still_open(self, posting: int, *, is_open: bool) -> None:
        known: frozenset[int] | None = self._memory.hot.get("open postings")
        if known is not None and (posting in known) != is_open:
            self._memory.hot["open postings"] = known ^ {posting}

    def _watch(self, name: object, posting: int, *, is_done: bool) -> None:
        """A server has accepted a mail, or its list was seen to have it: or that is awaited."""
        known: Watched | None = self._memory.hot.get(name)
        if known is not None and (posting in known.postings) == is_done:
            self._memory.hot[name] = known._replace(postings=known.postings ^ {posting})

    def outcomes(self) -> Mapping[Outcome, int]:
        """How many attempts ever came to each outcome."""
        return dict(self._rows(_OUTCOMES))

    def begin_sending(self, now: datetime, limit: int) -> tuple[UnderWay, ...]:
        """What is due is under way from now on, until `attempted` or `put_back` says otherwise.

        To be kept before the network is used.
        """
        due = self._due(now, limit)
        found = [(row, max(row.closed or 0, row.begun or 0) + 1) for row in due]
        for row, number in found:
            self._add(sendings, posting=row.id, number=number, at=now)
            track = Track(row.id, row.kind, row.tried, number, number)
            self._memory.hot["sending", row.message_id] = track
        return tuple(made(UnderWay, row, number=number) for row, number in found)

    def handed_over(self, one: UnderWay) -> None:
        """From now on a mail under way may have gone, whatever comes of it: its text goes out.

        KeyError, and nothing is noted, where it is under way no longer.
        """
        if (posting := self._open(one.message_id, one.number)) is None:
            raise KeyError(one.message_id)
        self._add(handovers, posting=posting, number=one.number)

    def put_back(self, some: Iterable[UnderWay]) -> None:
        """Nothing was tried with these mails: those that are still under way so are due again."""
        for one in some:
            if (posting := self._open(one.message_id, one.number)) is not None:
                self._put_back(posting, one.number)

    def _open(self, message_id: MessageId, number: int) -> int | None:
        """The posting that is sent so, unless that came to its end."""
        track: Track | None = self._memory.hot.get(("sending", message_id))
        if track is not None and track.open == number:
            return track.id
        try:
            posting = self._posting_id(message_id)
        except KeyError:
            return None
        if not self._rows(sendings, posting=posting, number=number):
            return None
        if self._rows(attempts, posting=posting, number=number):
            return None
        return None if self._rows(put_backs, posting=posting, number=number) else posting

    def _put_back(self, posting: int, number: int) -> None:
        self._add(put_backs, posting=posting, number=number)
        self._forget_track(posting)

    def _forget_track(self, posting: int) -> None:
        hot = self._memory.hot
        for name in [it for it, one in hot.items() if isinstance(one, Track) and one.id == posting]:
            del hot[name]

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

    def interrupted(self, now: datetime) -> int:
        """Who sent is dead: nothing is under way any more; how many mails are of unknown fate.

        What they had not begun to hand over is due again.
        """
        asked = sorted({row.posting for row in self._among(_UNDER_WAY, self._open_postings())})
        gone = 0
        for track in map(self._track, asked):
            if track.open is None:
                continue
            if self._rows(handovers, posting=track.id, number=track.open):
                self._close(track, now, "unknown", INTERRUPTED)
                gone += 1
            else:
                self._put_back(track.id, track.open)
        return gone

    def doubt(self, at: datetime) -> int:
        """What was to be posted is of unknown fate from now on; how many postings those are.

        Private mails that were on their way still are, for they reach their readers at least once.
        """
        give_up = GIVE_UP // timedelta(microseconds=1)
        found = self._rows(_EVERY_DOUBTFUL, latest=at + LONGEST_WAIT, give_up=give_up)
        for row in found:
            self._close(self._so_far(MessageId(row.message_id)), at, "unknown", IN_DOUBT)
        return len(found)

    def _so_far(self, name: MessageId) -> Track:
        """What was done so far about a posting.  KeyError when there is no such posting."""
        known: Track | None = self._memory.hot.get(("sending", name))
        return self._track(self._posting_id(name)) if known is None else known

    def _track(self, posting: int) -> Track:
        begun = [row.number for row in self._rows(sendings, posting=posting)]
        closed = [row.number for row in self._rows(attempts, posting=posting)]
        ended = {*closed, *[row.number for row in self._rows(put_backs, posting=posting)]}
        return Track(
            posting,
            self._row(postings, id=posting).kind,
            tried=len(closed),
            last=max([0, *begun, *closed]),
            open=next((one for one in begun if one not in ended), None),
        )

    def _close(self, so_far: Track, at: datetime, outcome: Outcome, reply: str) -> None:
        """What came of the attempt that is under way, or of one that was made unannounced."""
        again: timedelta | None = None
        if outcome == "deferred":
            again = wait(so_far.tried + 1)
        elif outcome == "unknown" and so_far.kind != "public":
            again = self._again_after_a_loss(so_far.id, at, reply)
        self._add(
            attempts,
            posting=so_far.id,
            number=so_far.last + 1 if so_far.open is None else so_far.open,
            at=at,
            outcome=outcome,
            reply=reply,
            retry_at=None if again is None else at + again,
        )
        self._still_open(so_far.id, is_open=again is not None or outcome == "unknown")
        self._forget_track(so_far.id)
        if so_far.kind == "public":
            self._watch("unseen", so_far.id, is_done=False)
        if outcome == "accepted":
            waits: frozenset[tuple[int, int]] = self._memory.hot.get("waits", frozenset())
            if ended := {one for one in waits if so_far.id in one}:
                self._memory.hot["waits"] = waits - ended
            self._watch(("unaccepted", so_far.kind), so_far.id, is_done=True)
        else:  # whether it has a reason of its own is not known here
            self._memory.hot.pop(("unaccepted", so_far.kind), None)

    def _again_after_a_loss(self, posting: int, at: datetime, reply: str) -> timedelta | None:
        """In how long a private mail that was lost just now is offered again; None for never."""
        before = self._rows(attempts, posting=posting, outcome="unknown")
        losses = [row.at for row in before if row.reply != INTERRUPTED]
        if reply == INTERRUPTED:
            return timedelta() if len(before) - len(losses) + 1 < DEATHS else None
        if losses and at - min(losses) >= LOST_FOR:
            return None
        return LOST_WAITS[min(len(losses), len(LOST_WAITS) - 1)]


def in_order(rows: Sequence[Row]) -> tuple[QueuedPosting, ...]:
    """Postings, each once, oldest first."""
    by_id = {row.id: row for row in rows}
    return tuple(queued(by_id[id]) for id in sorted(by_id))


def queued(row: Row) -> QueuedPosting:
    """A posting, and what came of it, from a row of STATES."""
    return made(
        QueuedPosting,
        row,
        posting=made(Posting, row),
        state=state_of(
            "sending" if row.under_way else "queued" if row.said_again else row.outcome,
            confirmed=bool(row.confirmed),
            bounced=bool(row.bounced) and row.kind != "public",
            published=bool(row.published),
            withheld=row.withheld,
        ),
        reply=row.reply or "",
        again_at=None if row.under_way else row.retry_at,
    )


def state_of(
    outcome: PostingState | None,
    *,
    confirmed: bool,
    bounced: bool,
    published: bool = False,
    withheld: Withheld | None = None,
) -> PostingState:
    """What became of a mail, from its last attempt, and from what was heard of it since.

    What its reader has answered has arrived, whatever a server reports.  Anybody can report on
    what stands on a list: of that the list alone tells, and what it says of a mail that it has not
    passed on is told, too (*withheld*).
    """
    if confirmed:
        return "confirmed"
    if published:
        return "published"
    if withheld and outcome == "accepted":
        return withheld
    return "bounced" if bounced else outcome or "queued"
