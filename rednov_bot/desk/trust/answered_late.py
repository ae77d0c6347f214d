"""Somebody says whether a mail is eirs when that decides nothing any more: too late, or otherwise.

Only the contestmaster can still say how the mail is read; e hears of it once, and of what to do.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from rednov_bot.core.commands.avowals import Avowal
from rednov_bot.desk import mails_on_file, stationery
from rednov_bot.desk.desk import Desk
from rednov_bot.desk.hidden import sight
from rednov_bot.desk.outgoing import post
from rednov_bot.desk.trust import disowned, verdict_told, vouching
from rednov_bot.papers import Doubted, Letter, PaperId, Vouched
from rednov_bot.ports import Records
from rednov_bot.prose import trust_pages
from rednov_bot.prose.trust_pages import Afterwards, Heard

_MIND: Final = "changed eir mind: mail "
BEFORE: Final = "answered before"


def late(
    desk: Desk, records: Records, letter: Letter, asked: Doubted, verdict: Avowal | None
) -> str:
    """It is too late for yes, and for an answer that was not understood; what was made of it."""
    if verdict is None:
        made = "an answer that is neither yes nor no, too late"
        return verdict_told.tell(desk, records, letter, asked, "over time", made)
    _tell(desk, records, asked, "late", vouching.owned_late(asked))
    made = f"says that mail {asked.mail} is theirs, too late"
    return verdict_told.tell(desk, records, letter, asked, "late", made)


def once_more(
    desk: Desk,
    records: Records,
    letter: Letter,
    asked: Doubted,
    before: Vouched | None,
    now: Avowal | None,
) -> str:
    """An answer to what was answered before changes nothing; the contrary of it is told, once."""
    if now is None or now == before or before not in ("yes", "no"):
        return BEFORE
    if not disowned.is_believed(desk, letter):
        return BEFORE
    reason = _changed(asked.mail, now)
    if records.mailed_for(reason) is not None:
        return BEFORE
    _tell(desk, records, asked, "yes after all" if now == "yes" else "no after all", reason)
    heard: Heard = "yes after all" if now == "yes" else "no after all"
    made = f"says now that mail {asked.mail} is {'theirs' if now == 'yes' else 'not theirs'}"
    return verdict_told.tell(desk, records, letter, asked, heard, made)


def not_eirs_but_read(desk: Desk, records: Records, letter: Letter, asked: Doubted) -> str:
    """It is not eirs, and whoever decides had it read before e said so: e alone can undo it."""
    reason = _changed(asked.mail, "no")
    if not disowned.is_believed(desk, letter) or records.mailed_for(reason) is not None:
        return BEFORE
    _tell(desk, records, asked, "no, but read", reason)
    made = f"says that mail {asked.mail} is not theirs, after it was said how it is read"
    return verdict_told.tell(desk, records, letter, asked, "no, but read", made)


def says_no_since(records: Records, mail: PaperId, at: datetime) -> bool:
    """Whether e has said since then that a mail is not eirs that e had owned, or that was read."""
    told = records.mailed_for(_changed(mail, "no"))
    return told is not None and told.queued_at is not None and told.queued_at >= at


def _changed(mail: PaperId, now: Avowal) -> str:
    """Why the mail to whoever decides is queued that tells of another answer than before."""
    return f"{_MIND}{mail}, {now}"


def _tell(desk: Desk, records: Records, asked: Doubted, which: Afterwards, reason: str) -> None:
    """The mail to whoever decides, once; to emself about eir own mail the answer is enough."""
    if records.mailed_for(reason) is not None or asked.name == desk.decides:
        return
    said = mails_on_file.letter_if_any(desk, records, asked.mail)
    public = said is not None and said.public
    hidden = not public and sight.is_blind(records)
    page = trust_pages.afterwards(
        which,
        None if hidden else asked.name,
        asked.mail,
        "" if said is None else vouching.where_said(desk, said),
        "" if hidden else asked.grounds,
        public=public,
        letterhead=stationery.letterhead(desk),
        envelope=stationery.to_contestmaster(desk),
    )
    post(desk, records, page, reason=reason)
