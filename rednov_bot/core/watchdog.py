"""Signs of life: a small file for `rednov status`, and notifications for systemd."""

from __future__ import annotations

import json
import os
import socket
import time
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

import msgspec

from rednov_bot.core.settings import SQLITE, Settings

STALE: Final = timedelta(minutes=15)
"""A file that is older is of a service that is dead, hangs, or cannot write it."""


class Trouble(msgspec.Struct, frozen=True):
    """Something that the service is cut off from."""

    side: str  # mailbox, postman or database
    since: datetime  # when it was last well
    why: str


class Health(msgspec.Struct, frozen=True):
    """What the file says."""

    at: datetime
    pid: int
    good: Mapping[str, datetime]  # when each side was last well
    troubles: tuple[Trouble, ...]


def place(settings: Settings) -> Path | None:
    """Where the file lies; None where the database is no file and the settings name none."""
    if settings.alarm.health is not None:
        return Path(settings.alarm.health)
    url = settings.bot.database
    file = url.removeprefix(SQLITE).partition("?")[0]
    return (
        Path(f"{file}.health") if url.startswith(SQLITE) and not file.startswith("file:") else None
    )


def write(path: Path, health: Health) -> str:
    """The file is there as a whole or as it was; then why, and the service goes on."""
    beside = path.with_name(f"{path.name}.new")
    try:
        descriptor = os.open(beside, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(json.dumps(msgspec.to_builtins(health), indent=1).encode() + b"\n")
        beside.replace(path)
    except OSError as error:
        return error.strerror or type(error).__name__
    return ""


def can_be_written(path: Path) -> bool:
    """Whether this user may write it; nothing is tried."""
    there = not path.exists() or (path.is_file() and os.access(path, os.W_OK))
    return there and os.access(path.parent, os.W_OK | os.X_OK)


def read(path: Path | None) -> Health | None:
    """What the service wrote last; None where it never did."""
    if path is None:
        return None
    try:
        return msgspec.json.decode(path.read_bytes(), type=Health)
    except (OSError, msgspec.DecodeError):
        return None


def told(health: Health | None, now: datetime) -> tuple[str, ...]:
    """How the service is, a sentence on each thing; none where it never wrote."""
    if health is None:
        return ()
    said = [
        f"Cut off from the {one.side} since {one.since:%Y-%m-%d %H:%M} UTC: {one.why}."
        for one in health.troubles
    ]
    if now - health.at > STALE:
        said.insert(
            0,
            f"The service gave its last sign of life at {health.at:%Y-%m-%d %H:%M} UTC: see "
            "whether it runs.",
        )
    return tuple(said)


_PAUSE: Final = 5.0  # seconds between two signs of life
_last: float | None = None


def tell(words: str) -> None:
    """`READY=1`, `STOPPING=1`, say; nobody need be there to hear it."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address.startswith(("/", "@")):
        return
    if address.startswith("@"):
        address = "\0" + address[1:]  # Linux's abstract names
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
        out.setblocking(False)
        out.connect(address)
        out.send(words.encode())


def alive() -> None:
    """The work goes on.  May be said as often as one likes; it is passed on now and then."""
    global _last
    now = time.monotonic()
    if _last is None or now - _last >= _PAUSE:
        _last = now
        tell("WATCHDOG=1")
