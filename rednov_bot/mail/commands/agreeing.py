"""What is said of one draft in one mail must be understood as a whole, and agree.

A line that is not understood may take back whatever stands above it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rednov_bot.mail.commands.answers import (
    Again,
    Amend,
    AnswerCommand,
    Approve,
    Award,
    Overrule,
    Reject,
    Release,
)
from rednov_bot.mail.commands.lines import Line

_DOUBTED: Final = "another line about the same draft is not understood"
_IN_ORDER: Final = ((Release, Approve), (Reject, Again), (Amend, Amend), (Overrule, Overrule))
"""Two different answers to one draft that may follow each other."""
_LONGEST: Final = 60  # characters of the line that is not understood


def joined(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """The lines; `approve` with `award` of the same draft next to it is one answer."""
    found: list[Line] = []
    for line in lines:
        if found and (both := _with_award(found[-1].command, line.command)) is not None:
            words = f"{found[-1].words}\n{line.words}"
            found[-1] = replace(found[-1], words=words, command=both)
        else:
            found.append(line)
    return tuple(found)


def _with_award(first: object, second: object) -> Approve | None:
    """What `approve and award` says, or `award and approve`; None of any other two commands."""
    match first, second:
        case (Approve() as approve, Award() as award) | (Award() as award, Approve() as approve):
            return replace(approve, award=True) if approve.code == award.code else None
        case _:
            return None


def agreed(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """The lines, without those answers that another line about the same draft contradicts."""
    doubtful: dict[str, str] = {}
    last: dict[str, AnswerCommand] = {}
    for line in lines:
        if line.answers is None:
            continue
        answer = line.command
        if not isinstance(answer, AnswerCommand):
            doubtful.setdefault(line.answers, _DOUBTED)
            continue
        before = last.get(line.answers)
        if before is not None and before != answer and not _may_follow(before, answer):
            doubtful[line.answers] = _says_both(before, answer)
        last[line.answers] = answer
    return tuple(
        replace(line, command=None, why=doubtful[line.answers])
        if line.command is not None and line.answers in doubtful
        else line
        for line in lines
    )


def undoubted(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """The lines, without those answers that a line below may take back, for it is not understood.

    What the contestmaster wishes changes nothing before e answers the draft of it.
    """
    checked: list[Line] = []
    below = ""
    for line in reversed(lines):
        if below and isinstance(line.command, AnswerCommand):
            why = f'the line "{below}" below it is not understood, and may take it back'
            line = replace(line, command=None, meant=line.command, why=why)
        if line.doubts:
            below = _quoted(line.words)
        checked.append(line)
    return tuple(reversed(checked))


def _quoted(words: str) -> str:
    """The last line of what was not understood: what stands above it may be a command."""
    last = words.strip().rpartition("\n")[2].strip().strip('"“”')
    return last if len(last) <= _LONGEST else f"{last[:_LONGEST].rstrip()}..."


def _may_follow(before: object, answer: object) -> bool:
    return any(isinstance(before, first) and isinstance(answer, then) for first, then in _IN_ORDER)


def _says_both(before: object, answer: object) -> str:
    return f'the mail says both "{_word(before)}" and "{_word(answer)}" of the same draft'


def _word(answer: object) -> str:
    return type(answer).__name__.lower()
