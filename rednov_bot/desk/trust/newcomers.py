"""Somebody unknown announces to join: eir announcement is kept until [people] knows em (§3).

Any player may join, but the bot can only count whom it can recognise.  The contestmaster gets the
lines that make em known; from then on the announcement counts, as of when it was made.
"""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Final

from rednov_bot.core.mail.roster import folded
from rednov_bot.core.mail.screening import screen
from rednov_bot.desk import listening, stationery
from rednov_bot.desk.announcements import membership, moments
from rednov_bot.desk.desk import Desk
from rednov_bot.desk.outgoing import post
from rednov_bot.desk.watch.apart import apart
from rednov_bot.papers import Filed, Join, Letter, PaperId
from rednov_bot.ports import Records
from rednov_bot.prose import membership_pages

_JOINS: Final = re.compile(r"\b(?:join|joins|joining|become|becomes|becoming)\b", re.IGNORECASE)
_LONGEST: Final = 4_000  # characters; a longer mail of a stranger's is not read
_KEPT: Final = "somebody unknown joins: "
_TOLD: Final = "newcomer of mail "
_MORE: Final = "more newcomers"

_AT_A_TIME: Final = 5
"""Strangers who wait of whom whoever decides is told; of the next when one waits no longer."""

_AT_MOST: Final = 50
"""Strangers who are kept at once: more of them are no players, and must not fill the tray."""


def hear(desk: Desk, records: Records, mail: PaperId, letter: Letter) -> str | None:
    """A stranger's joining is kept and the contestmaster told; why, for the file.

    Where many wait e is told once a day that there are more.  None of anything else that a
    stranger says, and of whoever waits already.
    """
    if not letter.public or not letter.addresses or len(letter.text) > _LONGEST:
        return None
    address = folded(letter.addresses[0])
    if desk.roster.is_list_or_bot(address) or _JOINS.search(letter.text) is None:
        return None
    if not any(isinstance(act, Join) for act in listening.read(desk, letter).acts):
        return None
    waiting, reason = _waiting(records), f"{_KEPT}{address}"
    kept = next((one.mail for one in waiting if one.reason == reason), None)
    if kept is not None:
        return reason if kept == mail else None
    if _told(desk, records, waiting) < _AT_A_TIME:
        _tell(desk, records, mail, letter)
    else:
        _tell_of_more(desk, records, full=len(waiting) >= _AT_MOST)
    return reason if len(waiting) < _AT_MOST else None


def _waiting(records: Records) -> list[Filed]:
    return list(records.held_for(_KEPT))


def _told(desk: Desk, records: Records, waiting: list[Filed]) -> int:
    """Of how many of them whoever decides was told."""
    return sum(_is_told(desk, records, one) for one in waiting)


def _is_told(desk: Desk, records: Records, one: Filed) -> bool:
    to = stationery.to_contestmaster(desk).to
    return records.last_answered(to, f"{_TOLD}{one.mail}") is not None


def _tell(desk: Desk, records: Records, mail: PaperId, letter: Letter) -> None:
    page = membership_pages.newcomer(
        letter.called,
        letter.addresses[0],
        tuple(desk.settings.people),
        said_at=letter.said_at or desk.now(),
        letterhead=stationery.letterhead(desk, letter.forum),
        envelope=stationery.to_contestmaster(desk),
    )
    post(desk, records, page, reason=f"{_TOLD}{mail}")


def _tell_of_more(desk: Desk, records: Records, *, full: bool) -> None:
    """That there are more; *full*: so many that no more of them are kept."""
    envelope, since = stationery.to_contestmaster(desk), desk.now() - timedelta(days=1)
    reason = f"{_MORE}, not kept" if full else _MORE
    if records.answered_since(envelope.to, since, reason):
        return
    page = membership_pages.more_newcomers(
        _AT_A_TIME,
        _AT_MOST,
        full=full,
        letterhead=stationery.letterhead(desk),
        envelope=envelope,
    )
    post(desk, records, page, reason=reason)


def _tell_of_next(desk: Desk, records: Records) -> None:
    """When somebody waits no longer, whoever decides is told of the next."""
    waiting = _waiting(records)
    untold = [one for one in waiting if not _is_told(desk, records, one)]
    for one in untold[: max(0, _AT_A_TIME - (len(waiting) - len(untold)))]:
        raw = records.raw_mail(one.mail)
        letter = None if raw is None else screen(raw.octets, desk.roster).letter
        if raw is not None and letter is not None and letter.addresses:
            said = moments.stamped(letter, raw.arrived_at, desk.now())
            _tell(desk, records, one.mail, said)


def admit(desk: Desk, records: Records) -> None:
    """Whoever announced to join as a stranger, and is known by now, has joined.

    Then there is a place for the next of whom whoever decides is told.
    """
    for one in _waiting(records):
        name = desk.roster.people.get(one.reason.removeprefix(_KEPT))
        raw = records.raw_mail(one.mail) if name else None
        letter = None if raw is None else screen(raw.octets, desk.roster).letter
        if raw is None or letter is None or letter.sender != name:
            continue
        at = desk.now()
        with apart(desk, records, "admitting newcomers"):
            records.reopen(one.mail, desk.decides, "[people] knows them now", at)
            letter = moments.stamped(letter, raw.arrived_at, at)
            membership.join(desk, records, one.mail, letter)
    _tell_of_next(desk, records)
