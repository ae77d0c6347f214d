"""Somebody knows what their private notices say, for the contestmaster has told them in another way
(§6).

Nothing waits for their answer any more.  It shows nothing of the way by which they get their mail.
"""

from __future__ import annotations

from rednov_bot.core.errors import NothingUntold
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow.delivery import channels, failures
from rednov_bot.core.workflow.delivery.notices import addressee, earlier, notices, owed_since
from rednov_bot.core.workflow.desk import Desk, ongoing
from rednov_bot.games.red_november.rules.words import GnomeName


def note(desk: Desk, records: UnitOfWork, name: GnomeName) -> str:
    """No notice to *name* waits for an answer, nor an opening for one: what is told of that.

    Raises NothingUntold where none does.
    """
    since = owed_since(desk, records, ongoing(desk, records))
    untaken = [one.queued_at for one in records.unaccepted("private", since)]
    further = earlier(desk, since, *untaken)
    waiting = [
        one
        for one in notices(desk, records, further=further)
        if not one.is_confirmed and addressee(desk, records, one.first) == name
    ]
    held_up = failures.wait_no_more(desk, records, name)
    if not waiting and not held_up:
        raise NothingUntold(name)
    for one in waiting:
        sent = one.first
        channels.note(desk, records, name, sent.to, "told", sent.message_id)
    opening = "; the opening waits for none of them any more" if held_up else ""
    return (
        f"It is noted that {name} knows what their private notices say{opening}. None of "
        "them waits for an answer."
    )
