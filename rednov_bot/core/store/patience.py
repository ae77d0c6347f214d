"""How long the bot tries to send a mail, and what it notes where nobody knows its fate."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

GIVE_UP: Final = timedelta(days=5)
"""How long a mail is tried that servers put off, from its first attempt (RFC 5321, 4.5.4.1)."""

LOST_FOR: Final = timedelta(days=1)
"""A private mail whose connection is lost behind the final dot is offered again for so long."""

LONGEST_WAIT: Final = timedelta(hours=1)
"""Between two attempts; whatever is put off for longer was put off by a clock that was ahead."""

IN_DOUBT: Final = "not known: the database was restored from a backup"
"""What stands in place of a server's words on the attempts that nobody can know of."""
