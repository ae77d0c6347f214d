"""Mails of the bot's on their way, and what became of each."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, get_args

from sqlalchemy import bindparam, func, or_, select

from rednov_bot.core.models import MessageId, Outcome, Posting, PostingKind, QueuedPosting
from rednov_bot.core.store import rows
from rednov_bot.core.store.part import Part, Unfinished
from rednov_bot.core.store.reaching import BOUNCED, CONFIRMED, state_of
from rednov_bot.core.store.rows import Row
from rednov_bot.core.store.sending import EARLIER, PUBLISHED_ALREADY, UNDER_WAY, UNMET, counts
from rednov_bot.core.store.statements import Statement, insert, insert_numbered
from rednov_bot.core.store.tables import (
    attempts,
    list_notices,
    posting_waits,
    posting_waits_ended,
    postings,
    reposts,
)

_A_DAY: Final = timedelta(days=1)
_QUEUE = insert_numbered(postings)
_QUEUE_AFTER = insert(posting_waits)
_OTHER = postings.alias("other")
_LATEST = (
    select(func.max(EARLIER.c.number)).where(EARLIER.c.posting == postings.c.id).scalar_subquery()
)
_TRIES = (
    select(func.count())
    .where(EARLIER.c.posting == postings.c.id)
    .correlate(postings)
    .scalar_subquery()
)
STATES = (
    select(
        postings,
        attempts.c.outcome,
        attempts.c.reply,
        attempts.c.at.label("settled_at"),
        CONFIRMED,
        BOUNCED,
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
        select(1)
        .where(reposts.c.posting == postings.c.id, reposts.c.number >= attempts.c.number)
        .exists()
        .label("said_again"),
        select(func.min(EARLIER.c.at))
        .where(EARLIER.c.posting == postings.c.id, counts(EARLIER))
        .scalar_subquery()
        .label("tried_since"),
    )
    .select_from(
        postings.outerjoin(
            attempts, (attempts.c.posting == postings.c.id) & (attempts.c.number == _LATEST)
        )
    )
    .order_by(postings.c.id)
)
_OUTBOX = Statement(STATES)
_NOT_ACCEPTED = select(_OTHER.c.id).where(
    ~select(1)
    .where(
        EARLIER.c.posting == _OTHER.c.id,
        or_(EARLIER.c.outcome == "accepted", EARLIER.c.outcome == "withdrawn"),
    )
    .exists()
)
_UNSENT = Statement(STATES.where(postings.c.id.in_(_NOT_ACCEPTED)))
_OF_DRAFT = Statement(STATES.where(postings.c.draft == bindparam("draft")))
_HELD_UP = Unfinished(
    lambda which: STATES.where(
        postings.c.id.in_(
            select(posting_waits.c.after).where(which(posting_waits.c.posting), UNMET)
        )
    )
)
_WAITING_FOR = Statement(
    select(posting_waits.c.posting).where(posting_waits.c.after == bindparam("after"), UNMET)
)
_WAITED_FOR_BY = Statement(
    STATES.where(
        postings.c.id.in_(
            select(posting_waits.c.after).where(
                posting_waits.c.posting == bindparam("posting"), UNMET
            )
        )
    )
)
_END_WAIT = insert(posting_waits_ended)
_MAILED_FOR = Statement(
    STATES.where(postings.c.reason == bindparam("reason"))
    .order_by(None)
    .order_by(postings.c.id.desc())
    .limit(1)
)
_UNACCEPTED = Statement(
    STATES.where(
        postings.c.kind == bindparam("kind"),
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
_ONE = Statement(STATES.where(postings.c.message_id == bindparam("message_id")))
_ANSWERED = select(func.count()).where(
    postings.c.reason == bindparam("reason"),
    postings.c.queued_at.between(bindparam("since"), bindparam("latest")),
)
_ANSWERED_IN_ALL = Statement(_ANSWERED)
_ANSWERED_TO = Statement(_ANSWERED.where(postings.c.to == bindparam("to")))
_LAST_ANSWERED = Statement(
    select(postings.c.queued_at)
    .where(postings.c.reason == bindparam("reason"), postings.c.to == bindparam("to"))
    .order_by(postings.c.queued_at.desc())
    .limit(1)
)


class Outbox(Part):
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
        row = {
            "message_id": posting.message_id,
            "kind": posting.kind,
            "to": posting.to,
            "draft": draft,
            "reason": reason,
            "queued_at": at,
            "octets": posting.octets,
        }
        earlier = sorted({self._posting_id(message_id) for message_id in after})
        id = self._add_numbered(_QUEUE, row)
        self._add_all(_QUEUE_AFTER, [{"posting": id, "after": other} for other in earlier])

    def outbox(self, draft: str | None = None) -> tuple[QueuedPosting, ...]:
        """Every posting and its state, oldest first; of one draft what showed it, too."""
        if draft is None:
            found = self._rows(_OUTBOX, {})
        else:
            found = self._rows(_OF_DRAFT, {"draft": draft})
        return tuple(queued(row) for row in found)

    def unsent(self) -> tuple[QueuedPosting, ...]:
        """Every posting that no server has accepted, and its state, oldest first.

        Not what was withdrawn.
        """
        return tuple(queued(row) for row in self._rows(_UNSENT, {}))

    def unaccepted(self, kind: PostingKind, since: datetime) -> tuple[QueuedPosting, ...]:
        """Mails of one kind, queued or tried since then, that no server has accepted; oldest first.

        Not those that were queued for a reason of their own: reminders and the like.
        """
        where = {"kind": kind, "since": since}
        found = [row for one in (_PUT_OFF_SINCE, _UNACCEPTED) for row in self._rows(one, where)]
        return tuple(queued(row) for row in found)

    def posting(self, message_id: MessageId) -> QueuedPosting | None:
        """The bot's mail with this Message-ID, None where there is none."""
        row = self._row(_ONE, {"message_id": message_id})
        return None if row is None else queued(row)

    def held_up(self) -> tuple[QueuedPosting, ...]:
        """Mails that no server has accepted so far and that others wait for, oldest first."""
        by_id = {row.id: row for row in self._unfinished(_HELD_UP)}
        return tuple(queued(by_id[id]) for id in sorted(by_id))

    def waits_for(self, posting: MessageId) -> tuple[QueuedPosting, ...]:
        """The mails that a posting still waits for, oldest first.  KeyError without it."""
        where = {"posting": self._posting_id(posting)}
        return tuple(queued(row) for row in self._rows(_WAITED_FOR_BY, where))

    def wait_no_more(self, after: MessageId, instead: MessageId | None = None) -> None:
        """What waits for the mail *after* waits for another *instead*, or for neither.

        Both must be in the outbox (KeyError).
        """
        earlier = self._posting_id(after)
        waiting = [row.posting for row in self._rows(_WAITING_FOR, {"after": earlier})]
        self._add_all(_END_WAIT, [{"posting": one, "after": earlier} for one in waiting])
        if instead is not None:
            other = self._posting_id(instead)
            self._add_all(_QUEUE_AFTER, [{"posting": one, "after": other} for one in waiting])

    def mailed_for(self, reason: str) -> QueuedPosting | None:
        """The last mail queued for this reason, None where none was."""
        row = self._row(_MAILED_FOR, {"reason": reason})
        return None if row is None else queued(row)

    def answered_since(self, to: str, since: datetime, reason: str) -> int:
        """How many mails went to an address for this reason since then, and within two days of it.

        What is dated later was dated by a clock that was ahead, and must not use up anybody's
        answers of today.
        """
        count: int = self._value(_ANSWERED_TO, {**_span(since), "reason": reason, "to": to})
        return count

    def answered_in_all(self, since: datetime, reason: str) -> int:
        """How many mails went to anybody for this reason since then, and within two days of it."""
        count: int = self._value(_ANSWERED_IN_ALL, {**_span(since), "reason": reason})
        return count

    def last_answered(self, to: str, reason: str) -> datetime | None:
        """When the last mail queued for this reason went to an address, None where none did."""
        where = {"reason": reason, "to": to}
        return self._when(_LAST_ANSWERED, where)


def _span(since: datetime) -> dict[str, object]:
    return {"since": since, "latest": since + 2 * _A_DAY}


def queued(row: Row) -> QueuedPosting:
    """A posting, and what came of it, from a row of STATES."""
    return QueuedPosting(
        posting=rows.posting(row),
        draft=row.draft,
        state=state_of(
            "sending" if row.under_way else "queued" if row.said_again else row.outcome,
            confirmed=bool(row.confirmed),
            bounced=bool(row.bounced) and row.kind != "public",
            published=bool(row.published),
            withheld=row.withheld,
        ),
        attempts=row.attempts,
        reply=row.reply or "",
        queued_at=row.queued_at,
        settled_at=row.settled_at,
        again_at=None if row.under_way else row.retry_at,
        tried_since=row.tried_since,
    )
