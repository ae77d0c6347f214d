"""What became of a mail when it came, as it is read from the file."""

from __future__ import annotations

from sqlalchemy import select

from rednov_bot.papers import Filed, PaperId
from rednov_bot.store.rows import Row, at as moment_at
from rednov_bot.store.tables import dispositions

FILE = select(
    dispositions.c.mail,
    dispositions.c.disposition,
    dispositions.c.reason,
    dispositions.c.message_id,
    dispositions.c.digest,
    dispositions.c.at,
).order_by(dispositions.c.mail)
"""Every mail with its disposition, in the order in which they came."""


def filed(row: Row) -> Filed:
    """A row of it."""
    return Filed(
        mail=PaperId(row.mail),
        disposition=row.disposition,
        reason=row.reason,
        at=moment_at(row.at),
    )
