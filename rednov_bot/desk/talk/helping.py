"""Help for those who ask how to play, and for those who were not understood at all."""

from __future__ import annotations

from rednov_bot.desk import stationery
from rednov_bot.desk.contest import starting
from rednov_bot.desk.desk import Desk, ongoing
from rednov_bot.desk.drafts import laid_out
from rednov_bot.desk.outgoing import answer, on_file
from rednov_bot.desk.talk import exemplifying
from rednov_bot.mail import replies
from rednov_bot.mail.letter import is_own_id
from rednov_bot.papers import Letter, Page
from rednov_bot.ports import Records
from rednov_bot.prose import help_pages


def is_asked(desk: Desk, letter: Letter) -> bool:
    """Whether a letter asks how to play; in answer to a mail of the bot's, in its first words."""
    if _answers_the_bot(desk, letter):
        return replies.begins_with_help(letter)
    return replies.asks_for_help(letter)


def asked(desk: Desk, records: Records, letter: Letter) -> str:
    """Somebody on the roster asks how to play: told."""
    page = _page(desk, records, letter, lost=False)
    return on_file("asks for help", answer(desk, records, page, asked=True))


def not_understood(desk: Desk, records: Records, letter: Letter) -> str:
    """A mail in which nothing was understood brings the same help.

    In answer to a mail of the bot's it brings none: that may be an automatic reply.
    """
    if _answers_the_bot(desk, letter):
        return "announces nothing, in answer to a mail of the bot's"
    page = _page(desk, records, letter, lost=True)
    return on_file("announces nothing", answer(desk, records, page, asked=True))


def _answers_the_bot(desk: Desk, letter: Letter) -> bool:
    return is_own_id(letter.in_reply_to, desk.settings.bot.address)


def _page(desk: Desk, records: Records, letter: Letter, *, lost: bool) -> Page:
    name = letter.sender or ""
    now = ongoing(desk, records)
    gnomes = () if now is None else now.game.gnomes
    master = name == desk.decides
    return help_pages.help_page(
        lost=lost,
        master=master,
        plays=name in gnomes or not master,
        member=name in gnomes or name in starting.members(desk, records),
        examples=exemplifying.examples(desk, records, name),
        desk=laid_out.desk_lines(desk, records) if master else (),
        guide=laid_out.guide() if master else (),
        said_at=letter.said_at,
        site=desk.settings.bot.guide or "",
        letterhead=stationery.letterhead(desk),
        envelope=stationery.to_sender(desk, letter),
    )
