"""What lies on the desk, as lines for the one who decides; some of it is for them alone (§6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from rednov_bot.core.contest import Hold, Ruling, RulingEffect, withdrawals
from rednov_bot.core.invocation import program_from_anywhere
from rednov_bot.core.models import Draft, Filed
from rednov_bot.core.render.environment import fold
from rednov_bot.core.render.wording import capital, day, span, when

_NOTHING = ("  nothing",)
_HANG = "      "
_WIDE = 24  # columns of a command
_SOME_MAILS = 20  # of many mails, as many of the first and of the last


def drafts(waiting: Iterable[tuple[Draft, str, Hold | None]]) -> tuple[str, ...]:
    """The open drafts, oldest first: code, what about, until when, and whether they are held."""
    lines = []
    for draft, about, hold in waiting:
        said = f"[rednov {draft.code}]  {about}"
        if draft.choice is not None:
            said += f"; choose {' | '.join(draft.choice.candidates)}"
        if draft.due_by is not None:
            said += f", due by {when(draft.due_by)}"
        if hold is not None:
            said += f", held until {when(hold.until)}" if hold.until else ", held"
        lines.append(said)
    return entries(lines)


Owed = tuple[str, str, datetime | None, str, bool]
"""What is owed: in words, by which clause, until when, and what else there is to say.

At last whether it is a right that ripens then, rather than a duty (§19).
"""


def duties(owed: Iterable[Owed], now: datetime) -> tuple[str, ...]:
    """What is owed, with the time left."""
    lines = []
    for about, clause, due_by, note, ripens in owed:
        said = capital(f"{about} ({clause})" if clause else about)
        if due_by is not None and ripens:
            said += f", {'since' if due_by <= now else 'from'} {when(due_by)}"
            said += "" if due_by <= now else " on"
        elif due_by is not None:
            said += f", by {when(due_by)}: {left(due_by, now)}"
        lines.append(f"{said}. {note}" if note else f"{said}.")
    return entries(lines)


def left(due_by: datetime, now: datetime) -> str:
    """`5 hours left`, `overdue by 2 days`."""
    if now > due_by:
        return f"overdue by {span(now - due_by)}"
    return f"{span(max(due_by - now, timedelta(minutes=1)))} left"


def rulings(given: Iterable[Ruling], decided: Callable[[RulingEffect], str]) -> tuple[str, ...]:
    """Every ruling, oldest first (§25): for the one who decides, for the list may not know of each.

    *decided* says what an effect changes, without what a blind game hides.
    """
    every = tuple(given)
    gone, lines = withdrawals(every), []
    for one in every:
        clause = f" ({one.clause})" if one.clause else ""
        what = decided(one.effect)
        remarks = [] if what in one.text else [what]  # an option says so itself
        remarks += [f"withdrawn by ruling {gone[one.number]}"] if one.number in gone else []
        remarks += ["the list was not told of it"] if one.told_at is None else []
        remark = f" ({'; '.join(remarks)})" if remarks else ""
        lines.append(f"{one.number}. {day(one.at)}, {one.by}{clause}: {one.text}{remark}")
    return entries(lines)


def mails(held: Iterable[Filed]) -> tuple[str, ...]:
    """Mails kept for a human, each with why; of many the first and the last."""
    every = [f"mail {one.mail}, of {when(one.at)}: {one.reason}" for one in held]
    if len(every) <= 2 * _SOME_MAILS:
        return entries(every)
    left_out = f"{len(every) - 2 * _SOME_MAILS} more between: "
    left_out += f"`{program_from_anywhere()} mails --held` lists them all"
    return entries([*every[:_SOME_MAILS], left_out, *every[-_SOME_MAILS:]])


def guided(example: str, does: str) -> tuple[str, ...]:
    """A command, and what it does behind it or below."""
    first, *more = example.split("\n")
    hang = " " * (_WIDE + 4)
    if not more and len(first) <= _WIDE:
        return tuple(fold(does, f"  {first:<{_WIDE}}  ", hang).split("\n"))
    lines = [f"  {line}" for line in (first, *more)]
    return (*lines, *fold(does, hang, hang).split("\n"))


def entries(lines: Iterable[str]) -> tuple[str, ...]:
    """Each line as an entry of a list, folded; that there are none, where there are none."""
    folded = [line for said in lines for line in fold(said, "  ", _HANG).split("\n")]
    return tuple(folded) or _NOTHING
