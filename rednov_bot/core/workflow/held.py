"""What the contestmaster should know: mails that are kept, strangers who join, and alarms.

What is new is told in one mail within a minute, and in a few mails a day: what came with each
forged mail would be a way to bury them in mail.  The rest is in the first mail of the next day.
"""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Final

from rednov_bot.core.mail.message import open_letter
from rednov_bot.core.mail.roster import folded
from rednov_bot.core.models import Filed, Forgery, Join, Message, PaperId, brief
from rednov_bot.core.render import trust_pages
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import (
    announcements,
    hidden,
    listening,
    mails_on_file,
    moments,
    outgoing,
)
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.core.workflow.health import apart
from rednov_bot.core.workflow.outgoing import post
from rednov_bot.core.workflow.screening import perhaps_by

A_DAY: Final = 5
"""Such mails within 24 hours; the last of them says that it is."""

DIGEST: Final = "It is a digest of"
"""With these words the reason begins why a digest of a forum is kept."""

REASON: Final = "mail kept"
"""For which reason such a mail is queued."""

_DAY: Final = timedelta(days=1)
_TOLD: Final = "summary"  # the kind of what is on file when everything before was told


def look(desk: Desk, records: UnitOfWork) -> None:
    """The contestmaster hears of what is new, if they may be told of more today."""
    mails, first = records.held_untold(), records.first_untold(_TOLD)
    if not mails and first is None:
        return
    envelope, at = outgoing.to_contestmaster(desk), desk.now()
    left = A_DAY - records.answered_since(envelope.to, at - _DAY, REASON)
    if left <= 0:
        return
    alarms = () if first is None else records.untold(_TOLD)
    page = trust_pages.to_know(
        tuple([_described(desk, records, one) for one in mails[: trust_pages.MOST_NAMED]]),
        tuple(dict.fromkeys([one.what for one in alarms]))[: trust_pages.MOST_NAMED],
        more=max(0, len(mails) - trust_pages.MOST_NAMED),
        of_alarms=len(alarms),
        last=left == 1,
        letterhead=outgoing.letterhead_for(desk),
        envelope=envelope,
    )
    post(desk, records, page, reason=REASON)
    records.note_told([one.mail for one in mails])
    if alarms:
        records.note_forgery(Forgery(kind=_TOLD, what="", mail=None, at=at), told=True)


def _described(desk: Desk, records: UnitOfWork, one: Filed) -> trust_pages.Kept:
    """What is told of a mail; in a blind game not who wrote to the bot alone."""
    # It may be the very one that the program fails on.
    message = mails_on_file.message_if_sound(desk, records, one.mail)
    forum = desk.settings.forums.get(message.forum or "") if message is not None else None
    named = message is not None and (forum is not None or not hidden.is_blind(records))
    joins = None
    if message is not None and message.addresses and one.reason.startswith(_JOINING):
        people = tuple(desk.settings.people)
        joins = trust_pages.newcomer(message.called, message.addresses[0], people)
    return trust_pages.Kept(
        mail=one.mail,
        reason=brief(one.reason).rstrip("."),
        who=message.sender if message is not None and named else None,
        where=message.forum if message is not None and forum is not None else None,
        address=forum.address if forum is not None else "",
        subject=message.subject if message is not None and forum is not None else "",
        came_at=(message.said_at if message is not None else None) or one.at,
        is_digest=one.reason.startswith(DIGEST),
        perhaps=perhaps_by(one.reason, tuple(desk.settings.people)),
        joins=joins,
    )


# -- Strangers who join ----------------------------------------------------------------------

_JOINS: Final = re.compile(r"\b(?:join|joins|joining|become|becomes|becoming)\b", re.IGNORECASE)
_LONGEST: Final = 4_000  # characters; a longer mail of a stranger's is not read
_JOINING: Final = "somebody unknown joins: "
_AT_MOST: Final = 50
"""Strangers who are kept at once: more of them are no players, and must not fill the tray."""


def hear_newcomer(desk: Desk, records: UnitOfWork, mail: PaperId, message: Message) -> str | None:
    """A stranger's joining is kept until [people] knows them (§3); why, for the database.

    None of anything else that a stranger says, and of somebody who waits already.
    """
    if not message.public or not message.addresses or len(message.text) > _LONGEST:
        return None
    address = folded(message.addresses[0])
    if desk.roster.is_list_or_bot(address) or _JOINS.search(message.text) is None:
        return None
    if not any(isinstance(act, Join) for act in listening.read(desk, message).acts):
        return None
    waiting, reason = records.held_for(_JOINING), f"{_JOINING}{address}"
    kept = next((one.mail for one in waiting if one.reason == reason), None)
    if kept is not None:
        return reason if kept == mail else None
    if len(waiting) < _AT_MOST:
        return reason
    if not records.forgeries_within_a_day("full", desk.now()):
        what = f"{_AT_MOST} people whom the bot does not know want to join, and wait. Others who "
        what += "announce it have to do so again when fewer are waiting."
        records.note_forgery(Forgery(kind="full", what=what, mail=mail, at=desk.now()))
    return None


def admit_newcomers(desk: Desk, records: UnitOfWork) -> None:
    """Whoever announced to join as a stranger, and is known by now, has joined."""
    for one in records.held_for(_JOINING):
        name = desk.roster.people.get(one.reason.removeprefix(_JOINING))
        raw = records.raw_mail(one.mail) if name else None
        message = None if raw is None else open_letter(raw.octets, desk.roster).message
        if raw is None or message is None or message.sender != name:
            continue
        message = moments.stamped(message, raw.arrived_at, desk.now())
        with apart(desk, records, "admitting newcomers"):
            records.reopen(one.mail, desk.decides, "[people] knows them now", desk.now())
            announcements.join_or_leave(desk, records, one.mail, message, Join())
