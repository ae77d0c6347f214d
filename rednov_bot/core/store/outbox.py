"""Mails of the bot's on their way, and what became of each."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple, get_args

from sqlalchemy import bindparam, exists, func, or_, select

from rednov_bot.core.models import (
    MessageId,
    Outcome,
    Posting,
    PostingKind,
    PostingState,
    QueuedPosting,
    Withheld,
)
from rednov_bot.core.store.sending import (
    EARLIER,
    PUBLISHED_ALREADY,
    UNDER_WAY,
    UNMET,
    Sending,
    counts,
    of_posting,
)
from rednov_bot.core.store.statements import Row, Statement, given, made
from rednov_bot.core.store.tables import (
    attempts,
    bounces,
    confirmations,
    list_notices,
    posting_waits,
    posting_waits_ended,
    postings,
    reposts,
)

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


class Unaccepted(NamedTuple):
    """Mails of one kind that no server has accepted, queued for no reason of their own."""

    since: datetime  # when the first of them was queued or tried, at the earliest
    postings: frozenset[int]


class Outbox(Sending):
    """Mails of the bot's on their way, and what came of each attempt."""

    __slots__ = ()

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
        self._add_all(posting_waits, [{"posting": id, "after": other} for other in earlier])
        if earlier:
            self._memory.hot.pop("waits", None)
        self._still_open(id, is_open=True)
        if not reason:
            self._is_accepted(id, posting.kind, known=False)

    def outbox(self, draft: str | None = None) -> tuple[QueuedPosting, ...]:
        """Every posting and its state, oldest first; of one draft what showed it, too."""
        rows = self._rows(_OUTBOX) if draft is None else self._rows(_OF_DRAFT, draft=draft)
        return tuple(map(queued, rows))

    def unsent(self) -> tuple[QueuedPosting, ...]:
        """Every posting that no server has accepted, and its state, oldest first.

        Not what was withdrawn.
        """
        return tuple(map(queued, self._rows(_UNSENT)))

    def unaccepted(self, kind: PostingKind, since: datetime) -> tuple[QueuedPosting, ...]:
        """Mails of one kind, queued or tried since then, that no server has accepted; oldest first.

        Not those that were queued for a reason of their own: reminders and the like.
        """
        day = since.replace(hour=0, minute=0, second=0, microsecond=0)
        known: Unaccepted | None = self._memory.hot.get(("unaccepted", kind))
        if known is None or day < known.since:
            rows = [
                *self._rows(_PUT_OFF_SINCE, kind=kind, since=day),
                *self._rows(_UNACCEPTED, kind=kind, since=day),
            ]
            known = Unaccepted(day, frozenset([row.id for row in rows]))
            self._memory.hot["unaccepted", kind] = known
        found = in_order(self._among(_OF_THESE, known.postings))
        return tuple([one for one in found if since <= max(filter(None, _moments_of(one)))])

    def posting(self, message_id: MessageId) -> QueuedPosting | None:
        """The bot's mail with this Message-ID, None where there is none."""
        row = self._row(_ONE, message_id=message_id)
        return None if row is None else queued(row)

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
        self._add_all(posting_waits_ended, [{"posting": it, "after": earlier} for it in waiting])
        if instead is not None:
            other = self._posting_id(instead)
            self._add_all(posting_waits, [{"posting": it, "after": other} for it in waiting])

    def mailed_for(self, reason: str) -> QueuedPosting | None:
        """The last mail queued for this reason, None where none was."""
        row = self._row(_MAILED_FOR, reason=reason)
        return None if row is None else queued(row)

    def answered_since(self, to: str, since: datetime, reason: str) -> int:
        """How many mails went to an address for this reason since then, and within two days of it.

        What is dated later was dated by a clock that was ahead, and must not use up anybody's
        answers of today.
        """
        latest = since + _TWO_DAYS
        return self._count(_ANSWERED_TO, to=to, reason=reason, since=since, latest=latest)

    def answered_in_all(self, since: datetime, reason: str) -> int:
        """How many mails went to anybody for this reason since then, and within two days of it."""
        return self._count(_ANSWERED_IN_ALL, reason=reason, since=since, latest=since + _TWO_DAYS)

    def last_answered(self, to: str, reason: str) -> datetime | None:
        """When the last mail queued for this reason went to an address, None where none did."""
        return self._when(_LAST_ANSWERED, to=to, reason=reason)


def _moments_of(one: QueuedPosting) -> tuple[datetime | None, datetime | None]:
    return one.queued_at, one.settled_at


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
