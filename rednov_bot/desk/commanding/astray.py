"""What the contestmaster orders or does of their office on a list changes nothing; they are told.

The contract lets them do some of it by saying so (§1, §16, §18, §19).  Yet nothing changes here
before a draft is approved, or the books would not be those that they have seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from rednov_bot.core.commands import AnswerCommand, Line, commands
from rednov_bot.core.commands.proclaimed import Proclaimed, proclaimed
from rednov_bot.desk import stationery
from rednov_bot.desk.desk import Desk, ongoing
from rednov_bot.desk.due import awarding, idling
from rednov_bot.desk.outgoing import answer, on_file
from rednov_bot.papers import Draft, Letter
from rednov_bot.ports import Records
from rednov_bot.prose import transcript_pages
from rednov_bot.prose.transcript_pages import Entry

_COMMANDS = "commands on a list, where they count for nothing"
_DEEDS = "deeds of the contestmaster's on a list, which the bot does by drafts"


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
        return _overhear_deeds(desk, records, letter)
    told = _told(desk, letter.forum or "", next((one for one in drafts if one.code == named), None))
    return _answered(desk, records, letter, told, _COMMANDS)


def _answered(desk: Desk, records: Records, letter: Letter, told: str, made: str) -> str:
    """They are told what their words do not do; what was *made* of these, for the file."""
    page = transcript_pages.transcript(
        [Entry(words=letter.text, done=False, told=told)],
        code=None,
        said_at=letter.said_at,
        letterhead=stationery.letterhead(desk),
        envelope=stationery.to_sender(desk, letter),
    )
    return on_file(made, answer(desk, records, page))


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


def _overhear_deeds(desk: Desk, records: Records, letter: Letter) -> str | None:
    """What was made of a letter by which whoever decides does something of their office on a list.

    None of one that does nothing of the kind; deeds of another contest are none.
    """
    deeds = proclaimed(letter, tuple(desk.settings.people))
    told = dict.fromkeys([said for one in deeds if (said := _deed_told(desk, records, one))])
    if not told:
        return None
    forum = desk.settings.forums[letter.forum or ""]
    first = f"You announced this on {forum.address}. The bot changes nothing because of that."
    return _answered(desk, records, letter, " ".join([first, *told]), _DEEDS)


def _deed_told(desk: Desk, records: Records, one: Proclaimed) -> str:
    """What is to be done about it; the empty string where it is nothing of this contest's."""
    match one.deed:
        case "kill":
            return _killed(desk, records, one)
        case "award":
            return _awarded(desk, records, one)
        case "resolve":
            return _resolved(desk, records, one)
        case "office":
            to = one.name or "NAME"
            return (
                f'To hand over the desk with all that lies on it, mail "hand over to {to}" to '
                f"{desk.settings.bot.address} alone: the draft of it, approved, tells the list "
                "and briefs your successor."
            )
        case "start":
            if ongoing(desk, records) is not None:
                return ""
            return (
                f'To begin a game, mail "start" and the names to {desk.settings.bot.address} '
                "alone: the opening, with the items that are drawn, comes as a draft."
            )
        case _:
            assert_never(one.deed)


def _killed(desk: Desk, records: Records, one: Proclaimed) -> str:
    now = ongoing(desk, records)
    if now is None or one.name not in now.game.gnomes:
        return ""
    if not now.gamestate.position.gnome(one.name).in_play:
        return ""
    drafts = [draft for draft in _open(records, "idle") if idling.victim(draft) == one.name]
    if drafts:
        return (
            f"Draft [rednov {drafts[-1].code}] kills {one.name} (§19) and shows what that brings "
            "about: approve it, or they stay in the game."
        )
    return (
        f'To kill {one.name} (§19), mail "kill {one.name}" to {desk.settings.bot.address} alone: '
        "the draft shows what their death brings about. They stay in the game until you "
        "approve it."
    )


def _awarded(desk: Desk, records: Records, one: Proclaimed) -> str:
    for draft in _open(records, "award"):
        assert draft.game is not None
        dues = awarding.account(desk, records, records.game(draft.game)).dues
        places = awarding.places_of(draft)
        if any(dues[place].gnome == one.name for place in places if place < len(dues)):
            return (
                f"Draft [rednov {draft.code}] awards points to {one.name}: if they are these, "
                'answer it with "awarded", or they are still owed here, and "approve" awards them '
                "twice."
            )
    return ""


def _resolved(desk: Desk, records: Records, one: Proclaimed) -> str:
    now = ongoing(desk, records)
    taken = None if now is None else records.pending_turn(now.game.id)
    if taken is None or (one.name, one.turn) not in (
        (taken.turn.gnome, None),
        (None, taken.number),
    ):
        return ""
    drafts = [draft for draft in records.open_drafts() if draft.turn == taken.id]
    codes = [draft.code for draft in drafts if draft.kind != "claim"]
    how = f"approve or overrule draft [rednov {codes[-1]}]" if codes else "its draft follows"
    return f"Turn {taken.number} is not resolved here by that, and no other can be taken: {how}."


def _open(records: Records, kind: str) -> list[Draft]:
    return [draft for draft in records.open_drafts() if draft.kind == kind]
