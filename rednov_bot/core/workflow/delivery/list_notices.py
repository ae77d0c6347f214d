"""A list tells that it holds a posting of the bot's for a moderator, or has refused it.

Anybody can write such a mail.  One is heard only where it comes from the list that it concerns and
fits a posting that this list has not sent back; and all that follows is that the contestmaster is
told, once, in a draft that asks what is to become of the posting (reposting.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from rednov_bot.core import log
from rednov_bot.core.mail.composing import unsealed
from rednov_bot.core.mail.list_notices import names, standing
from rednov_bot.core.models import (
    Authentication,
    Grounds,
    ListNotice,
    Notice,
    PaperId,
    PostingState,
    QueuedPosting,
    Status,
    Withheld,
)
from rednov_bot.core.render import delivery_pages
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow.delivery import returning
from rednov_bot.core.workflow.desk import Desk

_AT_ONCE: Final = timedelta(days=1)
"""How long after a posting was sent an answer that does not say which mail it means is about it."""

_SENT: Final[frozenset[PostingState]] = frozenset(
    {"sending", "accepted", "unknown", "held by the list", "refused by the list"}
)


def hear(
    desk: Desk, records: UnitOfWork, mail: PaperId, notice: Notice, shown: Authentication | None
) -> tuple[Status, str] | None:
    """What becomes of a mail of a list about a posting, and why; None where it fits none."""
    fits = _fitting(desk, records, notice)
    if fits is None:
        return None
    one, what, grounds = fits
    forum = returning.forum_of(desk, one)
    said = f"It says that a posting of the bot's is {what} {forum}{delivery_pages.because(grounds)}"
    if shown is not None and shown.outcome == "fail":
        return "hold", f"{said}, but it may not come from there ({shown.told})"
    name, at = one.posting.message_id, desk.now()
    before = records.list_notices(name)
    if any(it.what == what and it.attempts >= one.attempts for it in before):
        return "ignore", f"{said}, as is known already"
    records.note_list_notice(
        ListNotice(
            posting=name, mail=mail, what=what, grounds=grounds, attempts=one.attempts, at=at
        )
    )
    log.withheld(name.strip("<>").partition("@")[0], forum, what)
    returning.close_alarms(records, name, f"{forum} has told what became of it", at)
    returning.ask(desk, records, one, what, says=notice.says, grounds=grounds)
    return "ignore", said


def withheld(desk: Desk, records: UnitOfWork) -> Iterator[tuple[str, str]]:
    """The subject of each posting that its list holds or has refused; why, and what to do."""
    for one in records.withheld():
        yield unsealed(one.posting).subject, told(desk, records, one)


def told(desk: Desk, records: UnitOfWork, one: QueuedPosting) -> str:
    """Why a posting is not on its list, and what to do, in a sentence; "" where no list says so."""
    found = why(records, one, returning.forum_of(desk, one), desk.settings.bot.address)
    return "; ".join(found)


def why(records: UnitOfWork, one: QueuedPosting, forum: str, bot: str) -> tuple[str, ...]:
    """Why a posting is not on its list, and what to do; () where no list says so.

    *forum* is its key, *bot* the address that posts.
    """
    known = records.list_notices(one.posting.message_id)
    if not known or one.state != known[-1].what:
        return ()
    last = known[-1]
    said = f"{last.what} {forum}{delivery_pages.because(last.grounds)} (mail {last.mail})"
    return said, delivery_pages.remedy(last.what, last.grounds, bot)


def _fitting(
    desk: Desk, records: UnitOfWork, notice: Notice
) -> tuple[QueuedPosting, Withheld, Grounds] | None:
    """The posting that a list speaks of: by its Message-ID, by its subject, or the last one."""
    since = returning.looked_back_to(records, desk.now())
    sent = [
        one
        for one in reversed(records.unpublished(since))
        if one.state in _SENT and returning.forum_of(desk, one) in notice.forums
    ]
    named = [one for one in sent if one.posting.message_id in notice.about]
    quoted = [one for one in sent if names(notice, unsealed(one.posting).subject)]
    if notice.about and not named:
        return None
    answered = [
        one
        for one in sent[:1]
        if notice.is_reply and one.settled_at and desk.now() - one.settled_at < _AT_ONCE
    ]
    # Of several with the same subject, those of which nothing is known first.
    quoted.sort(key=lambda one: bool(records.list_notices(one.posting.message_id)))
    for one in (*named, *quoted, *answered)[:1]:
        found = standing(notice, unsealed(one.posting).subject)
        return None if found is None else (one, *found)
    return None
