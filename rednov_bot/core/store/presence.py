"""A SQLite file that is moved, deleted or replaced while the bot has it open."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, TypeAlias

from rednov_bot.core.errors import Mendable, StoreUnreachable
from rednov_bot.core.store.database import Line

_Inode: TypeAlias = "tuple[int, int] | None"
"""Device and number; None where there is no such file."""


class Presence:
    """Knows one file as it was when it was opened."""

    def __init__(self, path: Path, called: str) -> None:
        """*called*: what the database is called in sentences for people."""
        self._path, self._called = path, called
        self._log = path.with_name(f"{path.name}-wal")
        self._rescued = path.with_name(f"{path.name}.rescued")
        self._file_was: _Inode = None
        self._log_was: _Inode = None
        self._rescued_was: _Inode = None

    def note(self) -> None:
        """A connection was opened just now."""
        self._file_was, self._log_was = _inode(self._path), _inode(self._log)

    def check(self, idle: Sequence[Line]) -> bool:
        """Whether the connections kept *idle* still serve; where they do not, close them.

        StoreUnreachable where the file is gone, Mendable where there is another one in its place.
        """
        if self._file_was is None:
            return True
        file = _inode(self._path)
        if file is None:
            self._is_gone(idle)
        if file != self._file_was and file != self._rescued_was:
            raise Mendable(
                f"{self._called} was replaced by another file while the bot was at work; see that "
                "it is the right one, and start the bot again"
            )
        if not idle or (file == self._file_was and _inode(self._log) == self._log_was):
            return file == self._file_was
        if file == self._file_was:
            self._keep_what_the_log_held(idle[0])
        return False

    def _is_gone(self, idle: Sequence[Line]) -> None:
        where = "see where it has gone, and put it back"
        if idle and self._rescued_was is None and _is_deleted(self._path):
            with suppress(sqlite3.Error, OSError):
                self._rescue(idle[0])
        if self._rescued_was is not None:
            where = (
                f"what it held lies in {self._rescued.name} beside its place: give that its name"
            )
        raise StoreUnreachable(
            f"{self._called} is not in its place any more; {where}",
            f"Ask the host to look for the file of {self._called}: {where}. Then the bot comes "
            "back by itself; it must not be stopped before.",
        )

    def _rescue(self, line: Line) -> None:
        """What the deleted file holds is written to another one, whole or not at all."""
        beside = self._rescued.with_name(f"{self._rescued.name}.part")
        beside.unlink(missing_ok=True)
        beside.touch(0o600)
        driver: Any = line.connection.connection.driver_connection
        with closing(sqlite3.connect(beside)) as copy:
            driver.backup(copy)
        beside.replace(self._rescued)
        self._rescued_was = _inode(self._rescued)

    def _keep_what_the_log_held(self, line: Line) -> None:
        """The log was deleted, but is open here: what it holds goes into the file itself."""
        driver: Any = line.connection.connection.driver_connection
        (busy, *_) = driver.execute("PRAGMA wal_checkpoint(FULL)").fetchone()
        if busy:
            raise StoreUnreachable(f"{self._called} has lost its log, and is in use besides")


def _inode(path: Path) -> _Inode:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _is_deleted(path: Path) -> bool:
    """Whether this process has a file open that was deleted at this place."""
    wanted = f"{path.absolute()} (deleted)"
    with suppress(OSError):
        for one in Path("/proc/self/fd").iterdir():
            with suppress(OSError):
                if str(one.readlink()) == wanted:
                    return True
    return False
