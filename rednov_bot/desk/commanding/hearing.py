"""A mail of commands: each is carried out as a whole or not at all, and all are answered in one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rednov_bot.core.commands import (
    Again,
    AnswerCommand,
    Approve,
    Award,
    Choose,
    Command,
    Deputy,
    Line,
    Reject,
    Show,
    ThatIsAll,
    commands,
    describe,
)
from rednov_bot.core.commands.codes import code_of
from rednov_bot.core.commands.requests import requests
from rednov_bot.desk import stationery
from rednov_bot.desk.commanding.decisions import carry_out
from rednov_bot.desk.commanding.wishes import Deed, fulfil
from rednov_bot.desk.contest import office, succession
from rednov_bot.desk.desk import Desk
from rednov_bot.desk.hidden import sight
from rednov_bot.desk.outgoing import answer, on_file
from rednov_bot.desk.talk import helping
from rednov_bot.errors import (
    DraftClosed,
    DraftNeedsChoice,
    DraftNeedsPot,
    Mendable,
    NoSuchDraft,
)
from rednov_bot.papers import Letter
from rednov_bot.ports import Records
from rednov_bot.prose import transcript_pages
from rednov_bot.prose.transcript_pages import Entry
from rednov_bot.prose.wording import capital, counted, listed

_ALONE: Final = ("approve", "reject", "choose", "again")
"""What is answered as ever where it stands alone in a mail (replying.py)."""


def hear(desk: Desk, records: Records, letter: Letter) -> str | None:
    """What was made of a letter of commands; None of one that holds none, or one answer alone.

    A command that is alone in its letter is answered by the draft that it brings about, if any;
    approvals alone by the list's copies of what they post.
    A contestmaster who plays is told who decides; e is a gnome too, so only of plain commands.
    """
    if letter.sender not in (desk.decides, desk.contestmaster) or letter.wants_no_answer:
        return None
    lines = commands(letter, tuple(desk.settings.people), desk.roster.people)
    if not any(line.begins for line in lines) or _stands_alone(desk, letter, lines):
        return None
    if letter.sender != desk.decides and not all(isinstance(one.command, Deed) for one in lines):
        return None
    before = _codes(records)
    entries = [_carried_out(desk, records, letter, line) for line in lines]
    commanded = [entry for entry in entries if entry.commands]
    done = sum(entry.done for entry in commanded)
    made = f"{counted(len(commanded), 'command')} of the contestmaster's, {done} carried out"
    if done == len(lines) and all(_is_posted(records, line) for line in lines):
        return f"{made}; the postings answer it"
    drafted = _drafts(lines[0]) and _codes(records) - before
    if done == len(lines) == 1 and drafted and _is_shown_it(desk, records, letter):
        return f"{made}; the draft answers it"
    return _answered(desk, records, letter, entries, made)


def ask(desk: Desk, records: Records, letter: Letter) -> str | None:
    """Words that are like a command, and are none, are asked about; None of others.

    Only what nothing else was made of is asked about so, in a line or two instead of the help.
    """
    if letter.sender != desk.decides or letter.wants_no_answer:
        return None
    lines = commands(letter, tuple(desk.settings.people), desk.roster.people)
    if not any(line.near for line in lines):
        return None
    asked = [Entry(words=one.words, done=False, told=doubt(records, one)) for one in lines]
    return _answered(desk, records, letter, asked, "commands nothing that is understood")


def _answered(
    desk: Desk, records: Records, letter: Letter, entries: Sequence[Entry], made: str
) -> str:
    page = transcript_pages.transcript(
        entries,
        code=code_of(letter.subject),
        said_at=letter.said_at,
        letterhead=stationery.letterhead(desk),
        envelope=stationery.to_sender(desk, letter),
    )
    return on_file(made, answer(desk, records, page))


def _codes(records: Records) -> set[str]:
    return {one.code for one in records.open_drafts()}


def _is_shown_it(desk: Desk, records: Records, letter: Letter) -> bool:
    """Whether the writer is shown what e had drafted: a deputy may decide from now on (A83)."""
    return letter.sender == office.seated(desk, records).decides


def _drafts(line: Line) -> bool:
    """Whether a line asks for a draft: the mail that shows it is all the answer that it needs."""
    return not isinstance(line.command, Approve | Award | Reject)


def _is_posted(records: Records, line: Line) -> bool:
    """Whether a line approves a draft, and the list is told of it by what that posts."""
    if not isinstance(line.command, Approve | Award):
        return False
    found = records.draft(line.command.code)
    if found is None or found[1] is None or found[1].verdict != "approved":
        return False
    return any(page.kind == "public" for page in found[0].pages)


def _stands_alone(desk: Desk, letter: Letter, lines: Sequence[Line]) -> bool:
    """Whether a mail says one thing that has an answer of its own."""
    if len(lines) != 1:
        return False
    command, words = lines[0].command, lines[0].words.lower()
    coded = code_of(letter.subject) is not None
    match command:
        case Show(what="status"):
            return bool(requests(letter))
        case Show(what="help"):
            return helping.is_asked(desk, letter)
        case Approve() | Reject():
            return not command.code or coded
        case Choose() | Again():
            return coded
        case None:
            return coded and any(word in words.split("\n")[0] for word in _ALONE)
        case _:
            return False


def _carried_out(desk: Desk, records: Records, letter: Letter, line: Line) -> Entry:
    """What came of one line; whatever cannot be done changes nothing and says why."""
    command = line.command
    if command is None:
        return Entry(words=line.words, done=False, told=doubt(records, line))
    desk = office.seated(desk, records)
    if letter.sender != desk.decides and not _relieves(command):
        told = f"{desk.decides} decides here now, so this is not yours to say."
        return Entry(words=line.words, done=False, told=told)
    try:
        with records.undoable():
            return _done(desk, records, letter, line, command)
    except Mendable as fault:
        aside = "" if sight.is_blind(records) else _aside(fault)
        told = f"{capital(_said(fault))}.{aside}"
        return Entry(words=line.words, done=False, told=told)


def _relieves(command: Command) -> bool:
    """Whether a contestmaster who plays names another deputy: that one may have vanished."""
    return isinstance(command, Deputy) and command.name is not None


def _done(desk: Desk, records: Records, letter: Letter, line: Line, command: Command) -> Entry:
    if isinstance(command, ThatIsAll):
        told = "What stands below it was not read."
        return Entry(words=line.words, done=True, told=told, commands=False)
    if isinstance(command, AnswerCommand):
        return carry_out(desk, records, line.words, command)
    if letter.sender != desk.decides and isinstance(command, Deputy) and command.name is not None:
        draft = succession.relieve(desk, records, command.name)
        told = f"You get draft {draft.code}: when you approve it, {command.name} decides in "
        told += f"the place of {desk.decides}."
        return Entry(words=line.words, done=True, told=told)
    return fulfil(desk, records, letter, line.words, command)


def _aside(fault: Mendable) -> str:
    """What only the contestmaster may know of it (§6)."""
    return f" For you alone: {fault.aside}." if fault.aside else ""


def _said(fault: Mendable) -> str:
    """What is wrong, to somebody at a mail program."""
    match fault:
        case NoSuchDraft(code=code):
            return f"no draft has the code {code}; look at the subject of the mail you meant"
        case DraftNeedsPot(code=code):
            return f'draft {code} awards Y points: write "pot 12", or how many there are'
        case DraftClosed(code=code, verdict=verdict):
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


def doubt(records: Records, line: Line) -> str:
    """Why a line was not carried out: it is not understood, or a line below it is not."""
    if line.meant is not None:
        again = " ".join(describe(line.meant).split())
        again = again if len(again) <= _LONGEST else f"{again[:_LONGEST].rstrip()} ..."
        return f"{capital(line.why)}. If you mean it all the same, send it again: {again}"
    told = f"It is not understood: {line.why}."
    near = _each_by_its_code(records, line) or line.near
    return f"{told} The nearest command: {', or: '.join(near)}" if near else told


def _each_by_its_code(records: Records, line: Line) -> tuple[str, ...]:
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
