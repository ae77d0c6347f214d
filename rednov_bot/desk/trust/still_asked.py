"""What somebody is asked whether it is eirs, and has not answered: told with `status`."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Final

from rednov_bot.desk import mails_on_file
from rednov_bot.desk.desk import Desk
from rednov_bot.desk.hidden import sight
from rednov_bot.desk.trust import vouching
from rednov_bot.engine.words import GnomeName
from rednov_bot.papers import Doubted, Filed
from rednov_bot.ports import Records
from rednov_bot.prose.wording import counted, when

_MOST: Final = 3
"""Questions that are told one by one, the newest; of further ones their number."""


def told(desk: Desk, records: Records, name: GnomeName) -> tuple[str, ...]:
    """For em alone: about which mails e is asked, and until when."""
    within = timedelta(hours=desk.settings.trust.within)
    every = _open(desk, records, name)
    lines = [
        f"You are asked whether a mail in your name{_which(desk, records, one)} is yours: nothing "
        f'in it counts before you answer "Was this you?", by {when(one.at + within)}.'
        for one in every[-_MOST:]
    ]
    if len(every) > _MOST:
        lines.append(f"So you are about {counted(len(every) - _MOST, 'earlier mail')}.")
    return tuple(lines)


def hanging(desk: Desk, records: Records, name: GnomeName) -> tuple[str, ...]:
    """For whoever decides: the newest mails of which nothing comes before e answers.

    In a blind game not those to the bot alone: it would be known who has written them.
    """
    blind = sight.is_blind(records)
    lines = []
    for one in _open(desk, records, name)[-_MOST:]:
        letter = mails_on_file.letter_if_any(desk, records, one.mail)
        if letter is not None and (letter.public or not blind):
            lines.append(f"mail {one.mail}{_which(desk, records, one)}".rstrip(","))
    return tuple(lines)


def _open(desk: Desk, records: Records, name: GnomeName) -> list[Doubted]:
    since = desk.now() - timedelta(hours=desk.settings.trust.within)
    return [one for one in records.doubts(since) if one.name == name]


def _which(desk: Desk, records: Records, asked: Doubted) -> str:
    letter = mails_on_file.letter_if_any(desk, records, asked.mail)
    if letter is None:
        return ""
    said_at = "" if letter.said_at is None else f", of {when(letter.said_at)},"
    return f" {vouching.where_said(desk, letter)}{said_at}"


def with_answers(desk: Desk, records: Records, held: tuple[Filed, ...]) -> tuple[Filed, ...]:
    """Mails kept for a human; of those that nobody owned in time, that they have no effect."""
    asked = {one.mail: one for one in records.doubts(desk.now() - vouching.LOOK_BACK)}
    since = desk.now() - timedelta(hours=desk.settings.trust.within)

    def hangs(one: Filed) -> str:
        question = asked.get(one.mail)
        if question is None and vouching.IS_ASKED in one.reason:
            used_up = records.asked_of(one.mail)
            question = used_up[-1].question if used_up else None
            if question is not None and question.at >= since:
                return "; the code is used up, and they could not be asked again"
        if question is None or question.at >= since:
            return ""
        return f"; {_too_late(records, question)}"

    return tuple([replace(one, reason=f"{one.reason}{hangs(one)}") for one in held])


def _too_late(records: Records, asked: Doubted) -> str:
    told = records.mailed_for(vouching.owned_late(asked))
    if told is None or told.queued_at is None:
        return "no answer came in time, and it has no effect"
    said = when(told.queued_at)
    return f"they said on {said} that they wrote it; that was too late, and it has no effect"
