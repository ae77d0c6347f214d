"""Which mails may be forgotten: private ones of games that are over, and what no list passed on.

The words of an announcement are kept for ever, for the luck of its turn hangs on them (A95), and a
game can be played again; so is everything of the game that is played, and everything public.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from rednov_bot.core.models import PaperId
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow.desk import Desk, is_over
from rednov_bot.core.workflow.screening import screen


def until(records: UnitOfWork, before: datetime) -> datetime:
    """*before*, or when the earliest game that is not over was begun, whichever was earlier."""
    going_on = [
        records.chapters(one.id)[0].at
        for one in records.games()
        if records.gamestate(one.id) is not None and not is_over(records, one)
    ]
    return min([before, *going_on])


def private_ones(desk: Desk, records: UnitOfWork, mails: Iterable[PaperId]) -> tuple[PaperId, ...]:
    """Those of the mails that no list has passed on, and that are not forgotten."""
    chosen = []
    for mail in mails:
        raw = records.raw_mail(mail)
        if raw is None or not raw.octets:
            continue
        message = screen(raw.octets, desk.roster).message
        if message is None or message.forum not in desk.settings.forums:
            chosen.append(mail)
    return tuple(chosen)
