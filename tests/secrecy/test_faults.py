"""What the host reads of a fault: its kind and its place, and never the words of it."""

from __future__ import annotations

import logging
import re
import sys
import threading
from collections.abc import Iterator

import pytest

from rednov_bot.cli import main
from rednov_bot.core import errors, log
from rednov_bot.core.errors import MailboxUnreachable
from tests.cli.shell import Shell

WORD = "lucky_charm"


class Read(logging.Handler):
    """Keeps the lines that a log on the standard error would have."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.setFormatter(log.WithoutWords("%(levelname)s %(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@pytest.fixture
def lines() -> Iterator[list[str]]:
    """What a log reads of every logger there is."""
    handler = Read()
    logging.getLogger().addHandler(handler)
    yield handler.lines
    logging.getLogger().removeHandler(handler)


def failed(cause: bool = False) -> BaseException:
    """A fault whose words name a tile, and whose cause does, too."""
    try:
        try:
            {"grog": 1}[WORD]
        except KeyError as error:
            raise ValueError(f"no {WORD}") from error if cause else None
    except ValueError as error:
        return error


def test_a_fault_is_named_by_its_kind_its_place_and_what_led_to_it() -> None:
    told = errors.named(failed(cause=True))
    assert told.startswith("ValueError (secrecy/test_faults.py:")
    assert ", after KeyError (secrecy/test_faults.py:" in told
    assert WORD not in told


def test_places_in_the_program_come_before_the_innermost_of_a_library() -> None:
    from rednov_bot.core.store import forms

    with pytest.raises(Exception) as fault:
        forms.secrets(forms.FORM, f'{{"hands": [["{WORD}s"]]}}')
    assert WORD in str(fault.value)
    assert re.search(r"store/forms\.py:\d+\)$", errors.named(fault.value))


def test_causes_that_lead_in_a_circle_are_told_once() -> None:
    one, other = KeyError(WORD), ValueError(WORD)
    one.__cause__, other.__cause__ = other, one
    assert errors.named(one) == "KeyError, after ValueError"


def test_a_line_of_our_own_stands_as_it_is(lines: list[str]) -> None:
    log.lost(MailboxUnreachable("the IMAP server does not answer"), 2)
    assert lines == ["WARNING the IMAP server does not answer; trying again in 2 s"]


def test_a_line_with_a_fault_has_no_traceback(lines: list[str]) -> None:
    log.held(12, failed(cause=True))
    logging.getLogger("rednov").error("so it is", exc_info=failed())
    assert len(lines) == 2
    assert all("ValueError (" in line and WORD not in line for line in lines)
    assert lines[0].startswith("ERROR mail 12 is held: handling it failed with ValueError (")


def test_the_words_of_a_library_are_not_passed_on(lines: list[str]) -> None:
    logging.getLogger("asyncio").error("Task: %s", WORD, exc_info=failed(), stack_info=True)
    (line,) = lines
    assert line.startswith("ERROR asyncio has something to say (test_faults:")
    assert WORD not in line


def test_the_interpreter_tells_no_words_either(capsys: pytest.CaptureFixture[str]) -> None:
    def fail() -> None:
        raise failed()

    before = sys.excepthook, sys.unraisablehook, threading.excepthook
    with errors.told_without_words():
        thread = threading.Thread(target=fail)
        thread.start()
        thread.join()
        fault = failed()
        sys.excepthook(ValueError, fault, fault.__traceback__)
    assert (sys.excepthook, sys.unraisablehook, threading.excepthook) == before
    told = capsys.readouterr().err
    assert told.count("rednov: a fault of the program: ValueError (") == 2
    assert WORD not in told


def test_a_command_that_fails_ends_with_4_and_without_words(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from rednov_bot.core.workflow import office

    def fail(*_: object) -> None:
        raise failed(cause=True)

    shell.made()
    monkeypatch.setattr(office, "seated", fail)
    with pytest.raises(SystemExit) as end:
        main(["status", "--config", str(shell.config)])
    said = capsys.readouterr()
    assert end.value.code == 4
    assert said.err.startswith("rednov: a fault of the program, which is ours to mend: ValueError")
    assert said.err.count("\n") == 1
    assert WORD not in said.out + said.err
