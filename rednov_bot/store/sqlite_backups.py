"""A copy of a SQLite file, its log included, as of one moment (SQLite's online backup)."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from sqlalchemy import URL

from rednov_bot.errors import Mendable, StoreUnreachable
from rednov_bot.store import database, rows, sealed
from rednov_bot.store.contents import WORK, Contents
from rednov_bot.store.tables import metadata

BEGINS: Final = b"SQLite format 3\0"
_PAUSE: Final = 0.05  # seconds between two looks at a file that is locked
_LOCKED: Final = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})


def copy(url: URL, to: Path, seconds: float) -> None:
    """Everything that was committed when it began is in *to*, as one file without a log.

    It is read as a single step, so that whoever writes meanwhile neither waits nor makes it begin
    again.  StoreUnreachable where the file stays locked for *seconds*; Mendable where it is damaged
    or the copy finds no room.
    """
    until = time.monotonic() + seconds

    def look(status: int, _: int, __: int) -> None:
        if status in _LOCKED and time.monotonic() > until:
            raise StoreUnreachable(f"{database.name(url)} is busy with another program")

    try:
        with (
            closing(_connected(str(url.database), "ro")) as source,
            closing(sqlite3.connect(to)) as target,
        ):
            source.backup(target, pages=-1, progress=look, sleep=_PAUSE)
            target.execute("PRAGMA journal_mode = DELETE").fetchone()
    except sqlite3.Error as error:
        raise _in_our_words(error, to, database.name(url)) from None


def contents_of(file: Path) -> Contents:
    """What a copy holds.  Mendable where a page, an index or a reference is wrong."""
    damaged = Mendable(f"{file} is damaged; take another backup")
    try:
        with closing(_connected(str(file), "ro")) as copied:
            (found,) = copied.execute("PRAGMA integrity_check(1)").fetchone()
            if found != "ok" or copied.execute("PRAGMA foreign_key_check").fetchone():
                raise damaged
            known = copied.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
            there = {str(name) for (name,) in known}
            if "alembic_version" not in there:
                raise Mendable(f"{file} holds no database of this program's; name another backup")
            return Contents(
                kind="sqlite",
                revision=str(_value(copied, "SELECT version_num FROM alembic_version")),
                rows={
                    name: int(_value(copied, f'SELECT count(*) FROM "{name}"'))
                    for name in sorted(metadata.tables)
                    if name in there
                },
                sealed=sealed.TABLE in there and bool(_value(copied, sealed.LAST)),
                reaches=rows.at_or_none(
                    max(
                        [
                            at
                            for name in WORK
                            if name in there
                            and (at := _value(copied, f"SELECT max(at) FROM {name}")) is not None
                        ],
                        default=None,
                    )
                ),
            )
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        raise damaged from None


def _connected(path: str, mode: str) -> sqlite3.Connection:
    name = path if path.startswith("file:") else f"file:{quote(path)}?mode={mode}"
    return sqlite3.connect(name, uri=True, timeout=_PAUSE)


def _value(copied: sqlite3.Connection, question: str) -> Any:
    row = copied.execute(question).fetchone()
    return None if row is None else row[0]


def _in_our_words(error: sqlite3.Error, to: Path, called: str) -> Exception:
    """Why there is no copy; SQLite does not say of which of the two files it speaks."""
    code = getattr(error, "sqlite_errorname", "")
    if code.startswith("SQLITE_FULL"):
        return Mendable(f"there is no room for {to}; make some, or name another disk")
    if code.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
        return Mendable(f"{called} is damaged; restore a backup")
    if code.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return StoreUnreachable(f"{called} is busy with another program")
    return Mendable(
        f"{called} cannot be copied to {to} ({code or 'no reason told'}); mend its rights"
    )
