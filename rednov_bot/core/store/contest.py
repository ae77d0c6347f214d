"""The contest: who is a contestant, what else has changed, and what was ruled."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import bindparam, func, or_, select

from rednov_bot.core.contest import Awarded, ContestChange, Hold, Membership, Ruling, RulingEffect
from rednov_bot.core.models import PaperId
from rednov_bot.core.store.part import Part
from rednov_bot.core.store.statements import Statement, made
from rednov_bot.core.store.tables import (
    awards,
    contest_changes,
    holds,
    memberships,
    reopened,
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


class Contest(Part):
    """The contest (§1-§3, §25)."""

    __slots__ = ()

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

    def rule(
        self,
        *,
        clause: str,
        text: str,
        by: Player,
        at: datetime,
        effect: RulingEffect,
        game: PaperId | None = None,
        turn: PaperId | None = None,
        since: int | None = None,
        proposed: bool = False,
    ) -> Ruling:
        """The contestmaster's ruling is put on file, and numbered; a *proposed* one holds later."""
        return self.ruling(
            self._add(
                rulings,
                clause=clause,
                text=text,
                by=by,
                at=at,
                effect=effect,
                game=game,
                turn=turn,
                since=since,
                proposed=proposed,
            )
        )

    def uphold(self, number: int, at: datetime, since: int | None = None) -> None:
        """The list is told of a ruling; one that was proposed holds from now on."""
        self._add_unless_there(upheld, ruling=number, at=at, since=since)

    def ruling(self, number: int) -> Ruling:
        """One ruling, also if it is only proposed.  KeyError when there is none."""
        if (found := self._one(Ruling, _PROPOSED, ruling=number)) is None:
            raise KeyError(number)
        return found

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
        self._add_unless_there(awards, awarded, game=game)

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
