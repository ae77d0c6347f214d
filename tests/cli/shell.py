"""The command line, called in this process; and a settings file to call it with."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from rednov_bot.bootstrap import open_desk
from rednov_bot.cli import main
from tests.builders import BOT, BUSINESS, DISCUSSION, CountingTokens, FixedClock, Table

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


@cache
def fresh() -> bytes:
    """A database that has just been made."""
    with TemporaryDirectory() as folder:
        config = Path(folder, "rednov.toml")
        config.write_text(SETTINGS, encoding="utf-8")
        with suppress(SystemExit):
            main(("db", "upgrade", "--config", str(config)))
        return Path(folder, "rednov.db").read_bytes()


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

    def made(self) -> None:
        """The database is there."""
        path = self.folder / "rednov.db"
        if not path.exists():
            path.touch(0o600)
            path.write_bytes(fresh())

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
