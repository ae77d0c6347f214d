"""How far mails are shown to be their authors', who was asked, and what was alarming."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ColumnElement, Integer, and_, bindparam, func, or_, select

from rednov_bot.engine.words import GnomeName
from rednov_bot.kinds import UNSHOWN, Trust
from rednov_bot.papers import Asked, Confidence, Doubted, Filed, Forgery, PaperId, Vouched
from rednov_bot.store import rows
from rednov_bot.store.filing import FILE, filed
from rednov_bot.store.part import Part
from rednov_bot.store.rows import Row, moment
from rednov_bot.store.statements import Statement, insert, insert_unless_there
from rednov_bot.store.tables import confidences, dispositions, doubted, forgeries, reopened, vouched
from rednov_bot.store.texts import plain, plain_or_none

_NOTE = insert_unless_there(confidences)
_UNDOUBTED = and_(*[confidences.c.trust != trust for trust in UNSHOWN])
_OWNED = confidences.c.mail.in_(
    select(doubted.c.mail)
    .join(vouched, vouched.c.doubted == doubted.c.id)
    .where(or_(vouched.c.verdict == "yes", vouched.c.verdict == "read"))
)
"""Of what was noted of a mail: whether its author, or whoever decides, has said that it is eirs."""
_BY_WAY = confidences.c.way == bindparam("way")
_BY_ADDRESS = confidences.c.address == bindparam("address")


def _known(*conditions: ColumnElement[bool]) -> tuple[Statement, ...]:
    """Mails by which others are known: undoubted ones and owned ones, apart, the last first."""
    return tuple(
        Statement(
            select(confidences.c.mail, confidences.c.trust)
            .where(*conditions, which)
            .order_by(confidences.c.mail.desc())
            .limit(bindparam("most", type_=Integer))
        )
        for which in (_UNDOUBTED, _OWNED)
    )


_TRUSTS = _known(_BY_WAY)
_TRUSTS_FROM = _known(_BY_WAY, _BY_ADDRESS)
_HEARD_FROM = _known(_BY_ADDRESS)
_READ_WITH = Statement(
    select(confidences.c.mail)
    .join(dispositions, dispositions.c.mail == confidences.c.mail)
    .where(
        confidences.c.words == bindparam("words"),
        or_(
            dispositions.c.disposition == "read",
            select(1)
            .where(reopened.c.mail == dispositions.c.mail, reopened.c.digest.is_not(None))
            .exists(),
        ),
    )
    .order_by(confidences.c.mail)
)
_DOUBT = insert(doubted)
_VOUCH = insert(vouched)
_WITH_VERDICT = select(doubted, vouched.c.verdict).select_from(
    doubted.outerjoin(vouched, vouched.c.doubted == doubted.c.id)
)
_DOUBTS = Statement(
    _WITH_VERDICT.where(doubted.c.at >= bindparam("since"), vouched.c.doubted.is_(None)).order_by(
        doubted.c.at, doubted.c.id
    )
)
_DOUBTED = Statement(_WITH_VERDICT.where(doubted.c.code == bindparam("code")))
_ASKED_OF = Statement(
    select(doubted, vouched.c.verdict, vouched.c.mail.label("by"), vouched.c.at.label("since"))
    .select_from(doubted.outerjoin(vouched, vouched.c.doubted == doubted.c.id))
    .where(doubted.c.mail == bindparam("mail"))
    .order_by(doubted.c.id)
)
_ANSWERED_BY = Statement(select(vouched.c.mail).where(vouched.c.doubted == bindparam("doubted")))
_CONFIDENCE = Statement(select(confidences).where(confidences.c.mail == bindparam("mail")))
_UNASKED = Statement(
    FILE.add_columns(dispositions.c.sender).where(
        dispositions.c.disposition == "hold",
        dispositions.c.at >= bindparam("since"),
        dispositions.c.sender.is_not(None),
        ~select(1).where(reopened.c.mail == dispositions.c.mail).exists(),
        ~select(1).where(doubted.c.mail == dispositions.c.mail).exists(),
    )
)
_NOTE_FORGERY = insert(forgeries)
_FORGERIES = Statement(
    select(forgeries)
    .where(
        forgeries.c.told == 1,
        forgeries.c.at > bindparam("since"),
        forgeries.c.at <= bindparam("until"),
    )
    .order_by(forgeries.c.at, forgeries.c.id)
)
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
_OF_KIND = (forgeries.c.kind == bindparam("kind"), forgeries.c.at > bindparam("since"))
_FORGERIES_OF = Statement(
    select(forgeries).where(*_OF_KIND).order_by(forgeries.c.at, forgeries.c.id)
)
_HOW_MANY_OF = Statement(
    select(func.count())
    .select_from(forgeries)
    .where(*_OF_KIND, forgeries.c.at <= bindparam("until"))
)


class Trusting(Part):
    """How far mails are shown to be their authors', who was asked, and what was alarming."""

    __slots__ = ()

    def note_confidence(
        self,
        mail: PaperId,
        confidence: Confidence,
        *,
        address: str,
        way: str,
        words: str | None,
        at: datetime,
    ) -> None:
        """How far a mail is shown to be its author's, by its address and the way it came."""
        row = {
            "mail": mail,
            "trust": confidence.trust,
            "way": plain(way),
            "at": moment(at),
            "address": plain(address),
            "words": plain_or_none(words),
            "grounds": plain("; ".join(confidence.grounds)),
        }
        self._add(_NOTE, row)

    def confidence(self, mail: PaperId) -> Confidence | None:
        """What was noted of a mail; None where it was not looked at."""
        row = self._row(_CONFIDENCE, {"mail": mail})
        return None if row is None else Confidence(trust=row.trust, grounds=(row.grounds,))

    def trusts(self, way: str, address: str | None, most: int) -> tuple[Trust, ...]:
        """Of the last mails that came this way, or from this address by it; the last first.

        Of those that were doubtful or contradicted only what is known to be its author's.
        """
        where: dict[str, object] = {"way": plain(way), "most": most}
        asked = _TRUSTS
        if address is not None:
            where["address"], asked = plain(address), _TRUSTS_FROM
        by_mail = {row.mail: row.trust for one in asked for row in self._rows(one, where)}
        return tuple(by_mail[mail] for mail in sorted(by_mail, reverse=True)[:most])

    def was_heard_from(self, address: str) -> bool:
        """Whether any mail on file came from this address, and is not in doubt."""
        where = {"address": plain(address), "most": 1}
        return any(self._row(one, where) is not None for one in _HEARD_FROM)

    def read_with_words(self, words: str) -> tuple[PaperId, ...]:
        """The mails that were read, at once or later, and have these in common with another."""
        return tuple(PaperId(row.mail) for row in self._rows(_READ_WITH, {"words": plain(words)}))

    def doubt(self, mail: PaperId, code: str, name: GnomeName, grounds: str, at: datetime) -> None:
        """Somebody is asked whether a mail is eirs; *code* answers it."""
        row = {
            "mail": mail,
            "code": plain(code),
            "name": plain(name),
            "grounds": plain(grounds),
            "at": moment(at),
        }
        self._add(_DOUBT, row)

    def doubts(self, since: datetime) -> tuple[Doubted, ...]:
        """What was asked since then and is not answered, oldest first."""
        return tuple(_doubted(row) for row in self._rows(_DOUBTS, {"since": moment(since)}))

    def unasked(self, since: datetime) -> tuple[tuple[Filed, GnomeName], ...]:
        """Mails kept since then by people on the roster, about which nobody was asked anything."""
        found = self._rows(_UNASKED, {"since": moment(since)})
        return tuple((filed(row), row.sender) for row in found)

    def doubted(self, code: str) -> tuple[Doubted, Vouched | None] | None:
        """What was asked under this code, and what was answered; None where nothing was asked."""
        row = self._row(_DOUBTED, {"code": plain(code)})
        return None if row is None else (_doubted(row), row.verdict)

    def asked_of(self, mail: PaperId) -> tuple[Asked, ...]:
        """Every question whether a mail is eirs, and what became of it, oldest first."""
        return tuple(_asked(row) for row in self._rows(_ASKED_OF, {"mail": mail}))

    def answered_by(self, doubted: PaperId) -> PaperId | None:
        """The mail that answered a question; None of an open one."""
        found: PaperId | None = self._value(_ANSWERED_BY, {"doubted": doubted})
        return found

    def vouch(self, doubted: PaperId, verdict: Vouched, mail: PaperId | None, at: datetime) -> None:
        """It was answered, once: AlreadyOnFile when it was before."""
        row = {"doubted": doubted, "verdict": verdict, "mail": mail, "at": moment(at)}
        self._add(_VOUCH, row)

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

    def told_forgeries(self, since: datetime, until: datetime) -> tuple[Forgery, ...]:
        """What was alarming between two moments, and a mail told of; oldest first."""
        where = {"since": moment(since), "until": moment(until)}
        return tuple(_forgery(row) for row in self._rows(_FORGERIES, where))

    def first_untold(self, summary: str) -> datetime | None:
        """When the first alarming thing happened that no mail told of since the last *summary*.

        *summary* is the kind by which such a one is on file.  None where nothing did.
        """
        return rows.at_or_none(self._value(_FIRST_UNTOLD, {"summary": summary}))

    def untold(self, summary: str) -> tuple[Forgery, ...]:
        """All that was alarming and that no mail told of since the last *summary*, in turn."""
        return tuple(_forgery(row) for row in self._rows(_UNTOLD, {"summary": summary}))

    def how_many_forgeries(self, kind: str, since: datetime, until: datetime) -> int:
        """How often something was alarming in one way between two moments."""
        where = {"kind": plain(kind), "since": moment(since), "until": moment(until)}
        found: int = self._value(_HOW_MANY_OF, where)
        return found

    def forgeries_of(self, kind: str, since: datetime) -> tuple[Forgery, ...]:
        """What was alarming in one way since then, oldest first."""
        where = {"kind": plain(kind), "since": moment(since)}
        return tuple(_forgery(row) for row in self._rows(_FORGERIES_OF, where))


def _doubted(row: Row) -> Doubted:
    return Doubted(
        id=PaperId(row.id),
        mail=PaperId(row.mail),
        code=row.code,
        name=row.name,
        grounds=row.grounds,
        at=rows.at(row.at),
    )


def _asked(row: Row) -> Asked:
    return Asked(
        question=_doubted(row),
        verdict=row.verdict,
        by=None if row.by is None else PaperId(row.by),
        at=None if row.since is None else rows.at(row.since),
    )


def _forgery(row: Row) -> Forgery:
    mail = None if row.mail is None else PaperId(row.mail)
    return Forgery(kind=row.kind, what=row.what, mail=mail, at=rows.at(row.at))
