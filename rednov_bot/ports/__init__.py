"""What the desk needs from outside, as protocols: what is on file, and the clock."""

from __future__ import annotations

from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from typing import Final, Protocol

from rednov_bot.ports.games import Contest, Drafts, Fortunes, Games, Turns
from rednov_bot.ports.mails import Clarifying, Copies, Mails, Reaching, Returns, Trusting
from rednov_bot.ports.outbox import Outbox, Restored, Watching

GIVE_UP: Final = timedelta(days=5)
"""How long a mail is tried that servers put off, from its first attempt (RFC 5321, 4.5.4.1)."""

LOST_FOR: Final = timedelta(days=1)
"""A private mail whose connection is lost behind the final dot is offered again for so long."""

LONGEST_WAIT: Final = timedelta(hours=1)
"""Between two attempts; whatever is put off for longer was put off by a clock that was ahead."""

IN_DOUBT: Final = "not known: the database was restored from a backup"
"""What stands in place of a server's words on the attempts that nobody can know of."""


class Clock(Protocol):
    """What time it is: an input, so that tests run weeks in seconds."""

    def now(self) -> datetime:
        """The present moment in UTC, with its time zone."""


class Records(
    Mails,
    Copies,
    Contest,
    Watching,
    Games,
    Fortunes,
    Turns,
    Drafts,
    Outbox,
    Restored,
    Reaching,
    Returns,
    Trusting,
    Clarifying,
    Protocol,
):
    """What is on file, inside one transaction.  Rows are added, never changed."""

    def undoable(self) -> AbstractContextManager[None]:
        """What the block did is undone when it fails, and the transaction can go on.

        Not when the database itself fails (StoreUnreachable, Mendable): then nothing is kept.
        """


class Ledger(Protocol):
    """What is on file."""

    def transaction(self, *, durable: bool = True) -> AbstractContextManager[Records]:
        """All of it is kept when the block ends well, none of it otherwise.

        If not *durable*, a loss of power may undo it; the end of the program never does.
        """

    def close(self) -> None:
        """Lets go of the database."""
