"""The database is brought up to date: its tables are made, or changed by the migrations.

Alembic is slow to import: it is left alone when there is nothing to do, and nobody has to wait for
the database meanwhile.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import (
    Column,
    Connection,
    MetaData,
    String,
    Table,
    delete,
    insert,
    inspect,
    select,
    text,
)

from rednov_bot import __version__
from rednov_bot.core.errors import Mendable, StoreTooNew
from rednov_bot.core.invocation import program as called_as
from rednov_bot.core.paths import DATA_SETS, MIGRATIONS
from rednov_bot.core.store import database
from rednov_bot.core.store.statements import moment
from rednov_bot.core.store.tables import beginnings, metadata, programs
from rednov_bot.core.store.unit_of_work import UnitOfWork, records_on

_BY_WHICH_IT_PLAYS: Final = ("games/red_november/rules", "core/luck.py")
"""Rules and luck; not how mails are read: turns are on file, with what their luck hangs on."""
_OF_CODE: Final = frozenset({".py", ".toml", ".json", ".csv"})


@dataclass(frozen=True, slots=True)
class Program:
    """A program by its version, and by the digest of its rules, "" where nobody has looked."""

    version: str
    rules: str = ""

    def is_like(self, version: str, rules: str) -> bool:
        """Whether that one is the same, as far as anybody has looked."""
        return version == self.version and (not self.rules or rules == self.rules)


def this_program(*, thoroughly: bool) -> Program:
    """The one that runs; *thoroughly*: its files are read, which takes some 50 ms."""
    return Program(__version__, _digest() if thoroughly else "")


def _digest() -> str:
    """SHA-256 of the files by which games are played, and of their names."""
    package = DATA_SETS.parents[2]
    known = hashlib.sha256()
    for folder in (*[package / name for name in _BY_WHICH_IT_PLAYS], DATA_SETS):
        for path in sorted(folder.rglob("*")) if folder.is_dir() else [folder]:
            if path.suffix in _OF_CODE and path.is_file():
                name = path.relative_to(folder).as_posix()
                known.update(f"{folder.name}/{name}\0".encode())
                known.update(path.read_bytes())
    return known.hexdigest()


UPGRADED: Final = ("0017", "0018", "0019", "0020", "0021", "0022", "0023")
"""Earlier migrations, which are one now: it brings a database of any of them up to date."""

REVISIONS: Final = (*UPGRADED, "0024", "0025", "0026")
"""Every migration whose databases this version takes, oldest first."""

HEAD: Final = REVISIONS[-1]

Check = Callable[[UnitOfWork], int]
"""Looks whether a program may take the records over; how much of them it makes otherwise."""

_VERSIONS = Table(
    database.MIGRATED, MetaData(), Column("version_num", String(32), primary_key=True)
)
"""As Alembic makes it."""
_VERSIONS.primary_key.name = "alembic_version_pkc"


def upgrade(
    url: str,
    *,
    patience: float = database.PATIENCE,
    at: datetime | None = None,
    program: Program | None = None,
    check: Check | None = None,
) -> None:
    """The database is made if need be and gets the tables of this version, all or none.

    A new one keeps the moment at which it is made (*at*: now).

    Before a *program* that has not served it last takes it over, *check* looks at the records as
    the program finds them; whatever that raises, nothing is changed.

    StoreTooNew when a newer version wrote it; Mendable or StoreUnreachable when it cannot be used,
    is too old, or is sealed.
    """
    with database.connected(url, patience) as engine:
        if database.is_missing(engine.url):
            database.make_private_file(engine.url)
        with engine.begin() as connection:
            present = version_on(connection)
            if present is not None:
                refuse_unknown(database.name(engine.url), present)
            if present != HEAD:
                make_tables(connection)
            if present is None:
                connection.execute(insert(beginnings), {"at": moment(at or datetime.now(UTC))})
            if program is not None and not _served_last(connection, program):
                _take_over(connection, program, check, at or datetime.now(UTC))


def version(url: str, *, patience: float = database.PATIENCE) -> str | None:
    """The last migration that the database has seen, None when it has no tables of ours."""
    with database.connected(url, patience) as engine:
        if database.is_missing(engine.url):
            return None
        with engine.begin() as connection:
            return version_on(connection)


def version_on(connection: Connection) -> str | None:
    """The same, inside a transaction.

    Mendable where another program's tables are there, or where the database is sealed or was left
    half restored by an earlier version.
    """
    names = inspect(connection).get_table_names()
    called = database.name(connection.engine.url)
    if database.HALF_RESTORED in names:
        raise Mendable(
            f"{called} is only half restored; run `{called_as()} restore --replace` again"
        )
    if database.is_of_another(names):
        raise Mendable(f"bot.database names {called}, {database.OF_ANOTHER}")
    if database.MIGRATED not in names:
        return None
    if database.SEALS in names and connection.scalar(text(database.LAST_SEAL)):
        raise database.sealed(called)
    found: str | None = connection.scalar(select(_VERSIONS.c.version_num))
    return found


def refuse_unknown(called: str, revision: str) -> None:
    """StoreTooNew where what is *called* so is of a migration newer than any known here.

    Mendable where it is of one that this version does not upgrade.
    """
    if revision < REVISIONS[0]:
        raise Mendable(
            f"{called} is of migration {revision}, which this version does not upgrade; upgrade it "
            "first with rednov_bot 0.1.0 from before 1 December 2026 (commit b9efb674)"
        )
    if revision not in REVISIONS:
        raise StoreTooNew(
            f"{called} was written by a newer version of this program (migration {revision}, here "
            f"{HEAD} is the last); install that version"
        )


def _served_last(connection: Connection, program: Program) -> bool:
    """Whether this program has taken the database over, and no other one since."""
    last = connection.execute(
        select(programs.c.version, programs.c.rules).order_by(programs.c.id.desc()).limit(1)
    ).first()
    return last is not None and program.is_like(*last)


def _take_over(connection: Connection, program: Program, check: Check | None, at: datetime) -> None:
    differing = 0
    if check is not None:
        with records_on(connection) as records:
            differing = check(records)
    row = {"version": program.version, "rules": program.rules, "differing": differing}
    connection.execute(insert(programs), {**row, "at": moment(at)})


def make_tables(connection: Connection) -> None:
    """The tables become those of this version, in the transaction that has begun."""
    present = version_on(connection)
    if present is None:
        metadata.create_all(connection, checkfirst=False)
        _VERSIONS.create(connection, checkfirst=False)
        connection.execute(insert(_VERSIONS), {"version_num": HEAD})
        return
    # Alembic's Mako would load Pygments, to colour errors in pages that nobody makes: 5 MB.
    sys.modules.setdefault("mako.ext.pygmentplugin", None)  # type: ignore[arg-type]
    from alembic import command
    from alembic.config import Config

    if present in UPGRADED:  # which Alembic does not know any more
        connection.execute(delete(_VERSIONS))
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes |= {"connection": connection, "since": present}
    command.upgrade(config, HEAD)
