"""The contestmaster's commands to the bot: carried out, and answered line by line."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from typing import Final

from rednov_bot.core.errors import (
    DraftClosed,
    DraftNeedsChoice,
    DraftNeedsPot,
    Mendable,
    NoSuchDraft,
)
from rednov_bot.core.models import Message
from rednov_bot.core.render import transcript_pages
from rednov_bot.core.render.transcript_pages import Entry
from rednov_bot.core.render.wording import capital, counted, listed
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import changes, hidden, office, outgoing, private
from rednov_bot.core.workflow.commanding.carrying_out import carry_out
from rednov_bot.core.workflow.commands import (
    THAT_IS_ALL,
    Answer,
    AnswerCommand,
    Approve,
    Choose,
    Deed,
    Doing,
    Show,
)
from rednov_bot.core.workflow.commands.guide import describe
from rednov_bot.core.workflow.commands.reading import Line, commands
from rednov_bot.core.workflow.commands.requests import requests
from rednov_bot.core.workflow.commands.said import code_of
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.core.workflow.outgoing import answer, on_file

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
    if message.sender != desk.decides and not all(isinstance(one.command, Doing) for one in lines):
        return None
    before = {one.code for one in records.open_drafts()}
    entries = [_carried_out(desk, records, message, line) for line in lines]
    commanded = [entry for entry in entries if entry.commands]
    done = sum(entry.done for entry in commanded)
    made = f"{counted(len(commanded), 'command')} of the contestmaster's, {done} carried out"
    if done == len(lines) and all(_is_posted(records, line) for line in lines):
        return f"{made}; the postings answer it"
    # The mail that shows a draft is all the answer that a line needs which asks for one; a deputy
    # may decide, and be shown it, from now on (A83).
    drafted = {one.code for one in records.open_drafts()} - before
    shown = drafted and message.sender == office.seated(desk, records).decides
    if done == len(lines) == 1 and shown and not _posts(lines[0]):
        return f"{made}; the draft answers it"
    return _answered(desk, records, message, entries, made)


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
    return _answered(desk, records, message, asked, "commands nothing that is understood")


def _answered(
    desk: Desk, records: UnitOfWork, message: Message, entries: Sequence[Entry], made: str
) -> str:
    page = transcript_pages.transcript(
        entries,
        code=code_of(message.subject),
        said_at=message.said_at,
        **outgoing.answering(desk, message),
    )
    return on_file(made, answer(desk, records, page))


def _posts(line: Line) -> bool:
    """Whether a line says that a draft is to be posted, or not."""
    command = line.command
    awards = isinstance(command, Answer) and command.word in ("award", "reject")
    return awards or isinstance(command, Approve)


def _is_posted(records: UnitOfWork, line: Line) -> bool:
    """Whether a line approves a draft, and the list is told of it by what that posts."""
    if not isinstance(line.command, AnswerCommand) or not _posts(line):
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
            return private.is_help_asked(desk, message)
        case Approve() | Answer(word="reject"):
            return not command.code or coded
        case Choose() | Answer(word="again"):
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
    relieves = isinstance(command, Deed) and command.does == "deputy"
    if message.sender != desk.decides and not relieves:
        told = f"{desk.decides} decides here now, so this is not yours to say."
        return Entry(words=line.words, done=False, told=told)
    try:
        with records.undoable():
            if message.sender != desk.decides and isinstance(command, Deed):
                draft = changes.relieve(desk, records, command.of)
                told = f"You get draft {draft.code}: when you approve it, {command.of} decides in "
                told += f"the place of {desk.decides}."
                return Entry(words=line.words, done=True, told=told)
            entry = carry_out(desk, records, line.words, command)
            return dataclasses.replace(entry, commands=command != THAT_IS_ALL)
    except Mendable as fault:
        aside = ""
        if fault.aside and not hidden.is_blind(records):
            aside = f" For you alone: {fault.aside}."
        told = f"{capital(_said(fault))}.{aside}"
        return Entry(words=line.words, done=False, told=told)


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
    near = line.near
    if found := _ALL_OF_THEM.match(line.words):
        # Whoever means all open drafts may name them in one line: another may have come meanwhile.
        word, drafts = found["word"].lower(), records.open_drafts()
        codes = [one.code for one in drafts if word != "approve" or one.kind not in _NOT_TOGETHER]
        near = (f"{word} {listed(codes)}",) if codes else near
    told = f"It is not understood: {line.why}."
    return f"{told} The nearest command: {', or: '.join(near)}" if near else told
