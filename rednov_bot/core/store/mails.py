"""Mails as fetched, and what became of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Final

import msgspec
from sqlalchemy import Integer, and_, bindparam, func, select

from rednov_bot.core.models import (
    Act,
    Authentication,
    AuthorQuestion,
    AuthorVerdict,
    Clarification,
    Clarified,
    Discard,
    Filed,
    Forgery,
    GiveBack,
    ItemList,
    Join,
    Leave,
    Message,
    MessageId,
    PaperId,
    Question,
    RawMail,
    Status,
    TurnAct,
    brief,
)
from rednov_bot.core.store import forms, rows
from rednov_bot.core.store.part import Kept, Part
from rednov_bot.core.store.rows import Row, raw_mail
from rednov_bot.core.store.statements import Statement, insert, insert_unless_there
from rednov_bot.core.store.tables import (
    authentications,
    clarifications,
    clarified,
    dispositions,
    doubted,
    forgeries,
    held_told,
    led_to,
    likenesses,
    memberships,
    raw_mails,
    reopened,
    replays,
    turns,
    vouched,
)
from rednov_bot.games.red_november.rules.words import GnomeName

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
            "code": asked.code,
            "name": asked.name,
            "game": asked.game,
            "turns": asked.turns,
            "unresolved": asked.unresolved,
            "form": forms.FORM,
            "at": asked.at,
            "matter": forms.written(matter),
        }
        self._add(_ASK, row)

    def clarification(self, code: str) -> Clarification | None:
        """What was asked under this code; None where nothing was."""
        row = self._row(_CODED, {"code": code})
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
            "at": at,
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
    return rows.made(
        Clarification,
        row,
        unresolved=bool(row.unresolved),
        text=matter.text,
        questions=matter.questions,
        proposal=_untagged(matter.proposal),
        second=_untagged(matter.second),
        said=matter.said,
    )


_NOTE = insert_unless_there(authentications)
_NOTED = Statement(select(authentications).where(authentications.c.mail == bindparam("mail")))
_ASK_WHO = insert(doubted)
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
_QUESTION_OF_MAIL = Statement(
    _QUESTIONS.where(doubted.c.mail == bindparam("mail")).order_by(doubted.c.id)
)
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
        grounds = "; ".join(shown.grounds)
        self._add(_NOTE, {"mail": mail, "outcome": shown.outcome, "at": at, "grounds": grounds})

    def authentication(self, mail: PaperId) -> Authentication | None:
        """What was noted of a mail; None where nothing was checked."""
        row = self._row(_NOTED, {"mail": mail})
        return None if row is None else Authentication(outcome=row.outcome, grounds=(row.grounds,))

    def ask_author(
        self, mail: PaperId, code: str, name: GnomeName, grounds: str, at: datetime
    ) -> None:
        """Somebody is asked whether they wrote a mail; *code* answers it."""
        row = {"mail": mail, "code": code, "name": name, "grounds": grounds, "at": at}
        self._add(_ASK_WHO, row)

    def author_question(self, code: str) -> AuthorQuestion | None:
        """What was asked under this code; None where nothing was."""
        row = self._row(_UNDER, {"code": code})
        return None if row is None else _question(row)

    def author_questions(self, since: datetime) -> tuple[AuthorQuestion, ...]:
        """What was asked since then and is open, oldest first."""
        return tuple(_question(row) for row in self._rows(_OPEN, {"since": since}))

    def author_questions_of(self, mail: PaperId) -> tuple[AuthorQuestion, ...]:
        """Every question whether somebody wrote this mail, oldest first."""
        return tuple(_question(row) for row in self._rows(_QUESTION_OF_MAIL, {"mail": mail}))

    def settle_author_question(
        self, question: PaperId, verdict: AuthorVerdict, by: PaperId | None, at: datetime
    ) -> None:
        """It was answered by a mail, or closed, once: AlreadyOnFile when it was before."""
        row = {"doubted": question, "verdict": verdict, "mail": by, "at": at}
        self._add(_SETTLE, row)

    def note_forgery(self, forgery: Forgery, *, told: bool) -> None:
        """Something alarming is on file; *told* says whether a mail tells of it."""
        self._add(_NOTE_FORGERY, {**asdict(forgery), "told": told})

    def first_untold(self, summary: str) -> datetime | None:
        """When the first alarming thing happened that no mail told of since the last *summary*.

        *summary* is the kind by which such a one is on file.  None where nothing did.
        """
        return self._when(_FIRST_UNTOLD, {"summary": summary})

    def untold(self, summary: str) -> tuple[Forgery, ...]:
        """All that was alarming and that no mail told of since the last *summary*, in turn."""
        return tuple(_forgery(row) for row in self._rows(_UNTOLD, {"summary": summary}))

    def how_many_forgeries(self, kind: str, since: datetime) -> int:
        """How often something was alarming in one way since then."""
        found: int = self._value(_HOW_MANY, {"kind": kind, "since": since})
        return found


def _question(row: Row) -> AuthorQuestion:
    return rows.made(AuthorQuestion, row)


def _forgery(row: Row) -> Forgery:
    return rows.made(Forgery, row)


AT_ONCE: Final = 8 * 1024 * 1024
"""Octets of mails that are taken in hand at once; a greater mail is taken alone."""

_FILE = select(
    dispositions.c.mail, dispositions.c.disposition, dispositions.c.reason, dispositions.c.at
).order_by(dispositions.c.mail)
"""Every mail with its disposition, in the order in which they came."""

_KEEP = insert_unless_there(raw_mails)
_LAST_FETCHED = Statement(
    select(raw_mails.c.uidvalidity)
    .where(raw_mails.c.folder == bindparam("folder"))
    .order_by(raw_mails.c.id.desc())
    .limit(1)
)
_HIGHEST_UID = Statement(
    select(func.max(raw_mails.c.uid)).where(
        raw_mails.c.folder == bindparam("folder"),
        raw_mails.c.uidvalidity == bindparam("uidvalidity"),
    )
)
_HIGHEST_ID = Statement(select(func.max(raw_mails.c.id)))
_SIZES = Statement(
    select(raw_mails.c.id, func.length(raw_mails.c.octets))
    .where(
        raw_mails.c.id > bindparam("mark"),
        ~select(1).where(dispositions.c.mail == raw_mails.c.id).exists(),
    )
    .order_by(raw_mails.c.id)
    .limit(bindparam("limit", type_=Integer))
)
"""Neither database reads the octets for it."""
_UNDISPOSED = Statement(
    select(raw_mails)
    .where(
        raw_mails.c.id.between(bindparam("first"), bindparam("last")),
        ~select(1).where(dispositions.c.mail == raw_mails.c.id).exists(),
    )
    .order_by(raw_mails.c.id)
)
_FIRST_UNDISPOSED = Statement(
    select(raw_mails.c.id)
    .where(
        raw_mails.c.id > bindparam("mark"),
        ~select(1).where(dispositions.c.mail == raw_mails.c.id).exists(),
    )
    .order_by(raw_mails.c.id)
    .limit(1)
)
_EVERY_UNDISPOSED = Statement(
    select(raw_mails.c.id).where(~select(1).where(dispositions.c.mail == raw_mails.c.id).exists())
)
"""Asked once after a start: without a range of ids it is answered without the mails themselves."""
_BEFORE = Statement(
    select(raw_mails)
    .where(
        raw_mails.c.id < bindparam("mail"),
        func.length(raw_mails.c.octets).between(1, bindparam("octets", type_=Integer)),
    )
    .order_by(raw_mails.c.id.desc())
    .limit(bindparam("most", type_=Integer))
)
_DISPOSE = insert(dispositions)
_READ_BY_MESSAGE_ID = Statement(
    select(dispositions.c.mail)
    .where(dispositions.c.message_id == bindparam("identity"), dispositions.c.disposition == "read")
    .union_all(
        select(replays.c.mail).where(
            replays.c.message_id == bindparam("replayed"), replays.c.disposition == "read"
        )
    )
    .order_by("mail")
    .limit(1)
)
_READ_BY_DIGEST = Statement(
    select(dispositions.c.mail)
    .where(dispositions.c.digest == bindparam("identity"), dispositions.c.disposition == "read")
    .union_all(
        select(reopened.c.mail).where(reopened.c.digest == bindparam("reopened")),
        select(replays.c.mail).where(
            replays.c.digest == bindparam("replayed"), replays.c.disposition == "read"
        ),
    )
    .order_by("mail")
    .limit(1)
)
_AGAIN = select(
    replays.c.id, replays.c.mail, replays.c.disposition, replays.c.reason, replays.c.at
).order_by(replays.c.id)
_REPLAYS = Statement(_AGAIN)
"""A human asks for each of them: there are few."""
_REPLAYS_OF = Statement(_AGAIN.where(replays.c.mail == bindparam("mail")))
_REOPENED = Statement(select(reopened.c.id).where(reopened.c.mail == bindparam("mail")).limit(1))
_REPLAY = insert(replays)
_FILED = Statement(_FILE)
_FILED_ONE = Statement(_FILE.where(dispositions.c.mail == bindparam("mail")))
_FILED_AS = Statement(_FILE.where(dispositions.c.disposition == bindparam("disposition")))
_KEPT = _FILE.where(
    dispositions.c.disposition == "hold",
    ~select(1).where(reopened.c.mail == dispositions.c.mail).exists(),
)
_HELD = Statement(_KEPT)
_HELD_BEHIND = Statement(
    _KEPT.where(
        dispositions.c.mail > bindparam("mark"),
        ~select(1).where(replays.c.mail == dispositions.c.mail).exists(),
    )
)
_UNTOLD_MAILS = Statement(
    _KEPT.where(
        dispositions.c.mail > bindparam("mark"),
        ~select(1).where(held_told.c.mail == dispositions.c.mail).exists(),
        ~select(1).where(replays.c.mail == dispositions.c.mail).exists(),
    )
)
_TELL = insert_unless_there(held_told)
_REPLAYS_BEHIND = Statement(_AGAIN.where(replays.c.id > bindparam("mark")))
_REOPENED_BEHIND = Statement(
    select(reopened.c.id, reopened.c.mail)
    .where(reopened.c.id > bindparam("mark"))
    .order_by(reopened.c.id)
)
_FILED_SINCE = Statement(
    select(dispositions.c.mail).where(
        dispositions.c.disposition == bindparam("disposition"),
        dispositions.c.reason == bindparam("reason"),
        dispositions.c.at >= bindparam("since"),
    )
)
_LED_TO = insert(led_to)
_TOOK_EFFECT = Statement(
    select(turns.c.mail)
    .where(turns.c.mail == bindparam("mail"))
    .union_all(
        select(led_to.c.mail).where(led_to.c.mail == bindparam("mail")),
        select(memberships.c.mail).where(memberships.c.mail == bindparam("mail")),
    )
    .limit(1)
)
_RAW = Statement(select(raw_mails).where(raw_mails.c.id == bindparam("mail")))


class Mails(Part):
    """Mails as fetched, and what became of them."""

    __slots__ = ()

    def keep(self, mails: Sequence[RawMail]) -> int:
        """Store mails as they came.  One already on file (folder, UIDVALIDITY, UID) is passed over.

        Returns how many were new.
        """
        return self._add_all(_KEEP, map(asdict, mails))

    def bookmark(self, folder: str) -> tuple[int, int] | None:
        """The (UIDVALIDITY, UID) up to which *folder* was fetched, None at first.

        Of several UIDVALIDITYs the one fetched last.
        """
        where: dict[str, object] = {"folder": folder}
        uidvalidity = self._value(_LAST_FETCHED, where)
        if uidvalidity is None:
            return None
        where["uidvalidity"] = uidvalidity
        return uidvalidity, self._value(_HIGHEST_UID, where)

    def undisposed(self, limit: int) -> tuple[tuple[PaperId, RawMail], ...]:
        """Mails that have no disposition yet, in the order of their arrival on file.

        As many as are taken in hand at once, for the sake of memory: fewer of large ones, at least
        one.
        """
        self._find_mark()
        sizes = self._found(_SIZES, {"mark": self._marks.mails, "limit": limit})
        if not sizes:
            if limit > 0:
                self._marks.mails = self._value(_HIGHEST_ID, {}) or 0
            return ()
        chosen = _at_once(sizes)
        self._marks.mails = chosen[0] - 1
        where = {"first": chosen[0], "last": chosen[-1]}
        return tuple((PaperId(row.id), raw_mail(row)) for row in self._rows(_UNDISPOSED, where))

    def waiting(self, limit: int) -> int:
        """How many mails have no disposition yet; *limit* where there are more."""
        self._find_mark()
        return len(self._found(_SIZES, {"mark": self._marks.mails, "limit": limit}))

    def first_undisposed(self) -> PaperId | None:
        """The first of the mails that have no disposition yet, None where there is none."""
        self._find_mark()
        found: PaperId | None = self._value(_FIRST_UNDISPOSED, {"mark": self._marks.mails})
        self._marks.mails = (self._value(_HIGHEST_ID, {}) or 0) if found is None else found - 1
        return found

    def _find_mark(self) -> None:
        """After a start: up to which mail every one has a disposition."""
        if not self._marks.mails:
            waiting = [row.id for row in self._rows(_EVERY_UNDISPOSED, {})]
            highest: int = self._value(_HIGHEST_ID, {}) or 0
            self._marks.mails = min(waiting) - 1 if waiting else highest

    def dispose(
        self,
        mail: PaperId,
        disposition: Status,
        reason: str,
        *,
        message: Message | None,
        digest: str | None,
        at: datetime,
    ) -> None:
        """File what becomes of a mail, once; with its identity where it has one."""
        row = _row(mail, disposition, reason, message, digest, at)
        sender = message.sender if message else None
        self._add(_DISPOSE, {**row, "sender": sender})

    def replay(
        self,
        mail: PaperId,
        by: GnomeName,
        disposition: Status,
        reason: str,
        *,
        message: Message | None,
        digest: str | None,
        at: datetime,
    ) -> None:
        """File what became of a mail when it was handled again: from now on that holds.

        If it was read, a copy of it that comes later is known as read.
        """
        row = _row(mail, disposition, reason, message, digest, at)
        self._add(_REPLAY, {**row, "by": by})

    def dispositions(self, only: Status | None = None) -> tuple[Filed, ...]:
        """What became of each mail, oldest first; of one kind, or of every kind."""
        found = (
            self._rows(_FILED, {}) if only is None else self._rows(_FILED_AS, {"disposition": only})
        )
        return self._as_they_are_now(found, only)

    def filed(self, mail: PaperId) -> Filed | None:
        """What became of one mail, None while that is not decided."""
        again = self._rows(_REPLAYS_OF, {"mail": mail})
        row = again[-1] if again else self._row(_FILED_ONE, {"mail": mail})
        return None if row is None else _filed(row)

    def held_for(self, reason: str) -> tuple[Filed, ...]:
        """Those of them whose reason begins so; of others only new ones are looked at."""
        before = self._marks.kept.get(reason, Kept())
        found = dict(before.mails)
        for row in self._rows(_HELD_BEHIND, {"mark": before.mail}):
            if row.reason.startswith(reason):
                found[row.mail] = _filed(row)
        again = self._rows(_REPLAYS_BEHIND, {"mark": before.replay})
        for row in again:
            found.pop(row.mail, None)
            if row.disposition == "hold" and row.reason.startswith(reason):
                found[row.mail] = _filed(row)
        said = self._rows(_REOPENED_BEHIND, {"mark": before.reopened})
        for row in said:
            found.pop(row.mail, None)
        self._find_mark()
        now = Kept(
            mail=self._marks.mails,
            replay=again[-1].id if again else before.replay,
            reopened=said[-1].id if said else before.reopened,
            mails=found,
        )
        self._marks.kept = {**self._marks.kept, reason: now}
        return tuple([found[mail] for mail in sorted(found)])

    def held(self) -> tuple[Filed, ...]:
        """Mails kept for a human, about which the contestmaster has said nothing; oldest first."""
        held = self._rows(_HELD, {})
        known = {row.mail for row in held}  # what was handled again since may have been reopened
        found = self._as_they_are_now(held, "hold")
        return tuple(one for one in found if one.mail in known or not self.is_reopened(one.mail))

    def held_untold(self) -> tuple[Filed, ...]:
        """Mails kept for a human of which nobody was told yet, oldest first."""
        found = self._rows(_UNTOLD_MAILS, {"mark": self._marks.told})
        self._find_mark()
        self._marks.told = found[0].mail - 1 if found else self._marks.mails
        return tuple(map(_filed, found))

    def note_told(self, mails: Iterable[PaperId]) -> None:
        """Somebody was told that these mails are kept, or need not be."""
        self._add_all(_TELL, [{"mail": mail} for mail in mails])

    def is_reopened(self, mail: PaperId) -> bool:
        """Whether the contestmaster has said how a mail is to be read."""
        return self._value(_REOPENED, {"mail": mail}) is not None

    def _as_they_are_now(self, rows: list[Row], only: Status | None) -> tuple[Filed, ...]:
        """What became of mails, where some were handled again."""
        again = {row.mail: row for row in self._rows(_REPLAYS, {})}
        if not again:
            return tuple(map(_filed, rows))
        now = {row.mail: row for row in rows} | again
        found = [now[mail] for mail in sorted(now)]
        return tuple(_filed(row) for row in found if only is None or row.disposition == only)

    def filed_since(self, disposition: Status, reason: str, since: datetime) -> tuple[PaperId, ...]:
        """Which mails were filed so since then, for just this reason; oldest first."""
        where = {"disposition": disposition, "reason": reason, "since": since}
        return tuple(sorted([PaperId(row.mail) for row in self._rows(_FILED_SINCE, where)]))

    def raw_mail(self, mail: PaperId) -> RawMail | None:
        """A mail as it came, None where there is none of this number."""
        row = self._row(_RAW, {"mail": mail})
        return None if row is None else raw_mail(row)

    def mails_before(self, mail: PaperId, most: int, octets: int) -> tuple[bytes, ...]:
        """The octets of up to *most* mails that came before one, the last first.

        Of those that have at most *octets* of them; one that was forgotten has none.
        """
        rows = self._rows(_BEFORE, {"mail": mail, "most": most, "octets": octets})
        return tuple(row.octets for row in rows)

    def led_to(self, mail: PaperId, game: PaperId, number: int) -> None:
        """By a discard or a gift in return, announced in a mail, a game got to this gamestate."""
        self._add(_LED_TO, {"mail": mail, "game": game, "number": number})

    def took_effect(self, mail: PaperId) -> bool:
        """Whether a turn, a discard, a gift, a joining or a leaving came of a mail."""
        return self._value(_TOOK_EFFECT, {"mail": mail}) is not None

    def same_before(self, message_id: MessageId | None, digest: str | None) -> PaperId | None:
        """A mail filed as "read" earlier with this Message-ID or, without one, this digest.

        By its digest also one that the contestmaster has read.
        """
        found: PaperId | None = None
        if message_id is not None:
            where = dict.fromkeys(("identity", "replayed"), message_id)
            found = self._value(_READ_BY_MESSAGE_ID, where)
        elif digest is not None:
            same = dict.fromkeys(("identity", "reopened", "replayed"), digest)
            found = self._value(_READ_BY_DIGEST, same)
        return found


def _at_once(sizes: Sequence[Sequence[int]]) -> list[PaperId]:
    """The first of the mails, each with its octets, that are taken in hand at once; at least one.

    So memory is bounded, however many large mails wait.
    """
    chosen: list[PaperId] = []
    taken = 0
    for mail, octets in sizes:
        taken += octets
        if chosen and taken > AT_ONCE:
            break
        chosen.append(PaperId(mail))
    return chosen


def _row(
    mail: PaperId,
    disposition: Status,
    reason: str,
    message: Message | None,
    digest: str | None,
    at: datetime,
) -> dict[str, object]:
    """What became of a mail, and by what it is known."""
    return {
        "mail": mail,
        "disposition": disposition,
        "reason": brief(reason),
        "message_id": message.message_id if message else None,
        "digest": digest,
        "at": at,
    }


_LIKEN = insert(likenesses)
_ALIKE = Statement(
    select(likenesses.c.mail)
    .where(likenesses.c.digest == bindparam("digest"))
    .order_by(likenesses.c.mail)
)


class Copies(Part):
    """Copies of one mail: by what they say."""

    __slots__ = ()

    def note_likeness(self, mail: PaperId, digest: str) -> None:
        """What a mail that is read, or kept, looks like: a digest of who wrote it, and what."""
        self._add(_LIKEN, {"mail": mail, "digest": digest})

    def alike(self, digest: str) -> tuple[PaperId, ...]:
        """The mails of this likeness, oldest first."""
        return tuple(PaperId(row.mail) for row in self._rows(_ALIKE, {"digest": digest}))


def _filed(row: Row) -> Filed:
    """A row of it."""
    return rows.made(Filed, row)
