"""A line of a letter, and the command that it is."""

from __future__ import annotations

from dataclasses import dataclass

from rednov_bot.core.commands.answers import AnswerCommand
from rednov_bot.core.commands.wishes import Wish


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """The words of one command, with the lines below that go with it; or a line that is none."""

    words: str  # as written, or how they begin
    command: AnswerCommand | Wish | None
    why: str = ""  # half a sentence on why it is no command
    near: tuple[str, ...] = ()  # examples of what it may have been meant as
    begins: bool = False  # whether it begins as a command does, understood or not
    answers: str | None = None  # the code that an answer is for, understood or not; "" where none
    doubts: bool = False  # whether it is not understood, and may take back what stands above it
    meant: AnswerCommand | Wish | None = (
        None  # what it says, where a line below it may take it back
    )
