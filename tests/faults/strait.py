"""A strait between the bot and a real server: what goes through it can be made to go wrong."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Self

HANG_UP = b""
"""The answer of a server that closes the connection."""

SILENCE = None
"""The answer of a server that keeps the connection and says nothing."""

ACCEPTED_AND_CLOSED = b"\0after"
"""The command reaches the server, and its answer never comes back: the connection ends."""


class Cut(Exception):
    """The connection ends here."""


class Strait:
    """Forwards connections to a port of loopback, and misbehaves as it is told to.

    *answers*: commands (without the tag of IMAP, in capitals) that the server never hears, and what
    the client is told instead; `%t` becomes the tag.  An answer that ends with NUL is the last one.
    *twist*: what becomes of the server's octets on their way; raises Cut to end the connection.
    """

    def __init__(self, to: int) -> None:
        self.to = to
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._links: list[socket.socket] = []
        self._over = False
        self.connections: list[float] = []
        self.heard: list[bytes] = []
        self.mend()
        threading.Thread(target=self._serve, daemon=True).start()

    def mend(self) -> None:
        """From now on everything goes through."""
        self.answers: dict[str, bytes | None] = {}
        self.twist: Callable[[bytes], bytes] = lambda octets: octets
        self.delay = 0.0  # seconds before each answer
        self.closed = False  # connections are taken and closed at once
        self.frozen = False  # connections are kept, and nothing comes back
        self.times: int | None = None  # how often a command is answered wrongly
        self.drip = 0.0  # seconds between two octets
        self.most: int | None = None  # mails that one connection may bring

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._over = True
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.cut()

    def cut(self) -> None:
        """All connections end."""
        while self._links:
            _end(self._links.pop())

    def _serve(self) -> None:
        while not self._over:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            self.connections.append(time.monotonic())
            if self.closed:
                client.close()
                continue
            try:
                server = socket.create_connection(("127.0.0.1", self.to), 5)
            except OSError:
                client.close()
                continue
            for one in (client, server):
                one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                one.settimeout(None)
            self._links += [client, server]
            for way in (self._upwards, self._downwards):
                threading.Thread(target=way, args=(client, server), daemon=True).start()

    def _upwards(self, client: socket.socket, server: socket.socket) -> None:
        """What the client says, line by line."""
        mails = 0
        try:
            with client.makefile("rb") as lines:
                for line in lines:
                    self.heard.append(line)
                    mails += line.upper().startswith(b"MAIL FROM")
                    if self.most is not None and mails > self.most:
                        client.sendall(b"421 4.7.0 too many mails in this session\r\n")
                        raise Cut
                    self._pass_on(line, client, server)
        except (OSError, Cut, ValueError):
            pass
        _end(client)
        _end(server)

    def _pass_on(self, line: bytes, client: socket.socket, server: socket.socket) -> None:
        answer, wrongly = self._wrong_answer(line)
        if not wrongly:
            server.sendall(line)
        elif answer == ACCEPTED_AND_CLOSED:
            server.sendall(line)
            time.sleep(0.3)
            raise Cut
        elif answer == HANG_UP:
            raise Cut
        elif answer is not None:
            tag = line.split()[:1] or [b""]
            client.sendall(answer.rstrip(b"\0").replace(b"%t", tag[0]))
            if answer.endswith(b"\0"):
                raise Cut

    def _wrong_answer(self, line: bytes) -> tuple[bytes | None, bool]:
        if self.times == 0:
            return None, False
        said = line.upper().strip()
        untagged = said.partition(b" ")[2]
        for name, answer in self.answers.items():
            wanted = name.encode()
            if said == wanted or said.startswith(wanted) or untagged.startswith(wanted):
                if wanted == b"." and said != wanted:
                    continue
                if self.times is not None:
                    self.times -= 1
                return answer, True
        return None, False

    def _downwards(self, client: socket.socket, server: socket.socket) -> None:
        """What the server says."""
        try:
            while octets := server.recv(65536):
                while self.frozen:
                    time.sleep(0.01)
                    if self._over:
                        return
                if self.delay:
                    time.sleep(self.delay)
                told = self.twist(octets)
                step = 1 if self.drip else len(told)
                for at in range(0, len(told), max(1, step)):
                    client.sendall(told[at : at + step])
                    time.sleep(self.drip)
        except (OSError, Cut):
            pass
        _end(client)
        _end(server)


def _end(one: socket.socket) -> None:
    with suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)
    with suppress(OSError):
        one.close()
