"""Whether the bot was at work: it beats while it is, and a long silence is an outage."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from rednov_bot.contest import Outage
from rednov_bot.desk.desk import Desk
from rednov_bot.ports import Records

PAUSE: Final = timedelta(minutes=10)  # between two beats on file


def beat(desk: Desk, records: Records, *, watched: bool) -> None:
    """The bot is at work now.  If *watched*, and it was not for long, that was an outage.

    A bot that a timer runs now and then is not watched: its silences are meant.  A clock that
    jumps back makes no outage; the next beat is counted from the earlier moment.
    """
    last, now = records.last_beat(), desk.now()
    if last is not None and -PAUSE < now - last < PAUSE:
        return
    longest = timedelta(hours=desk.settings.reminders.outage)
    if last is not None and watched and now - last > longest:
        records.note_outage(Outage(begins=last, ends=now))
    records.beat(now)
