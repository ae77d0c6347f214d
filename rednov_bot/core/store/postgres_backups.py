"""A PostgreSQL database is dumped as of one moment, and loaded, by PostgreSQL's own programs."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import takewhile
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, inspect

from rednov_bot.core.errors import Mendable, StoreUnreachable
from rednov_bot.core.store import database
from rednov_bot.core.store.statements import Kind, at
from rednov_bot.core.store.tables import FORMER, metadata

BEGINS: Final = b"PGDMP"
PLACES: Final = Path("/usr/lib/postgresql")
"""Where Debian keeps the programs of each version, one folder for each."""
WORK: Final = ("heartbeats", "dispositions")
"""The tables whose last moment (`at`) tells when the service was last at work: a heartbeat is on
file every few minutes, and what was done since has a moment of its own."""
_COPY: Final = re.compile(rb"COPY public\.\"?(\w+)\"? \((.*)\) FROM stdin;")
_END: Final = b"\\.\n"
_FEW: Final = frozenset({database.MIGRATED, database.SEALS, *WORK})
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
        elif table == database.SEALS and int(row["id"]) > newest:
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


def _script(file: Path, *, least: int = 0, data_only: bool = False) -> Iterator[bytes]:
    """The lines of what makes the tables of a dump and fills them, or of what fills them.

    PostgreSQL's own reader checks and unpacks it.  Mendable where it is damaged.
    """
    command = [tool("pg_restore", least), "--no-owner", "--no-privileges", "--schema=public"]
    command += ["--file=-", *["--data-only"] * data_only, str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as reader:
        assert reader.stdout is not None
        yield from reader.stdout
    if reader.returncode != 0:
        raise Mendable(f"{file} is damaged, or of a newer PostgreSQL; take another backup")


def _rows(file: Path) -> Iterator[tuple[str, dict[str, str]]]:
    """Every row of a dump, of which one is one line: its table, and of a few its columns."""
    table, columns = "", list[str]()
    for line in _script(file, data_only=True):
        if table and line == _END:
            table = ""
        elif table in _FEW:
            cells = line.decode().rstrip("\n").split("\t")
            yield table, dict(zip(columns, cells, strict=True))
        elif table:
            yield table, {}
        elif told := _COPY.match(line):
            table = told[1].decode()
            columns = [name.strip(' "') for name in told[2].decode().split(",")]


def is_in_use(connection: Connection) -> bool:
    """Whether any other program is connected to the database."""
    others = connection.exec_driver_sql(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
        "AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
    ).scalar()
    return bool(others)


def put_in_place(connection: Connection, file: Path, *, replace: bool, at: datetime) -> str:
    """The dump is in the database, in the transaction that has begun; where what was there is kept.

    "" where nothing was.  Mendable where somebody else is connected to it, or where it holds tables
    of ours and is not to be replaced.
    """
    called = database.name(connection.engine.url)
    if is_in_use(connection):
        raise Mendable(f"another program uses {called}; stop every rednov that serves it")
    known = {*metadata.tables, *FORMER, database.MIGRATED}
    there = known.intersection(inspect(connection).get_table_names(schema="public"))
    if there and not replace:
        raise Mendable(
            f"{called} holds tables already; nothing was restored. To put the backup in their "
            "place and keep them aside, say --replace"
        )
    aside = f"before_{at:%Y_%m_%d_%H%M%S}"
    if there:
        connection.exec_driver_sql(f'CREATE SCHEMA "{aside}"')
    for name in there:
        connection.exec_driver_sql(f'ALTER TABLE public."{name}" SET SCHEMA "{aside}"')
    connection.exec_driver_sql(f"DROP TABLE IF EXISTS public.{database.HALF_RESTORED}")
    _load(connection, file)
    return f"the schema {aside}" if there else ""


def _load(connection: Connection, file: Path) -> None:
    """Everything in a dump is made in the database; of its settings only the encoding of its text
    counts, and no longer than this takes."""
    cursor: Any = connection.connection.cursor()
    lines = _script(file, least=_version_of(connection))
    statements: list[bytes] = []
    for line in lines:
        if _COPY.match(line):
            cursor.execute(b"".join(statements))
            statements.clear()
            with cursor.copy(line.rstrip(b";\n")) as copied:
                for row in takewhile(lambda one: one != _END, lines):
                    copied.write(row)
        elif line.startswith(b"SET client_encoding"):
            cursor.execute(line)
        elif not line.startswith((b"SET ", b"SELECT pg_catalog.set_config", b"\\", b"--")):
            statements.append(line)
    cursor.execute(b"".join(statements))
    cursor.execute("RESET client_encoding")
