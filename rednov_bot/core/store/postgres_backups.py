"""A PostgreSQL database is dumped as of one moment, and loaded, by PostgreSQL's own programs."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, inspect
from sqlalchemy.exc import DBAPIError

from rednov_bot.core.errors import Mendable, StoreUnreachable
from rednov_bot.core.store import database, half_restored, sealed
from rednov_bot.core.store.contents import WORK, Contents
from rednov_bot.core.store.half_restored import MARK
from rednov_bot.core.store.statements import at
from rednov_bot.core.store.tables import FORMER, metadata

PLACES: Final = Path("/usr/lib/postgresql")
"""Where Debian keeps the programs of each version, one folder for each."""

_NUMBER: Final = re.compile(r"\(PostgreSQL\) (\d+)")


def tool(name: str, least: int = 0) -> str:
    """The newest program of this name.  Mendable where there is none, or none of version *least*.

    The one on the PATH counts first, where it is new enough.
    """
    found = shutil.which(name)
    own = sorted(PLACES.glob(f"*/bin/{name}"), key=lambda path: _digits(path), reverse=True)
    candidates = [*([found] if found else []), *map(str, own)]
    known = {one: _version(one) for one in dict.fromkeys(candidates)}
    if not known:
        raise Mendable(f"{name} is not installed; install the client programs of PostgreSQL")
    for path, version in known.items():
        if version >= least:
            return path
    newest = max(known.values())
    raise Mendable(
        f"{name} is of version {newest}, older than the server's {least}; install the client "
        f"programs of PostgreSQL {least}"
    )


def _digits(path: Path) -> int:
    name = path.parts[-3]
    return int(name) if name.isdecimal() else 0


def _version(path: str) -> int:
    """The major version of a program; 0 of one that does not tell."""
    try:
        done = subprocess.run(
            [path, "--version"], capture_output=True, text=True, timeout=20, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return 0
    found = _NUMBER.search(done.stdout)
    return int(found[1]) if found else 0


def server_version(engine: Engine) -> int:
    """The server's major version."""
    try:
        with engine.begin() as connection:
            return version_of(connection)
    except DBAPIError as error:
        raise database.in_our_words(error, engine.url) from None


def version_of(connection: Connection) -> int:
    """The major version of the server at the other end."""
    told = connection.exec_driver_sql("SHOW server_version_num").scalar()
    return int(str(told)) // 10000


def call(engine: Engine, command: Sequence[str], what: str, *, input: bytes | None = None) -> bytes:
    """What a program wrote that works on the database; its login is in its environment alone.

    StoreUnreachable where it fails: its own words may hold what is on file, and are not told.
    """
    conninfo, environment = _login(engine)
    done = subprocess.run(
        [*command, f"--dbname={conninfo}", "--no-password"],
        input=input,
        capture_output=True,
        env=environment,
        check=False,
    )
    if done.returncode != 0:
        name = Path(command[0]).name
        raise StoreUnreachable(f"{name} could not {what} {database.name(engine.url)}")
    return done.stdout


def _login(engine: Engine) -> tuple[str, Mapping[str, str]]:
    """How the database is reached, without the password; and the environment that has it."""
    from psycopg import conninfo

    arguments, named = engine.dialect.create_connect_args(engine.url)
    given: dict[str, Any] = {key: value for key, value in named.items() if key != "context"}
    assert not arguments
    password = given.pop("password", None)
    environment = dict(os.environ)
    if password is not None:
        environment["PGPASSWORD"] = str(password)
    return conninfo.make_conninfo(**given), environment


BEGINS: Final = b"PGDMP"
VERSIONS: Final = "alembic_version"
_KEPT: Final = (VERSIONS, sealed.TABLE)
_FEW: Final = frozenset({*_KEPT, *WORK})
"""Tables of which more is looked at than how many rows they have."""


def dump(engine: Engine, to: Path) -> None:
    """Everything that was committed when it began is in *to*.  Mendable where pg_dump is missing
    or older than the server.
    """
    program = tool("pg_dump", server_version(engine))
    command = [
        program,
        "--format=custom",
        "--no-owner",
        "--no-privileges",
        "--schema=public",
        f"--file={to}",
    ]
    call(engine, command, "back up")


def contents_of(file: Path) -> Contents:
    """What a dump holds: every row of it is read.  Mendable where it breaks off or is damaged."""
    counted: Counter[str] = Counter()
    kept: dict[str, list[dict[str, str]]] = {name: [] for name in _KEPT}
    last = 0
    for table, row in _rows(file):
        counted[table] += 1
        if table in kept:
            kept[table].append(row)
        elif table in WORK:
            last = max(last, int(row["at"]))
    if not kept[VERSIONS]:
        raise Mendable(f"{file} holds no database of this program's; name another backup")
    seals = sorted(kept[sealed.TABLE], key=lambda row: int(row["id"]))
    return Contents(
        kind="postgresql",
        revision=kept[VERSIONS][0]["version_num"],
        rows={name: counted[name] for name in sorted(metadata.tables) if name in counted},
        sealed=bool(seals and seals[-1]["name"]),
        reaches=at(last) if last else None,
    )


def listed(file: Path) -> list[str]:
    """The lines of what a dump holds, table by table.  Mendable where it is damaged."""
    program = tool("pg_restore")
    done = subprocess.run([program, "--list", str(file)], capture_output=True, check=False)
    if done.returncode != 0:
        raise Mendable(f"{file} is damaged, or of a newer PostgreSQL; take another backup")
    return done.stdout.decode(errors="replace").splitlines()


def _rows(file: Path) -> Iterator[tuple[str, dict[str, str]]]:
    """Every row of a dump: its table, and of the few tables its columns.

    PostgreSQL's own reader checks and unpacks it; it writes text, in which one row is one line.
    """
    listed(file)
    program = tool("pg_restore")
    command = [program, "--data-only", "--file=-", str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as reader:
        assert reader.stdout is not None
        table, columns = "", list[str]()
        for line in reader.stdout:
            if table and line == b"\\.\n":
                table = ""
            elif table:
                yield table, _row(columns, line) if table in _FEW else {}
            elif line.startswith(b"COPY "):
                table, columns = _copied(line.decode())
    if reader.returncode != 0:
        raise Mendable(f"{file} is damaged; take another backup")


def _copied(line: str) -> tuple[str, list[str]]:
    """`COPY public.heartbeats (id, at) FROM stdin;`."""
    head, _, rest = line.removeprefix("COPY ").partition(" (")
    columns = [name.strip().strip('"') for name in rest.partition(")")[0].split(",")]
    return head.rpartition(".")[2].strip('"'), columns


def _row(columns: list[str], line: bytes) -> dict[str, str]:
    return dict(zip(columns, line.decode().rstrip("\n").split("\t"), strict=True))


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
        program = tool("pg_restore", version_of(connection))
        there, left = _ours(connection), half_restored.kept_aside(connection)
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
    known = {*metadata.tables, *FORMER, VERSIONS}
    return sorted(known.intersection(inspect(connection).get_table_names(schema="public")))


def _move(connection: Connection, tables: list[str], before: str, after: str) -> None:
    for name in tables:
        connection.exec_driver_sql(f'ALTER TABLE "{before}"."{name}" SET SCHEMA "{after}"')
