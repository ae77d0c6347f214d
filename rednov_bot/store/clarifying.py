"""What unclear announcements mean: what was asked, and how it was settled (A126)."""

from __future__ import annotations

from datetime import datetime
from typing import Final

import msgspec
from sqlalchemy import bindparam, select

from rednov_bot.papers import (
    Act,
    Clarification,
    Clarified,
    Discard,
    GiveBack,
    ItemList,
    Join,
    Leave,
    PaperId,
    Question,
    TurnAct,
)
from rednov_bot.store import forms, rows
from rednov_bot.store.part import Part
from rednov_bot.store.rows import Row, moment
from rednov_bot.store.statements import Statement, insert
from rednov_bot.store.tables import clarifications, clarified
from rednov_bot.store.texts import plain

_KINDS: Final[dict[str, type]] = {
    kind.__name__: kind for kind in (TurnAct, Discard, GiveBack, Join, Leave, ItemList)
}
_ASK = insert(clarifications)
_CODED = Statement(select(clarifications).where(clarifications.c.code == bindparam("code")))
_OF_MAIL = Statement(
    select(clarifications)
    .where(clarifications.c.mail == bindparam("mail"))
    .order_by(clarifications.c.id.desc())
    .limit(1)
)
_CLARIFY = insert(clarified)
_VERDICT = Statement(select(clarified.c.verdict).where(clarified.c.mail == bindparam("mail")))


class _Matter(msgspec.Struct, frozen=True):
    """What is asked, as it is on file."""

    text: str
    questions: tuple[Question, ...]
    proposal: list[tuple[str, msgspec.Raw]]
    second: list[tuple[str, msgspec.Raw]] = []
    said: tuple[tuple[str, str], ...] = ()


_matter = forms.Reader[_Matter](_Matter)


class Clarifying(Part):
    """What unclear announcements mean: what was asked, and how it was settled."""

    __slots__ = ()

    def ask_to_clarify(self, asked: Clarification) -> None:
        """The author of an announcement is asked what it means; the code answers it."""
        matter = {
            "text": asked.text,
            "questions": asked.questions,
            "proposal": _tagged(asked.proposal),
            "second": _tagged(asked.second),
            "said": asked.said,
        }
        row = {
            "mail": asked.mail,
            "code": plain(asked.code),
            "name": plain(asked.name),
            "game": asked.game,
            "turns": asked.turns,
            "unresolved": int(asked.unresolved),
            "form": forms.FORM,
            "at": moment(asked.at),
            "matter": forms.written(matter),
        }
        self._add(_ASK, row)

    def clarification(self, code: str) -> Clarification | None:
        """What was asked under this code; None where nothing was."""
        row = self._row(_CODED, {"code": plain(code)})
        return None if row is None else _clarification(row)

    def clarification_of(self, mail: PaperId) -> Clarification | None:
        """What was asked last about an announcement; None where nothing was."""
        row = self._row(_OF_MAIL, {"mail": mail})
        return None if row is None else _clarification(row)

    def clarify(
        self, mail: PaperId, verdict: Clarified, acts: tuple[Act, ...], by: PaperId, at: datetime
    ) -> None:
        """The mail *by* settles what an announcement means, once: else AlreadyOnFile."""
        row = {
            "mail": mail,
            "verdict": verdict,
            "by": by,
            "form": forms.FORM,
            "at": moment(at),
            "acts": forms.written(_tagged(acts)),
        }
        self._add(_CLARIFY, row)

    def clarified(self, mail: PaperId) -> Clarified | None:
        """How it was settled what an announcement means; None where that is open."""
        found: Clarified | None = self._value(_VERDICT, {"mail": mail})
        return found


def _tagged(acts: tuple[Act, ...]) -> list[tuple[str, Act]]:
    return [(type(act).__name__, act) for act in acts]


def _untagged(acts: list[tuple[str, msgspec.Raw]]) -> tuple[Act, ...]:
    return tuple(msgspec.json.decode(act, type=_KINDS[kind]) for kind, act in acts)


def _clarification(row: Row) -> Clarification:
    matter = _matter(row.form, row.matter)
    return Clarification(
        mail=PaperId(row.mail),
        code=row.code,
        name=row.name,
        game=None if row.game is None else PaperId(row.game),
        turns=row.turns,
        unresolved=bool(row.unresolved),
        at=rows.at(row.at),
        text=matter.text,
        questions=matter.questions,
        proposal=_untagged(matter.proposal),
        second=_untagged(matter.second),
        said=matter.said,
    )
