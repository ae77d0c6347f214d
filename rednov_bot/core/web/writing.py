"""A folder is brought up to date: what differs is put in its place whole, what is gone is removed.

Whoever reads a page meanwhile gets the old one or the new one, never a half.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

from rednov_bot.core.errors import PagesUnwritten

_HALF: Final = re.compile(r"\..+\.\d+")
"""A file that somebody was writing."""

LIST: Final = ".rednov-pages.json"
"""Which files of the folder are pages of ours; any other is left alone."""


def write(folder: Path, files: Iterable[tuple[str, bytes]]) -> int:
    """The files are brought into the folder; how many of them had to be written.

    Everybody may read them, whatever the user's mask: a web server is somebody else.
    PagesUnwritten where that cannot be done: the folder is full, read-only, or somebody's own.
    """
    try:
        return _written(folder, files)
    except OSError as error:
        said = f"{error.filename or folder}: {error.strerror or 'it does not go'}"
        raise PagesUnwritten(said, "mend that, or name another folder") from error


def fault(folder: Path) -> str:
    """Why no pages could be written into a folder; "" where they can.  Nothing is changed by it."""
    near = folder
    while not near.exists() and near != near.parent:
        near = near.parent
    if not near.is_dir():
        return f"{near} is no folder"
    try:
        with tempfile.TemporaryFile(dir=near):
            pass
    except OSError as error:
        return f"{near} cannot be written: {error.strerror}"
    if near == folder and _ours(folder) is None and _has_guests(folder):
        return f"{folder} holds other files, which pages might replace"
    return ""


def _written(folder: Path, files: Iterable[tuple[str, bytes]]) -> int:
    _make(folder)
    ours = _ours(folder)
    if ours is None and _has_guests(folder):
        why = f"{folder} holds other files, which pages might replace"
        raise PagesUnwritten(why, "name an empty or a new folder")
    before, now, changed = set(ours or ()), [], 0
    for name, octets in files:
        now.append(name)
        if name not in before:
            _list(folder, [*before, *now])  # listed before it is there, so that it is never a guest
        changed += _put(folder / name, octets)
    for gone in sorted(before - set(now)):
        if not _lies_within(folder, gone):
            continue
        with suppress(FileNotFoundError):
            (folder / gone).unlink()
        with suppress(OSError):
            (folder / gone).parent.rmdir()
    _list(folder, now)
    return changed


def _ours(folder: Path) -> list[str] | None:
    """The files that are listed as ours; None where no list is there."""
    try:
        found = json.loads((folder / LIST).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (ValueError, RecursionError):
        return []
    known = found if isinstance(found, list) else []
    return [one for one in known if isinstance(one, str) and _within(one)]


def _within(name: str) -> bool:
    """Whether a name leads nowhere but below the folder."""
    parts = Path(name).parts
    return bool(parts) and not Path(name).is_absolute() and ".." not in parts and "\0" not in name


def _lies_within(folder: Path, name: str) -> bool:
    """Whether a file lies there in truth: a folder may have become a link to elsewhere."""
    return (folder / name).parent.resolve().is_relative_to(folder.resolve())


def _has_guests(folder: Path) -> bool:
    """Whether a folder holds anything but what an interrupted beginning has left."""
    return any(not _HALF.fullmatch(one.name) for one in folder.iterdir())


def _make(folder: Path) -> None:
    """A folder that everybody may look into; those that are there already are left as they are."""
    if not folder.exists():
        _make(folder.parent)
        folder.mkdir(exist_ok=True)
        folder.chmod(0o755)


def _list(folder: Path, names: Iterable[str]) -> None:
    said = json.dumps(sorted(set(names)), indent=0)
    _put(folder / LIST, f"{said}\n".encode())


def _put(path: Path, octets: bytes) -> bool:
    """A file has these octets from now on; whether it had not."""
    with suppress(FileNotFoundError):
        if path.read_bytes() == octets:
            return False
    _make(path.parent)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_bytes(octets)
        beside.chmod(0o644)
        os.replace(beside, path)
    except OSError:
        with suppress(OSError):
            beside.unlink()
        raise
    return True
