"""Commands that went to a list by mistake: they change nothing, and whoever sent them is told."""

from __future__ import annotations

from collections.abc import Sequence

from rednov_bot.core.commands import AnswerCommand, Line, commands
from rednov_bot.desk import stationery
from rednov_bot.desk.commanding import proclaimed
from rednov_bot.desk.desk import Desk
from rednov_bot.desk.outgoing import answer, on_file
from rednov_bot.papers import Draft, Letter
from rednov_bot.ports import Records
from rednov_bot.prose import transcript_pages
from rednov_bot.prose.transcript_pages import Entry

_MADE = "commands on a list, where they count for nothing"


def overhear(desk: Desk, records: Records, letter: Letter) -> str | None:
    """What was made of a letter to a list by whoever decides; None of one that commands nothing
    and does nothing of eir office.

    E is a player too, and talks: only what is nothing but commands, or names a draft, is meant.
    """
    if letter.sender != desk.decides or letter.forum in (None, "private"):
        return None
    lines = commands(letter, tuple(desk.settings.people), desk.roster.people)
    named = next((line.answers for line in lines if line.begins and line.answers), "")
    drafts = records.open_drafts()
    if not named and not _are_commands(lines, drafts):
        return proclaimed.overhear(desk, records, letter)
    told = _told(desk, letter.forum or "", next((one for one in drafts if one.code == named), None))
    page = transcript_pages.transcript(
        [Entry(words=letter.text, done=False, told=told)],
        code=None,
        said_at=letter.said_at,
        letterhead=stationery.letterhead(desk),
        envelope=stationery.to_sender(desk, letter),
    )
    return on_file(_MADE, answer(desk, records, page))


def _are_commands(lines: Sequence[Line], drafts: Sequence[Draft]) -> bool:
    """Whether every line is a command; "Approved." is none where nothing awaits a word."""
    said = [line.command for line in lines]
    if not said or None in said:
        return False
    return bool(drafts) or not any(isinstance(one, AnswerCommand) for one in said)


def _told(desk: Desk, forum: str, draft: Draft | None) -> str:
    """What e did, and what it means for the draft that e named: its code is known to all now."""
    bot, settings = desk.settings.bot, desk.settings.forums[forum]
    told = f"You wrote this to {settings.address}, where the bot obeys no commands: send it "
    told += f"to {bot.address} alone."
    if draft is None:
        return told
    told += f" Draft {draft.code} is still open. The list knows its code now: answer it soon, in a "
    told += "mail to the bot alone."
    if any(page.kind == "private" for page in draft.pages):
        told += " If you quoted it, the list can read what is for a gnome alone (§6)."
    return told
