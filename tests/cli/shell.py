"""The command line, called in this process; and a settings file to call it with."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import pytest

from rednov_bot.bootstrap import open_desk
from rednov_bot.cli import main
from tests.builders import BOT, BUSINESS, DISCUSSION, CountingTokens, FixedClock, Table

Told = TypeVar("Told")

SETTINGS = f"""\
[bot]
address = "{BOT}"
database = "sqlite:///rednov.db"

[imap]
host = "127.0.0.1"
port = 1
tls = "none"
user = "rednov"
password = "a-secret-password"

[smtp]
host = "127.0.0.1"
port = 1
tls = "none"

[pictures]
in_mails = false

[contest]
name = "Red November"
contestmaster = "Pewterby"
y_pot = 12

[forums.business]
address = "{BUSINESS}"
list_id = "agora-business.agora.example"
public = true
post = true

[forums.discussion]
address = "{DISCUSSION}"
list_id = "agora-discussion.agora.example"
public = false

[people.Ann]
addresses = ["ann@post.example"]
contestant = true

[people.Bob]
addresses = ["bob@post.example"]
contestant = true

[people.Cat]
addresses = ["cat@post.example"]
contestant = true

[people.Pewterby]
addresses = ["pewterby@post.example"]
"""


@dataclass(frozen=True)
class Said:
    """What a command said, and its exit code."""

    code: int
    out: str
    err: str


_PREPARED: dict[str, tuple[dict[str, bytes], Any]] = {}
"""What was prepared -> the files that it left in its folder, and what it told."""


class Shell:
    """A folder with a settings file, in which commands are run."""

    def __init__(self, folder: Path, capture: pytest.CaptureFixture[str]) -> None:
        self._capture = capture
        self.move_to(folder)

    def move_to(self, folder: Path) -> None:
        """From now on it is another folder, which is made."""
        folder.mkdir(exist_ok=True)
        self.folder, self.config = folder, folder / "rednov.toml"
        self.config.write_text(SETTINGS, encoding="utf-8")

    def run(self, *arguments: str) -> Said:
        """The command with these arguments."""
        self._capture.readouterr()
        try:
            main(arguments)
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
        else:
            code = 0
        said = self._capture.readouterr()
        return Said(code, said.out, said.err)

    def __call__(self, command: str, *arguments: str) -> Said:
        """The same, with --config behind the command, `db upgrade` say."""
        return self.run(*command.split(), "--config", str(self.config), *arguments)

    def prepared(self, what: str, prepare: Callable[[], Told]) -> Told:
        """Something is prepared once; then its files are copied into the folders of other tests.

        It leaves no database open.
        """
        if what not in _PREPARED:
            told = prepare()
            for path in self.folder.glob("*.db"):
                with closing(sqlite3.connect(path)) as database:  # nothing is left in its log
                    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            files = [one for one in self.folder.iterdir() if one.is_file()]
            _PREPARED[what] = {one.name: one.read_bytes() for one in files}, told
        there, told = _PREPARED[what]
        for path in self.folder.glob("*.db*"):
            path.unlink()
        for name, octets in there.items():
            path = self.folder / name
            path.touch(0o600)
            path.write_bytes(octets)
        return told

    def made(self) -> None:
        """The database is there."""
        if not (self.folder / "rednov.db").exists():
            config = self.config.read_bytes()
            self.config.write_text(SETTINGS, encoding="utf-8")
            self.prepared("made", lambda: self("db upgrade"))
            self.config.write_bytes(config)

    def table(self) -> Table:
        """A desk over the same database, which has seen all that was queued so far.

        Its clock stands where the program's does: what the one filed is not in the other's future.
        """
        self.made()
        clock = FixedClock(datetime.now(UTC))
        desk = open_desk(self.config, clock=clock, tokens=CountingTokens())
        table = Table(desk=desk, clock=clock)
        table.news()
        new = 100 * table.seen
        table.desk = replace(desk, tokens=CountingTokens(codes=new, messages=new))
        with desk.db.transaction() as records:
            table.uid = max((one.mail for one in records.dispositions()), default=0)
        return table
