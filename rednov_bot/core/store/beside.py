"""Files that are written beside their place, and put there whole."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from rednov_bot.core.errors import Mendable


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
