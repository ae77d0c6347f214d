"""A cable between a program and a server, which a test can cut."""

from __future__ import annotations

import selectors
import socket
import threading
from contextlib import ExitStack, suppress

_PIECE = 64 * 1024
_TICK = 0.05  # seconds


class Cable(ExitStack):
    """Passes bytes on between those who connect to `port` and a server on loopback.

    Cut, every connection ends.
    """

    def __init__(self, port: int) -> None:
        super().__init__()
        self._to = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._ends: dict[socket.socket, socket.socket] = {}
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._listener, selectors.EVENT_READ)
        self._cut = threading.Event()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._pass_on, daemon=True)
        self._thread.start()
        self.callback(self._thread.join)
        self.callback(self._over.set)

    def cut(self) -> None:
        """Every connection ends; new ones are passed on again."""
        self._cut.set()

    def _pass_on(self) -> None:
        while not self._over.is_set():
            if self._cut.is_set():
                self._hang_up()
                self._cut.clear()
            for key, _ in self._selector.select(_TICK):
                if key.fileobj is self._listener:
                    self._connect()
                elif isinstance(key.fileobj, socket.socket):
                    self._carry(key.fileobj)
        self._hang_up()
        self._selector.close()
        self._listener.close()

    def _connect(self) -> None:
        here, _ = self._listener.accept()
        there = socket.create_connection(("127.0.0.1", self._to))
        for one, other in ((here, there), (there, here)):
            one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._ends[one] = other
            self._selector.register(one, selectors.EVENT_READ)

    def _carry(self, end: socket.socket) -> None:
        other = self._ends.get(end)
        if other is None:
            return
        try:
            piece = end.recv(_PIECE)
            if piece:
                other.sendall(piece)
                return
        except OSError:
            pass
        self._end(end)
        self._end(other)

    def _end(self, end: socket.socket) -> None:
        self._ends.pop(end, None)
        with suppress(KeyError):
            self._selector.unregister(end)
        end.close()

    def _hang_up(self) -> None:
        for end in tuple(self._ends):
            self._end(end)
