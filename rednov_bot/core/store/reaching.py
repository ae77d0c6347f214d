"""Whether mails reach their readers: what came back, what was answered, which ways are known."""

from __future__ import annotations

from datetime import datetime
from typing import get_args

from sqlalchemy import bindparam, exists, func, or_, select

from rednov_bot.core.models import (
    Alarm,
    AlarmKind,
    AwaitedOpening,
    Bounce,
    Channel,
    ListNotice,
    MessageId,
    PaperId,
    PostingKind,
    QueuedPosting,
    Sent,
    Withheld,
)
from rednov_bot.core.store.outbox import (
    HEARD,
    PUBLISHED_ALREADY,
    STATES,
    TRIED,
    UNDER_WAY,
    Outbox,
    Watched,
    in_order,
    queued,
    state_of,
)
from rednov_bot.core.store.part import Part, day_of
from rednov_bot.core.store.statements import Row, Statement, bound, given, made
from rednov_bot.core.store.tables import (
    alarms,
    attempts,
    awaited_openings,
    bounces,
    channels,
    confirmations,
    decisions,
    dispositions,
    list_notices,
    postings,
    reposts,
    sendings,
    sightings,
)
from rednov_bot.games.base import Player

_WITHOUT_WORDS = (*[column for column in postings.c if column.name not in ("id", "octets")], *HEARD)
_SENT = select(*_WITHOUT_WORDS).select_from(TRIED)
_SENT_ONE = Statement(_SENT.where(*given(postings, "message_id")))
_SENT_SINCE = Statement(
    _SENT.where(*given(postings, "kind"), postings.c.queued_at >= bindparam("since")).order_by(
        postings.c.id
    )
)
_BOUNCES = Statement(
    select(
        *_WITHOUT_WORDS,
        bounces.c.mail,
        bounces.c.kind.label("reported"),
        bounces.c.status,
        bounces.c.at,
    )
    .select_from(bounces.join(TRIED, postings.c.id == bounces.c.posting))
    .where(bounces.c.kind == "failed", bounces.c.at >= bindparam("since"))
    .order_by(bounces.c.id)
)
_TELL_OF_MAILS = ("attempts", "confirmations", "bounces")
_FAILED = Statement(
    select(bounces.c.at).where(bounces.c.kind == "failed", bounces.c.at >= bindparam("since"))
)
_HEARD_FROM = Statement(
    select(dispositions.c.sender)
    .where(dispositions.c.disposition == "read", dispositions.c.at > bindparam("since"))
    .distinct()
)
_CHANNELS = Statement(
    select(
        *[column for column in channels.c if column.name != "posting"],
        postings.c.message_id.label("posting"),
    )
    .select_from(channels.outerjoin(postings, postings.c.id == channels.c.posting))
    .order_by(channels.c.id)
)
_TOLD = Statement(
    select(postings.c.message_id)
    .select_from(channels.join(postings, postings.c.id == channels.c.posting))
    .where(channels.c.change == "told")
)


