"""A file or a database that another program has written is left as it is."""

from __future__ import annotations

import sqlite3
from codecs import getincrementaldecoder
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Final
from urllib.parse import quote

from rednov_bot.errors import Mendable

OURS: Final = "raw_mails"
"""A table that has been there from the first version on."""

MIGRATED: Final = "alembic_version"
"""The table that names the last migration."""

OF_ANOTHER: Final = "which holds the tables of another program; name a database of its own"


def is_of_another(names: Iterable[str]) -> bool:
    """Whether a database with tables of these names is another program's: none of ours is there."""
    others = set(names) - {MIGRATED}
    return bool(others) and OURS not in others


def is_anothers(connection: sqlite3.Connection) -> bool:
    """Of a file: nothing in it is to be changed, its log no more than anything else."""
    asked = "SELECT name FROM sqlite_master WHERE type = 'table'"
    return is_of_another([str(name) for (name,) in connection.execute(asked)])


def refuse(file: Path) -> None:
    """Mendable where a SQLite file is no file at all, or holds what another program has written.

    What is damaged beyond knowing whose it is, is not refused.
    """
    called = f"bot.database names {file}"
    if file.is_dir():
        raise Mendable(f"{called}, which is a folder; name a file in it")
    if not file.exists():
        return
    if not file.is_file():
        raise Mendable(f"{called}, which is no file; name a file")
    if _is_text(file):
        raise Mendable(f"{called}, which is a text; name a file of its own")
    try:
        path = f"file:{quote(str(file))}?immutable=1"  # else it would get a log beside it
        with closing(sqlite3.connect(path, uri=True)) as found:
            is_of_others = is_anothers(found)
    except sqlite3.Error:
        return
    if is_of_others:
        raise Mendable(f"{called}, {OF_ANOTHER}")


def _is_text(file: Path) -> bool:
    """Whether a file begins with words for people: no database does, however damaged."""
    try:
        with file.open("rb") as opened:
            begins = opened.read(1024)
        words = getincrementaldecoder("utf-8")().decode(begins)  # the last letter may be cut
        return bool(words) and all(one.isprintable() or one.isspace() for one in words)
    except (OSError, UnicodeDecodeError):
        return False
