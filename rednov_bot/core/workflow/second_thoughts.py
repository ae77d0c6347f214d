"""Somebody takes back, or wants otherwise, what they have announced already (§9, A20).

A taken turn stands: who resolves it is shown the words and may rule (§25).  A turn that waits for
another's resolution has not been taken, and is withdrawn.
"""

from __future__ import annotations

from typing import Final

from rednov_bot.core.models import Message, PaperId
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import announcements, choices
from rednov_bot.core.workflow.commands.asking import said
from rednov_bot.core.workflow.corrections import claims
from rednov_bot.core.workflow.desk import Desk, pending
from rednov_bot.core.workflow.outgoing import on_file

WITHDRAWN: Final = "withdraws a turn that waited"

_LONGEST: Final = 600  # characters; a longer mail is about something else as well


def is_one(message: Message) -> bool:
    """Whether a message is about an announcement of its author's, and undoes or changes it."""
    text = message.text.strip().replace("’", "'")
    if not text or len(text) > _LONGEST or message.doubt or choices.may_choose(message):
        return False
    found = said("undone", text) or said("changed", text)
    if found is None:
        return False
    begins = max(text.rfind(sign, 0, found.start() + 1) for sign in ".!?\n")
    return said("not meant", text[begins + 1 : found.end()]) is None


def hear(
    desk: Desk, records: UnitOfWork, mail: PaperId, message: Message, *, unclear: bool
) -> str | None:
    """The sender's last turn that waits is withdrawn; of their taken one the contestmaster is told,
    and they are told what can be done.  None where they have neither.

    *unclear* where something seems to be announced as well, which has no effect.
    """
    told = announcements.withdraw_early(desk, records, message)
    if told is not None:
        return on_file(WITHDRAWN, told)
    taken = pending(desk, records)
    if taken is None or taken.player != message.sender or message.sender == desk.decides:
        return None
    made = claims.hear(desk, records, mail, message, plainly=True, unclear=unclear)
    return made or claims.hear_answer(desk, records, mail, message, taken)