class Reaching(Part):
    """Whether mails reach their readers."""

    def sent(self, message_id: MessageId) -> Sent | None:
        """The bot's mail with this Message-ID, without its words; None where there is none."""
        return self._one(_sent, _SENT_ONE, message_id=message_id)

    def sent_since(self, kind: PostingKind, since: datetime) -> tuple[Sent, ...]:
        """Mails of one kind, queued since then, oldest first, without their words."""
        # What is not written yet need not be, where it tells of none of these mails.
        new = [row["kind"] for row in self._new(postings)]
        if kind not in new and self._unwritten.keys().isdisjoint(_TELL_OF_MAILS):
            rows = self._on_file(_SENT_SINCE, bound({"kind": kind, "since": day_of(since)}))
            return tuple([_sent(row) for row in rows if row.queued_at >= since])
        return tuple(map(_sent, self._since(_SENT_SINCE, since, "queued_at", kind=kind)))

    def note_bounce(self, bounce: Bounce) -> None:
        """A mail server has reported on a mail; the same report again is passed over.

        KeyError where the bot has sent no such mail.
        """
        self._add(bounces, bounce, posting=self._posting_id(bounce.posting), passing_over=True)

    def bounces(self, since: datetime) -> tuple[tuple[Bounce, Sent], ...]:
        """What failed to be delivered, as was reported since then, oldest first."""
        if not self._since(_FAILED, since):
            return ()
        return tuple(
            (made(Bounce, row, posting=row.message_id, kind=row.reported), _sent(row))
            for row in self._since(_BOUNCES, since)
        )

    def confirm(self, posting: MessageId, mail: PaperId, at: datetime) -> bool:
        """A mail reached its reader, as their own *mail* shows; whether that is news.

        KeyError where the bot has sent no such mail.
        """
        id = self._posting_id(posting)
        if self._rows(confirmations, posting=id):
            return False
        self._add(confirmations, posting=id, mail=mail, at=at)
        return True

    def heard_from(self, since: datetime) -> frozenset[Player]:
        """Everybody of whom a mail was read after that moment."""
        found = self._rows(_HEARD_FROM, since=since)
        return frozenset(row.sender for row in found if row.sender)

    def note_channel(self, channel: Channel) -> None:
        """Something became known of somebody's private channel."""
        posting = None if channel.posting is None else self._posting_id(channel.posting)
        self._add(channels, channel, posting=posting)

    def channels(self) -> tuple[Channel, ...]:
        """All that is known of private channels, oldest first."""
        return self._all(Channel, _CHANNELS)

    def told_otherwise(self) -> frozenset[MessageId]:
        """The notices of which the contestmaster has said that their readers know them."""
        if not self._rows(channels, change="told"):
            return frozenset()
        return frozenset(MessageId(row.message_id) for row in self._rows(_TOLD))

    def await_channels(self, opening: AwaitedOpening) -> None:
        """An opening was approved and waits; the first approval counts."""
        self._add(awaited_openings, opening, passing_over=True)

    def awaited_opening(self, draft: str) -> AwaitedOpening | None:
        """The approval of an opening that waits; None of one that was not approved."""
        return self._one(AwaitedOpening, awaited_openings, draft=draft)


def _sent(row: Row) -> Sent:
    confirmed, bounced = bool(row.confirmed), bool(row.bounced)
    return made(Sent, row, state=state_of(row.outcome, confirmed=confirmed, bounced=bounced))


