"""What the contestmaster did besides deciding drafts: holds, awards, mails opened again."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import bindparam, select

from rednov_bot.contest import Awarded, Hold
from rednov_bot.engine.words import GnomeName
from rednov_bot.papers import PaperId
from rednov_bot.store import rows
from rednov_bot.store.part import Part
from rednov_bot.store.rows import moment, moment_or_none
from rednov_bot.store.statements import Statement, insert, insert_unless_there
from rednov_bot.store.tables import awards, holds, reopened
from rednov_bot.store.texts import plain, plain_or_none

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
        row = {
            "draft": plain(hold.draft),
            "until": moment_or_none(hold.until),
            "why": plain(hold.why),
            "at": moment(hold.at),
            "released": int(hold.released),
        }
        self._add(_HOLD, row)

    def hold_of(self, draft: str) -> Hold | None:
        """The last that was said about holding a draft, None where nothing was."""
        row = self._row(_HOLD_OF, {"draft": plain(draft)})
        if row is None:
            return None
        return Hold(
            draft=row.draft,
            until=rows.at_or_none(row.until),
            why=row.why,
            at=rows.at(row.at),
            released=bool(row.released),
        )

    def award(self, game: PaperId, awarded: Awarded) -> None:
        """Points due were awarded; the first award counts."""
        row = {
            "game": game,
            "place": awarded.place,
            "at": moment(awarded.at),
            "by": plain(awarded.by),
            "draft": awarded.draft,
        }
        self._add(_AWARD, row)

    def awards(self, game: PaperId) -> Mapping[int, Awarded]:
        """The points due in a game that were awarded, by their place among all of them."""
        return {
            row.place: Awarded(place=row.place, at=rows.at(row.at), by=row.by, draft=row.draft)
            for row in self._rows(_AWARDS, {"game": game})
        }

    def reopen(
        self, mail: PaperId, by: GnomeName, why: str, at: datetime, *, digest: str | None = None
    ) -> None:
        """The contestmaster said how a mail is to be read: it is held no longer."""
        row = {
            "mail": mail,
            "by": plain(by),
            "why": plain(why),
            "digest": plain_or_none(digest),
            "at": moment(at),
        }
        self._add(_REOPEN, row)
