"""Mail servers report on the bot's mails: each report is filed with the mail that it fits.

Anybody can write a report.  One is taken for true only where it names a mail of the bot's and the
reader to whom that went; and all that follows is that whoever decides is told, and that the words
go to another address that the settings give to the same reader (unreached.py).
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from rednov_bot.core.mail.roster import folded
from rednov_bot.desk.desk import Desk
from rednov_bot.desk.reaching import channels
from rednov_bot.papers import Bounce, Fate, PaperId, PostingKind, Report, Sent
from rednov_bot.ports import GIVE_UP, Records

_KINDS: Final[tuple[PostingKind, ...]] = ("desk", "draft", "receipt", "question", "private")
_FILED: Final = "A mail server reports on a delivery, and that is on file with the mail."


def hear(
    desk: Desk, records: Records, mail: PaperId, report: Report, came_at: datetime
) -> str | None:
    """What a report says is filed; for which reason it is, None where it fits no mail sent."""
    filed = False
    for fate in report.fates:
        named = _named(desk, records, report, fate)
        sent = named or (None if report.about else _last_to(desk, records, fate, came_at))
        if sent is None:
            continue
        bounce = Bounce(
            posting=sent.message_id, mail=mail, kind=fate.kind, status=fate.status, at=desk.now()
        )
        records.note_bounce(bounce)
        if fate.kind == "failed" and named is not None:  # what anybody can make up holds nobody up
            channels.came_back(desk, records, sent, mail)
        filed = True
    return _FILED if filed else None


def _named(desk: Desk, records: Records, report: Report, fate: Fate) -> Sent | None:
    """The mail that a report names, where it fits; few know the Message-ID of a private one."""
    for one in report.about:
        sent = records.sent(one)
        if sent is not None and _was_handed_over(sent) and _fits(desk, report, fate, sent):
            return sent
    return None


def _was_handed_over(sent: Sent) -> bool:
    return sent.state not in ("queued", "refused", "deferred")


def _fits(desk: Desk, report: Report, fate: Fate, sent: Sent) -> bool:
    """Whether a report tells of the reader to whom a mail went.

    Whoever passes eir mail on elsewhere may be named by an address that nobody knows; then it is
    eirs only if the mail itself came back, with the address that it was sent to.
    """
    to = folded(sent.to)
    if not fate.recipients:
        return True
    if to in fate.recipients:
        return True
    known = [
        one in desk.roster.people or desk.roster.is_list_or_bot(one) for one in fate.recipients
    ]
    return report.returned == sent.message_id and to in report.sent_to and not any(known)


def _last_to(desk: Desk, records: Records, fate: Fate, came_at: datetime) -> Sent | None:
    """Of a report that names no mail: the last one that went to somebody on the roster."""
    whose = [one for one in fate.recipients if one in desk.roster.people]
    if not whose:
        return None
    found = [
        one
        for kind in _KINDS
        for one in records.sent_since(kind, came_at - GIVE_UP)
        if folded(one.to) in whose and _was_handed_over(one)
    ]
    before = [one for one in found if one.settled_at is not None and one.settled_at <= came_at]
    return max(reversed(before), key=lambda one: one.queued_at, default=None)
