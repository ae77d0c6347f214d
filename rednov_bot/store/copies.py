"""Copies of one mail: by what they say."""

from __future__ import annotations

from sqlalchemy import bindparam, select

from rednov_bot.papers import Filed, MessageId, PaperId
from rednov_bot.store.filing import FILE, filed
from rednov_bot.store.part import Part
from rednov_bot.store.statements import Statement, insert
from rednov_bot.store.tables import dispositions, likenesses
from rednov_bot.store.texts import plain

_LIKEN = insert(likenesses)
_ALIKE = Statement(
    select(likenesses.c.mail, likenesses.c.digest)
    .where(likenesses.c.digest == bindparam("digest"))
    .order_by(likenesses.c.mail)
)
_BEARING = Statement(FILE.where(dispositions.c.message_id == bindparam("message_id")))


class Copies(Part):
    """Copies of one mail: by what they say."""

    __slots__ = ()

    def note_likeness(self, mail: PaperId, digest: str) -> None:
        """What a mail that is read, or kept, looks like: a digest of who wrote it, and what."""
        self._add(_LIKEN, {"mail": mail, "digest": plain(digest)})

    def alike(self, digest: str) -> tuple[PaperId, ...]:
        """The mails of this likeness, oldest first."""
        return tuple(PaperId(row.mail) for row in self._rows(_ALIKE, {"digest": plain(digest)}))

    def bearing(self, message_id: MessageId) -> tuple[Filed, ...]:
        """What became of every mail with this Message-ID when it came, oldest first."""
        return tuple(filed(row) for row in self._rows(_BEARING, {"message_id": plain(message_id)}))
