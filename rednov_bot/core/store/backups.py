"""A backup of what is on file, taken while the service runs, and what a backup holds."""

from __future__ import annotations

import os
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from sqlalchemy import URL

from rednov_bot.core.errors import Mendable, StoreUnreachable
from rednov_bot.core.invocation import program
from rednov_bot.core.store import database, postgres_backups, sealed
from rednov_bot.core.store.contents import WORK, Contents
from rednov_bot.core.store.statements import at_or_none
from rednov_bot.core.store.tables import metadata
from rednov_bot.core.store.upgrading import refuse_unknown

BEGINS: Final = b"SQLite format 3\0"
_PAUSE: Final = 0.05  # seconds between two looks at a file that is locked
_LOCKED: Final = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})


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
            closing(_connected(str(url.database), "ro")) as source,
            closing(sqlite3.connect(to)) as target,
        ):
            source.backup(target, pages=-1, progress=look, sleep=_PAUSE)
            target.execute("PRAGMA journal_mode = DELETE").fetchone()
    except sqlite3.Error as error:
        raise _in_our_words(error, to, database.name(url)) from None


def contents_of_copy(file: Path) -> Contents:
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
                reaches=at_or_none(
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


SECONDS = 60.0
"""How long a backup waits for a database that another program has locked."""


def back_up(url: str, file: Path, *, seconds: float = SECONDS) -> Contents:
    """What the database holds at one moment is in *file*, which its owner alone can read.

    Others may write meanwhile.  Mendable where there is such a file already, where it cannot be
    written, where the database is sealed, or where a tool of PostgreSQL's is missing or too old;
    StoreUnreachable where the database is locked for longer than so many *seconds*.
    """
    engine = database.opened(url)
    engine.dispose()
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
        found = contents_of_copy(file)
    elif begins.startswith(postgres_backups.BEGINS):
        found = postgres_backups.contents_of(file)
    else:
        raise Mendable(
            f"{file} is no backup of a database; name one that `{program()} backup` wrote"
        )
    refuse_unknown(str(file), found.revision)
    return found


@contextmanager
def beside(file: Path) -> Iterator[Path]:
    """An empty file beside *file*, for its owner alone; it is gone afterwards, unless it was put
    in its place.
    """
    try:
        handle, name = tempfile.mkstemp(prefix=f".{file.name}-", suffix=".part", dir=file.parent)
    except OSError as error:
        reason = error.strerror or "it cannot be made"
        raise Mendable(f"nothing can be written beside {file}: {reason}; mend the path") from None
    os.close(handle)
    part = Path(name)
    try:
        yield part
    finally:
        for left in (part, Path(f"{part}-wal"), Path(f"{part}-shm"), Path(f"{part}-journal")):
            left.unlink(missing_ok=True)


def put(part: Path, file: Path) -> None:
    """What was written is on the disk and has its name.  Mendable where another has it by now."""
    _sync(part)
    try:
        os.link(part, file)
    except FileExistsError:
        raise Mendable(f"{file} is there already; name another file, nothing was written") from None
    except OSError:  # a file system without second names
        if file.exists():
            raise Mendable(f"{file} is there already; nothing was written") from None
        os.rename(part, file)
    _sync(file.parent)


def put_in_place_of(part: Path, file: Path) -> None:
    """What was written is on the disk and has the name that *file* had, at one blow."""
    _sync(part)
    os.replace(part, file)
    _sync(file.parent)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
