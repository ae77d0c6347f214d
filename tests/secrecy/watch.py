"""Everything that a run of `rednov` lets anybody see, gathered and searched for what is hidden."""

from __future__ import annotations

import base64
import logging
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any

import pytest

from rednov_bot.cli import main
from rednov_bot.core.log import WithoutWords
from rednov_bot.core.store.unit_of_work import Database, UnitOfWork
from tests.scenes.laws import tiles_in

OF_THE_TESTS = ("mail", "faker", "hypothesis")
"""Loggers of the servers that play the outer world."""


@dataclass(frozen=True)
class Hidden:
    """What nobody may read: every name of a tile, and the secret of the luck in any form."""

    secret: bytes
    deck: tuple[int, ...]

    def found_in(self, told: str) -> list[str]:
        """Which of it stands in a text."""
        forms = {
            "secret": (
                self.secret.hex(),
                base64.b64encode(self.secret).decode(),
                repr(self.secret),
            ),
            "deck": tuple(gap.join(map(str, self.deck[:6])) for gap in (", ", " ", ",")),
        }
        found = sorted(tiles_in(told))
        return found + [name for name, ways in forms.items() if any(way in told for way in ways)]


class Heard(logging.Handler):
    """Keeps what every logger says at any level, in the words of its own and as it is written.

    Faults of our own logger are kept whole, as a careless handler would write them.
    """

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []
        self._written = WithoutWords("%(name)s %(levelname)s %(message)s")

    def emit(self, record: logging.LogRecord) -> None:
        if record.name.partition(".")[0] in OF_THE_TESTS:
            return
        self.lines += [record.getMessage(), repr(record.args), self._written.format(record)]
        if record.name == "rednov" and record.exc_info and record.exc_info[1] is not None:
            self.lines.append("".join(traceback.format_exception(record.exc_info[1])))


@dataclass
class Seen:
    """What a run has let anybody see."""

    code: int
    lines: list[str]  # of the log
    out: str
    err: str

    def texts(self) -> Iterator[str]:
        yield from self.lines
        yield self.out
        yield self.err


@dataclass
class Watcher:
    """Runs commands in this process, with everybody listening."""

    capture: pytest.CaptureFixture[str]
    seen: list[Seen] = field(default_factory=list)

    def run(self, *arguments: str) -> Seen:
        """A command, at DEBUG."""
        root = logging.getLogger()
        level, heard = root.level, Heard()
        root.addHandler(heard)
        root.setLevel(logging.DEBUG)
        self.capture.readouterr()
        code = 0
        try:
            main(arguments)
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 0
        finally:
            root.setLevel(level)
            root.removeHandler(heard)
        told = self.capture.readouterr()
        self.seen.append(Seen(code, heard.lines, told.out, told.err))
        return self.seen[-1]


class FaultyLedger:
    """A database of which the k-th call fails as it is told to, once; it counts them all."""

    def __init__(self, whole: Database, at: int = 0, fault: Callable[[], Exception] | None = None):
        self._whole, self._at, self._fault = whole, at, fault
        self.calls = 0

    @contextmanager
    def transaction(self, *, durable: bool = True) -> Iterator[UnitOfWork]:
        """A transaction whose every call may fail."""
        with self._whole.transaction(durable=durable) as records:
            yield FaultyRecords(records, self._step)
            self._step()

    def look(self, question: Callable[[Any], Any]) -> Any:
        """A question that may fail."""
        with self.transaction(durable=False) as records:
            return question(records)

    def close(self) -> None:
        """Lets go of the database."""
        self._whole.close()

    def _step(self) -> None:
        self.calls += 1
        if self.calls == self._at and self._fault is not None:
            raise self._fault()


class FaultyRecords:
    """Passes every call on, or fails."""

    def __init__(self, records: UnitOfWork, step: Callable[[], None]) -> None:
        self._records, self._step = records, step

    def __getattr__(self, name: str) -> Any:
        call = getattr(self._records, name)

        def counted(*given: Any, **named: Any) -> Any:
            self._step()
            return call(*given, **named)

        return counted


def heads(mails: tuple[bytes, ...]) -> Iterator[str]:
    """The heads of mails, decoded."""
    for octets in mails:
        mail = message_from_bytes(octets, policy=default)
        assert isinstance(mail, EmailMessage)
        yield "\n".join(f"{name}: {value}" for name, value in mail.items())


def bodies(mails: tuple[bytes, ...]) -> Iterator[str]:
    """What stands in mails."""
    for octets in mails:
        mail = message_from_bytes(octets, policy=default)
        assert isinstance(mail, EmailMessage)
        yield str(mail.get_content())


def file_names(folder: Path) -> str:
    """Every name in a folder."""
    return "\n".join(str(path) for path in folder.rglob("*"))
