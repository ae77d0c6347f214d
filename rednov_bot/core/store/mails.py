"""Mails as fetched, and what became of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Integer,
    Select,
    Table,
    and_,
    bindparam,
    exists,
    func,
    select,
    union_all,
)

from rednov_bot.core.models import (
    Act,
    Authentication,
    AuthorQuestion,
    AuthorVerdict,
    Clarification,
    Clarified,
    Filed,
    Forgery,
    Message,
    MessageId,
    PaperId,
    RawMail,
    Reading,
    Status,
    brief,
)
from rednov_bot.core.store import forms
from rednov_bot.core.store.part import Part
from rednov_bot.core.store.statements import (
    Row,
    Statement,
    found,
    given,
    made,
    rows_of,
)
from rednov_bot.core.store.tables import (
    authentications,
    caused,
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
    readings,
    reopened,
    replays,
    turns,
    vouched,
)
from rednov_bot.games.base import Player


class Clarifying(Part):
    """What unclear announcements mean: what was asked, and how it was settled."""

    def ask_to_clarify(self, asked: Clarification) -> None:
        """The author of an announcement is asked what it means; the code answers it."""
        matter = {
            "text": asked.text,
            "questions": asked.questions,
            "proposal": forms.tagged(asked.proposal),
            "second": forms.tagged(asked.second),
            "said": asked.said,
        }
        self._add(clarifications, asked, matter=matter)

    def clarification(self, code: str) -> Clarification | None:
        """What was asked under this code; None where nothing was."""
        return self._one(_clarification, clarifications, code=code)

    def clarification_of(self, mail: PaperId) -> Clarification | None:
        """What was asked last about an announcement; None where nothing was."""
        row = self._last(clarifications, mail=mail)
        return None if row is None else _clarification(row)

    def clarify(
        self, mail: PaperId, verdict: Clarified, acts: tuple[Act, ...], by: PaperId, at: datetime
    ) -> None:
        """The mail *by* settles what an announcement means, once: else AlreadyOnFile."""
        self._add(clarified, mail=mail, verdict=verdict, by=by, at=at, acts=forms.tagged(acts))

    def clarified(self, mail: PaperId) -> Clarified | None:
        """How it was settled what an announcement means; None where that is open."""
        return self._one(lambda row: row.verdict, clarified, mail=mail)


def _clarification(row: Row) -> Clarification:
    matter: forms.Matter = row.matter
    return made(
        Clarification,
        row,
        text=matter.text,
        questions=matter.questions,
        proposal=forms.untagged(matter.proposal),
        second=forms.untagged(matter.second),
        said=matter.said,
    )


_QUESTIONS = select(doubted, vouched.c.verdict, vouched.c.at.label("settled_at")).select_from(
    doubted.outerjoin(vouched, vouched.c.doubted == doubted.c.id)
)
_OPEN = Statement(
    _QUESTIONS.where(doubted.c.at >= bindparam("since"), vouched.c.doubted.is_(None)).order_by(
        doubted.c.at, doubted.c.id
    )
)
_UNDER = Statement(_QUESTIONS.where(*given(doubted, "code")))
_QUESTION_OF_MAIL = Statement(_QUESTIONS.where(*given(doubted, "mail")).order_by(doubted.c.id))
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
_UNTOLD = rows_of(forgeries, _SINCE_SUMMED_UP)
_FIRST_UNTOLD = Statement(
    select(forgeries.c.at).where(_SINCE_SUMMED_UP).order_by(forgeries.c.id).limit(1)
)
_HOW_MANY = Statement(
    select(func.count())
    .select_from(forgeries)
    .where(*given(forgeries, "kind"), forgeries.c.at > bindparam("since"))
)


class Trusting(Part):
    """Whose mails are, who was asked whether they wrote one, and what was alarming."""

    def note_authentication(self, mail: PaperId, shown: Authentication, at: datetime) -> None:
        """Whether a mail is its author's, once; what was noted first holds."""
        grounds = "; ".join(shown.grounds)
        self._add(authentications, shown, mail=mail, at=at, grounds=grounds, passing_over=True)

    def authentication(self, mail: PaperId) -> Authentication | None:
        """What was noted of a mail; None where nothing was checked."""
        row = self._row(authentications, mail=mail)
        return None if row is None else made(Authentication, row, grounds=(row.grounds,))

    def ask_author(
        self, mail: PaperId, code: str, name: Player, grounds: str, at: datetime
    ) -> None:
        """Somebody is asked whether they wrote a mail; *code* answers it."""
        self._add(doubted, mail=mail, code=code, name=name, grounds=grounds, at=at)

    def author_question(self, code: str) -> AuthorQuestion | None:
        """What was asked under this code; None where nothing was."""
        return self._one(AuthorQuestion, _UNDER, code=code)

    def author_questions(self, since: datetime) -> tuple[AuthorQuestion, ...]:
        """What was asked since then and is open, oldest first."""
        return self._all(AuthorQuestion, _OPEN, since=since)

    def author_questions_of(self, mail: PaperId) -> tuple[AuthorQuestion, ...]:
        """Every question whether somebody wrote this mail, oldest first."""
        return self._all(AuthorQuestion, _QUESTION_OF_MAIL, mail=mail)

    def settle_author_question(
        self, question: PaperId, verdict: AuthorVerdict, by: PaperId | None, at: datetime
    ) -> None:
        """It was answered by a mail, or closed, once: AlreadyOnFile when it was before."""
        self._add(vouched, doubted=question, verdict=verdict, mail=by, at=at)

    def note_forgery(self, forgery: Forgery, *, told: bool = False) -> None:
        """Something alarming is on file; *told* says whether a mail tells of it."""
        self._add(forgeries, forgery, told=told)

    def first_untold(self, summary: str) -> datetime | None:
        """When the first alarming thing happened that no mail told of since the last *summary*.

        *summary* is the kind by which such a one is on file.  None where nothing did.
        """
        return self._when(_FIRST_UNTOLD, summary=summary)

    def untold(self, summary: str) -> tuple[Forgery, ...]:
        """All that was alarming and that no mail told of since the last *summary*, in turn."""
        return self._all(Forgery, _UNTOLD, summary=summary)

    def how_many_forgeries(self, kind: str, since: datetime) -> int:
        """How often something was alarming in one way since then."""
        return self._count(_HOW_MANY, kind=kind, since=since)

    def forgeries_within_a_day(self, kind: str, now: datetime) -> int:
        """The same of the last day; what is dated later was dated by a clock that was ahead."""
        since = now - timedelta(days=1)
        return self.how_many_forgeries(kind, since) - self.how_many_forgeries(kind, now)


