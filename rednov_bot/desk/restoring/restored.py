"""The contestmaster is told of a restore, once the mailbox has been read again."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from rednov_bot.core.mail.unsealing import unsealed
from rednov_bot.desk import mails_on_file, stationery
from rednov_bot.desk.desk import Desk
from rednov_bot.desk.hidden import sight
from rednov_bot.desk.outgoing import post
from rednov_bot.desk.restoring import found_again, lost_time
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
        _doubted(desk, records),
        tuple([(one.code, one.about) for one in records.open_drafts()]),
        _waiting(desk, records),
        minutes=desk.settings.returns.within or found_again.UNHEARD_OF // timedelta(minutes=1),
        letterhead=stationery.letterhead(desk),
        envelope=stationery.to_contestmaster(desk),
    )
    post(desk, records, page, reason=found_again.reason(since))


def _doubted(desk: Desk, records: Records) -> tuple[restored_pages.Doubted, ...]:
    """Every posting of which it is not known whether its list has it, oldest first."""
    found = []
    for one in records.unpublished(desk.now() - found_again.LOOKED_FOR):
        if one.state != "unknown":
            continue
        asked = records.alarms_about(one.posting.message_id)
        if any(alarm.attempts >= one.attempts and not alarm.is_open for alarm in asked):
            continue  # the contestmaster sees to it emself
        found.append(
            restored_pages.Doubted(
                subject=unsealed(one.posting).subject,
                forum=desk.roster.fora_by_address.get(one.posting.to, one.posting.to),
                draft=one.draft or "",
                asked="".join([alarm.code for alarm in asked if alarm.is_open][-1:]),
                waits=bool(records.waits_for(one.posting.message_id)),
            )
        )
    return tuple(found)


def _waiting(desk: Desk, records: Records) -> tuple[restored_pages.Waiting, ...]:
    """What was said behind a post that is to be decided again; in a blind game in public alone."""
    found, blind = [], sight.is_blind(records)
    for one in lost_time.waiting(records):
        letter = mails_on_file.letter_if_any(desk, records, one.mail)
        known = letter is not None and (letter.public or not blind)
        who = letter.sender if letter is not None and known else None
        where = letter.forum if letter is not None and letter.public else None
        found.append(restored_pages.Waiting(one.mail, who or "", where or ""))
    return tuple(found)


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
