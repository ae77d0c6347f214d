"""A backup of what is on file, taken while the service runs, and what a backup holds."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from sqlalchemy import URL

from rednov_bot.core.errors import Mendable, StoreUnreachable
from rednov_bot.core.invocation import program
from rednov_bot.core.store import database, postgres_backups, sealed
from rednov_bot.core.store.beside import beside, put
from rednov_bot.core.store.postgres_backups import WORK, Contents
from rednov_bot.core.store.statements import at
from rednov_bot.core.store.tables import metadata
from rednov_bot.core.store.upgrading import refuse_unknown

BEGINS: Final = b"SQLite format 3\0"
_PAUSE: Final = 0.05  # seconds between two looks at a file that is locked
_LOCKED: Final = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})

SECONDS: Final = 60.0
"""How long a backup waits for a database that another program has locked."""


def back_up(url: str, file: Path, *, seconds: float = SECONDS) -> Contents:
    """What the database holds at one moment is in *file*, which its owner alone can read.

    Others may write meanwhile.  Mendable where there is such a file already, where it cannot be
    written, where the database is sealed, or where a tool of PostgreSQL's is missing or too old;
    StoreUnreachable where the database is locked for longer than so many *seconds*.
    """
    with database.connected(url) as engine:
        if database.is_missing(engine.url):
            raise Mendable(f"there is no database at {engine.url.database}; nothing to back up")
        if file.exists():
            raise Mendable(f"{file} is there already; name another file, nothing was written")
        with beside(file) as part:
            if database.kind(engine.url) == "sqlite":
                copy_sqlite(engine.url, part, seconds)
            else:
                postgres_backups.dump(engine, part)
            found = contents_of(part)
            if found.sealed:
                raise sealed.refusal(database.name(engine.url))
            put(part, file)
    return found


def contents_of(file: Path) -> Contents:
    """What a backup holds, read through to its end.

    Mendable where it is none, is damaged, holds no tables of ours, or is of a version too
    old to be upgraded; StoreTooNew where a newer version wrote it.
    """
    with file.open("rb") as opened:
        begins = opened.read(16)
    if begins.startswith(BEGINS):
        found = _contents_of_sqlite(file)
    elif begins.startswith(postgres_backups.BEGINS):
        found = postgres_backups.contents_of(file)
    else:
        raise Mendable(
            f"{file} is no backup of a database; name one that `{program()} backup` wrote"
        )
    refuse_unknown(str(file), found.revision)
    return found


def copy_sqlite(url: URL, to: Path, seconds: float) -> None:
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
            closing(_opened(str(url.database))) as source,
            closing(sqlite3.connect(to)) as target,
        ):
            source.backup(target, pages=-1, progress=look, sleep=_PAUSE)
            target.execute("PRAGMA journal_mode = DELETE").fetchone()
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorname", "no reason told")
        if code.startswith("SQLITE_FULL"):
            raise Mendable(f"there is no room for {to}; make some, or name another disk") from None
        if not code.startswith(("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_CORRUPT", "SQLITE_NOTADB")):
            # SQLite does not say of which of the two files it speaks.
            called = database.name(url)
            raise Mendable(f"{called} cannot be copied to {to} ({code}); mend its rights") from None
        raise database.in_our_words(error, url) from None


def _contents_of_sqlite(file: Path) -> Contents:
    """What a copy holds.  Mendable where a page, an index or a reference is wrong."""
    damaged = Mendable(f"{file} is damaged; take another backup")
    try:
        with closing(_opened(str(file))) as copied:

            def value(question: str) -> Any:
                return (copied.execute(question).fetchone() or (None,))[0]

            if value("PRAGMA integrity_check(1)") != "ok" or value("PRAGMA foreign_key_check"):
                raise damaged
            asked = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
            there = [name for (name,) in copied.execute(asked)]
            if database.MIGRATED not in there:
                raise Mendable(f"{file} holds no database of this program's; name another backup")
            counted = {
                name: int(value(f'SELECT count(*) FROM "{name}"'))
                for name in there
                if name in metadata.tables
            }
            last = [value(f"SELECT max(at) FROM {name}") for name in WORK if counted.get(name)]
            return Contents(
                kind="sqlite",
                revision=str(value("SELECT version_num FROM alembic_version")),
                rows=counted,
                sealed=sealed.TABLE in there and bool(value(sealed.LAST)),
                reaches=at(max(last)) if last else None,
            )
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        raise damaged from None


def _opened(path: str) -> sqlite3.Connection:
    """To be read alone."""
    name = path if path.startswith("file:") else f"file:{quote(path)}?mode=ro"
    return sqlite3.connect(name, uri=True, timeout=_PAUSE)
