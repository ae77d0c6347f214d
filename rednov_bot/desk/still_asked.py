"""What somebody is asked whether it is eirs, and has not answered yet: told with `status`."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from rednov_bot.desk import mails_on_file, vouching
from rednov_bot.desk.desk import Desk
from rednov_bot.engine.words import GnomeName
from rednov_bot.papers import Doubted
from rednov_bot.ports import Records
from rednov_bot.prose.wording import counted, when

_MOST: Final = 3
"""Questions that are told one by one, the newest; of further ones their number."""


def told(desk: Desk, records: Records, name: GnomeName) -> tuple[str, ...]:
    """For em alone: about which mails e is asked, and until when."""
    within = timedelta(hours=desk.settings.trust.within)
    every = [one for one in records.doubts(desk.now() - within) if one.name == name]
    lines = [
        f"You are asked whether a mail in your name{_which(desk, records, one)} is yours: nothing "
        f'in it counts before you answer "Was this you?", by {when(one.at + within)}.'
        for one in every[-_MOST:]
    ]
    if len(every) > _MOST:
        lines.append(f"So you are about {counted(len(every) - _MOST, 'earlier mail')}.")
    return tuple(lines)


def _which(desk: Desk, records: Records, asked: Doubted) -> str:
    letter = mails_on_file.letter_if_any(desk, records, asked.mail)
    if letter is None:
        return ""
    said_at = "" if letter.said_at is None else f", of {when(letter.said_at)},"
    return f" {vouching.where_said(desk, letter)}{said_at}"
