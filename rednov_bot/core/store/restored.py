"""When the database was backed up, and what is not known of it since it was restored."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import func, select

from rednov_bot.core.models import MessageId, PaperId, Restoration
from rednov_bot.core.store.patience import GIVE_UP, IN_DOUBT, LONGEST_WAIT
from rednov_bot.core.store.sending import SETTLED, Attempting
from rednov_bot.core.store.statements import Statement, insert, insert_numbered
from rednov_bot.core.store.tables import backups, dispositions, postings, restorations
from rednov_bot.core.store.watching import LAST_BEAT

_NOTE_BACKUP = insert(backups)
_LAST_BACKUP = Statement(
    select(backups.c.at).where(backups.c.id == select(func.max(backups.c.id)).scalar_subquery())
)
_NOTE = insert_numbered(restorations)
_LAST = Statement(
    select(restorations).where(
        restorations.c.id == select(func.max(restorations.c.id)).scalar_subquery()
    )
)
_LAST_HANDLED = Statement(
    select(dispositions.c.at).where(
        dispositions.c.mail == select(func.max(dispositions.c.mail)).scalar_subquery()
    )
)
_EVERY_DOUBTFUL = Statement(
    select(postings.c.message_id)
    .where(postings.c.kind == "public", ~SETTLED)
    .order_by(postings.c.id)
)


class Restored(Attempting):
    """When the database was backed up, and what is not known since it was restored."""

    __slots__ = ()

    def note_backup(self, at: datetime) -> None:
        """A backup was taken, and found to be whole."""
        self._add(_NOTE_BACKUP, {"at": at})

    def last_backup(self) -> datetime | None:
        """When the last backup was taken, None where none ever was."""
        return self._when(_LAST_BACKUP, {})

    def restore(self, at: datetime) -> int:
        """This is a backup, and goes on from here: what was to be posted is of unknown fate.

        How many postings those are.  Private mails that were on their way still are, for they
        reach their readers at least once.
        """
        where = {
            "latest": at + LONGEST_WAIT,
            "give_up": GIVE_UP // timedelta(microseconds=1),
        }
        found = self._rows(_EVERY_DOUBTFUL, where)
        for row in found:
            self._close(self._so_far(MessageId(row.message_id)), at, "unknown", IN_DOUBT)
        done = [self._value(one, {}) for one in (LAST_BEAT, _LAST_HANDLED)]
        reaches = max([one for one in done if one is not None], default=None)
        self._add_numbered(_NOTE, {"reaches": reaches, "at": at})
        return len(found)

    def restoration(self) -> Restoration | None:
        """When the database was restored last, None where it never was."""
        row = self._row(_LAST, {})
        if row is None:
            return None
        reaches = row.reaches
        return Restoration(id=PaperId(row.id), reaches=reaches, at=row.at)
