"""After a restore: what may have been posted between the backup and the restore.

The database knows nothing of that time.  Postings that were on their way in the backup, and those
of drafts from before the contestmaster was told of the restore, are not posted by themselves: they
are of unknown fate, and the contestmaster is asked whether they are on the list.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from rednov_bot.core.models import Attempt, Draft, MessageId, QueuedPosting, Restoration
from rednov_bot.core.store.sending import IN_DOUBT
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow.desk import Desk

LOOKED_FOR: Final = timedelta(days=14)
"""How long after a restore what comes back from a list may be of the lost time."""

NOTE: Final = (
    "This may be posted already: the bot was restored from a backup, and does not know what it "
    "posted between the backup and the restore. Look at the list. If you approve, it is not "
    'posted yet: the bot asks you about it, and you answer "it is there" or "post again".'
)


def reason(since: Restoration) -> str:
    """The reason under which the mail that tells of a restore is stored."""
    return f"restored {since.id}"


def catching_up(records: UnitOfWork) -> Restoration | None:
    """The restore after which the mailbox is not yet read to its end; None of none."""
    since = records.restoration()
    if since is None or records.mailed_for(reason(since)) is not None:
        return None
    return since


def may_be_posted(records: UnitOfWork, draft: Draft) -> bool:
    """Whether what a draft posts may have been posted in the lost time, by another draft."""
    return _is_from_before(records, draft.made_at)


def may_be_answered(desk: Desk, records: UnitOfWork) -> bool:
    """Whether a verdict given now may have been posted in the lost time."""
    return _is_from_before(records, desk.now())


def _is_from_before(records: UnitOfWork, at: datetime) -> bool:
    since = records.restoration()
    if since is None:
        return False
    told = records.mailed_for(reason(since))
    return told is None or told.queued_at is None or at <= told.queued_at


def doubt(desk: Desk, records: UnitOfWork, posting: MessageId) -> None:
    """A posting that was just queued is of unknown fate: it may be on its list."""
    records.attempted(Attempt(message_id=posting, at=desk.now(), outcome="unknown", reply=IN_DOUBT))


def is_in_doubt(one: QueuedPosting) -> bool:
    """Whether a posting is of unknown fate because a backup was restored."""
    return one.state == "unknown" and one.reply == IN_DOUBT
