"""The contestmaster is told of a restore, once the mailbox has been read again."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from rednov_bot.desk import found_again, stationery
from rednov_bot.desk.desk import Desk
from rednov_bot.desk.outgoing import post
from rednov_bot.papers import Letter, PaperId
from rednov_bot.ports import Records
from rednov_bot.prose import restored_pages, return_pages

_UNKNOWN: Final = "unknown in the bot's name"
_A_DAY: Final = timedelta(days=1)


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


def of_unknown(desk: Desk, records: Records, mail: PaperId, letter: Letter, reason: str) -> str:
    """A list has sent a mail in the bot's name of which nothing is on file.  Why it is left alone.

    Whoever decides is told once a day at most: it may have been posted in a time that was lost, or
    by somebody else.
    """
    envelope = stationery.to_contestmaster(desk)
    why = f"{reason} Nothing is on file of it."
    told = records.answered_since(envelope.to, desk.now() - _A_DAY, _UNKNOWN)
    if told or found_again.catching_up(records) is not None:
        return why
    since = records.restoration()
    page = return_pages.unknown(
        letter.subject,
        letter.forum or "",
        letter.said_at,
        mail,
        restored=since is not None and desk.now() - since.at <= found_again.LOOKED_FOR,
        letterhead=stationery.letterhead(desk),
        envelope=envelope,
    )
    post(desk, records, page, reason=_UNKNOWN)
    return why
