"""The wish that the bot stops, heard at once."""

from __future__ import annotations

import select
import socket
from collections.abc import Callable
from contextlib import suppress


class Stop:
    """The wish that the bot stops: heard at once, also while it waits.

    A socket pair and no lock: `set` may be called by a signal's function in mid-wait.
    """

    def __init__(self) -> None:
        self._wished = False
        self._bell, self._ear = socket.socketpair()
        self._bell.setblocking(False)
        self._others: list[Callable[[], None]] = []

    def set(self) -> None:
        """Stop after the mail in hand."""
        self._wished = True
        with suppress(OSError):
            self._bell.send(b".")
        for ring in self._others:
            ring()

    def is_set(self) -> bool:
        """Whether the bot is to stop."""
        return self._wished

    def wait(self, seconds: float) -> None:
        """Wait, but no longer than until the wish to stop."""
        select.select([self._ear], [], [], seconds)

    def watch(self, ring: Callable[[], None]) -> None:
        """Call *ring* when the bot is to stop."""
        self._others.append(ring)

    def close(self) -> None:
        """Nothing can be wished any more."""
        self._bell.close()
        self._ear.close()
