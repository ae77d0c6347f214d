"""What somebody says, as it is read; and the question where that is not certain."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace as replaced

from rednov_bot import language
from rednov_bot.desk import stationery
from rednov_bot.desk.desk import Desk
from rednov_bot.desk.outgoing import answer, on_file
from rednov_bot.engine.words import GnomeName
from rednov_bot.language.withdrawals import ASK
from rednov_bot.papers import Letter, Question, Reading
from rednov_bot.ports import Records
from rednov_bot.prose import answers


def read(
    desk: Desk,
    letter: Letter,
    *,
    besides: Iterable[GnomeName] = (),
    master: GnomeName | None = None,
) -> Reading:
    """What a letter announces, or to the bot alone tries out, as far as it is understood.

    *besides*: names that count as those of people besides the ones in the settings; *master*: who
    decides, where that is not whoever does now.
    """
    return language.read_letter(
        letter,
        people=tuple(dict.fromkeys((*desk.settings.people, *besides))),
        contest=desk.settings.contest.name,
        master=desk.decides if master is None else master,
    )


def ask(desk: Desk, records: Records, letter: Letter, asked: tuple[Question, ...]) -> str:
    """What was not understood for certain is asked about, privately; what is said for the file."""
    private = letter.forum == "private"
    page = answers.question(
        asked,
        letter.text,
        places=letter.places,
        letterhead=stationery.letterhead(desk, None if private else letter.forum),
        envelope=stationery.to_sender(desk, letter),
        said_at=letter.said_at,
        tried=private,
        stands=takes_back(desk, letter, asked),
    )
    if answer(desk, records, page, asked=private):
        return "a question was sent"
    return on_file("a question", False)


def takes_back(desk: Desk, letter: Letter, asked: tuple[Question, ...]) -> bool:
    """Whether a letter takes an announcement back, which none can do, and says nothing besides."""
    text = letter.text
    if not asked or any(one.ask != ASK or one.words not in text for one in asked):
        return False
    for one in asked:
        text = text.replace(one.words, " ", 1)
    return read(desk, replaced(letter, text=text)).verdict == "none"
