"""Somebody unknown announces to join: eir announcement is kept until [people] knows em (§3).

Any player may join, but the bot can only count whom it can recognise.  The contestmaster gets the
lines that make em known; from then on the announcement counts, as of when it was made.
"""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.desk import listening, membership, moments, stationery
from rednov_bot.desk.apart import apart
from rednov_bot.desk.desk import Desk
from rednov_bot.desk.outgoing import post
from rednov_bot.mail.roster import folded
from rednov_bot.mail.screening import screen
from rednov_bot.papers import Join, Letter
from rednov_bot.ports import Records
from rednov_bot.prose import membership_pages

_JOINS: Final = re.compile(r"\b(?:join|joins|joining|become|becomes|becoming)\b", re.IGNORECASE)
_LONGEST: Final = 4_000  # characters; a longer mail of a stranger's is not read
_KEPT: Final = "somebody unknown joins: "
_AT_A_TIME: Final = 5
"""Strangers who wait at once: more of them are no players, and must not fill the tray."""


def hear(desk: Desk, records: Records, letter: Letter) -> str | None:
    """A stranger's joining is kept and the contestmaster told; why, for the file.

    None of anything else that a stranger says, and of whoever waits already.
    """
    if not letter.public or not letter.addresses or len(letter.text) > _LONGEST:
        return None
    address = folded(letter.addresses[0])
    if desk.roster.is_list_or_bot(address) or _JOINS.search(letter.text) is None:
        return None
    if not any(isinstance(act, Join) for act in listening.read(desk, letter).acts):
        return None
    waiting = [one.reason for one in records.held() if one.reason.startswith(_KEPT)]
    reason = f"{_KEPT}{address}"
    if reason in waiting or len(waiting) >= _AT_A_TIME:
        return None
    page = membership_pages.newcomer(
        letter.called,
        letter.addresses[0],
        tuple(desk.settings.people),
        said_at=letter.said_at or desk.now(),
        letterhead=stationery.letterhead(desk, letter.forum),
        envelope=stationery.to_contestmaster(desk),
    )
    post(desk, records, page, reason=reason)
    return reason


def admit(desk: Desk, records: Records) -> None:
    """Whoever announced to join as a stranger, and is known by now, has joined."""
    for one in records.held():
        name = desk.roster.people.get(one.reason.removeprefix(_KEPT))
        raw = records.raw_mail(one.mail) if name and one.reason.startswith(_KEPT) else None
        letter = None if raw is None else screen(raw.octets, desk.roster).letter
        if raw is None or letter is None or letter.sender != name:
            continue
        at = desk.now()
        with apart(desk, records, "admitting newcomers"):
            records.reopen(one.mail, desk.decides, "[people] knows em now", at)
            letter = moments.stamped(letter, raw.arrived_at, at)
            membership.join(desk, records, one.mail, letter)
