"""A backup of what is on file, taken while the service runs, and what a backup holds.

It is written beside its place and put there when it is whole and was read through: whoever is
killed meanwhile leaves a file whose name ends in `.part`, and none that looks like a backup.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rednov_bot.errors import Mendable, StoreTooNew
from rednov_bot.invocation import program
from rednov_bot.store import database, postgres_backups, sealed, sqlite_backups
from rednov_bot.store.contents import Contents
from rednov_bot.store.upgrading import HEAD, REVISIONS

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
            sqlite_backups.copy(engine.url, part, seconds)
        else:
            postgres_backups.dump(engine, part)
        found = contents_of(part)
        if found.sealed:
            raise sealed.refusal(database.name(engine.url))
        put(part, file)
    return found


def contents_of(file: Path) -> Contents:
    """What a backup holds, read through to its end.

    Mendable where it is none, is damaged, or holds no tables of ours; StoreTooNew where a newer
    version wrote it.
    """
    with file.open("rb") as opened:
        begins = opened.read(16)
    if begins.startswith(sqlite_backups.BEGINS):
        found = sqlite_backups.contents_of(file)
    elif begins.startswith(postgres_backups.BEGINS):
        found = postgres_backups.contents_of(file)
    else:
        raise Mendable(
            f"{file} is no backup of a database; name one that `{program()} backup` wrote"
        )
    if found.revision not in REVISIONS:
        raise StoreTooNew(
            f"{file} was written by a newer version of this program (migration {found.revision}, "
            f"here {HEAD} is the last); install that version"
        )
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
