"""The contest: who is a contestant, what else has changed, and what was ruled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime

from sqlalchemy import bindparam, or_, select

from rednov_bot.core.contest import Awarded, ContestChange, Hold, Membership, Ruling, RulingEffect
from rednov_bot.core.models import PaperId
from rednov_bot.core.store import forms, rows
from rednov_bot.core.store.part import Part
from rednov_bot.core.store.rows import Row
from rednov_bot.core.store.statements import Statement, insert, insert_numbered, insert_unless_there
from rednov_bot.core.store.tables import (
    awards,
    contest_changes,
    holds,
    memberships,
    reopened,
    rulings,
    upheld,
)
from rednov_bot.games.red_november.rules.words import GnomeName

_MEMBERS = Statement(
    select(memberships.c.name, memberships.c.change, memberships.c.at).order_by(memberships.c.id)
)
_MEMBER = insert(memberships)
_CHANGES = Statement(select(contest_changes).order_by(contest_changes.c.id))
_CHANGE = insert(contest_changes)
_RULE = insert_numbered(rulings)
_TOLD = (upheld.c.at.label("told_at"), upheld.c.since.label("held_since"))
_RULINGS = Statement(
    select(rulings, *_TOLD)
    .outerjoin(upheld)
    .where(or_(rulings.c.proposed == 0, upheld.c.ruling.is_not(None)))
    .order_by(rulings.c.id)
)
_PROPOSED = Statement(
    select(rulings, *_TOLD).outerjoin(upheld).where(rulings.c.id == bindparam("number"))
)
_UPHOLD = insert_unless_there(upheld)


class Contest(Part):
    """The contest (§1-§3, §25)."""

    __slots__ = ()

    def contestants(self) -> tuple[GnomeName, ...]:
        """Who is a contestant now, in the order of joining."""
        now: dict[GnomeName, None] = {}
        for one in self.memberships():
            if one.change == "joined":
                now.setdefault(one.name)
            else:
                now.pop(one.name, None)
        return tuple(now)

    def joined(self, name: GnomeName, at: datetime, mail: PaperId | None) -> None:
        """A player became a contestant (§3)."""
        self._change(name, "joined", at, mail)

    def left(self, name: GnomeName, at: datetime, mail: PaperId | None) -> None:
        """A contestant left (§3)."""
        self._change(name, "left", at, mail)

    def _change(self, name: GnomeName, change: str, at: datetime, mail: PaperId | None) -> None:
        row = {"name": name, "change": change, "at": at, "mail": mail}
        self._add(_MEMBER, row)

    def memberships(self) -> tuple[Membership, ...]:
        """Every joining and leaving, oldest first."""
        return tuple(rows.made(Membership, row) for row in self._rows(_MEMBERS, {}))

    def change_contest(self, change: ContestChange) -> None:
        """Something changed in the contest."""
        self._add(_CHANGE, asdict(change))

    def contest_changes(self) -> tuple[ContestChange, ...]:
        """All that changed in the contest, oldest first."""
        return tuple(rows.made(ContestChange, row) for row in self._rows(_CHANGES, {}))

    def rule(
        self,
        *,
        clause: str,
        text: str,
        by: GnomeName,
        at: datetime,
        effect: RulingEffect,
        game: PaperId | None = None,
        turn: PaperId | None = None,
        since: int | None = None,
        proposed: bool = False,
    ) -> Ruling:
        """The contestmaster's ruling is put on file, and numbered; a *proposed* one holds later."""
        row = {
            "clause": clause,
            "text": text,
            "by": by,
            "at": at,
            "game": game,
            "turn": turn,
            "since": since,
            "proposed": proposed,
            "form": forms.FORM,
            "effect": forms.written(effect),
        }
        number = self._add_numbered(_RULE, row)
        self._marks.rulings = None
        return Ruling(
            number=number,
            clause=clause,
            text=text,
            by=by,
            at=at,
            effect=effect,
            game=game,
            turn=turn,
            since=since,
        )

    def uphold(self, number: int, at: datetime, since: int | None = None) -> None:
        """The list is told of a ruling; one that was proposed holds from now on."""
        self._add(_UPHOLD, {"ruling": number, "at": at, "since": since})
        self._marks.rulings = None

    def ruling(self, number: int) -> Ruling:
        """One ruling, also if it is only proposed.  KeyError when there is none."""
        row = self._row(_PROPOSED, {"number": number})
        if row is None:
            raise KeyError(number)
        return _ruling(row)

    def rulings(self, game: PaperId | None = None) -> tuple[Ruling, ...]:
        """Every ruling that holds or has held, or those that concern *game*; oldest first."""
        every = self._marks.rulings
        if every is None:
            every = tuple(_ruling(row) for row in self._rows(_RULINGS, {}))
            self._marks.rulings = every
        if game is None or not every:
            return every
        return tuple(one for one in every if one.game in (game, None))


def _ruling(row: Row) -> Ruling:
    return rows.made(
        Ruling,
        row,
        number=row.id,
        effect=forms.ruling(row.form, row.effect),
        since=row.since if row.held_since is None else row.held_since,
    )


_HOLD = insert(holds)
_HOLD_OF = Statement(
    select(holds).where(holds.c.draft == bindparam("draft")).order_by(holds.c.id.desc()).limit(1)
)
_AWARD = insert_unless_there(awards)
_AWARDS = Statement(
    select(awards).where(awards.c.game == bindparam("game")).order_by(awards.c.place)
)
_REOPEN = insert(reopened)


class Office(Part):
    """What the contestmaster did besides deciding drafts."""

    __slots__ = ()

    def hold(self, hold: Hold) -> None:
        """A draft is held, or released."""
        self._add(_HOLD, asdict(hold))

    def hold_of(self, draft: str) -> Hold | None:
        """The last that was said about holding a draft, None where nothing was."""
        row = self._row(_HOLD_OF, {"draft": draft})
        if row is None:
            return None
        return rows.made(Hold, row, released=bool(row.released))

    def award(self, game: PaperId, awarded: Awarded) -> None:
        """Points due were awarded; the first award counts."""
        self._add(_AWARD, {"game": game, **asdict(awarded)})

    def awards(self, game: PaperId) -> Mapping[int, Awarded]:
        """The points due in a game that were awarded, by their place among all of them."""
        return {row.place: rows.made(Awarded, row) for row in self._rows(_AWARDS, {"game": game})}

    def reopen(
        self, mail: PaperId, by: GnomeName, why: str, at: datetime, *, digest: str | None = None
    ) -> None:
        """The contestmaster said how a mail is to be read: it is held no longer."""
        self._add(_REOPEN, {"mail": mail, "by": by, "why": why, "digest": digest, "at": at})
