"""A backup takes the place of the database, and what it cannot know is of unknown fate.

Nothing of what is there is deleted: it is kept aside.  A backup is made ready beside its place -
looked through, brought up to date, marked as restored - and put there at the end; in PostgreSQL all
of that is one transaction.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlalchemy import URL, Connection, make_url

from rednov_bot.core.errors import Mendable
from rednov_bot.core.store import backups, database, postgres_backups, sealed, upgrading
from rednov_bot.core.store.beside import beside, make_one_file, put
from rednov_bot.core.store.postgres_backups import Contents
from rednov_bot.core.store.serving import serving
from rednov_bot.core.store.unit_of_work import records_on

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
    contents = backups.contents_of(file)
    if contents.kind != database.kind(parsed):
        raise Mendable(
            f"{file} is a backup of {_SAID[contents.kind]}, and bot.database names "
            f"{_SAID[database.kind(parsed)]}; name a database of the same kind"
        )
    if contents.sealed:
        raise sealed.refusal(str(file))
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
        backups.copy_sqlite(database.named(file), part, backups.SECONDS)
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
