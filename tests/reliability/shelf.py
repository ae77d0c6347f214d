"""Where the database of a stretch lies, and how it was after each moment of the game."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Protocol

import psycopg

from tests.rigs.postgres import Postgres

Tables = Mapping[str, Sequence[tuple[Any, ...]]]
"""Every row of every table, with the names of the columns on top."""


class Shelf(Protocol):
    """The database that a bot serves."""

    url: str
    file: Path | None  # None where it is a server's
    spare: Path | None  # where a copy of the file is kept for a loss of power
    is_shared: bool  # whether several bots may serve it at a time

    def keep(self, stage: int) -> None:
        """How it is now is remembered; no bot serves it."""

    def put_back(self, stage: int) -> None:
        """It is as it was then; no bot serves it."""

    def asked(self, question: str) -> list[tuple[Any, ...]]:
        """The rows that answer a question in SQL, which changes nothing."""

    def tables(self) -> Tables:
        """All that is on file."""

    def save(self) -> None:
        """How it is now is what a loss of power would leave."""

    def lose_power(self) -> None:
        """What no durable commit had carried is gone."""

    def close(self) -> None:
        """All of it is cleared away."""


class FileShelf:
    """A SQLite file, in memory where there is some: thousands of lives would wait for the disk."""

    is_shared = False

    def __init__(self) -> None:
        quick = Path("/dev/shm")
        self._folder = tempfile.TemporaryDirectory(
            dir=quick if quick.is_dir() else None, prefix="rednov-"
        )
        place = Path(self._folder.name)
        self.file, self.spare = place / "rednov.db", place / "spare.db"
        self.url = f"sqlite:///{self.file}"

    def keep(self, stage: int) -> None:
        with (
            closing(sqlite3.connect(self.file)) as now,
            closing(sqlite3.connect(self._kept(stage))) as kept,
        ):
            now.backup(kept)

    def put_back(self, stage: int) -> None:
        for left in self.file.parent.glob("rednov.db*"):
            left.unlink()
        shutil.copyfile(self._kept(stage), self.file)

    def asked(self, question: str) -> list[tuple[Any, ...]]:
        # Only to be read: a bot that copies its file has let go of its lock, and must keep its log.
        with closing(sqlite3.connect(f"file:{self.file}?mode=ro", uri=True)) as db:
            return db.execute(question).fetchall()

    def tables(self) -> Tables:
        with closing(sqlite3.connect(self.file)) as db:
            names = db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
            return {name: _rows(db.execute(f'SELECT * FROM "{name}"')) for (name,) in names}

    def save(self) -> None:
        self._copy(self.file, self.spare)

    def lose_power(self) -> None:
        self._copy(self.spare, self.file)

    def close(self) -> None:
        self._folder.cleanup()

    def _kept(self, stage: int) -> Path:
        return self.file.with_name(f"stage-{stage}.db")

    def _copy(self, source: Path, target: Path) -> None:
        for end in ("", "-wal", "-shm"):
            Path(f"{target}{end}").unlink(missing_ok=True)
        for end in ("", "-wal"):
            if Path(f"{source}{end}").exists():
                shutil.copyfile(f"{source}{end}", f"{target}{end}")


class ServerShelf:
    """A database of a PostgreSQL of its own, which loses its power by SIGKILL."""

    file = None
    spare = None
    is_shared = True

    def __init__(self) -> None:
        self._server = Postgres()
        self.url = self._server.fresh_url()
        self._name = self.url.rpartition("/")[2]

    def keep(self, stage: int) -> None:
        self._copy(self._name, self._kept(stage))

    def put_back(self, stage: int) -> None:
        self._do(f"DROP DATABASE {self._name} WITH (FORCE)")
        self._copy(self._kept(stage), self._name)

    def asked(self, question: str) -> list[tuple[Any, ...]]:
        with self._connected(self._name) as db:
            return db.execute(question.encode()).fetchall()

    def tables(self) -> Tables:
        named = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
        with self._connected(self._name) as db:
            names = db.execute(named).fetchall()
            return {
                name: _rows(db.execute(f'SELECT * FROM "{name}"'.encode())) for (name,) in names
            }

    def save(self) -> None:
        """The server has it by itself."""

    def lose_power(self) -> None:
        self._server.kill()
        self._server.start()

    def close(self) -> None:
        self._server.__exit__(None, None, None)

    def _kept(self, stage: int) -> str:
        return f"stage_{stage}"

    def _copy(self, source: str, target: str) -> None:
        # Copied through the log, its sequences would fall back when the power is lost.
        self._do(f"CREATE DATABASE {target} TEMPLATE {source} STRATEGY FILE_COPY")

    def _do(self, statement: str) -> None:
        with self._connected("postgres") as db:
            db.execute(statement.encode())

    def _connected(self, name: str) -> psycopg.Connection[tuple[Any, ...]]:
        server = self._server
        return psycopg.connect(
            host=server.host, port=server.port, user="postgres", dbname=name, autocommit=True
        )


def _rows(found: Any) -> list[tuple[Any, ...]]:
    return [tuple(column[0] for column in found.description), *found.fetchall()]
