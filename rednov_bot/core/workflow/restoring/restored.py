"""The contestmaster is told of a restore, once the mailbox has been read to its end."""

from __future__ import annotations

from typing import Final

from rednov_bot.core.mail.composing import unsealed
from rednov_bot.core.models import QueuedPosting, Restoration
from rednov_bot.core.render import alarm_pages
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import mails_on_file, outgoing
from rednov_bot.core.workflow.delivery import returning
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.core.workflow.outgoing import post
from rednov_bot.core.workflow.restoring import lost_time

_MOST_NAMED: Final = 30
"""Posts that the database does not know and that are named: anybody can send some more."""


def tell(desk: Desk, records: UnitOfWork) -> None:
    """One mail after each restore: what may be missing, what is in doubt, what they decide again.

    With a code for each posting that may be on its list, by which they say what becomes of it.
    """
    since = lost_time.catching_up(records)
    if since is None:
        return
    drafts = tuple([(one.code, one.about) for one in records.open_drafts() if one.kind != "return"])
    page = alarm_pages.restored(
        since.reaches,
        _posts(desk, records, since),
        _doubted(desk, records),
        drafts,
        **outgoing.for_desk(desk),
    )
    post(desk, records, page, reason=lost_time.reason(since))


def _posts(desk: Desk, records: UnitOfWork, since: Restoration) -> tuple[alarm_pages.Post, ...]:
    """What the lists have sent back of the lost time, oldest first; its copies once."""
    met = records.filed_since("ignore", returning.UNKNOWN, since.at)
    messages = [mails_on_file.message_if_any(desk, records, mail) for mail in met]
    found = {
        one.message_id: alarm_pages.Post(one.said_at, one.subject, one.forum or "")
        for one in messages
        if one is not None
    }
    return tuple(found.values())[:_MOST_NAMED]


def _doubted(desk: Desk, records: UnitOfWork) -> tuple[alarm_pages.Doubted, ...]:
    found = []
    for one in records.unpublished(desk.now() - lost_time.LOOKED_FOR):
        code = _asked(desk, records, one) if one.state == "unknown" else ""
        if code:
            found.append(
                alarm_pages.Doubted(
                    subject=unsealed(one.posting).subject,
                    forum=returning.forum_of(desk, one),
                    code=code,
                    waits=bool(records.waits_for(one.posting.message_id)),
                )
            )
    return tuple(found)


def _asked(desk: Desk, records: UnitOfWork, one: QueuedPosting) -> str:
    """The code of the draft that asks about a posting; "" where they see to it themselves."""
    asked = records.alarms_about(one.posting.message_id)
    for alarm in asked:
        if alarm.is_open:
            return alarm.code
    if any(alarm.attempts >= one.attempts for alarm in asked):
        return ""
    return returning.filed(desk, records, one, "not back").code