AT_ONCE: Final = 8 * 1024 * 1024
"""Octets of mails that are taken in hand at once; a greater mail is taken alone."""


def _is_in(table: Table, mail: ColumnElement[int]) -> ColumnElement[bool]:
    """Whether something of this table is on file of a mail."""
    return exists().where(table.c.mail == mail)


_HIGHEST_UID = Statement(
    select(func.max(raw_mails.c.uid)).where(*given(raw_mails, "folder", "uidvalidity"))
)
_LAST_FETCHED = Statement(
    select(raw_mails.c.uidvalidity)
    .where(*given(raw_mails, "folder"))
    .order_by(raw_mails.c.id.desc())
    .limit(1)
)
_SIZES = Statement(
    select(raw_mails.c.id, func.length(raw_mails.c.octets))
    .where(raw_mails.c.id > bindparam("mark"), ~_is_in(dispositions, raw_mails.c.id))
    .order_by(raw_mails.c.id)
    .limit(bindparam("limit", type_=Integer))
)
"""Neither database reads the octets for it."""
_RAW_MAIL = found(raw_mails, "id")
_BETWEEN = rows_of(raw_mails, raw_mails.c.id.between(bindparam("first"), bindparam("last")))
_EVERY_UNDISPOSED = Statement(select(raw_mails.c.id).where(~_is_in(dispositions, raw_mails.c.id)))
"""Asked once after a start: without a range of ids it is answered without the mails themselves."""
_BEFORE = Statement(
    select(raw_mails.c.id)
    .where(
        raw_mails.c.id < bindparam("mail"),
        func.length(raw_mails.c.octets).between(1, bindparam("octets", type_=Integer)),
    )
    .order_by(raw_mails.c.id.desc())
    .limit(bindparam("most", type_=Integer))
)


