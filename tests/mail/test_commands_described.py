"""The canonical words of a command, and the examples of the help mails, are read as it."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings, strategies as st

from rednov_bot.core.workflow.commands import Amend, AnswerCommand, Approve, Command, Hold, Replaced
from rednov_bot.core.workflow.commands.guide import ANSWERS, WISHES, Guide, describe
from rednov_bot.core.workflow.commands.reading import commands
from tests.mail.test_commands import (
    AMENDMENTS,
    DECISIONS,
    NAMES,
    OTHER_ANSWERS,
    OVERRULINGS,
    K,
    message,
    only,
)
from tests.mail.test_wishes import GOVERNED, READ_ANEW, REPORTS, REWOUND, WITHDRAWN

COMMANDS = [
    *(*DECISIONS.values(), *OTHER_ANSWERS.values(), *AMENDMENTS.values(), *OVERRULINGS.values()),
    *(*REPORTS.values(), *GOVERNED.values(), *REWOUND.values(), *READ_ANEW.values()),
    *WITHDRAWN.values(),
]
CODES = st.text("ABCDEFGHJKLMNPQRSTUVWXYZ23456789", min_size=7, max_size=7)


def read_back(command: Command) -> Command | None:
    (line,) = commands(message(describe(command), subject="desk"), NAMES)
    return line.command


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_is_read_back_from_its_canonical_words(command: Command) -> None:
    assert read_back(command) == command


@given(CODES)
def test_every_code_is_read_back(code: str) -> None:
    assert read_back(Approve(code=code)) == Approve(code=code)
    assert read_back(Hold(code=code, why="Ann is asked")) == Hold(code=code, why="Ann is asked")


@given(CODES)
def test_a_code_in_brackets_is_read_in_any_case(code: str) -> None:
    assert only(f"approve [rednov {code.lower()}]") == Approve(code=code)


@example("\n0")
@settings(max_examples=100)
@given(st.text(min_size=1).filter(lambda text: not set(text) & set('"«»') and text.strip()))
def test_any_words_can_be_amended(words: str) -> None:
    words = words.replace("\r", " ")
    amend = Amend(code=K, changes=(Replaced(words, words),))
    (line,) = commands(message(describe(amend), subject="desk"), NAMES)
    assert line.command == amend


@pytest.mark.parametrize("guide", [*ANSWERS, *WISHES])
def test_every_example_of_the_guide_is_read_as_its_command(guide: Guide) -> None:
    command = only(guide.example)
    assert command is not None
    assert read_back(command) == command


def test_the_guide_knows_every_command() -> None:
    shown = {type(only(guide.example)) for guide in (*ANSWERS, *WISHES)}
    assert {type(command) for command in COMMANDS} <= shown
    assert all(isinstance(only(guide.example), AnswerCommand) for guide in ANSWERS)
    assert not any(isinstance(only(guide.example), AnswerCommand) for guide in WISHES)


def test_the_guide_fits_a_mail() -> None:
    for guide in (*ANSWERS, *WISHES):
        assert max(map(len, guide.example.splitlines())) <= 68
        assert len(guide.does) <= 64
