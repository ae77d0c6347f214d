"""A dump of a PostgreSQL database as of one moment, by PostgreSQL's own programs."""

from __future__ import annotations

import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Engine

from rednov_bot.errors import Mendable
from rednov_bot.store import postgres_tools, rows, sealed
from rednov_bot.store.contents import WORK, Contents
from rednov_bot.store.tables import metadata

BEGINS: Final = b"PGDMP"
VERSIONS: Final = "alembic_version"
_KEPT: Final = (VERSIONS, sealed.TABLE)
_FEW: Final = frozenset({*_KEPT, *WORK})
"""Tables of which more is looked at than how many rows they have."""


def dump(engine: Engine, to: Path) -> None:
    """Everything that was committed when it began is in *to*.  Mendable where pg_dump is missing
    or older than the server.
    """
    program = postgres_tools.tool("pg_dump", postgres_tools.server_version(engine))
    command = [
        program,
        "--format=custom",
        "--no-owner",
        "--no-privileges",
        "--schema=public",
        f"--file={to}",
    ]
    postgres_tools.called(engine, command, "back up")


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
        reaches=rows.at(last) if last else None,
    )


def listed(file: Path) -> list[str]:
    """The lines of what a dump holds, table by table.  Mendable where it is damaged."""
    program = postgres_tools.tool("pg_restore")
    done = subprocess.run([program, "--list", str(file)], capture_output=True, check=False)
    if done.returncode != 0:
        raise Mendable(f"{file} is damaged, or of a newer PostgreSQL; take another backup")
    return done.stdout.decode(errors="replace").splitlines()


def _rows(file: Path) -> Iterator[tuple[str, dict[str, str]]]:
    """Every row of a dump: its table, and of the few tables its columns.

    PostgreSQL's own reader checks and unpacks it; it writes text, in which one row is one line.
    """
    listed(file)
    program = postgres_tools.tool("pg_restore")
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
