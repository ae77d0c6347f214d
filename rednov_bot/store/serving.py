"""One service for one SQLite file: a second one would send the same mails."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import make_url

from rednov_bot.errors import Mendable
from rednov_bot.store import database


@contextmanager
def serving(url: str) -> Iterator[None]:
    """Holds the right to serve a database, until the block or the process ends.

    Mendable when another process serves the same SQLite file.  PostgreSQL is not watched.
    """
    parsed = make_url(url)
    if database.kind(parsed) != "sqlite":
        yield
        return
    try:
        found = Path(f"{database.place(parsed)}.serving").open("a", encoding="ascii")  # noqa: SIM115
    except OSError as error:
        reason = error.strerror or "it cannot be made"
        called = database.name(parsed)
        raise Mendable(f"nothing can be written beside {called}: {reason}; mend the path") from None
    with found as mark:
        try:
            fcntl.flock(mark, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Mendable(
                f"another rednov serves {database.name(parsed)}; stop it, or leave the work to it"
            ) from None
        yield
