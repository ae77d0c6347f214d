"""The contest: its members, rulings and awards, who was away, and when the bot itself was."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import bindparam, func, or_, select

from rednov_bot.core.contest import (
    Absence,
    Awarded,
    ContestChange,
    Hold,
    Membership,
    Outage,
    Reminded,
    Ruling,
)
from rednov_bot.core.models import PaperId, Restoration
from rednov_bot.core.store.outbox import Outbox
from rednov_bot.core.store.statements import Statement, made
from rednov_bot.core.store.tables import (
    absences,
    awards,
    backups,
    beginnings,
    contest_changes,
    dispositions,
    heartbeats,
    holds,
    memberships,
    outages,
    reminders,
    reopened,
    restorations,
    rulings,
    upheld,
)
from rednov_bot.games.base import Player

_WITH_NUMBER = select(
    *[column for column in rulings.c if column.name != "since"],
    rulings.c.id.label("number"),
    upheld.c.at.label("told_at"),
    func.coalesce(upheld.c.since, rulings.c.since).label("since"),
).outerjoin(upheld)
_RULINGS = Statement(
    _WITH_NUMBER.where(or_(rulings.c.proposed == 0, upheld.c.ruling.is_not(None))).order_by(
        rulings.c.id
    )
)
_PROPOSED = Statement(_WITH_NUMBER.where(rulings.c.id == bindparam("ruling")))


_BEGAN = Statement(select(func.min(beginnings.c.at)))
_OUTAGES = Statement(
    select(outages).where(outages.c.ends >= bindparam("since")).order_by(outages.c.ends)
)


class Contest(Outbox):
    """The contest (§1-§3, §25), and what the bot knows of its own absences."""

    def contestants(self) -> tuple[Player, ...]:
        """Who is a contestant now, in the order of joining."""
        now: dict[Player, None] = {}
        for one in self.memberships():
            if one.change == "joined":
                now.setdefault(one.name)
            else:
                now.pop(one.name, None)
        return tuple(now)

    def joined(self, name: Player, at: datetime, mail: PaperId | None) -> None:
        """A player became a contestant (§3)."""
        self._add(memberships, name=name, change="joined", at=at, mail=mail)

    def left(self, name: Player, at: datetime, mail: PaperId | None) -> None:
        """A contestant left (§3)."""
        self._add(memberships, name=name, change="left", at=at, mail=mail)

    def memberships(self) -> tuple[Membership, ...]:
        """Every joining and leaving, oldest first."""
        return self._all(Membership, memberships)

    def change_contest(self, change: ContestChange) -> None:
        """Something changed in the contest."""
        self._add(contest_changes, change)

    def contest_changes(self) -> tuple[ContestChange, ...]:
        """All that changed in the contest, oldest first."""
        return self._all(ContestChange, contest_changes)

    def rule(self, ruling: Ruling, *, proposed: bool = False) -> Ruling:
        """The contestmaster's ruling is put on file, and numbered; a *proposed* one holds later."""
        return self.ruling(self._add(rulings, ruling, proposed=proposed))

    def uphold(self, number: int, at: datetime, since: int | None = None) -> None:
        """The list is told of a ruling; one that was proposed holds from now on."""
        self._add(upheld, ruling=number, at=at, since=since, passing_over=True)

    def ruling(self, number: int) -> Ruling:
        """One ruling, also if it is only proposed.  KeyError when there is none."""
        return self._the(Ruling, _PROPOSED, ruling=number)

    def rulings(self, game: PaperId | None = None) -> tuple[Ruling, ...]:
        """Every ruling that holds or has held, or those that concern *game*; oldest first."""
        every = self._all(Ruling, _RULINGS)
        return every if game is None else tuple(one for one in every if one.game in (game, None))

    def hold(self, hold: Hold) -> None:
        """A draft is held, or released."""
        self._add(holds, hold)

    def hold_of(self, draft: str) -> Hold | None:
        """The last that was said about holding a draft, None where nothing was."""
        row = self._last(holds, draft=draft)
        return None if row is None else made(Hold, row)

    def award(self, game: PaperId, awarded: Awarded) -> None:
        """Points due were awarded; the first award counts."""
        self._add(awards, awarded, game=game, passing_over=True)

    def awards(self, game: PaperId) -> Mapping[int, Awarded]:
        """The points due in a game that were awarded, by their place among all of them."""
        return {one.place: one for one in self._all(Awarded, awards, game=game)}

    def reopen(
        self, mail: PaperId, by: Player, why: str, at: datetime, *, digest: str | None = None
    ) -> None:
        """The contestmaster said how a mail is to be read: it is held no longer."""
        self._add(reopened, mail=mail, by=by, why=why, at=at, digest=digest)
        self._keep_in_mind("held", mail, None)
        self._keep_in_mind("untold", mail, None)

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
        self._add(reminders, reminded, passing_over=True)

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
