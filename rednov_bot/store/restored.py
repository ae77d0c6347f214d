"""When the database was backed up, and what is not known of it since it was restored."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import and_, bindparam, func, or_, select

from rednov_bot.papers import Came, MessageId, PaperId, Restoration
from rednov_bot.ports import GIVE_UP, IN_DOUBT, LONGEST_WAIT
from rednov_bot.store import rows
from rednov_bot.store.attempting import Attempting
from rednov_bot.store.rows import Row, moment, moment_or_none
from rednov_bot.store.sending import SETTLED
from rednov_bot.store.statements import Statement, insert, insert_numbered
from rednov_bot.store.tables import (
    backups,
    dispositions,
    heartbeats,
    postings,
    raw_mails,
    restorations,
)

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
_FIRST = Statement(
    select(restorations)
    .where(restorations.c.at >= bindparam("since"))
    .order_by(restorations.c.id)
    .limit(1)
)
_LAST_MAIL = Statement(select(func.max(raw_mails.c.id)))
_LAST_BEAT = Statement(
    select(heartbeats.c.at).where(
        heartbeats.c.id == select(func.max(heartbeats.c.id)).scalar_subquery()
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
_CAME_SINCE = Statement(
    select(
        raw_mails.c.id,
        raw_mails.c.arrived_at,
        dispositions.c.message_id,
        dispositions.c.reason,
    )
    .select_from(raw_mails.outerjoin(dispositions, dispositions.c.mail == raw_mails.c.id))
    .where(
        raw_mails.c.id > bindparam("mails"),
        or_(
            dispositions.c.disposition.is_(None),
            and_(dispositions.c.disposition != "read", dispositions.c.disposition != "answer"),
        ),
    )
    .order_by(raw_mails.c.id)
)


class Restored(Attempting):
    """When the database was backed up, and what is not known since it was restored."""

    __slots__ = ()

    def note_backup(self, at: datetime) -> None:
        """A backup was taken, and found to be whole."""
        self._add(_NOTE_BACKUP, {"at": moment(at)})

    def last_backup(self) -> datetime | None:
        """When the last backup was taken, None where none ever was."""
        return rows.at_or_none(self._value(_LAST_BACKUP, {}))

    def restore(self, at: datetime) -> int:
        """This is a backup, and goes on from here: what was to be posted is of unknown fate.

        How many postings those are.  Private mails that were on their way still are, for they
        reach their readers at least once.
        """
        where = {
            "latest": moment(at + LONGEST_WAIT),
            "give_up": GIVE_UP // timedelta(microseconds=1),
        }
        found = self._rows(_EVERY_DOUBTFUL, where)
        for row in found:
            self._close(self._so_far(MessageId(row.message_id)), at, "unknown", IN_DOUBT)
        done = [self._value(one, {}) for one in (_LAST_BEAT, _LAST_HANDLED)]
        reaches = rows.at_or_none(max([one for one in done if one is not None], default=None))
        row = {
            "reaches": moment_or_none(reaches),
            "mails": self._value(_LAST_MAIL, {}) or 0,
            "at": moment(at),
        }
        self._add_numbered(_NOTE, row)
        return len(found)

    def restoration(self) -> Restoration | None:
        """When the database was restored last, None where it never was."""
        return _restoration(self._row(_LAST, {}))

    def first_restoration(self, since: datetime) -> Restoration | None:
        """The first that there was since then, None of none."""
        return _restoration(self._row(_FIRST, {"since": moment(since)}))

    def came_since(self, since: Restoration) -> tuple[Came, ...]:
        """Mails that are not in the backup, without their words; oldest first.

        Not those that were read, or answered as a stranger's: they are none of the bot's own.
        """
        found = self._rows(_CAME_SINCE, {"mails": since.mails})
        return tuple(
            [
                Came(
                    mail=PaperId(row.id),
                    at=rows.at(row.arrived_at),
                    message_id=row.message_id,
                    reason=row.reason,
                )
                for row in found
            ]
        )


def _restoration(row: Row | None) -> Restoration | None:
    if row is None:
        return None
    return Restoration(
        id=PaperId(row.id),
        reaches=rows.at_or_none(row.reaches),
        mails=PaperId(row.mails),
        at=rows.at(row.at),
    )
