"""Whose mails are, who was asked whether they wrote one, and what was alarming."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import and_, bindparam, func, select

from rednov_bot.engine.words import GnomeName
from rednov_bot.papers import Authentication, AuthorQuestion, AuthorVerdict, Forgery, PaperId
from rednov_bot.store import rows
from rednov_bot.store.part import Part
from rednov_bot.store.rows import Row, moment
from rednov_bot.store.statements import Statement, insert, insert_unless_there
from rednov_bot.store.tables import authentications, doubted, forgeries, vouched
from rednov_bot.store.texts import plain

_NOTE = insert_unless_there(authentications)
_NOTED = Statement(select(authentications).where(authentications.c.mail == bindparam("mail")))
_ASK = insert(doubted)
_SETTLE = insert(vouched)
_QUESTIONS = select(doubted, vouched.c.verdict, vouched.c.at.label("settled_at")).select_from(
    doubted.outerjoin(vouched, vouched.c.doubted == doubted.c.id)
)
_OPEN = Statement(
    _QUESTIONS.where(doubted.c.at >= bindparam("since"), vouched.c.doubted.is_(None)).order_by(
        doubted.c.at, doubted.c.id
    )
)
_UNDER = Statement(_QUESTIONS.where(doubted.c.code == bindparam("code")))
_OF_MAIL = Statement(_QUESTIONS.where(doubted.c.mail == bindparam("mail")).order_by(doubted.c.id))
_NOTE_FORGERY = insert(forgeries)
_SUMMARIES = forgeries.alias("summaries")
_SINCE_SUMMED_UP = and_(
    forgeries.c.told == 0,
    forgeries.c.id
    > func.coalesce(
        select(func.max(_SUMMARIES.c.id))
        .where(_SUMMARIES.c.kind == bindparam("summary"))
        .scalar_subquery(),
        0,
    ),
)
"""By their numbers, and not by a clock that may have been ahead."""
_UNTOLD = Statement(select(forgeries).where(_SINCE_SUMMED_UP).order_by(forgeries.c.id))
_FIRST_UNTOLD = Statement(
    select(forgeries.c.at).where(_SINCE_SUMMED_UP).order_by(forgeries.c.id).limit(1)
)
_HOW_MANY = Statement(
    select(func.count())
    .select_from(forgeries)
    .where(forgeries.c.kind == bindparam("kind"), forgeries.c.at > bindparam("since"))
)


class Trusting(Part):
    """Whose mails are, who was asked whether they wrote one, and what was alarming."""

    __slots__ = ()

    def note_authentication(self, mail: PaperId, shown: Authentication, at: datetime) -> None:
        """Whether a mail is its author's, once; what was noted first holds."""
        row = {
            "mail": mail,
            "outcome": shown.outcome,
            "at": moment(at),
            "grounds": plain("; ".join(shown.grounds)),
        }
        self._add(_NOTE, row)

    def authentication(self, mail: PaperId) -> Authentication | None:
        """What was noted of a mail; None where nothing was checked."""
        row = self._row(_NOTED, {"mail": mail})
        return None if row is None else Authentication(outcome=row.outcome, grounds=(row.grounds,))

    def ask_author(
        self, mail: PaperId, code: str, name: GnomeName, grounds: str, at: datetime
    ) -> None:
        """Somebody is asked whether they wrote a mail; *code* answers it."""
        row = {
            "mail": mail,
            "code": plain(code),
            "name": plain(name),
            "grounds": plain(grounds),
            "at": moment(at),
        }
        self._add(_ASK, row)

    def author_question(self, code: str) -> AuthorQuestion | None:
        """What was asked under this code; None where nothing was."""
        row = self._row(_UNDER, {"code": plain(code)})
        return None if row is None else _question(row)

    def author_questions(self, since: datetime) -> tuple[AuthorQuestion, ...]:
        """What was asked since then and is open, oldest first."""
        return tuple(_question(row) for row in self._rows(_OPEN, {"since": moment(since)}))

    def author_questions_of(self, mail: PaperId) -> tuple[AuthorQuestion, ...]:
        """Every question whether somebody wrote this mail, oldest first."""
        return tuple(_question(row) for row in self._rows(_OF_MAIL, {"mail": mail}))

    def settle_author_question(
        self, question: PaperId, verdict: AuthorVerdict, by: PaperId | None, at: datetime
    ) -> None:
        """It was answered by a mail, or closed, once: AlreadyOnFile when it was before."""
        row = {"doubted": question, "verdict": verdict, "mail": by, "at": moment(at)}
        self._add(_SETTLE, row)

    def note_forgery(self, forgery: Forgery, *, told: bool) -> None:
        """Something alarming is on file; *told* says whether a mail tells of it."""
        row = {
            "mail": forgery.mail,
            "kind": plain(forgery.kind),
            "what": plain(forgery.what),
            "told": int(told),
            "at": moment(forgery.at),
        }
        self._add(_NOTE_FORGERY, row)

    def first_untold(self, summary: str) -> datetime | None:
        """When the first alarming thing happened that no mail told of since the last *summary*.

        *summary* is the kind by which such a one is on file.  None where nothing did.
        """
        return rows.at_or_none(self._value(_FIRST_UNTOLD, {"summary": summary}))

    def untold(self, summary: str) -> tuple[Forgery, ...]:
        """All that was alarming and that no mail told of since the last *summary*, in turn."""
        return tuple(_forgery(row) for row in self._rows(_UNTOLD, {"summary": summary}))

    def how_many_forgeries(self, kind: str, since: datetime) -> int:
        """How often something was alarming in one way since then."""
        found: int = self._value(_HOW_MANY, {"kind": plain(kind), "since": moment(since)})
        return found


def _question(row: Row) -> AuthorQuestion:
    return AuthorQuestion(
        id=PaperId(row.id),
        mail=PaperId(row.mail),
        code=row.code,
        name=row.name,
        grounds=row.grounds,
        at=rows.at(row.at),
        verdict=row.verdict,
        settled_at=rows.at_or_none(row.settled_at),
    )


def _forgery(row: Row) -> Forgery:
    mail = None if row.mail is None else PaperId(row.mail)
    return Forgery(kind=row.kind, what=row.what, mail=mail, at=rows.at(row.at))
