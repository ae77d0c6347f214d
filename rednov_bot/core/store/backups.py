"""A backup of what is on file is taken while the service runs, and takes the database's place.

Nothing of what is there is deleted: it is kept aside.  A backup is made ready beside its place -
looked through, brought up to date, marked as restored - and put there at the end; in PostgreSQL all
of that is one transaction.  What a backup cannot know is of unknown fate.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from sqlalchemy import URL, Connection, make_url

from rednov_bot.core.errors import Mendable, StoreUnreachable
from rednov_bot.core.invocation import program
from rednov_bot.core.store import database, postgres_backups, upgrading
from rednov_bot.core.store.postgres_backups import WORK, Contents
from rednov_bot.core.store.serving import serving
from rednov_bot.core.store.statements import at as moment_at
from rednov_bot.core.store.tables import metadata
from rednov_bot.core.store.unit_of_work import records_on

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
                raise database.sealed(database.name(engine.url))
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
    upgrading.refuse_unknown(str(file), found.revision)
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
                sealed=database.SEALS in there and bool(value(database.LAST_SEAL)),
                reaches=moment_at(max(last)) if last else None,
            )
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        raise damaged from None


def _opened(path: str) -> sqlite3.Connection:
    """To be read alone."""
    name = path if path.startswith("file:") else f"file:{quote(path)}?mode=ro"
    return sqlite3.connect(name, uri=True, timeout=_PAUSE)


_SAID = {"sqlite": "a SQLite file", "postgresql": "a PostgreSQL database"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """A backup has taken the place of the database."""

    contents: Contents
    aside: str  # where what was there before is kept, "" where nothing was
    doubted: int  # postings that were to be sent to lists when the backup was taken


def restore(url: str, file: Path, *, replace: bool, at: datetime) -> Done:
    """The backup in *file* takes the place of the database, which *replace* keeps aside.

    Mendable where a service runs on the database, where one is there and is not to be replaced,
    where the backup is damaged, sealed, of a newer version or of another kind of database.
    """
    parsed = make_url(url)
    contents = contents_of(file)
    if contents.kind != database.kind(parsed):
        raise Mendable(
            f"{file} is a backup of {_SAID[contents.kind]}, and bot.database names "
            f"{_SAID[database.kind(parsed)]}; name a database of the same kind"
        )
    if contents.sealed:
        raise database.sealed(str(file))
    if contents.kind == "sqlite":
        database.refuse_strangers(database.place(parsed))
    with serving(url):
        if contents.kind == "sqlite":
            aside, doubted = _sqlite(parsed, file, replace, at)
        else:
            with database.connected(url) as engine, engine.begin() as connection:
                aside = postgres_backups.put_in_place(connection, file, replace=replace, at=at)
                doubted = _marked(connection, at)
    return Done(contents=contents, aside=aside, doubted=doubted)


def _sqlite(url: URL, file: Path, replace: bool, at: datetime) -> tuple[str, int]:
    there = database.place(url)
    if there.exists() and not replace:
        raise Mendable(
            f"{database.name(url)} is there; nothing was restored. To put the backup in its place "
            "and keep it aside, say --replace"
        )
    with beside(there) as part:
        copy_sqlite(database.named(file), part, SECONDS)
        made = database.named(part).render_as_string()
        with database.connected(made) as engine, engine.begin() as connection:
            doubted = _marked(connection, at)
        make_one_file(part)
        aside = _kept_aside(there, at)
        put(part, there, replace=bool(aside))
    return aside, doubted


def _marked(connection: Connection, at: datetime) -> int:
    """What was restored is brought up to date and says so; how many postings are in doubt."""
    if upgrading.version_on(connection) != upgrading.HEAD:
        upgrading.make_tables(connection)
    with records_on(connection) as records:
        return records.restore(at)


def _kept_aside(there: Path, at: datetime) -> str:
    """What is there gets another name besides, by which it can still be opened; "" if nothing is.

    It keeps its own name as well until the backup takes that, at one blow: whoever is killed in
    between leaves the database as it was, with all that its log held.
    """
    aside = there.with_name(f"{there.name}.before-{at:%Y-%m-%dT%H%M%SZ}")
    if aside.exists():
        raise Mendable(f"{aside} is there already; nothing was restored")
    if there.exists():
        _make_whole(there)
    for ending in ("-wal", "-shm"):
        left = Path(f"{there}{ending}")
        if there.exists() and left.exists():
            os.rename(left, f"{aside}{ending}")
        elif left.exists():
            left.unlink()  # of a file that is gone: it would spoil the next one
    if not there.exists():
        return ""
    try:
        os.link(there, aside)
    except OSError:  # a file system without second names
        os.rename(there, aside)
    return str(aside)


def _make_whole(there: Path) -> None:
    """What a log holds becomes part of its file; of a damaged one it stays what it is.

    Mendable where somebody else reads the file or its disk fails, for then some of it stays in the
    log, and would be lost to whoever is killed before the backup is in its place.
    """
    busy = False
    try:
        with closing(sqlite3.connect(there, timeout=database.PATIENCE)) as whole:
            busy = bool(whole.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0])
    except sqlite3.OperationalError as error:  # which damage is not
        busy = error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
        if not busy:
            raise Mendable(
                f"what the log of {there} holds cannot be put into it ({error.sqlite_errorname}); "
                f"nothing was restored: mend that, or move {there.name} and {there.name}-wal "
                "away, and restore again"
            ) from None
    except sqlite3.DatabaseError:
        return
    if busy:
        raise Mendable(
            f"another program reads {there}; nothing was restored: end it, and restore again"
        )


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
    try:
        yield Path(name)
    finally:
        for ending in ("", "-wal", "-shm", "-journal"):
            Path(f"{name}{ending}").unlink(missing_ok=True)


def put(part: Path, file: Path, *, replace: bool = False) -> None:
    """What was written is on the disk and has the name *file*, at one blow.

    Mendable where another has it by now, which is not to be replaced.
    """
    _sync(part)
    try:
        (os.replace if replace else os.link)(part, file)
    except FileExistsError:
        raise Mendable(f"{file} is there already; name another file, nothing was written") from None
    except OSError:  # a file system without second names
        if replace or file.exists():
            raise
        os.rename(part, file)
    _sync(file.parent)


def make_one_file(part: Path) -> None:
    """What the log of a SQLite file holds becomes part of it."""
    with closing(sqlite3.connect(part)) as whole:
        whole.execute("PRAGMA journal_mode = DELETE").fetchone()


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
