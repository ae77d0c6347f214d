"""Who was away, when the bot itself was, and who was reminded of what."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import bindparam, func, select

from rednov_bot.contest import Absence, Outage, Reminded
from rednov_bot.engine.words import GnomeName
from rednov_bot.papers import PaperId
from rednov_bot.store import rows
from rednov_bot.store.part import Part
from rednov_bot.store.rows import moment, moment_or_none
from rednov_bot.store.statements import Statement, insert, insert_unless_there
from rednov_bot.store.tables import absences, beginnings, heartbeats, outages, reminders
from rednov_bot.store.texts import plain

_NOTE = insert(absences)
_ABSENCES = Statement(select(absences).order_by(absences.c.id))
_BEGAN = Statement(select(func.min(beginnings.c.at)))
_BEAT = insert(heartbeats)
_LAST_BEAT = Statement(
    select(heartbeats.c.at).where(
        heartbeats.c.id == select(func.max(heartbeats.c.id)).scalar_subquery()
    )
)
_OUTAGE = insert(outages)
_OUTAGES = Statement(
    select(outages).where(outages.c.ends > bindparam("since")).order_by(outages.c.ends)
)
_REMIND = insert_unless_there(reminders)
_REMINDERS = Statement(
    select(reminders).where(reminders.c.duty == bindparam("duty")).order_by(reminders.c.stage)
)


class Watching(Part):
    """Who was away, when the bot itself was, and who was reminded."""

    __slots__ = ()

    def made_at(self) -> datetime | None:
        """When the database was made; None of one that is older than this being noted."""
        return rows.at_or_none(self._value(_BEGAN, {}))

    def note_absence(self, absence: Absence, mail: PaperId | None) -> None:
        """Somebody announced to be away."""
        row = {
            "name": plain(absence.name),
            "said_at": moment(absence.said_at),
            "words": plain(absence.words),
            "public": int(absence.public),
            "begins": moment_or_none(absence.begins),
            "ends": moment_or_none(absence.ends),
            "mail": mail,
        }
        self._add(_NOTE, row)

    def absences(self, name: GnomeName) -> tuple[Absence, ...]:
        """The absences that somebody announced, oldest first."""
        return tuple(
            Absence(
                name=row.name,
                said_at=rows.at(row.said_at),
                words=row.words,
                public=bool(row.public),
                begins=rows.at_or_none(row.begins),
                ends=rows.at_or_none(row.ends),
            )
            for row in self._rows(_ABSENCES, {})
            if row.name == plain(name)
        )

    def beat(self, at: datetime) -> None:
        """The bot is at work at this moment."""
        self._add(_BEAT, {"at": moment(at)})

    def last_beat(self) -> datetime | None:
        """When the bot was last known to be at work, None at first."""
        return rows.at_or_none(self._value(_LAST_BEAT, {}))

    def note_outage(self, outage: Outage) -> None:
        """The bot was not at work for a while."""
        self._add(_OUTAGE, {"begins": moment(outage.begins), "ends": moment(outage.ends)})

    def outages(self, since: datetime) -> tuple[Outage, ...]:
        """The outages that ended after *since*, oldest first.

        Not one that ended after the last beat: a clock that was ahead made it up.
        """
        beat = self.last_beat()
        found = [
            Outage(begins=rows.at(row.begins), ends=rows.at(row.ends))
            for row in self._rows(_OUTAGES, {"since": moment(since)})
        ]
        return tuple([one for one in found if beat is None or one.ends <= beat])

    def remind(self, reminded: Reminded) -> None:
        """Somebody was reminded; the first reminder for a stage counts."""
        row = {
            "duty": plain(reminded.duty),
            "stage": reminded.stage,
            "to": plain(reminded.to),
            "at": moment(reminded.at),
        }
        self._add(_REMIND, row)

    def reminders(self, duty: str) -> tuple[Reminded, ...]:
        """Who was reminded of a duty, and when; the earliest stage first."""
        return tuple(
            Reminded(duty=row.duty, stage=row.stage, to=row.to, at=rows.at(row.at))
            for row in self._rows(_REMINDERS, {"duty": plain(duty)})
        )
