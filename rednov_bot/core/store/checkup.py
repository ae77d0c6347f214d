"""How a database is, looked at from outside: its files, its integrity, whether it is served."""

from __future__ import annotations

import fcntl
import os
import shutil
import sqlite3
import stat
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from sqlalchemy import make_url

from rednov_bot.core.store import database
from rednov_bot.core.store.backups import BEGINS


@dataclass(frozen=True, slots=True)
class Files:
    """A SQLite database on its disk."""

    path: Path
    size: int  # octets
    log: int  # octets of its write-ahead log
    free: int  # octets free on its disk
    open_to_others: bool  # somebody but its owner may read it
    writable: bool  # by whoever asks, and its folder, too
    served: bool  # a service has it


def files(url: str) -> Files | None:
    """The files of a SQLite database that is there; None of none, and of PostgreSQL."""
    parsed = make_url(url)
    path = database.place(parsed)
    if database.kind(parsed) != "sqlite" or not path.is_file():
        return None
    log = Path(f"{path}-wal")
    known = path.stat()
    return Files(
        path=path,
        size=known.st_size,
        log=log.stat().st_size if log.exists() else 0,
        free=shutil.disk_usage(path.parent).free,
        open_to_others=bool(stat.S_IMODE(known.st_mode) & 0o077),
        writable=os.access(path, os.W_OK) and os.access(path.parent, os.W_OK),
        served=_is_served(url),
    )


def _is_served(url: str) -> bool:
    path = Path(f"{database.place(make_url(url))}.serving")
    if not path.exists():
        return False
    with path.open("rb") as mark:
        try:
            fcntl.flock(mark, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def folder(url: str) -> Path | None:
    """Where the file of a SQLite database lies, or would; None of PostgreSQL."""
    parsed = make_url(url)
    if database.kind(parsed) != "sqlite":
        return None
    return database.place(parsed).absolute().parent


def is_database(path: Path) -> bool:
    """Whether a file is one of SQLite's, or empty, by its first octets; or cannot be read."""
    try:
        with path.open("rb") as found:
            return found.read(len(BEGINS)) in (b"", BEGINS)
    except OSError:
        return True


def damage(path: Path) -> str:
    """What is wrong with the pages of a SQLite file, by SQLite's own check; "" where nothing is.

    It may hold what is on file, so no word of SQLite's is passed on.
    """
    try:
        with closing(sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True)) as found:
            (said,) = found.execute("PRAGMA quick_check(1)").fetchone()
            return "" if said == "ok" else "its pages or indexes do not fit together"
    except sqlite3.Error as error:
        return f"SQLite says {getattr(error, 'sqlite_errorname', 'that it cannot be read')}"
