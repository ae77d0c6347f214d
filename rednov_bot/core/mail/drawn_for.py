"""The digest of an announcement, on which the luck of its turn hangs (docs/luck.md, The mail)."""

from __future__ import annotations

from rednov_bot.core.models import Message
from rednov_bot.core.proof import STAMP, mail_digest


def digest_of(message: Message) -> str:
    """Of its Message-ID, its Date and the sender's own words, however these are ruled to be read.

    In hex.
    """
    date = message.stamps.date
    words = message.text if message.written is None else message.written
    words = words if message.uncut is None else message.uncut  # as the list's archive has it
    return mail_digest(message.message_id, None if date is None else date.strftime(STAMP), words)
