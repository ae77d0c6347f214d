"""A private mail has reached its reader: they answer it, or say later that they got it (§6).

Nobody is told but the contestmaster: that there was a mail may say what happened to a hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from rednov_bot.core.mail.message import is_own_id
from rednov_bot.core.mail.roster import folded
from rednov_bot.core.models import Message, PaperId, PostingKind, Sent
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow.commands.saying import acknowledges
from rednov_bot.core.workflow.delivery import channels
from rednov_bot.core.workflow.delivery.notices import LOOK_BACK
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.games.base import Player

MOST_THREADED: Final = 20
"""Mails above an answer that are looked up."""

_FURTHER: Final = timedelta(days=60)
"""How old a notice may be that an answer to a later one confirms as well."""


def note(desk: Desk, records: UnitOfWork, mail: PaperId, message: Message) -> None:
    """Whatever private mails of the bot's a message answers have reached its sender.

    So have the notices before them, sent to the same address: whoever reads there now can read
    what came there before.  A Message-ID is known to its reader alone, unless they have shown it.
    A mail that was read before says nothing new when it comes again.
    """
    if message.sender is None:
        return
    every = tuple(answered(desk, records, message))
    # Where another copy was read, it hangs on no copy which one confirms.
    read = message.message_id and records.same_before(message.message_id, None)
    if not every or (read and read != mail):
        return
    for sent in every:
        _confirm(desk, records, mail, message.sender, sent)


def acknowledged(desk: Desk, records: UnitOfWork, mail: PaperId, message: Message) -> str | None:
    """Somebody says in a word that they got their mail, without answering it; what is said for the
    database.

    None of other messages, and where nothing waits for such a word.
    """
    name = message.sender
    if name is None or is_own_id(message.in_reply_to, desk.settings.bot.address):
        return None
    if not acknowledges(message.text, name):
        return None
    kinds: tuple[PostingKind, ...] = ("private", "question")
    every = [one for it in kinds for one in records.sent_since(it, desk.now() - LOOK_BACK)]
    every.sort(key=lambda one: one.queued_at)
    theirs = [one for one in every if desk.roster.people.get(folded(one.to)) == name]
    waiting = [one for one in theirs if one.state == "accepted"]
    if not waiting:
        return None
    _confirm(desk, records, mail, name, waiting[-1])
    return "says that a private mail has arrived"


def answered(desk: Desk, records: UnitOfWork, message: Message) -> Iterator[Sent]:
    """The sender's own private mails from the bot that a message answers."""
    above = [message.in_reply_to, *reversed(message.references)]
    own = [one for one in above if one is not None and is_own_id(one, desk.settings.bot.address)]
    for one in list(dict.fromkeys(own))[:MOST_THREADED]:
        sent = records.sent(one)
        if sent is None or sent.kind == "public":
            continue
        if desk.roster.people.get(folded(sent.to)) == message.sender:
            yield sent


def _confirm(desk: Desk, records: UnitOfWork, mail: PaperId, name: Player, sent: Sent) -> None:
    at = desk.now()
    if not records.confirm(sent.message_id, mail, at):
        return
    for earlier in records.sent_since("private", sent.queued_at - _FURTHER):
        if earlier.queued_at > sent.queued_at:
            break
        if earlier.state == "accepted" and folded(earlier.to) == folded(sent.to):
            records.confirm(earlier.message_id, mail, at)
    channels.note(desk, records, name, sent.to, "confirmed", sent.message_id, mail)
