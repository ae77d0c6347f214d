"""The digest of an announcement, on which the luck of its turn hangs (docs/luck.md, The mail)."""

from __future__ import annotations

from rednov_bot.papers import Letter
from rednov_bot.proof.beacon import STAMP
from rednov_bot.proof.commitments import mail_digest


def digest_of(letter: Letter) -> str:
    """Of its Message-ID, its Date and the sender's own words, however these are ruled to be read.

    In hex.
    """
    date = letter.stamps.date
    words = letter.text if letter.written is None else letter.written
    words = words if letter.uncut is None else letter.uncut  # as the list's archive has it
    return mail_digest(letter.message_id, None if date is None else date.strftime(STAMP), words)
