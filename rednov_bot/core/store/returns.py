"""The bot's own postings as lists send them back, and what was asked where one does not."""

from __future__ import annotations

from datetime import datetime
from typing import get_args

from sqlalchemy import bindparam, func, or_, select

from rednov_bot.core.models import (
    Alarm,
    AlarmKind,
    ListNotice,
    MessageId,
    PaperId,
    QueuedPosting,
    Withheld,
)
from rednov_bot.core.store import rows
from rednov_bot.core.store.outbox import STATES, queued
from rednov_bot.core.store.part import Part, Unfinished
from rednov_bot.core.store.rows import Row
from rednov_bot.core.store.sending import OPEN, PUBLISHED_ALREADY
from rednov_bot.core.store.statements import Statement, insert, insert_unless_there
from rednov_bot.core.store.tables import (
    alarms,
    attempts,
    decisions,
    list_notices,
    postings,
    reposts,
    sendings,
    sightings,
)

_SIGHT = insert_unless_there(sightings)
_ALARM = insert(alarms)
_REPOST = insert(reposts)
_NOTICE = insert(list_notices)
_NOTICES = Statement(
    select(list_notices)
    .select_from(list_notices.join(postings, postings.c.id == list_notices.c.posting))
    .where(postings.c.message_id == bindparam("message_id"))
    .order_by(list_notices.c.mail)
)
_WITHHELD = Statement(
    STATES.where(
        postings.c.id.in_(
            select(list_notices.c.posting).where(list_notices.c.mail >= bindparam("first"))
        ),
        ~PUBLISHED_ALREADY,
    )
)
_LAST_ATTEMPT = Statement(
    select(func.max(attempts.c.number)).where(attempts.c.posting == bindparam("posting"))
)
_UNPUBLISHED = STATES.where(postings.c.kind.concat("") == "public", ~PUBLISHED_ALREADY)
"""Not by the index of kinds: that would lead through every posting there ever was."""
_TRIED_SINCE = Statement(
    _UNPUBLISHED.where(
        attempts.c.id > bindparam("mark"),
        attempts.c.at >= bindparam("since"),
        or_(
            select(1).where(sendings.c.posting == postings.c.id).exists(),
            attempts.c.outcome == "unknown",
        ),
    ).add_columns(attempts.c.id.label("attempt"))
)
_HIGHEST_ATTEMPT = Statement(select(func.max(attempts.c.id)))
_BEING_SENT = Unfinished(
    lambda which: _UNPUBLISHED.where(
        postings.c.id.in_(select(sendings.c.posting).where(which(sendings.c.posting), OPEN))
    )
)
_SENT_BACK = Statement(
    select(sightings.c.id)
    .where(
        sightings.c.forum == bindparam("forum"),
        sightings.c.mail.is_not(None),
        sightings.c.same == 1,
    )
    .limit(1)
)
_SAID_TO_BE_THERE = Statement(
    select(sightings.c.id)
    .where(sightings.c.forum == bindparam("forum"), sightings.c.mail.is_(None))
    .limit(1)
)
_ALARMS = select(
    alarms.c.draft.label("code"),
    alarms.c.what,
    alarms.c.attempts,
    postings.c.message_id,
    postings.c.to,
    select(func.count())
    .where(decisions.c.draft == alarms.c.draft)
    .correlate(alarms)
    .scalar_subquery()
    .label("decided"),
).select_from(alarms.join(postings, postings.c.id == alarms.c.posting))
_ALARM_OF = Statement(_ALARMS.where(alarms.c.draft == bindparam("code")))
_ALARMS_ABOUT = Statement(_ALARMS.where(postings.c.message_id == bindparam("message_id")))


class Returns(Part):
    """The bot's own postings as lists send them back, and what was asked where one does not."""

    __slots__ = ()

    def note_sighting(
        self,
        posting: MessageId,
        mail: PaperId | None,
        forum: str,
        *,
        public: bool,
        same: bool,
        at: datetime,
    ) -> None:
        """A posting was seen in a forum; the same mail is noted once.  KeyError without one."""
        row = {
            "posting": self._posting_id(posting),
            "mail": mail,
            "forum": forum,
            "public": public,
            "same": same,
            "at": at,
        }
        self._add(_SIGHT, row)

    def unpublished(self, since: datetime) -> tuple[QueuedPosting, ...]:
        """What lists were sent since then, or may have been, and was not seen there; oldest first.

        The last attempt counts, whenever a posting was queued, and what is under way.  Nothing
        that was taken and of which no sending is on file: before there were any, nobody looked.
        """
        marks = self._marks
        if marks.looked_since is None or since < marks.looked_since:
            marks.attempts = 0
        found = self._rows(_TRIED_SINCE, {"mark": marks.attempts, "since": since})
        first = min((row.attempt for row in found), default=None)
        marks.attempts = (self._value(_HIGHEST_ATTEMPT, {}) or 0) if first is None else first - 1
        marks.looked_since = since
        found += self._unfinished(_BEING_SENT)
        by_id = {row.id: row for row in found}
        return tuple(queued(by_id[id]) for id in sorted(by_id))

    def sends_back(self, forum: str) -> bool | None:
        """Whether a forum sends the bot's own postings back; None where that is not known.

        One that never did, though the contestmaster has found a posting there, does not.
        """
        if self._row(_SENT_BACK, {"forum": forum}) is not None:
            return True
        return False if self._row(_SAID_TO_BE_THERE, {"forum": forum}) is not None else None

    def note_alarm(
        self, posting: MessageId, code: str, what: AlarmKind, attempts: int, at: datetime
    ) -> None:
        """The draft with this code asks about a posting."""
        row = {
            "draft": code,
            "posting": self._posting_id(posting),
            "what": what,
            "attempts": attempts,
            "at": at,
        }
        self._add(_ALARM, row)

    def alarm(self, code: str) -> Alarm | None:
        """What a draft asks about, None where that is no posting."""
        found = self._rows(_ALARM_OF, {"code": code})
        return _alarm(found[0]) if found else None

    def alarms_about(self, posting: MessageId) -> tuple[Alarm, ...]:
        """What was asked about a posting."""
        return tuple(_alarm(row) for row in self._rows(_ALARMS_ABOUT, {"message_id": posting}))

    def note_list_notice(self, notice: ListNotice) -> None:
        """A list has told what became of a posting.  KeyError without one."""
        row = {
            "mail": notice.mail,
            "posting": self._posting_id(notice.posting),
            "what": notice.what,
            "grounds": notice.grounds,
            "attempts": notice.attempts,
            "at": notice.at,
        }
        self._add(_NOTICE, row)

    def list_notices(self, posting: MessageId) -> tuple[ListNotice, ...]:
        """What its list has told of a posting, oldest first."""
        return tuple(
            rows.made(ListNotice, row, posting=posting)
            for row in self._rows(_NOTICES, {"message_id": posting})
        )

    def withheld(self) -> tuple[QueuedPosting, ...]:
        """The postings that their lists hold or have refused, as far as is known; oldest first."""
        found = [queued(row) for row in self._rows(_WITHHELD, {"first": 1})]
        return tuple(one for one in found if one.state in get_args(Withheld))

    def post_again(self, posting: MessageId, by: str, at: datetime) -> None:
        """A posting is offered once more, whatever came of it so far: somebody says so."""
        id = self._posting_id(posting)
        number = self._value(_LAST_ATTEMPT, {"posting": id}) or 0
        self._add(_REPOST, {"posting": id, "number": number, "by": by, "at": at})


def _alarm(row: Row) -> Alarm:
    return rows.made(Alarm, row, posting=MessageId(row.message_id), is_open=not row.decided)
