"""Attempts to send: begun on file before the network is used, and what came of each."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import bindparam, func, select

from rednov_bot.papers import Attempt, MessageId, Outcome, UnderWay
from rednov_bot.ports import LOST_FOR
from rednov_bot.store import rows
from rednov_bot.store.part import Unfinished
from rednov_bot.store.rows import moment
from rednov_bot.store.sending import BEGUN, CLOSED, Sending, wait
from rednov_bot.store.statements import Statement, insert
from rednov_bot.store.tables import (
    attempts,
    handovers,
    postings,
    put_backs,
    sendings,
)
from rednov_bot.store.texts import plain
from rednov_bot.store.under_way import OPEN

INTERRUPTED: Final = "interrupted"
"""What stands where a server's words would, of an attempt whose sender died meanwhile."""
LOST_WAITS: Final = tuple([timedelta(minutes=one) for one in (1, 5, 15, 60)])
"""How long after its n-th lost connection a private mail is offered again; then every hour."""
DEATHS: Final = 5
"""Deaths of the bot with a mail in hand after which it is left alone: it may be what kills it."""

_SO_FAR = select(
    postings.c.id,
    postings.c.kind,
    select(func.count())
    .where(attempts.c.posting == postings.c.id)
    .scalar_subquery()
    .label("tried"),
    CLOSED,
    BEGUN,
    select(func.min(sendings.c.number))
    .where(sendings.c.posting == postings.c.id, OPEN)
    .scalar_subquery()
    .label("open"),
    select(func.max(handovers.c.number))
    .where(handovers.c.posting == postings.c.id)
    .scalar_subquery()
    .label("handed"),
)
_WITH_ID = Statement(_SO_FAR.where(postings.c.message_id == bindparam("message_id")))
_WITH_NUMBER = Statement(_SO_FAR.where(postings.c.id == bindparam("posting")))
_OF_UNKNOWN_FATE = Statement(
    select(attempts).where(
        attempts.c.posting == bindparam("posting"), attempts.c.outcome == "unknown"
    )
)
_UNDER_WAY = Unfinished(
    lambda which: select(sendings.c.posting).where(which(sendings.c.posting), OPEN)
)
_BEGUN_AGAIN = Unfinished(
    lambda which: (
        select(postings.c.message_id)
        .select_from(sendings.join(postings, postings.c.id == sendings.c.posting))
        .where(which(sendings.c.posting), sendings.c.number > 1, OPEN)
    )
)
_OPEN_OF = Statement(
    select(sendings.c.posting, sendings.c.number)
    .select_from(postings.join(sendings, sendings.c.posting == postings.c.id))
    .where(
        postings.c.message_id == bindparam("message_id"),
        sendings.c.number == bindparam("number"),
        OPEN,
    )
)
_ATTEMPT = insert(attempts)
_BEGIN = insert(sendings)
_HAND_OVER = insert(handovers)
_PUT_BACK = insert(put_backs)


class Attempting(Sending):
    """Attempts to send: begun on file before the network is used, and what came of each."""

    __slots__ = ()

    def begin_sending(self, now: datetime, limit: int) -> tuple[UnderWay, ...]:
        """What is due is under way from now on, until `attempted` or `put_back` says otherwise.

        To be kept before the network is used.
        """
        found = self._due(now, limit)
        numbers = [{"posting": row.id, "number": _next(row), "at": moment(now)} for row in found]
        self._add_all(_BEGIN, numbers)
        return tuple(rows.under_way(row, _next(row)) for row in found)

    def handed_over(self, one: UnderWay) -> None:
        """From now on a mail under way may have gone, whatever comes of it: its text goes out.

        KeyError, and nothing is noted, where it is under way no longer.
        """
        found = self._open(one)
        if found is None:
            raise KeyError(one.message_id)
        self._add(_HAND_OVER, {"posting": found.posting, "number": found.number})

    def put_back(self, some: Iterable[UnderWay]) -> None:
        """Nothing was tried with these mails: those that are still under way so are due again."""
        found = [row for row in map(self._open, some) if row is not None]
        numbers = [{"posting": row.posting, "number": row.number} for row in found]
        self._add_all(_PUT_BACK, numbers)

    def _open(self, one: UnderWay) -> rows.Row | None:
        """This very sending, unless it came to its end."""
        return self._row(_OPEN_OF, {"message_id": one.message_id, "number": one.number})

    def attempted(self, attempt: Attempt, number: int | None = None) -> None:
        """An attempt was made.  KeyError when there is no such posting.

        *number*: of the sending that is its end; None where there is one at most.  Nothing is
        noted of a sending that has come to its end.
        """
        so_far = self._so_far(attempt.message_id)
        if number is not None:
            where = {"message_id": attempt.message_id, "number": number}
            if self._row(_OPEN_OF, where) is None:
                return
            so_far = so_far._replace(open=number)
        self._close(so_far, attempt.at, attempt.outcome, attempt.reply)

    def begun_again(self) -> frozenset[MessageId]:
        """Those of the mails that are under way that were under way before."""
        return frozenset(MessageId(row.message_id) for row in self._unfinished(_BEGUN_AGAIN))

    def interrupted(self, now: datetime) -> int:
        """Who sent is dead: nothing is under way any more; how many mails are of unknown fate.

        What they had not begun to hand over is due again.
        """
        asked = sorted([row.posting for row in self._unfinished(_UNDER_WAY)])
        found = [self._row(_WITH_NUMBER, {"posting": number}) for number in asked]
        found = [row for row in found if row is not None and row.open is not None]
        gone = [row for row in found if row.handed == row.open]
        for row in gone:
            self._close(row, now, "unknown", INTERRUPTED)
        untouched = [row for row in found if row.handed != row.open]
        self._add_all(_PUT_BACK, [{"posting": row.id, "number": row.open} for row in untouched])
        return len(gone)

    def _so_far(self, name: MessageId) -> rows.Row:
        """What was done so far about a posting.  KeyError when there is no such posting."""
        found = self._row(_WITH_ID, {"message_id": name})
        if found is None:
            raise KeyError(name)
        return found

    def _close(
        self,
        so_far: rows.Row,
        at: datetime,
        outcome: Outcome,
        reply: str,
    ) -> None:
        """What came of the attempt that is under way, or of one that was made unannounced."""
        again: timedelta | None = None
        if outcome == "deferred":
            again = wait(so_far.tried + 1)
        elif outcome == "unknown" and so_far.kind != "public":
            again = self._again_after_a_loss(so_far.id, at, reply)
        row = {
            "posting": so_far.id,
            "number": _next(so_far) if so_far.open is None else so_far.open,
            "at": moment(at),
            "outcome": outcome,
            "reply": plain(reply),
            "retry_at": None if again is None else moment(at + again),
        }
        self._add(_ATTEMPT, row)

    def _again_after_a_loss(self, posting: int, at: datetime, reply: str) -> timedelta | None:
        """In how long a private mail that was lost just now is offered again; None for never."""
        before = self._rows(_OF_UNKNOWN_FATE, {"posting": posting})
        losses = [rows.at(row.at) for row in before if row.reply != INTERRUPTED]
        if reply == INTERRUPTED:
            return timedelta() if len(before) - len(losses) + 1 < DEATHS else None
        if losses and at - min(losses) >= LOST_FOR:
            return None
        return LOST_WAITS[min(len(losses), len(LOST_WAITS) - 1)]


def _next(so_far: rows.Row) -> int:
    """The number of the next sending of a posting."""
    return max(so_far.closed or 0, so_far.begun or 0) + 1
