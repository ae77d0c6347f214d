"""Signs of life for systemd, or whoever else listens at NOTIFY_SOCKET (sd_notify(3)).

Told from the one thread that does all the work: where that hangs, the signs end, and an outside
watcher that was promised them (WatchdogSec=) ends the process and starts another one.
"""

from __future__ import annotations

import os
import socket
import time
from contextlib import suppress
from typing import Final

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
