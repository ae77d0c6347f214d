"""A stored mail as the message it was when it came (§9)."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from datetime import datetime

from rednov_bot.core.errors import CannotRule
from rednov_bot.core.invocation import program
from rednov_bot.core.mail.message import is_own_id
from rednov_bot.core.models import Message, PaperId
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import elsewhere
from rednov_bot.core.workflow.announcements import moments
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.core.workflow.screening import digest, screen
from rednov_bot.games.red_november.rules.words import GnomeName


def identity(message: Message) -> str:
    """What makes two mails the same one: where they were heard, and the Message-ID.

    A private copy is not the copy that the list passed on, and only one of them may count (§9).
    """
    where = "public" if message.public else message.forum or "nowhere"
    words = message.text if message.uncut is None else message.uncut
    as_written = replace(message, said_at=message.stamps.date, text=words)  # before the desk saw it
    name = f"{where} {message.message_id or digest(as_written)}"
    return hashlib.sha256(name.encode("utf-8", "surrogateescape")).hexdigest()


def letter_of(desk: Desk, records: UnitOfWork, mail: PaperId) -> tuple[Message, datetime]:
    """The message, at the first credible moment, and when the bot's mailbox got it.

    Raises CannotRule where there is no such mail, or where it cannot be taken apart.
    """
    raw = records.raw_mail(mail)
    if raw is None:
        raise CannotRule(f"there is no mail {mail} on file")
    if not raw.octets:
        raise CannotRule(f"the words of mail {mail} were forgotten (`{program()} forget`)")
    message = screen(raw.octets, desk.roster).message
    if message is None:
        raise CannotRule(
            f"mail {mail} cannot be taken apart; ask its author to announce it once more"
        )
    message = moments.stamped(message, raw.arrived_at, desk.now())
    message = elsewhere.without(desk, records, mail, message)
    return message, min(raw.arrived_at, desk.now())


def letter_if_any(desk: Desk, records: UnitOfWork, mail: PaperId) -> Message | None:
    """The same message; None where there is no such mail, or where it cannot be taken apart."""
    try:
        return letter_of(desk, records, mail)[0]
    except CannotRule:
        return None


def announcement(
    desk: Desk, records: UnitOfWork, mail: PaperId, name: GnomeName | None = None
) -> tuple[Message, datetime]:
    """The same, of a mail that can count as an announcement: somebody's, in a public forum (§9).

    *name* is who wrote it, where the contestmaster says so.  Raises CannotRule.
    """
    message, heard_at = letter_of(desk, records, mail)
    if name is not None and name not in desk.settings.people:
        raise CannotRule(f"[people] knows nobody called {name}")
    if is_own_id(message.message_id, desk.settings.bot.address):
        raise CannotRule(f"mail {mail} is the bot's own, come back; name the one that you mean")
    if message.sender is None:
        message = elsewhere.without(desk, records, mail, replace(message, sender=name))
    if name is not None:
        message = replace(message, sender=name)
    if message.sender is None:
        raise CannotRule(f"nobody can be shown to have sent mail {mail}; say who wrote it")
    if not message.public:
        raise CannotRule(f"mail {mail} reached no public forum, and nothing in it counts (§9)")
    return message, heard_at
