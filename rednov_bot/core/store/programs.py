"""Which program serves a database: its version, and by what it plays."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rednov_bot import __version__
from rednov_bot.core.paths import DATA_SETS

_BY_WHICH_IT_PLAYS: Final = ("games/red_november/rules", "core/mail", "core/fairness")
"""Rules and luck, which hangs on the words of a mail; not how these are read."""
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
        for path in sorted(folder.rglob("*")):
            if path.suffix in _OF_CODE and path.is_file():
                known.update(f"{folder.name}/{_named(path, folder)}\0".encode())
                known.update(path.read_bytes())
    return known.hexdigest()


def _named(path: Path, folder: Path) -> str:
    return path.relative_to(folder).as_posix()
