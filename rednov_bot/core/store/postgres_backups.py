"""A PostgreSQL database is dumped as of one moment, and loaded, by PostgreSQL's own programs."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, inspect

from rednov_bot.core.errors import Mendable, StoreUnreachable
from rednov_bot.core.store import database, refusals
from rednov_bot.core.store.refusals import MARK
from rednov_bot.core.store.statements import Kind, at
from rednov_bot.core.store.tables import FORMER, metadata

BEGINS: Final = b"PGDMP"
PLACES: Final = Path("/usr/lib/postgresql")
"""Where Debian keeps the programs of each version, one folder for each."""
WORK: Final = ("heartbeats", "dispositions")
"""The tables whose last moment (`at`) tells when the service was last at work: a heartbeat is on
file every few minutes, and what was done since has a moment of its own."""
_FEW: Final = frozenset({database.MIGRATED, refusals.SEALS, *WORK})
"""Tables of which more is looked at than how many rows they have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """A backup that was read from end to end."""

    kind: Kind
    revision: str  # the last migration that it has seen
    rows: Mapping[str, int]  # by table, in the order of the alphabet
    sealed: bool  # by an earlier version: this one cannot read it
    reaches: datetime | None  # when the service was last at work before it was taken


def tool(name: str, least: int = 0) -> str:
    """The program of this name, the one on the PATH first, then the newest.

    Mendable where there is none, or none of version *least*.
    """
    newest = 0
    own = sorted(PLACES.glob(f"*/bin/{name}"), key=lambda one: one.parts[-3].zfill(9), reverse=True)
    for path in filter(None, [shutil.which(name), *map(str, own)]):
        done = subprocess.run([path, "--version"], capture_output=True, text=True, check=False)
        told = re.search(r"\(PostgreSQL\) (\d+)", done.stdout)
        version = int(told[1]) if told else 0
        if version >= least:
            return path
        newest = max(newest, version)
    client = f"install the client programs of PostgreSQL {least or ''}".rstrip()
    if not newest:
        raise Mendable(f"{name} is not installed; {client}")
    raise Mendable(f"{name} is of version {newest}, older than the server's {least}; {client}")


def _version_of(connection: Connection) -> int:
    """The major version of the server at the other end."""
    told = connection.exec_driver_sql("SHOW server_version_num").scalar()
    return int(str(told)) // 10000


def call(engine: Engine, command: Sequence[str], what: str) -> None:
    """A program works on the database; its login is in its environment alone.

    StoreUnreachable where it fails: its own words may hold what is on file, and are not told.
    """
    from psycopg import conninfo

    _, given = engine.dialect.create_connect_args(engine.url)
    where: dict[str, Any] = {key: value for key, value in given.items() if key != "context"}
    environment = dict(os.environ)
    if (password := where.pop("password", None)) is not None:
        environment["PGPASSWORD"] = str(password)
    done = subprocess.run(
        [*command, f"--dbname={conninfo.make_conninfo(**where)}", "--no-password"],
        capture_output=True,
        env=environment,
        check=False,
    )
    if done.returncode != 0:
        name = Path(command[0]).name
        raise StoreUnreachable(f"{name} could not {what} {database.name(engine.url)}")


def dump(engine: Engine, to: Path) -> None:
    """Everything that was committed when it began is in *to*.  Mendable where pg_dump is missing
    or older than the server.
    """
    with engine.begin() as connection:
        program = tool("pg_dump", _version_of(connection))
    command = [program, "--format=custom", "--no-owner", "--no-privileges", "--schema=public"]
    call(engine, [*command, f"--file={to}"], "back up")


def contents_of(file: Path) -> Contents:
    """What a dump holds: every row of it is read.  Mendable where it breaks off or is damaged."""
    counted: Counter[str] = Counter()
    revision = seal = ""
    newest = last = 0
    for table, row in _rows(file):
        counted[table] += 1
        if table == database.MIGRATED:
            revision = row["version_num"]
        elif table == refusals.SEALS and int(row["id"]) > newest:
            newest, seal = int(row["id"]), row["name"]
        elif table in WORK:
            last = max(last, int(row["at"]))
    if not revision:
        raise Mendable(f"{file} holds no database of this program's; name another backup")
    return Contents(
        kind="postgresql",
        revision=revision,
        rows={name: counted[name] for name in sorted(metadata.tables) if name in counted},
        sealed=bool(seal),
        reaches=at(last) if last else None,
    )


