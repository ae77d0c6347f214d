"""The contestmaster is told of a restore, once the mailbox has been read again."""

from __future__ import annotations

from rednov_bot.desk import found_again, stationery
from rednov_bot.desk.desk import Desk
from rednov_bot.desk.outgoing import post
from rednov_bot.ports import Records
from rednov_bot.prose import restored_pages


def tell(desk: Desk, records: Records) -> None:
    """One mail after each restore: what may be missing, what is in doubt, what e has to decide."""
    since = found_again.catching_up(records)
    if since is None:
        return
    found = found_again.posts(desk, records, since)
    page = restored_pages.restored(
        since.reaches,
        tuple([(one.at, one.letter.subject) for one in found]),
        sum(one.state == "unknown" and one.posting.kind == "public" for one in records.unsent()),
        tuple([(one.code, one.about) for one in records.open_drafts()]),
        letterhead=stationery.letterhead(desk),
        envelope=stationery.to_contestmaster(desk),
    )
    post(desk, records, page, reason=found_again.reason(since))
