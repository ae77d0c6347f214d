"""A mail is kept for a human: whoever decides is told of it at once, and what to do with it.

Once of each, and five times a day at most: further ones lie on the desk without a word.  Of those
that meet a fault of the program five more: what anybody can make up must not hide them.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from rednov_bot.desk import stationery
from rednov_bot.desk.desk import Desk
from rednov_bot.desk.hidden import sight
from rednov_bot.desk.outgoing import post
from rednov_bot.papers import Letter, PaperId, brief
from rednov_bot.ports import Records
from rednov_bot.prose import kept_pages

A_DAY: Final = 5
"""Mails of this kind within 24 hours; the last of them says that it is."""

REASON: Final = "mail kept"
_FAILED: Final = "mail failed"


def tell(
    desk: Desk,
    records: Records,
    mail: PaperId,
    letter: Letter | None,
    reason: str,
    arrived_at: datetime,
) -> None:
    """Whoever decides hears that a mail is kept, and why; not of more than five a day.

    In a blind game e is not told who wrote to the bot alone.
    """
    envelope, at = stationery.to_contestmaster(desk), desk.now()
    why = _FAILED if reason.startswith(kept_pages.FAILED) else REASON
    left = A_DAY - records.answered_since(envelope.to, at - timedelta(days=1), why)
    if left <= 0:
        return
    public = letter is not None and letter.forum in desk.settings.forums
    named = letter is not None and (public or not sight.is_blind(records))
    page = kept_pages.kept(
        mail,
        brief(reason),
        who=letter.sender if letter is not None and named else None,
        where=letter.forum if letter is not None and public else None,
        subject=letter.subject if letter is not None and public else "",
        came_at=(letter.said_at if letter is not None else None) or min(arrived_at, at),
        last=left == 1,
        letterhead=stationery.letterhead(desk),
        envelope=envelope,
    )
    post(desk, records, page, reason=why)
