"""Copies of one mail: by what they say, and in the digests of lists."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import bindparam, select

from rednov_bot.papers import Awaited, Filed, MessageId, PaperId
from rednov_bot.store.part import Part
from rednov_bot.store.rows import at as moment_at
from rednov_bot.store.rows import at_or_none, moment, moment_or_none
from rednov_bot.store.statements import Statement, insert
from rednov_bot.store.tables import awaited, dispositions, likenesses
from rednov_bot.store.texts import plain, plain_or_none

_LIKEN = insert(likenesses)
_ALIKE = Statement(
    select(likenesses.c.mail, likenesses.c.digest)
    .where(likenesses.c.digest == bindparam("digest"))
    .order_by(likenesses.c.mail)
)
_BEARING = Statement(
    select(
        dispositions.c.mail,
        dispositions.c.disposition,
        dispositions.c.reason,
        dispositions.c.message_id,
        dispositions.c.digest,
        dispositions.c.at,
    )
    .where(dispositions.c.message_id == bindparam("message_id"))
    .order_by(dispositions.c.mail)
)
_AWAIT = insert(awaited)
_AWAITED = Statement(
    select(awaited)
    .where(awaited.c.at >= bindparam("since"), awaited.c.at <= bindparam("until"))
    .order_by(awaited.c.at, awaited.c.id)
)


class Copies(Part):
    """Copies of one mail: by what they say, and in the digests of lists."""

    __slots__ = ()

    def note_likeness(self, mail: PaperId, digest: str) -> None:
        """What a mail that is read looks like: the digest of its author, its Date, its words."""
        self._add(_LIKEN, {"mail": mail, "digest": plain(digest)})

    def alike(self, digest: str) -> tuple[PaperId, ...]:
        """The mails of this likeness that were read, oldest first."""
        return tuple(PaperId(row.mail) for row in self._rows(_ALIKE, {"digest": plain(digest)}))

    def bearing(self, message_id: MessageId) -> tuple[Filed, ...]:
        """What became of every mail with this Message-ID when it came, oldest first."""
        return tuple(
            Filed(
                mail=PaperId(row.mail),
                disposition=row.disposition,
                reason=row.reason,
                at=moment_at(row.at),
            )
            for row in self._rows(_BEARING, {"message_id": plain(message_id)})
        )

    def await_mail(self, awaited: Awaited) -> None:
        """A mail stood in a digest, and has not come by itself."""
        row = {
            "mail": awaited.digest,
            "message_id": plain_or_none(awaited.message_id),
            "digest": plain_or_none(awaited.likeness),
            "name": plain(awaited.name),
            "said_at": moment_or_none(awaited.said_at),
            "at": moment(awaited.at),
        }
        self._add(_AWAIT, row)

    def awaited(self, since: datetime, until: datetime) -> tuple[Awaited, ...]:
        """What is awaited since a moment between these two, oldest first."""
        return tuple(
            Awaited(
                digest=PaperId(row.mail),
                message_id=None if row.message_id is None else MessageId(row.message_id),
                likeness=row.digest,
                name=row.name,
                said_at=at_or_none(row.said_at),
                at=moment_at(row.at),
            )
            for row in self._rows(_AWAITED, {"since": moment(since), "until": moment(until)})
        )
