"""When a turn was announced: the first credible stamp, kept with the turn, and what speaks for it.

It is stored with the answers of the turn.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import msgspec

from rednov_bot.core.mail.stamps import credible, until
from rednov_bot.core.models import Confirmed, Message, Stamps, TakenTurn
from rednov_bot.core.render import draft_pages
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow.desk import Ongoing
from rednov_bot.games.base import Answer

_KEY = "announced"


class Moment(msgspec.Struct, frozen=True):
    """When a turn was announced, in which words, why then, and all its stamps where a human should
    see them."""

    at: datetime
    reason: str
    stamps: Stamps | None = None
    text: str = ""  # the announcement, as its gnome wrote it
    meant: str = ""  # what it announces in the contestmaster's words, where they gave others (§25)
    confirmed: Confirmed | None = None  # what its gnome answered, where it was unclear (A126)
    shown: str = ""  # how far it is shown to be its gnome's, where that is checked


def stamped(message: Message, arrived_at: datetime, now: datetime) -> Message:
    """The message with the mailbox's stamp, said at the first credible moment (B4.9)."""
    stamps = until(replace(message.stamps, arrived=arrived_at), now)
    return replace(message, stamps=stamps, said_at=credible(stamps).at)


def of_message(message: Message, heard_at: datetime) -> Moment:
    """The moment of an announcement as its message tells it, or else when it was heard."""
    found = credible(message.stamps)
    wrote = message.text if message.written is None else message.written
    return Moment(
        at=message.said_at or heard_at,
        reason=found.reason,
        stamps=message.stamps if found.odd else None,
        text=wrote,
        meant="" if message.text == wrote else message.text,
        confirmed=message.confirmed,
        shown="" if message.authentication is None else message.authentication.told,
    )


def note(records: UnitOfWork, taken: TakenTurn, message: Message, at: datetime) -> None:
    """A turn was taken, and is stored with the moment of its announcement."""
    moment = of_message(message, taken.taken_at)
    label = msgspec.json.encode(moment).decode()
    records.add_answer(taken.id, _KEY, Answer(label, "gnome"), at)


def moment_of(records: UnitOfWork, taken: TakenTurn) -> Moment:
    """When a turn was announced; of one without a note, when it was taken (§9)."""
    noted = records.answers(taken.id).get(_KEY)
    if noted is None:
        return Moment(taken.taken_at, "")
    return msgspec.json.decode(noted.label, type=Moment)


def doubts(records: UnitOfWork, taken: TakenTurn) -> tuple[str, ...]:
    """What the contestmaster should know of the stamps of a turn; nothing where they agree."""
    moment = moment_of(records, taken)
    if moment.stamps is None:
        return ()
    return draft_pages.odd(moment.at, moment.reason, moment.stamps)


def crossing(records: UnitOfWork, now: Ongoing | None, message: Message) -> tuple[str, ...]:
    """That a turn crossed the one that came before it, though its own stamp is not later (A15).

    Which of them was announced first is then for the contestmaster to say.
    """
    pending = None if now is None else records.pending_turn(now.game.id)
    if pending is None or message.said_at is None:
        return ()
    earlier = moment_of(records, pending)
    if message.said_at > earlier.at:
        return ()
    return draft_pages.crossed(
        pending.turn.gnome, pending.number, earlier.at, message.said_at, message.stamps
    )
