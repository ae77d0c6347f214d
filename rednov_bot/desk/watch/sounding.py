"""The mails of the dead-man's alarm: to whom they go, how past the database, and what is noted."""

from __future__ import annotations

from datetime import datetime

from rednov_bot.contest import Reminded
from rednov_bot.desk import stationery
from rednov_bot.desk.desk import Desk
from rednov_bot.desk.outgoing import BOT_NAME
from rednov_bot.kinds import Side
from rednov_bot.mail.roster import folded
from rednov_bot.mail.sealing import new_message_id, seal
from rednov_bot.papers import Page, Posting
from rednov_bot.ports import Records
from rednov_bot.prose.letterhead import Envelope


def readers(desk: Desk) -> tuple[Envelope, ...]:
    """Whoever decides, and the host where the settings name em."""
    decides = stationery.to_contestmaster(desk)
    host = desk.settings.alarm.host
    if host is None or folded(host) == folded(decides.to):
        return (decides,)
    return (decides, Envelope(to=host, to_name="host of the bot"))


def is_host(desk: Desk, reader: Envelope) -> bool:
    """Whether the mail goes to the host, who is the one to mend what is wrong."""
    host = desk.settings.alarm.host
    return host is not None and folded(host) == folded(reader.to)


def sealed(desk: Desk, page: Page) -> Posting:
    """A mail that is on no file.  CannotEncrypt where its reader's OpenPGP key has expired."""
    known = desk.settings.people.get(page.to_name)
    address = desk.settings.bot.address
    return seal(
        page,
        bot=address,
        bot_name=BOT_NAME,
        message_id=new_message_id(address, desk.tokens.message()),
        at=desk.now(),
        auto="generated",
        key=None if known is None else known.openpgp_key,
    )


def swept_since(records: Records, since: datetime, now: datetime) -> bool:
    """Whether some worker has swept the mailbox since then."""
    beat = records.last_beat()
    return beat is not None and since < beat <= now


def _named(side: Side) -> str:
    return f"alarm {side}"


def is_open(records: Records, side: Side) -> bool:
    """Whether the alarm was sounded, and not that it is over: every other note says so."""
    return len(records.reminders(_named(side))) % 2 == 1


def sounded_at(records: Records, side: Side) -> datetime:
    """When the alarm was sounded that is open."""
    return records.reminders(_named(side))[-1].at


def note(desk: Desk, records: Records, side: Side) -> None:
    """The alarm is sounded now, or over."""
    stage = len(records.reminders(_named(side)))
    records.remind(Reminded(duty=_named(side), stage=stage, to=desk.decides, at=desk.now()))