def listed(file: Path) -> list[str]:
    """The lines of what a dump holds, table by table.  Mendable where it is damaged."""
    done = subprocess.run([tool("pg_restore"), "--list", file], capture_output=True, check=False)
    if done.returncode != 0:
        raise Mendable(f"{file} is damaged, or of a newer PostgreSQL; take another backup")
    return done.stdout.decode(errors="replace").splitlines()


def _rows(file: Path) -> Iterator[tuple[str, dict[str, str]]]:
    """Every row of a dump: its table, and of the few tables its columns.

    PostgreSQL's own reader checks and unpacks it; it writes text, in which one row is one line.
    """
    listed(file)
    command = [tool("pg_restore"), "--data-only", "--file=-", str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as reader:
        assert reader.stdout is not None
        table, columns = "", list[str]()
        for line in reader.stdout:
            if table and line == b"\\.\n":
                table = ""
            elif table in _FEW:
                cells = line.decode().rstrip("\n").split("\t")
                yield table, dict(zip(columns, cells, strict=True))
            elif table:
                yield table, {}
            elif told := re.match(rb"COPY public\.\"?(\w+)\"? \((.*)\) FROM stdin;", line):
                table = told[1].decode()
                columns = [name.strip(' "') for name in told[2].decode().split(",")]
    if reader.returncode != 0:
        raise Mendable(f"{file} is damaged; take another backup")


def is_in_use(connection: Connection) -> bool:
    """Whether any other program is connected to the database."""
    others = connection.exec_driver_sql(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
        "AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
    ).scalar()
    return bool(others)


def restore(engine: Engine, file: Path, *, replace: bool, at: datetime) -> str:
    """The dump is in the database; where what was there is kept, "" where nothing was.

    Where that fails, what was there is back in its place.  A database that was half restored before
    stays so: it serves nobody until it is restored.

    Mendable where somebody else is connected to it, or where it holds tables of ours and is not to
    be replaced.
    """
    called = database.name(engine.url)
    lines = listed(file)
    with engine.begin() as connection:  # who comes back now waits, and finds the mark
        if is_in_use(connection):
            raise Mendable(f"another program uses {called}; stop every rednov that serves it")
        program = tool("pg_restore", _version_of(connection))
        there, left = _ours(connection), refusals.kept_aside(connection)
        if there and not replace:
            raise Mendable(
                f"{called} holds tables already; nothing was restored. To put the backup in their "
                "place and keep them aside, say --replace"
            )
        aside = f"before_{at:%Y_%m_%d_%H%M%S}" if there else ""
        if there:
            connection.exec_driver_sql(f'CREATE SCHEMA "{aside}"')
            _move(connection, there, "public", aside)
        if left is None:
            connection.exec_driver_sql(f"CREATE TABLE {MARK} (aside text)")
        connection.exec_driver_sql(f"INSERT INTO {MARK} VALUES ('{aside}')")
    wanted = [line for line in lines if not _is_schema(line)]
    with tempfile.NamedTemporaryFile("w", suffix=".list", encoding="utf-8") as names:
        names.write("\n".join(wanted) + "\n")
        names.flush()
        command = [program, "--no-owner", "--no-privileges", "--single-transaction"]
        command += ["--exit-on-error", f"--use-list={names.name}", str(file)]
        try:
            call(engine, command, "restore")
        except BaseException:
            with engine.begin() as connection:
                if there:
                    _move(connection, there, aside, "public")
                    connection.exec_driver_sql(f'DROP SCHEMA "{aside}"')
                if left is None:
                    connection.exec_driver_sql(f"DROP TABLE {MARK}")
                else:
                    connection.exec_driver_sql(f"DELETE FROM {MARK} WHERE aside = '{aside}'")
            raise
    kept = left or aside
    return f"the schema {kept}" if kept else ""


def open_up(engine: Engine) -> None:
    """All of it is restored: a service may use it."""
    with engine.begin() as connection:
        connection.exec_driver_sql(f"DROP TABLE {MARK}")


def _is_schema(line: str) -> bool:
    """Whether an entry of a list makes the schema itself, which is there."""
    return " SCHEMA - " in line or " COMMENT - SCHEMA " in line or " ACL - SCHEMA " in line


def _ours(connection: Connection) -> list[str]:
    known = {*metadata.tables, *FORMER, database.MIGRATED}
    return sorted(known.intersection(inspect(connection).get_table_names(schema="public")))


def _move(connection: Connection, tables: list[str], before: str, after: str) -> None:
    for name in tables:
        connection.exec_driver_sql(f'ALTER TABLE "{before}"."{name}" SET SCHEMA "{after}"')