def _read_by(name: str, *others: Select[Any]) -> Statement:
    """Mails that were read, at once or again, and are known by this column; or *others*."""
    read = [
        select(table.c.mail).where(*given(table, name), table.c.disposition == "read")
        for table in (dispositions, replays)
    ]
    return Statement(union_all(*read, *others).order_by("mail").limit(1))


_READ_BY_MESSAGE_ID = _read_by("message_id")
_READ_BY_DIGEST = _read_by("digest", select(reopened.c.mail).where(*given(reopened, "digest")))
_IS_HELD = and_(
    dispositions.c.disposition == "hold",
    ~_is_in(reopened, dispositions.c.mail),
    ~_is_in(replays, dispositions.c.mail),
)
_HELD = rows_of(dispositions, _IS_HELD)
_HELD_UNTOLD = rows_of(dispositions, _IS_HELD, ~_is_in(held_told, dispositions.c.mail))
_FILED_SINCE = Statement(
    select(dispositions.c.mail)
    .where(*given(dispositions, "disposition", "reason"), dispositions.c.at >= bindparam("since"))
    .order_by(dispositions.c.mail)
)
_TOOK_EFFECT = Statement(
    union_all(
        *[select(one.c.mail).where(*given(one, "mail")) for one in (turns, led_to, memberships)]
    ).limit(1)
)


class Waiting(NamedTuple):
    """A mail that has no disposition yet."""

    mail: PaperId
    octets: int


_IN_MIND: Final = 200
"""Mails of the queue that are kept in mind."""


class Queue(NamedTuple):
    """The first mails that have no disposition yet, oldest first."""

    mails: tuple[Waiting, ...]
    is_whole: bool  # there are no others


