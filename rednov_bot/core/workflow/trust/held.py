"""What the contestmaster is told of by mail: mails that are kept, strangers who join, alarms.

Each is bounded a day: mails that came with each forged mail would be a way to bury them in mail.
"""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Final

from rednov_bot.core.mail.roster import folded
from rednov_bot.core.models import Filed, Forgery, Join, Message, PaperId, brief
from rednov_bot.core.render import trust_pages
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import (
    announcements,
    hidden,
    listening,
    mails_on_file,
    moments,
    outgoing,
)
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.core.workflow.health import apart
from rednov_bot.core.workflow.outgoing import post
from rednov_bot.core.workflow.screening import perhaps_by, screen

A_DAY: Final = 5
"""Mails of one kind within 24 hours; the last of them says that it is."""

_DAY: Final = timedelta(days=1)


# -- Mails that are kept ---------------------------------------------------------------------

DIGEST: Final = "It is a digest of"
"""With these words the reason begins why a digest of a forum is kept."""

REASON: Final = "mail kept"
_FAILED: Final = "mail failed"


def look(desk: Desk, records: UnitOfWork) -> None:
    """The contestmaster hears of the mails that are kept and of which nobody was told, in one mail.

    Of those that meet a fault of the program in another: what anybody can make up must not hide
    them.  What is more than may be told today is in the first mail of the next day.
    """
    untold = records.held_untold()
    for why, fails in ((_FAILED, True), (REASON, False)):
        some = [one for one in untold if one.reason.startswith(trust_pages.FAILED) is fails]
        if some:
            _tell(desk, records, some, why)


def _tell(desk: Desk, records: UnitOfWork, some: list[Filed], why: str) -> None:
    envelope, at = outgoing.to_contestmaster(desk), desk.now()
    left = A_DAY - records.answered_since(envelope.to, at - _DAY, why)
    if left <= 0:
        return
    page = trust_pages.kept(
        tuple([_described(desk, records, one) for one in some[: trust_pages.MOST_NAMED]]),
        more=len(some) - trust_pages.MOST_NAMED,
        last=left == 1,
        letterhead=outgoing.letterhead_for(desk),
        envelope=envelope,
    )
    post(desk, records, page, reason=why)
    records.note_told([one.mail for one in some])


def _described(desk: Desk, records: UnitOfWork, one: Filed) -> trust_pages.Kept:
    """What is told of a mail; in a blind game not who wrote to the bot alone."""
    # It may be the very one that the program fails on.
    message = mails_on_file.message_if_sound(desk, records, one.mail)
    forum = desk.settings.forums.get(message.forum or "") if message is not None else None
    named = message is not None and (forum is not None or not hidden.is_blind(records))
    return trust_pages.Kept(
        mail=one.mail,
        reason=brief(one.reason).rstrip("."),
        who=message.sender if message is not None and named else None,
        where=message.forum if message is not None and forum is not None else None,
        address=forum.address if forum is not None else "",
        subject=message.subject if message is not None and forum is not None else "",
        came_at=(message.said_at if message is not None else None) or one.at,
        is_digest=one.reason.startswith(DIGEST),
        perhaps=perhaps_by(one.reason, tuple(desk.settings.people)),
    )


# -- Alarms ----------------------------------------------------------------------------------

ALARM: Final = "alarm"
"""For which reason such a mail is queued."""

_SUMMARY: Final = "summary"
_MOST_TOLD: Final = 20  # alarms that a summary tells in words


def alarm(
    desk: Desk,
    records: UnitOfWork,
    kind: str,
    what: str,
    mail: PaperId | None,
    *,
    to_do: str = "",
    code: str = "",
) -> None:
    """Something that only a forger does: *what*, in a sentence; told at once where few were today.

    *to_do* is what the contestmaster can do about it; *code* that of the draft that it is about.
    """
    envelope, at = outgoing.to_contestmaster(desk), desk.now()
    gone = records.answered_since(envelope.to, at - _DAY, ALARM)
    told = gone < A_DAY
    records.note_forgery(Forgery(kind=kind, what=what, mail=mail, at=at), told=told)
    if told:
        page = trust_pages.alarm(
            [what],
            last=gone == A_DAY - 1,
            to_do=to_do,
            code=code,
            letterhead=outgoing.letterhead_for(desk),
            envelope=envelope,
        )
        post(desk, records, page, reason=ALARM)


def note(desk: Desk, records: UnitOfWork, kind: str, what: str, mail: PaperId | None) -> int:
    """Something that is told in another way is stored; how often it was so within a day."""
    at = desk.now()
    before = records.how_many_forgeries(kind, at - _DAY)
    records.note_forgery(Forgery(kind=kind, what=what, mail=mail, at=at), told=True)
    return before + 1


