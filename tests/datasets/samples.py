"""A copy of the standard data set, and ways to spoil it."""

from __future__ import annotations

import shutil
from pathlib import Path

from rednov_bot.core.paths import DATA_SETS

STANDARD = DATA_SETS / "standard"


def copied(folder: Path) -> Path:
    """A folder with the four files of the standard set."""
    return Path(shutil.copytree(STANDARD, folder / "own"))


def spoil(folder: Path, file: str, old: str, new: str) -> None:
    """The first `old` in a file is replaced; it must be there."""
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
