"""Mails are kept for a human: whoever decides is told of them within a minute, and what to do.

All that are kept at that time are one mail, and each is told once.  Five such mails go out a day at
most; what is kept besides is in the first of the next day.  Of those that meet a fault of the
program five more: what anybody can make up must not hide them.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from rednov_bot.desk import mails_on_file, stationery
from rednov_bot.desk.desk import Desk
from rednov_bot.desk.hidden import sight
from rednov_bot.desk.outgoing import post
from rednov_bot.errors import stops_all
from rednov_bot.papers import Filed, Letter, brief
from rednov_bot.ports import Records
from rednov_bot.prose import kept_pages

A_DAY: Final = 5
"""Mails of this kind within 24 hours; the last of them says that it is."""

DIGEST: Final = "It is a digest of"
"""With these words the reason begins why a digest of a forum is kept."""

REASON: Final = "mail kept"
_FAILED: Final = "mail failed"


def look(desk: Desk, records: Records) -> None:
    """Whoever decides hears of the mails that are kept and of which nobody was told."""
    untold = records.held_untold()
    for why, fails in ((_FAILED, True), (REASON, False)):
        some = [one for one in untold if one.reason.startswith(kept_pages.FAILED) is fails]
        if some:
            _tell(desk, records, some, why)


def _tell(desk: Desk, records: Records, some: list[Filed], why: str) -> None:
    envelope, at = stationery.to_contestmaster(desk), desk.now()
    left = A_DAY - records.answered_since(envelope.to, at - timedelta(days=1), why)
    if left <= 0:
        return
    page = kept_pages.kept(
        tuple([_described(desk, records, one) for one in some[: kept_pages.MOST_NAMED]]),
        more=len(some) - kept_pages.MOST_NAMED,
        last=left == 1,
        letterhead=stationery.letterhead(desk),
        envelope=envelope,
    )
    post(desk, records, page, reason=why)
    records.note_told([one.mail for one in some])


def _described(desk: Desk, records: Records, one: Filed) -> kept_pages.Kept:
    """What is told of a mail; in a blind game not who wrote to the bot alone."""
    letter = _letter(desk, records, one)
    forum = desk.settings.forums.get(letter.forum or "") if letter is not None else None
    named = letter is not None and (forum is not None or not sight.is_blind(records))
    return kept_pages.Kept(
        mail=one.mail,
        reason=brief(one.reason).rstrip("."),
        who=letter.sender if letter is not None and named else None,
        where=letter.forum if letter is not None and forum is not None else None,
        address=forum.address if forum is not None else "",
        subject=letter.subject if letter is not None and forum is not None else "",
        came_at=(letter.said_at if letter is not None else None) or one.at,
        is_digest=one.reason.startswith(DIGEST),
    )


def _letter(desk: Desk, records: Records, one: Filed) -> Letter | None:
    """The mail, if it can be taken apart: it may be the very one that the program fails on."""
    try:
        return mails_on_file.letter_if_any(desk, records, one.mail)
    except Exception as fault:
        if stops_all(fault):
            raise
        return None
