"""What is announced is carried out, act by act, in the order of the mail (§9)."""

from __future__ import annotations

from datetime import datetime

from rednov_bot.core.models import Act, Join, Leave, Message, PaperId, TurnAct
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow.announcements import between, membership, turns
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.core.workflow.outgoing import one_answer
from rednov_bot.games.red_november.rules.deeds import Discard, GiveBack, ItemList

_SAID: dict[type, str] = {
    TurnAct: "a turn",
    Discard: "a discard",
    GiveBack: "a gift in return",
    Join: "joining",
    Leave: "leaving",
    ItemList: "a list of items",
}
"""What is announced, as the table of mails says it."""


def named(acts: tuple[Act, ...]) -> tuple[str, ...]:
    """What is announced, in two words each: what the table of mails says, and a ruling."""
    return tuple([_SAID[type(act)] for act in acts])


def carry_out(
    desk: Desk,
    records: UnitOfWork,
    mail: PaperId,
    message: Message,
    acts: tuple[Act, ...],
    heard_at: datetime,
) -> bool:
    """Each act in its order, with one answer for all; whether their sender could be told."""
    if len(acts) == 1:
        return _act(desk, records, mail, message, acts[0], heard_at)
    with one_answer(desk, records) as answering:
        told = [_act(answering, records, mail, message, act, heard_at) for act in acts]
    return all(told)


def _act(
    desk: Desk, records: UnitOfWork, mail: PaperId, message: Message, act: Act, heard_at: datetime
) -> bool:
    match act:
        case TurnAct(turn=turn):
            return turns.announce(desk, records, mail, message, turn, heard_at)
        case Discard() | GiveBack():
            return between.announce(desk, records, mail, message, act)
        case Join():
            return membership.join(desk, records, mail, message)
        case Leave():
            return membership.leave(desk, records, mail, message)
        case ItemList():
            return True  # a bare list of items announces nothing in public
        case _:
            raise TypeError(act)
