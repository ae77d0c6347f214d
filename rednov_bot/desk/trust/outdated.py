"""What its author owns only now replaces nothing that e has sent since: by when the mails came."""

from __future__ import annotations

from rednov_bot.desk.trust.repeated import mark
from rednov_bot.papers import PaperId
from rednov_bot.ports import Records


def note(records: Records, mail: PaperId, *what: str) -> None:
    """What a mail says is kept; *what* it is, and whose."""
    records.note_likeness(mail, mark(*what))


def is_outdated(records: Records, mail: PaperId, *what: str) -> bool:
    """Whether a mail is heard later than it came, and another of the same sort has come since.

    By when the mails came, not by when e owned them.
    """
    later = any(other > mail for other in records.alike(mark(*what)))
    return later and records.filed(mail) is not None