def sum_up(desk: Desk, records: UnitOfWork) -> None:
    """What was not told one by one is told in one mail, a day after the first of it happened.

    So it is told at most once a day, and cannot be put off by whoever sees to one more alarm; a
    clock that was ahead puts nothing off.
    """
    at = desk.now()
    first = records.first_untold(_SUMMARY)  # in each round: of the others nothing is read
    if first is None or first <= at < first + _DAY:
        return
    untold = records.untold(_SUMMARY)
    records.note_forgery(Forgery(kind=_SUMMARY, what="", mail=None, at=at), told=True)
    page = trust_pages.alarm(
        list(dict.fromkeys([one.what for one in untold]))[:_MOST_TOLD],
        last=False,
        more=len(untold),
        letterhead=outgoing.letterhead_for(desk),
        envelope=outgoing.to_contestmaster(desk),
    )
    post(desk, records, page, reason="alarms summed up")


# -- Strangers who join ----------------------------------------------------------------------

_JOINS: Final = re.compile(r"\b(?:join|joins|joining|become|becomes|becoming)\b", re.IGNORECASE)
_LONGEST: Final = 4_000  # characters; a longer mail of a stranger's is not read
_JOINING: Final = "somebody unknown joins: "
_NEWCOMER: Final = "newcomer of mail "
_MORE: Final = "more newcomers"

_AT_A_TIME: Final = 5
"""Strangers who wait of whom the contestmaster is told; of the next when one waits no longer."""

_AT_MOST: Final = 50
"""Strangers who are kept at once: more of them are no players, and must not fill the tray."""


def hear_newcomer(desk: Desk, records: UnitOfWork, mail: PaperId, message: Message) -> str | None:
    """A stranger's joining is kept until [people] knows them (§3), and the contestmaster told.

    They get the lines that make the stranger known.  Why it is kept, for the database; None of
    anything else that a stranger says, and of whoever waits already.
    """
    if not message.public or not message.addresses or len(message.text) > _LONGEST:
        return None
    address = folded(message.addresses[0])
    if desk.roster.is_list_or_bot(address) or _JOINS.search(message.text) is None:
        return None
    if not any(isinstance(act, Join) for act in listening.read(desk, message).acts):
        return None
    waiting, reason = records.held_for(_JOINING), f"{_JOINING}{address}"
    kept = next((one.mail for one in waiting if one.reason == reason), None)
    if kept is not None:
        return reason if kept == mail else None
    if sum(_is_told(desk, records, one) for one in waiting) < _AT_A_TIME:
        _tell_of_newcomer(desk, records, mail, message)
    else:
        _tell_of_more(desk, records, full=len(waiting) >= _AT_MOST)
    return reason if len(waiting) < _AT_MOST else None


def _is_told(desk: Desk, records: UnitOfWork, one: Filed) -> bool:
    to = outgoing.to_contestmaster(desk).to
    return records.last_answered(to, f"{_NEWCOMER}{one.mail}") is not None


def _tell_of_newcomer(desk: Desk, records: UnitOfWork, mail: PaperId, message: Message) -> None:
    page = trust_pages.newcomer(
        message.called,
        message.addresses[0],
        tuple(desk.settings.people),
        said_at=message.said_at or desk.now(),
        letterhead=outgoing.letterhead_for(desk, message.forum),
        envelope=outgoing.to_contestmaster(desk),
    )
    post(desk, records, page, reason=f"{_NEWCOMER}{mail}")


def _tell_of_more(desk: Desk, records: UnitOfWork, *, full: bool) -> None:
    """That there are more, once a day; *full*: so many that no more of them are kept."""
    envelope, since = outgoing.to_contestmaster(desk), desk.now() - _DAY
    reason = f"{_MORE}, not kept" if full else _MORE
    if records.answered_since(envelope.to, since, reason):
        return
    page = trust_pages.more_newcomers(
        _AT_A_TIME, _AT_MOST, full=full, letterhead=outgoing.letterhead_for(desk), envelope=envelope
    )
    post(desk, records, page, reason=reason)


def admit_newcomers(desk: Desk, records: UnitOfWork) -> None:
    """Whoever announced to join as a stranger, and is known by now, has joined.

    Then there is a place for the next of whom the contestmaster is told.
    """
    for one in records.held_for(_JOINING):
        name = desk.roster.people.get(one.reason.removeprefix(_JOINING))
        message = _joining(desk, records, one) if name else None
        if message is None or message.sender != name:
            continue
        with apart(desk, records, "admitting newcomers"):
            records.reopen(one.mail, desk.decides, "[people] knows them now", desk.now())
            announcements.join(desk, records, one.mail, message)
    waiting = records.held_for(_JOINING)
    untold = [one for one in waiting if not _is_told(desk, records, one)]
    for one in untold[: max(0, _AT_A_TIME - (len(waiting) - len(untold)))]:
        message = _joining(desk, records, one)
        if message is not None and message.addresses:
            _tell_of_newcomer(desk, records, one.mail, message)


def _joining(desk: Desk, records: UnitOfWork, one: Filed) -> Message | None:
    raw = records.raw_mail(one.mail)
    message = None if raw is None else screen(raw.octets, desk.roster).message
    if raw is None or message is None:
        return None
    return moments.stamped(message, raw.arrived_at, desk.now())