_NOTICES = Statement(
    select(
        *[column for column in list_notices.c if column.name != "posting"],
        postings.c.message_id.label("posting"),
    )
    .select_from(list_notices.join(postings, postings.c.id == list_notices.c.posting))
    .where(*given(postings, "message_id"))
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
_LAST_ATTEMPT = Statement(select(func.max(attempts.c.number)).where(*given(attempts, "posting")))
_UNPUBLISHED = STATES.where(
    postings.c.kind.concat("") == "public",
    ~PUBLISHED_ALREADY,
    or_(exists().where(sendings.c.posting == postings.c.id), attempts.c.outcome == "unknown"),
    attempts.c.at >= bindparam("since"),
)
"""Not by the index of kinds: that would lead through every posting there ever was."""
_TRIED_SINCE = Statement(
    _UNPUBLISHED.where(attempts.c.id > bindparam("mark")).add_columns(
        attempts.c.id.label("attempt")
    )
)
_OF_THESE_UNPUBLISHED = Statement(
    _UNPUBLISHED.where(postings.c.id.in_(bindparam("postings", expanding=True)))
)
_BEING_SENT = Statement(
    STATES.where(
        postings.c.id.in_(bindparam("postings", expanding=True)),
        postings.c.kind.concat("") == "public",
        ~PUBLISHED_ALREADY,
        UNDER_WAY,
    )
)
_SENT_BACK = Statement(
    select(sightings.c.id)
    .where(*given(sightings, "forum"), sightings.c.mail.is_not(None), sightings.c.same == 1)
    .limit(1)
)
_SAID_TO_BE_THERE = Statement(
    select(sightings.c.id).where(*given(sightings, "forum"), sightings.c.mail.is_(None)).limit(1)
)
_ALARMS = select(
    alarms.c.draft.label("code"),
    alarms.c.what,
    alarms.c.attempts,
    postings.c.message_id.label("posting"),
    postings.c.to,
    (~exists().where(decisions.c.draft == alarms.c.draft)).label("is_open"),
).select_from(alarms.join(postings, postings.c.id == alarms.c.posting))
_ALARM_OF = Statement(_ALARMS.where(*given(alarms, "draft")))
_ALARMS_ABOUT = Statement(_ALARMS.where(*given(postings, "message_id")))


class Returns(Outbox):
    """The bot's own postings as lists send them back, and what was asked where one does not."""

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
        id = self._posting_id(posting)
        row = {"posting": id, "mail": mail, "forum": forum, "public": public, "same": same}
        self._add(sightings, **row, at=at, passing_over=True)
        if public and same:
            self._watch("unseen", id, is_done=True)

    def unpublished(self, since: datetime) -> tuple[QueuedPosting, ...]:
        """What lists were sent since then, or may have been, and was not seen there; oldest first.

        The last attempt counts, whenever a posting was queued, and what is under way.  Nothing
        that was taken and of which no sending is on file: before there were any, nobody looked.
        """
        day, marks = day_of(since), self._marks
        known: Watched | None = self._memory.hot.get("unseen")
        if known is None or day < known.since:
            if marks.looked_since is None or day < marks.looked_since:
                marks.attempts = 0
            rows = self._rows(_TRIED_SINCE, mark=marks.attempts, since=day)
            first = min((row.attempt for row in rows), default=self.last_number(attempts) + 1)
            marks.attempts, marks.looked_since = first - 1, day
            known = Watched(day, frozenset([row.id for row in rows]))
            self._memory.hot["unseen"] = known
        found = self._among(_OF_THESE_UNPUBLISHED, known.postings, since=day)
        tried = [row for row in found if row.settled_at >= since]
        return in_order([*tried, *self._among(_BEING_SENT, self._open_postings())])

    def sends_back(self, forum: str) -> bool | None:
        """Whether a forum sends the bot's own postings back; None where that is not known.

        One that never did, though the contestmaster has found a posting there, does not.
        """
        if self._rows(_SENT_BACK, forum=forum):
            return True
        return False if self._rows(_SAID_TO_BE_THERE, forum=forum) else None

    def note_alarm(
        self, posting: MessageId, code: str, what: AlarmKind, attempts: int, at: datetime
    ) -> None:
        """The draft with this code asks about a posting."""
        id = self._posting_id(posting)
        self._add(alarms, draft=code, posting=id, what=what, attempts=attempts, at=at)

    def alarm(self, code: str) -> Alarm | None:
        """What a draft asks about, None where that is no posting."""
        return self._one(Alarm, _ALARM_OF, draft=code)

    def alarms_about(self, posting: MessageId) -> tuple[Alarm, ...]:
        """What was asked about a posting."""
        return self._all(Alarm, _ALARMS_ABOUT, message_id=posting)

    def note_list_notice(self, notice: ListNotice) -> None:
        """A list has told what became of a posting.  KeyError without one."""
        self._add(list_notices, notice, posting=self._posting_id(notice.posting))

    def list_notices(self, posting: MessageId) -> tuple[ListNotice, ...]:
        """What its list has told of a posting, oldest first."""
        return self._all(ListNotice, _NOTICES, message_id=posting)

    def withheld(self) -> tuple[QueuedPosting, ...]:
        """The postings that their lists hold or have refused, as far as is known; oldest first."""
        found = self._all(queued, _WITHHELD, first=1)
        return tuple([one for one in found if one.state in get_args(Withheld)])

    def post_again(self, posting: MessageId, by: str, at: datetime) -> None:
        """A posting is offered once more, whatever came of it so far: somebody says so."""
        id = self._posting_id(posting)
        self._add(reposts, posting=id, number=self._count(_LAST_ATTEMPT, posting=id), by=by, at=at)
        self._still_open(id, is_open=True)
