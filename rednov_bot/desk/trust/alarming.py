"""Whoever decides is told of what only a forger does; a few times a day, then all in one mail.

An alarm that came with each forged mail would be a way to bury em in mail.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from operator import itemgetter
from typing import Final

from rednov_bot.desk import stationery
from rednov_bot.desk.desk import Desk
from rednov_bot.desk.outgoing import post
from rednov_bot.papers import Forgery, PaperId
from rednov_bot.ports import Records
from rednov_bot.prose import trust_pages

A_DAY: Final = 5
"""Alarms that are told one by one within 24 hours."""

_DAY: Final = timedelta(days=1)
_AHEAD: Final = timedelta(hours=1)
"""So far the clock may have been ahead by which an alarm is dated, of another worker's machine: it
counts as one of today.  What is dated later is of a day that never was."""
_MOST_TOLD: Final = 20  # alarms that a summary tells in words
_SUMMARY: Final = "summary"
REASON: Final = "alarm"
"""For which reason such a mail is queued."""

WRONG_CODE: Final = "wrong code"
USED_CODE: Final = "used code"
CODE_OUT: Final = "code out"
_ANSWERED: Final = (WRONG_CODE, USED_CODE, CODE_OUT)
"""Of these the answer to such a mail tells, or the draft under its new code."""


def alarm(
    desk: Desk,
    records: Records,
    kind: str,
    what: str,
    mail: PaperId | None,
    *,
    to_do: str = "",
    code: str = "",
) -> None:
    """Something alarming happened: *what*, in a sentence; told at once where few were today.

    *to_do* is what whoever decides can do about it; *code* that of the draft that it is about.
    """
    at = desk.now()
    gone = _told_today(desk, records)
    told = gone < A_DAY
    records.note_forgery(Forgery(kind=kind, what=what, mail=mail, at=at), told=told)
    if told:
        page = trust_pages.alarm(
            [what],
            last=gone == A_DAY - 1,
            to_do=to_do,
            code=code,
            letterhead=stationery.letterhead(desk),
            envelope=stationery.to_contestmaster(desk),
        )
        post(desk, records, page, reason=REASON)


def note(desk: Desk, records: Records, kind: str, what: str, mail: PaperId | None) -> int:
    """Something that is told in another way is on file; how often it was so within a day."""
    at = desk.now()
    before = records.how_many_forgeries(kind, at - _DAY, at + _AHEAD)
    records.note_forgery(Forgery(kind=kind, what=what, mail=mail, at=at), told=before < A_DAY)
    return before + 1


def _told_today(desk: Desk, records: Records) -> int:
    """How many alarms were told one by one within 24 hours, by a mail of their own."""
    at = desk.now()
    told = records.told_forgeries(at - _DAY, at + _AHEAD)
    return sum(not one.kind.startswith(_ANSWERED) for one in told)


def sum_up(desk: Desk, records: Records) -> None:
    """What was not told one by one is told in one mail, a day after the first of it happened.

    So it is told at most once a day, and cannot be put off by whoever sees to one more alarm; nor
    by a clock that was far ahead.
    """
    at = desk.now()
    first = records.first_untold(_SUMMARY)  # in each round: of the others nothing is read
    if first is None or first - _AHEAD <= at < first + _DAY:
        return
    untold = records.untold(_SUMMARY)
    records.note_forgery(Forgery(kind=_SUMMARY, what="", mail=None, at=at), told=True)
    page = trust_pages.alarm(
        _in_turn(untold)[:_MOST_TOLD],
        last=False,
        more=len(untold),
        letterhead=stationery.letterhead(desk),
        envelope=stationery.to_contestmaster(desk),
    )
    post(desk, records, page, reason=REASON)


def _in_turn(untold: Sequence[Forgery]) -> list[str]:
    """One of each kind before a second of any: much of one kind must not hide another."""
    seen: Counter[str] = Counter()
    placed: list[tuple[int, str]] = []
    for one in untold:
        placed.append((seen[one.kind], one.what))
        seen[one.kind] += 1
    return list(dict.fromkeys([what for _, what in sorted(placed, key=itemgetter(0))]))