class Mails(Part):
    """Mails as fetched, and what became of them."""

    def keep(self, mails: Sequence[RawMail]) -> int:
        """Store mails as they came.  One already on file (folder, UIDVALIDITY, UID) is passed over.

        Returns how many were new.
        """
        new = 0
        for one in mails:
            numbering, uid = self.bookmark(one.folder) or (None, 0)
            queue = self._queue(1)
            folder, validity = one.folder, one.uidvalidity
            is_next = numbering == validity and one.uid > uid
            if is_next or not self._rows(
                raw_mails, folder=folder, uidvalidity=validity, uid=one.uid
            ):
                number = self._add(raw_mails, one)
                last = uid if numbering == validity else 0
                self._memory.hot["bookmark", folder] = validity, max(last, one.uid)
                if queue.is_whole and len(queue.mails) < _IN_MIND:
                    queue = Queue((*queue.mails, Waiting(number, len(one.octets))), is_whole=True)
                else:
                    queue = queue._replace(is_whole=False)
                self._memory.hot["queue"] = queue
                new += 1
        return new

    def bookmark(self, folder: str) -> tuple[int, int] | None:
        """The (UIDVALIDITY, UID) up to which *folder* was fetched, None at first.

        Of several UIDVALIDITYs the one fetched last.
        """

        def load() -> tuple[int, int] | None:
            numbering: int | None = self._value(_LAST_FETCHED, folder=folder)
            if numbering is None:
                return None
            return numbering, self._count(_HIGHEST_UID, folder=folder, uidvalidity=numbering)

        return self._hot(("bookmark", folder), load)

    def undisposed(self, limit: int) -> tuple[tuple[PaperId, RawMail], ...]:
        """Mails that have no disposition yet, in the order of their arrival on file.

        As many as are taken in hand at once, for the sake of memory: fewer of large ones, at least
        one.
        """
        chosen = [*_at_once(self._left(limit))]
        if not chosen:
            return ()
        rows = self._rows(_BETWEEN, first=chosen[0], last=chosen[-1])
        for row in rows:  # each is asked for again when it is handled
            self._keep(_RAW_MAIL, (_RAW_MAIL, ("id", row.id)), ((), (row,)))
        return tuple((PaperId(row.id), made(RawMail, row)) for row in rows if row.id in chosen)

    def waiting(self, limit: int) -> int:
        """How many mails have no disposition yet; *limit* where there are more."""
        return len(self._left(limit))

    def first_undisposed(self) -> PaperId | None:
        """The first of the mails that have no disposition yet, None where there is none."""
        found = self._left(1)
        return found[0].mail if found else None

    def is_undisposed(self, mail: PaperId) -> bool:
        """Whether a mail has no disposition yet."""
        queue = self._queue(1)
        return any(one.mail == mail for one in queue.mails) or (
            not queue.is_whole and self.filed(mail) is None
        )

    def _left(self, limit: int) -> tuple[Waiting, ...]:
        """So many of the mails that have no disposition yet."""
        return self._queue(limit).mails[:limit]

    def _queue(self, least: int) -> Queue:
        """The first mails that have no disposition yet: at least so many, or all there are."""
        known: Queue | None = self._memory.hot.get("queue")
        if known is not None and (known.is_whole or len(known.mails) >= least):
            return known
        highest, many = self.last_number(raw_mails), max(least, _IN_MIND)
        if not self._marks.mails:
            self._marks.mails = min(self._ids(_EVERY_UNDISPOSED), default=highest + 1) - 1
        rows = self._rows(_SIZES, mark=self._marks.mails, limit=many)
        found = tuple([Waiting(PaperId(mail), octets) for mail, octets in rows])
        self._marks.mails = found[0].mail - 1 if found else highest
        known = self._memory.hot["queue"] = Queue(found, is_whole=len(found) < many)
        return known

    def dispose(
        self,
        mail: PaperId,
        disposition: Status,
        reason: str,
        *,
        message: Message | None,
        digest: str | None,
        at: datetime,
        again_by: Player | None = None,
    ) -> None:
        """File what becomes of a mail, once; with its identity where it has one.

        *again_by*: who had it handled again; what came of that holds from now on, and if it was
        read, a copy of it that comes later is known as read.
        """
        what: dict[str, Any] = {"mail": mail, "disposition": disposition, "reason": brief(reason)}
        hot, filed = (
            self._memory.hot,
            Filed(mail=mail, disposition=disposition, reason=forms.plain(brief(reason)), at=at),
        )
        if again_by is not None:
            self._add(replays, message, **what, digest=digest, at=at, by=again_by)
            is_held = disposition == "hold" and not self.is_reopened(mail)
            self._keep_in_mind("held", mail, filed if is_held else None)
            self._keep_in_mind("untold", mail, None)
            return
        self._add(dispositions, message, **what, digest=digest, at=at)
        if (queue := hot.get("queue")) is not None:
            left = tuple([one for one in queue.mails if one.mail != mail])
            hot["queue"] = queue._replace(mails=left)
        if disposition == "hold":
            self._keep_in_mind("held", mail, filed)
            self._keep_in_mind("untold", mail, filed)

    def dispositions(self, only: Status | None = None) -> tuple[Filed, ...]:
        """What became of each mail, oldest first; of one kind, or of every kind."""
        rows = (
            self._rows(dispositions) if only is None else self._rows(dispositions, disposition=only)
        )
        now = {row.mail: row for row in (*rows, *self._rows(replays))}
        found = [made(Filed, now[mail]) for mail in sorted(now)]
        return tuple(one for one in found if only is None or one.disposition == only)

    def filed(self, mail: PaperId) -> Filed | None:
        """What became of one mail, None while that is not decided."""
        row = self._last(replays, mail=mail) or self._row(dispositions, mail=mail)
        return None if row is None else made(Filed, row)

    def held(self) -> tuple[Filed, ...]:
        """Mails kept for a human, about which the contestmaster has said nothing; oldest first."""

        def load() -> dict[PaperId, Filed]:
            found = {row.mail: made(Filed, row) for row in self._rows(_HELD)}
            again = {row.mail: made(Filed, row) for row in self._rows(replays)}
            found |= {
                mail: one
                for mail, one in again.items()
                if one.disposition == "hold" and not self.is_reopened(mail)
            }
            return found

        return tuple([one for _, one in sorted(self._hot("held", load).items())])

    def held_for(self, reason: str) -> tuple[Filed, ...]:
        """Those of them whose reason begins so."""
        return tuple([one for one in self.held() if one.reason.startswith(reason)])

    def held_untold(self) -> tuple[Filed, ...]:
        """Mails kept for a human of which nobody was told yet, oldest first."""
        found = self._hot(
            "untold", lambda: {one.mail: one for one in self._all(Filed, _HELD_UNTOLD)}
        )
        return tuple([one for _, one in sorted(found.items())])

    def note_told(self, mails: Iterable[PaperId]) -> None:
        """Somebody was told that these mails are kept, or need not be."""
        for mail in mails:
            self._add(held_told, mail=mail, passing_over=True)
            self._keep_in_mind("untold", mail, None)

    def is_reopened(self, mail: PaperId) -> bool:
        """Whether the contestmaster has said how a mail is to be read."""
        return bool(self._rows(reopened, mail=mail))

    def note_reading(self, mail: PaperId, reading: Reading) -> None:
        """What was read in a mail, for good: what is read first counts."""
        acts = forms.tagged(reading.acts or reading.proposal)
        self._add(readings, mail=mail, verdict=reading.verdict, acts=acts, passing_over=True)

    def reading(self, mail: PaperId) -> tuple[str, tuple[Act, ...]] | None:
        """The verdict and the acts that were read in a mail; None where nobody read it.

        Of an ambiguous one, what it was taken for.
        """
        row = self._row(readings, mail=mail)
        return None if row is None else (row.verdict, forms.untagged(row.acts))

    def led_to_by(self, mail: PaperId) -> tuple[tuple[str, str], ...]:
        """What a mail led to, in turn: the table of each, and by what it is known there."""
        return tuple([(row.kind, row.key) for row in self._rows(caused, mail=mail)])

    def filed_since(self, disposition: Status, reason: str, since: datetime) -> tuple[PaperId, ...]:
        """Which mails were filed so since then, for just this reason; oldest first."""
        return self._ids(_FILED_SINCE, disposition=disposition, reason=reason, since=since)

    def raw_mail(self, mail: PaperId) -> RawMail | None:
        """A mail as it came, None where there is none of this number."""
        return self._one(RawMail, raw_mails, id=mail)

    def mails_before(self, mail: PaperId, most: int, octets: int) -> tuple[PaperId, ...]:
        """Up to *most* mails that came before one, the last first.

        Of those that have at most *octets* octets; one that was forgotten has none.
        """
        return self._ids(_BEFORE, mail=mail, most=most, octets=octets)

    def led_to(self, mail: PaperId, game: PaperId, number: int) -> None:
        """By a discard or a gift in return, announced in a mail, a game got to this gamestate."""
        self._add(led_to, mail=mail, game=game, number=number)

    def took_effect(self, mail: PaperId) -> bool:
        """Whether a turn, a discard, a gift, a joining or a leaving came of a mail."""
        return bool(self._rows(_TOOK_EFFECT, mail=mail))

    def same_before(self, message_id: MessageId | None, digest: str | None) -> PaperId | None:
        """A mail filed as "read" earlier with this Message-ID or, without one, this digest.

        By its digest also one that the contestmaster has read.
        """
        if message_id is not None:
            return self._read_by(_READ_BY_MESSAGE_ID, "message_id", message_id)
        return None if digest is None else self._read_by(_READ_BY_DIGEST, "digest", digest)

    def _read_by(self, asked: Statement, name: str, value: str) -> PaperId | None:
        """The first mail that was read and is known so; what is not written yet need not be."""
        value = forms.plain(value)
        found = [row.mail for row in self._on_file(asked, {name: value})]
        found += [
            row["mail"]
            for table in (dispositions, replays, reopened)
            for row in self._new(table)
            if row.get(name) == value and row.get("disposition", "read") == "read"
        ]
        return PaperId(min(found)) if found else None

    def note_likeness(self, mail: PaperId, digest: str) -> None:
        """What a mail that is read, or kept, looks like: a digest of who wrote it, and what."""
        self._add(likenesses, mail=mail, digest=digest)

    def alike(self, digest: str) -> tuple[PaperId, ...]:
        """The mails of this likeness, oldest first."""
        return tuple([row.mail for row in self._rows(likenesses, digest=digest)])


def _at_once(sizes: Iterable[tuple[PaperId, int]]) -> Iterator[PaperId]:
    """The first of the mails, each with its octets, that are taken in hand at once; at least one.

    So memory is bounded, however many large mails wait.
    """
    taken = 0
    for mail, octets in sizes:
        if taken and taken + octets > AT_ONCE:
            return
        taken += octets
        yield mail
