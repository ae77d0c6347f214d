"""PostgreSQL's own programs, found and called; a password is never on a command line."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from rednov_bot.errors import Mendable, StoreUnreachable
from rednov_bot.store import database, failures

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
        raise failures.in_our_words(error, engine.url) from None


def version_of(connection: Connection) -> int:
    """The major version of the server at the other end."""
    told = connection.exec_driver_sql("SHOW server_version_num").scalar()
    return int(str(told)) // 10000


def called(
    engine: Engine, command: Sequence[str], what: str, *, input: bytes | None = None
) -> bytes:
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
