"""Who was away, when the bot itself was, and since when it goes on from a backup."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import bindparam, func, select

from rednov_bot.core.contest import Absence, Outage, Reminded
from rednov_bot.core.models import PaperId, Restoration
from rednov_bot.core.store.sending import Sending
from rednov_bot.core.store.statements import Statement, made
from rednov_bot.core.store.tables import (
    absences,
    backups,
    beginnings,
    dispositions,
    heartbeats,
    outages,
    reminders,
    restorations,
)
from rednov_bot.games.base import Player

_BEGAN = Statement(select(func.min(beginnings.c.at)))
_OUTAGES = Statement(
    select(outages).where(outages.c.ends >= bindparam("since")).order_by(outages.c.ends)
)


class Watching(Sending):
    """Who was away, when the bot itself was, and who was reminded."""

    __slots__ = ()

    def made_at(self) -> datetime | None:
        """When the database was made; None of one that is older than this being noted."""
        return self._when(_BEGAN)

    def note_absence(self, absence: Absence, mail: PaperId | None) -> None:
        """Somebody announced to be away."""
        self._add(absences, absence, mail=mail)

    def absences(self, name: Player) -> tuple[Absence, ...]:
        """The absences that somebody announced, oldest first."""
        return self._all(Absence, absences, name=name)

    def beat(self, at: datetime) -> None:
        """The bot is at work at this moment."""
        self._add(heartbeats, at=at)

    def last_beat(self) -> datetime | None:
        """When the bot was last known to be at work, None at first."""
        row = self._last(heartbeats)
        return None if row is None else row.at

    def note_outage(self, outage: Outage) -> None:
        """The bot was not at work for a while."""
        self._add(outages, outage)

    def outages(self, since: datetime) -> tuple[Outage, ...]:
        """The outages that ended after *since*, oldest first.

        Not one that ended after the last beat: a clock that was ahead made it up.
        """
        beat = self.last_beat()
        found = self._since(_OUTAGES, since, "ends")
        real = [one for one in found if one.ends > since and (beat is None or one.ends <= beat)]
        return tuple([made(Outage, one) for one in real])

    def remind(self, reminded: Reminded) -> None:
        """Somebody was reminded; the first reminder for a stage counts."""
        self._add_unless_there(reminders, reminded)

    def reminders(self, duty: str) -> tuple[Reminded, ...]:
        """Who was reminded of a duty, and when; the earliest stage first."""
        return self._all(Reminded, reminders, duty=duty)

    def note_backup(self, at: datetime) -> None:
        """A backup was taken, and found to be whole."""
        self._add(backups, at=at)

    def last_backup(self) -> datetime | None:
        """When the last backup was taken, None where none ever was."""
        row = self._last(backups)
        return None if row is None else row.at

    def restore(self, at: datetime) -> int:
        """This is a backup, and goes on from here: what was to be posted is of unknown fate.

        How many postings those are.
        """
        doubted = self.doubt(at)
        done = [row.at for row in (self._last(heartbeats), self._last(dispositions)) if row]
        self._add(restorations, reaches=max(done, default=None), at=at)
        return doubted

    def restoration(self) -> Restoration | None:
        """When the database was restored last, None where it never was."""
        row = self._last(restorations)
        return None if row is None else made(Restoration, row)
