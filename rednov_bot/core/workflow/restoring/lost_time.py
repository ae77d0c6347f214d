"""After a restore: what may have been posted between the backup and the restore.

The database knows nothing of that time.  Whatever may have been posted in it is not posted by
itself: it is of unknown fate, and the contestmaster is asked whether it is on the list.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from rednov_bot.core.models import Attempt, Draft, MessageId, PaperId, QueuedPosting, Restoration
from rednov_bot.core.store.outbox import IN_DOUBT
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow.desk import Desk

LOOKED_FOR: Final = timedelta(days=14)
"""How long after a restore an old announcement may still lead to a posting of the lost time."""

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


def may_be_posted(desk: Desk, records: UnitOfWork, draft: Draft) -> bool:
    """Whether what a draft posts may have been posted in the lost time, by another draft."""
    since = records.restoration()
    if since is None:
        return False
    mail = draft.mail if draft.turn is None else records.turn(draft.turn).mail
    return _may_be_posted(desk, records, since, mail, draft.made_at)


def may_be_answered(desk: Desk, records: UnitOfWork, mail: PaperId | None) -> bool:
    """Whether the verdict upon a mail may have been posted in the lost time."""
    since = records.restoration()
    return since is not None and _may_be_posted(desk, records, since, mail, desk.now())


def _may_be_posted(
    desk: Desk, records: UnitOfWork, since: Restoration, mail: PaperId | None, made_at: datetime
) -> bool:
    """Whether something was made before the contestmaster was told, or of an older *mail*."""
    told = records.mailed_for(reason(since))
    if told is None or told.queued_at is None or made_at <= told.queued_at:
        return True
    if mail is None or desk.now() - since.at > LOOKED_FOR:
        return False
    raw = records.raw_mail(mail)
    return raw is not None and raw.arrived_at <= since.at


def doubt(desk: Desk, records: UnitOfWork, posting: MessageId) -> None:
    """A posting that was just queued is of unknown fate: it may be on its list."""
    records.attempted(Attempt(message_id=posting, at=desk.now(), outcome="unknown", reply=IN_DOUBT))


def is_in_doubt(one: QueuedPosting) -> bool:
    """Whether a posting is of unknown fate because a backup was restored."""
    return one.state == "unknown" and one.reply == IN_DOUBT
