"""Whether mails reach their readers: what came back, what was answered, which ways are known."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import Final

from sqlalchemy import bindparam, func, select

from rednov_bot.core.models import (
    AwaitedOpening,
    Bounce,
    Channel,
    MessageId,
    PaperId,
    PostingKind,
    PostingState,
    Sent,
    Withheld,
)
from rednov_bot.core.store import rows
from rednov_bot.core.store.part import Part
from rednov_bot.core.store.rows import Row
from rednov_bot.core.store.statements import Statement, insert, insert_unless_there
from rednov_bot.core.store.tables import (
    attempts,
    awaited_openings,
    bounces,
    channels,
    confirmations,
    dispositions,
    postings,
)
from rednov_bot.games.red_november.rules.words import GnomeName

CONFIRMED: Final = (
    select(func.count())
    .where(confirmations.c.posting == postings.c.id)
    .correlate(postings)
    .scalar_subquery()
    .label("confirmed")
)
"""Of a posting: whether its reader has answered it, 1 or 0."""
_REPORTED = bounces.alias("reported")
BOUNCED: Final = (
    select(func.count())
    .where(_REPORTED.c.posting == postings.c.id, _REPORTED.c.kind == "failed")
    .correlate(postings)
    .scalar_subquery()
    .label("bounced")
)
"""Of a posting: how many reports say that it was not delivered."""

_EARLIER = attempts.alias("earlier")
_LATEST = (
    select(func.max(_EARLIER.c.number)).where(_EARLIER.c.posting == postings.c.id).scalar_subquery()
)
_WITHOUT_WORDS = (
    postings.c.message_id,
    postings.c.kind,
    postings.c.draft,
    postings.c.reason,
    postings.c.to,
    postings.c.queued_at,
    attempts.c.outcome,
    attempts.c.at.label("settled_at"),
    CONFIRMED,
    BOUNCED,
)
_TRIED = postings.outerjoin(
    attempts, (attempts.c.posting == postings.c.id) & (attempts.c.number == _LATEST)
)
_SENT = select(*_WITHOUT_WORDS).select_from(_TRIED)
_SENT_ONE = Statement(_SENT.where(postings.c.message_id == bindparam("message_id")))
_SENT_SINCE = Statement(
    _SENT.where(
        postings.c.kind == bindparam("kind"), postings.c.queued_at >= bindparam("since")
    ).order_by(postings.c.id)
)
_NOTE = insert_unless_there(bounces)
_BOUNCES = Statement(
    select(
        *_WITHOUT_WORDS,
        bounces.c.mail,
        bounces.c.kind.label("reported"),
        bounces.c.status,
        bounces.c.at,
    )
    .select_from(bounces.join(_TRIED, postings.c.id == bounces.c.posting))
    .where(bounces.c.kind == "failed", bounces.c.at >= bindparam("since"))
    .order_by(bounces.c.id)
)
_CONFIRM = insert_unless_there(confirmations)
_HEARD = Statement(
    select(dispositions.c.sender)
    .where(dispositions.c.disposition == "read", dispositions.c.at > bindparam("since"))
    .distinct()
)
_NOTE_CHANNEL = insert(channels)
_CHANNELS = Statement(
    select(
        channels.c.name,
        channels.c.address,
        channels.c.change,
        channels.c.mail,
        channels.c.at,
        postings.c.message_id,
    )
    .select_from(channels.outerjoin(postings, postings.c.id == channels.c.posting))
    .order_by(channels.c.id)
)
_TOLD = Statement(
    select(postings.c.message_id)
    .select_from(channels.join(postings, postings.c.id == channels.c.posting))
    .where(channels.c.change == "told")
)
_AWAIT = insert_unless_there(awaited_openings)
_AWAITED = Statement(select(awaited_openings).where(awaited_openings.c.draft == bindparam("draft")))


class Reaching(Part):
    """Whether mails reach their readers."""

    __slots__ = ()

    def sent(self, message_id: MessageId) -> Sent | None:
        """The bot's mail with this Message-ID, without its words; None where there is none."""
        row = self._row(_SENT_ONE, {"message_id": message_id})
        return None if row is None else _sent(row)

    def sent_since(self, kind: PostingKind, since: datetime) -> tuple[Sent, ...]:
        """Mails of one kind, queued since then, oldest first, without their words."""
        found = self._rows(_SENT_SINCE, {"kind": kind, "since": since})
        return tuple(_sent(row) for row in found)

    def note_bounce(self, bounce: Bounce) -> None:
        """A mail server has reported on a mail; the same report again is passed over.

        KeyError where the bot has sent no such mail.
        """
        self._add(_NOTE, {**asdict(bounce), "posting": self._posting_id(bounce.posting)})

    def bounces(self, since: datetime) -> tuple[tuple[Bounce, Sent], ...]:
        """What failed to be delivered, as was reported since then, oldest first."""
        return tuple(
            (
                rows.made(Bounce, row, posting=MessageId(row.message_id), kind=row.reported),
                _sent(row),
            )
            for row in self._rows(_BOUNCES, {"since": since})
        )

    def confirm(self, posting: MessageId, mail: PaperId, at: datetime) -> bool:
        """A mail reached its reader, as their own *mail* shows; whether that is news.

        KeyError where the bot has sent no such mail.
        """
        row = {"posting": self._posting_id(posting), "mail": mail, "at": at}
        return self._add_all(_CONFIRM, [row]) > 0

    def heard_from(self, since: datetime) -> frozenset[GnomeName]:
        """Everybody of whom a mail was read after that moment."""
        found = self._rows(_HEARD, {"since": since})
        return frozenset(row.sender for row in found if row.sender)

    def note_channel(self, channel: Channel) -> None:
        """Something became known of somebody's private channel."""
        posting = None if channel.posting is None else self._posting_id(channel.posting)
        self._add(_NOTE_CHANNEL, {**asdict(channel), "posting": posting})

    def channels(self) -> tuple[Channel, ...]:
        """All that is known of private channels, oldest first."""
        return tuple(
            rows.made(
                Channel, row, posting=None if row.message_id is None else MessageId(row.message_id)
            )
            for row in self._rows(_CHANNELS, {})
        )

    def told_otherwise(self) -> frozenset[MessageId]:
        """The notices of which the contestmaster has said that their readers know them."""
        return frozenset(MessageId(row.message_id) for row in self._rows(_TOLD, {}))

    def await_channels(self, opening: AwaitedOpening) -> None:
        """An opening was approved and waits; the first approval counts."""
        self._add(_AWAIT, asdict(opening))

    def awaited_opening(self, draft: str) -> AwaitedOpening | None:
        """The approval of an opening that waits; None of one that was not approved."""
        row = self._row(_AWAITED, {"draft": draft})
        if row is None:
            return None
        return rows.made(AwaitedOpening, row)


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


def _sent(row: Row) -> Sent:
    return rows.made(
        Sent,
        row,
        state=state_of(row.outcome, confirmed=bool(row.confirmed), bounced=bool(row.bounced)),
    )
