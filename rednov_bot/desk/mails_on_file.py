"""A mail on file as the letter it was when it came (§9)."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from datetime import datetime

from rednov_bot.core.mail.letter import is_own_id
from rednov_bot.core.mail.screening import digest, screen
from rednov_bot.desk import elsewhere
from rednov_bot.desk.announcements import moments
from rednov_bot.desk.desk import Desk
from rednov_bot.engine.words import GnomeName
from rednov_bot.errors import CannotRule
from rednov_bot.invocation import program
from rednov_bot.papers import Letter, PaperId
from rednov_bot.ports import Records


def identity(letter: Letter) -> str:
    """What makes two mails the same one: where they were heard, and the Message-ID.

    A private copy is not the copy that the list passed on, and only one of them may count (§9).
    """
    where = "public" if letter.public else letter.forum or "nowhere"
    words = letter.text if letter.uncut is None else letter.uncut
    as_written = replace(letter, said_at=letter.stamps.date, text=words)  # before the desk saw it
    name = f"{where} {letter.message_id or digest(as_written)}"
    return hashlib.sha256(name.encode("utf-8", "surrogateescape")).hexdigest()


def letter_of(desk: Desk, records: Records, mail: PaperId) -> tuple[Letter, datetime]:
    """The letter, at the first credible moment, and when the bot's mailbox got it.

    Raises CannotRule where there is no such mail, or where it cannot be taken apart.
    """
    raw = records.raw_mail(mail)
    if raw is None:
        raise CannotRule(f"there is no mail {mail} on file")
    if not raw.octets:
        raise CannotRule(f"the words of mail {mail} were forgotten (`{program()} forget`)")
    letter = screen(raw.octets, desk.roster).letter
    if letter is None:
        raise CannotRule(
            f"mail {mail} cannot be taken apart; ask its author to announce it once more"
        )
    letter = moments.stamped(letter, raw.arrived_at, desk.now())
    letter = elsewhere.without(desk, records, mail, letter)
    return letter, min(raw.arrived_at, desk.now())


def letter_if_any(desk: Desk, records: Records, mail: PaperId) -> Letter | None:
    """The same letter; None where there is no such mail, or where it cannot be taken apart."""
    try:
        return letter_of(desk, records, mail)[0]
    except CannotRule:
        return None


def announcement(
    desk: Desk, records: Records, mail: PaperId, name: GnomeName | None = None
) -> tuple[Letter, datetime]:
    """The same, of a mail that can count as an announcement: somebody's, in a public forum (§9).

    *name* is who wrote it, where the contestmaster says so.  Raises CannotRule.
    """
    letter, heard_at = letter_of(desk, records, mail)
    if name is not None and name not in desk.settings.people:
        raise CannotRule(f"[people] knows nobody called {name}")
    if is_own_id(letter.message_id, desk.settings.bot.address):
        raise CannotRule(f"mail {mail} is the bot's own, come back; name the one that you mean")
    if letter.sender is None:
        letter = elsewhere.without(desk, records, mail, replace(letter, sender=name))
    if name is not None:
        letter = replace(letter, sender=name)
    if letter.sender is None:
        raise CannotRule(f"nobody can be shown to have sent mail {mail}; say who wrote it")
    if not letter.public:
        raise CannotRule(f"mail {mail} reached no public forum, and nothing in it counts (§9)")
    return letter, heard_at
