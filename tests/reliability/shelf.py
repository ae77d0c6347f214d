"""Where the database of a stretch lies, and how it was after each moment of the game."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

Tables = Mapping[str, Sequence[tuple[Any, ...]]]
"""Every row of every table, with the names of the columns on top."""


class Shelf:
    """A SQLite file, in memory where there is some: thousands of lives would wait for the disk."""

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


def _rows(found: Any) -> list[tuple[Any, ...]]:
    return [tuple(column[0] for column in found.description), *found.fetchall()]
