"""Who is a contestant."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select

from rednov_bot.engine.words import GnomeName
from rednov_bot.papers import PaperId
from rednov_bot.store.part import Part
from rednov_bot.store.rows import moment
from rednov_bot.store.statements import Statement, insert
from rednov_bot.store.tables import memberships

_CHANGES = Statement(select(memberships.c.name, memberships.c.change).order_by(memberships.c.id))
_CHANGE = insert(memberships)


class Contest(Part):
    """Who is a contestant (§3)."""

    __slots__ = ()

    def contestants(self) -> tuple[GnomeName, ...]:
        """Who is a contestant now, in the order of joining."""
        now: dict[GnomeName, None] = {}
        for name, change in self._rows(_CHANGES, {}):
            if change == "joined":
                now.setdefault(name)
            else:
                now.pop(name, None)
        return tuple(now)

    def joined(self, name: GnomeName, at: datetime, mail: PaperId | None) -> None:
        """A player became a contestant."""
        self._change(name, "joined", at, mail)

    def left(self, name: GnomeName, at: datetime, mail: PaperId | None) -> None:
        """A contestant left."""
        self._change(name, "left", at, mail)

    def _change(self, name: GnomeName, change: str, at: datetime, mail: PaperId | None) -> None:
        row = {"name": name, "change": change, "at": moment(at), "mail": mail}
        self._add(_CHANGE, row)
