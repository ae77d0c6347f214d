"""The contestmaster's commands to the bot: carried out, and answered line by line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, assert_never

from rednov_bot.core.errors import (
    DraftClosed,
    DraftNeedsChoice,
    DraftNeedsPot,
    Mendable,
    NoSuchDraft,
)
from rednov_bot.core.models import Draft, Message
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import hidden, outgoing
from rednov_bot.core.workflow.commanding.carrying_out import Deed, carry_out, fulfil
from rednov_bot.core.workflow.commands import (
    Again,
    AnswerCommand,
    Approve,
    Award,
    Choose,
    Command,
    Deputy,
    Reject,
    Show,
    ThatIsAll,
)
from rednov_bot.core.workflow.commands.guide import describe
from rednov_bot.core.workflow.commands.proclaimed import Proclaimed, proclaimed
from rednov_bot.core.workflow.commands.reading import Line, commands
from rednov_bot.core.workflow.commands.requests import requests
from rednov_bot.core.workflow.commands.said import code_of
from rednov_bot.core.workflow.contest import office, succession
from rednov_bot.core.workflow.desk import Desk, ongoing
from rednov_bot.core.workflow.outgoing import answer, on_file
from rednov_bot.core.workflow.private import helping
from rednov_bot.core.workflow.scheduler import awarding, idling
from rednov_bot.games.red_november.render import transcript_pages
from rednov_bot.games.red_november.render.transcript_pages import Entry
from rednov_bot.games.red_november.render.wording import capital, counted, listed

_COMMANDS = "commands on a list, where they count for nothing"
_DEEDS = "deeds of the contestmaster's on a list, which the bot does by drafts"


def overhear(desk: Desk, records: UnitOfWork, message: Message) -> str | None:
    """What was made of a message to a list by the contestmaster; None of one that commands nothing
    and does nothing of their office.

    They are a player too, and talk: only what is nothing but commands, or names a draft, is meant.
    """
    if message.sender != desk.decides or message.forum in (None, "private"):
        return None
    lines = commands(message, tuple(desk.settings.people), desk.roster.people)
    named = next((line.answers for line in lines if line.begins and line.answers), "")
    drafts = records.open_drafts()
    if not named and not _are_commands(lines, drafts):
        return _overhear_deeds(desk, records, message)
    told = _told(
        desk, message.forum or "", next((one for one in drafts if one.code == named), None)
    )
    return _answered(desk, records, message, told, _COMMANDS)


def _answered(desk: Desk, records: UnitOfWork, message: Message, told: str, made: str) -> str:
    """They are told what their words do not do; what was *made* of these, for the database."""
    page = transcript_pages.transcript(
        [Entry(words=message.text, done=False, told=told)],
        code=None,
        said_at=message.said_at,
        letterhead=outgoing.letterhead_for(desk),
        envelope=outgoing.to_sender(desk, message),
    )
    return on_file(made, answer(desk, records, page))


def _are_commands(lines: Sequence[Line], drafts: Sequence[Draft]) -> bool:
    """Whether every line is a command; "Approved." is none where nothing awaits a word."""
    said = [line.command for line in lines]
    if not said or None in said:
        return False
    return bool(drafts) or not any(isinstance(one, AnswerCommand) for one in said)


def _told(desk: Desk, forum: str, draft: Draft | None) -> str:
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


def _overhear_deeds(desk: Desk, records: UnitOfWork, message: Message) -> str | None:
    """What was made of a message by which the contestmaster does something of their office on a
    list.

    None of one that does nothing of the kind; deeds of another contest are none.
    """
    deeds = proclaimed(message, tuple(desk.settings.people))
    told = dict.fromkeys([said for one in deeds if (said := _deed_told(desk, records, one))])
    if not told:
        return None
    forum = desk.settings.forums[message.forum or ""]
    first = f"You announced this on {forum.address}. The bot changes nothing because of that."
    return _answered(desk, records, message, " ".join([first, *told]), _DEEDS)


def _deed_told(desk: Desk, records: UnitOfWork, one: Proclaimed) -> str:
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


def _killed(desk: Desk, records: UnitOfWork, one: Proclaimed) -> str:
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


def _awarded(desk: Desk, records: UnitOfWork, one: Proclaimed) -> str:
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


def _resolved(desk: Desk, records: UnitOfWork, one: Proclaimed) -> str:
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


def _open(records: UnitOfWork, kind: str) -> list[Draft]:
    return [draft for draft in records.open_drafts() if draft.kind == kind]


_ALONE: Final = ("approve", "reject", "choose", "again")
"""What is answered as ever where it stands alone in a mail (replying.py)."""


def hear(desk: Desk, records: UnitOfWork, message: Message) -> str | None:
    """What was made of a message of commands; None of one that holds none, or one answer alone.

    A command that is alone in its message is answered by the draft that it brings about, if any;
    approvals alone by the list's copies of what they post.
    A contestmaster who plays is told who decides; they are a gnome too, so only of plain commands.
    """
    if message.sender not in (desk.decides, desk.contestmaster) or message.wants_no_answer:
        return None
    lines = commands(message, tuple(desk.settings.people), desk.roster.people)
    if not any(line.begins for line in lines) or _stands_alone(desk, message, lines):
        return None
    if message.sender != desk.decides and not all(isinstance(one.command, Deed) for one in lines):
        return None
    before = _codes(records)
    entries = [_carried_out(desk, records, message, line) for line in lines]
    commanded = [entry for entry in entries if entry.commands]
    done = sum(entry.done for entry in commanded)
    made = f"{counted(len(commanded), 'command')} of the contestmaster's, {done} carried out"
    if done == len(lines) and all(_is_posted(records, line) for line in lines):
        return f"{made}; the postings answer it"
    # The mail that shows a draft is all the answer that a line needs which asks for one.
    asks = not isinstance(lines[0].command, Approve | Award | Reject)
    drafted = asks and _codes(records) - before
    if done == len(lines) == 1 and drafted and _is_shown_it(desk, records, message):
        return f"{made}; the draft answers it"
    return _all_answered(desk, records, message, entries, made)


def ask(desk: Desk, records: UnitOfWork, message: Message) -> str | None:
    """Words that are like a command, and are none, are asked about; None of others.

    Only what nothing else was made of is asked about so, in a line or two instead of the help.
    """
    if message.sender != desk.decides or message.wants_no_answer:
        return None
    lines = commands(message, tuple(desk.settings.people), desk.roster.people)
    if not any(line.near for line in lines):
        return None
    asked = [Entry(words=one.words, done=False, told=doubt(records, one)) for one in lines]
    return _all_answered(desk, records, message, asked, "commands nothing that is understood")


def _all_answered(
    desk: Desk, records: UnitOfWork, message: Message, entries: Sequence[Entry], made: str
) -> str:
    page = transcript_pages.transcript(
        entries,
        code=code_of(message.subject),
        said_at=message.said_at,
        letterhead=outgoing.letterhead_for(desk),
        envelope=outgoing.to_sender(desk, message),
    )
    return on_file(made, answer(desk, records, page))


def _codes(records: UnitOfWork) -> set[str]:
    return {one.code for one in records.open_drafts()}


def _is_shown_it(desk: Desk, records: UnitOfWork, message: Message) -> bool:
    """Whether the writer is shown what they had drafted: a deputy may decide from now on (A83)."""
    return message.sender == office.seated(desk, records).decides


def _is_posted(records: UnitOfWork, line: Line) -> bool:
    """Whether a line approves a draft, and the list is told of it by what that posts."""
    if not isinstance(line.command, Approve | Award):
        return False
    found = records.draft(line.command.code)
    if found is None or found[1] is None or found[1].verdict != "approved":
        return False
    return any(page.kind == "public" for page in found[0].pages)


def _stands_alone(desk: Desk, message: Message, lines: Sequence[Line]) -> bool:
    """Whether a mail says one thing that has an answer of its own."""
    if len(lines) != 1:
        return False
    command, words = lines[0].command, lines[0].words.lower()
    coded = code_of(message.subject) is not None
    match command:
        case Show(what="status"):
            return bool(requests(message))
        case Show(what="help"):
            return helping.is_asked(desk, message)
        case Approve() | Reject():
            return not command.code or coded
        case Choose() | Again():
            return coded
        case None:
            return coded and any(word in words.split("\n")[0] for word in _ALONE)
        case _:
            return False


def _carried_out(desk: Desk, records: UnitOfWork, message: Message, line: Line) -> Entry:
    """What came of one line; whatever cannot be done changes nothing and says why."""
    command = line.command
    if command is None:
        return Entry(words=line.words, done=False, told=doubt(records, line))
    desk = office.seated(desk, records)
    if message.sender != desk.decides and not (
        isinstance(command, Deputy) and command.name is not None
    ):
        told = f"{desk.decides} decides here now, so this is not yours to say."
        return Entry(words=line.words, done=False, told=told)
    try:
        with records.undoable():
            return _done(desk, records, message, line, command)
    except Mendable as fault:
        aside = "" if hidden.is_blind(records) else _aside(fault)
        told = f"{capital(_said(fault))}.{aside}"
        return Entry(words=line.words, done=False, told=told)


def _done(desk: Desk, records: UnitOfWork, message: Message, line: Line, command: Command) -> Entry:
    if isinstance(command, ThatIsAll):
        told = "What stands below it was not read."
        return Entry(words=line.words, done=True, told=told, commands=False)
    if isinstance(command, AnswerCommand):
        return carry_out(desk, records, line.words, command)
    if message.sender != desk.decides and isinstance(command, Deputy) and command.name is not None:
        draft = succession.relieve(desk, records, command.name)
        told = f"You get draft {draft.code}: when you approve it, {command.name} decides in "
        told += f"the place of {desk.decides}."
        return Entry(words=line.words, done=True, told=told)
    return fulfil(desk, records, line.words, command)


def _aside(fault: Mendable) -> str:
    return f" For you alone: {fault.aside}." if fault.aside else ""


def _said(fault: Mendable) -> str:
    match fault:
        case NoSuchDraft(code=code):
            return f"no draft has the code {code}; look at the subject of the mail you meant"
        case DraftNeedsPot(code=code):
            return f'draft {code} awards Y points: write "pot 12", or how many there are'
        case DraftClosed(code=code, reason=verdict):
            return f"draft {code} was already {verdict}, so this changed nothing"
        case DraftNeedsChoice(code=code, candidates=candidates) if candidates:
            return (
                f'draft {code} asks for a choice: write "choose" and one of {", ".join(candidates)}'
            )
        case DraftNeedsChoice(code=code):
            return f"draft {code} offers no choice; approve or reject it"
        case _:
            return str(fault)


_LONGEST: Final = 200  # characters of a line that is to be sent again
_ALL_OF_THEM: Final = re.compile(
    r"^\W*(?:\w+\W+){0,3}?(?P<word>approve|reject|hold|release)d?\b[^\n]{0,20}?"
    r"\b(?:both|all|everything|them)\b",
    re.IGNORECASE,
)
_NOT_TOGETHER: Final = frozenset(["claim", "choice", "return"])
"""Drafts that are not approved."""


def doubt(records: UnitOfWork, line: Line) -> str:
    """Why a line was not carried out: it is not understood, or a line below it is not."""
    if line.meant is not None:
        again = " ".join(describe(line.meant).split())
        again = again if len(again) <= _LONGEST else f"{again[:_LONGEST].rstrip()} ..."
        return f"{capital(line.why)}. If you mean it all the same, send it again: {again}"
    told = f"It is not understood: {line.why}."
    near = _each_by_its_code(records, line) or line.near
    return f"{told} The nearest command: {', or: '.join(near)}" if near else told


def _each_by_its_code(records: UnitOfWork, line: Line) -> tuple[str, ...]:
    """Whoever means all open drafts may name them in one line: another may have come meanwhile."""
    found = _ALL_OF_THEM.match(line.words)
    if found is None:
        return ()
    word = found["word"].lower()
    codes = [
        one.code
        for one in records.open_drafts()
        if word != "approve" or one.kind not in _NOT_TOGETHER
    ]
    return (f"{word} {listed(codes)}",) if codes else ()


__all__ = ["ask", "hear", "overhear"]
