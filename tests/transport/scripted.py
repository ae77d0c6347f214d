"""Servers that say what a test tells them to, line by line."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from types import TracebackType
from typing import Self, TypeAlias

SILENCE = None
"""The answer of a server that has frozen."""

_PATIENCE = 5.0  # seconds

HANG_UP = b""
"""The answer of a server that closes the connection."""


Answer: TypeAlias = "bytes | Iterator[bytes] | Mapping[bytes, bytes] | None"
"""Always the same; one after the other; or by the fourth word of the command."""


class ScriptedServer:
    """Answers commands on loopback by their name; `%t` in an answer becomes the client's tag.

    An answer that ends with HANG_UP_AFTER is the last one.  One client at a time.
    """

    HANG_UP_AFTER = b"\0"

    def __init__(
        self,
        greeting: bytes | None,
        answers: Mapping[str, Answer],
        *,
        tls: ssl.SSLContext | None = None,  # spoken from the first byte on
        lingers: bool = False,  # keeps the connection when the client has said goodbye
    ) -> None:
        self._greeting = greeting
        self._answers = answers
        self._tls = tls
        self._lingers = lingers
        self._over = threading.Event()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._client: socket.socket | None = None
        self.heard: list[bytes] = []
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
        self._over.set()
        if self._client is not None:
            with suppress(OSError):  # closed by itself
                self._client.shutdown(socket.SHUT_RDWR)
        self._thread.join(_PATIENCE)

    def close(self) -> None:
        """No more clients are let in."""
        with suppress(OSError):  # closed already
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _serve(self) -> None:
        while True:
            try:
                self._client, _ = self._listener.accept()
            except OSError:
                return  # the test is over
            try:
                if self._tls is not None:
                    self._client = self._tls.wrap_socket(self._client, server_side=True)
                with self._client, self._client.makefile("rb") as lines:
                    self._converse(self._client, lines)
                    if self._lingers:
                        self._over.wait(_PATIENCE)
            except OSError:
                pass  # the client left in the middle

    def _converse(self, client: socket.socket, lines: Iterable[bytes]) -> None:
        if self._greeting is not None:
            client.sendall(self._greeting)
        for line in lines:
            self.heard.append(line)
            answer = self._answer_to(line)
            if answer is SILENCE:
                continue
            client.sendall(answer.rstrip(self.HANG_UP_AFTER))
            if answer == HANG_UP or answer.endswith(self.HANG_UP_AFTER):
                return

    def _answer_to(self, line: bytes) -> bytes | None:
        words = line.split()
        for name, answer in self._answers.items():
            said = b" ".join(words[: len(name.split()) + 1]).upper()
            if said.endswith(name.encode()) or line.upper().startswith(name.encode()):
                if isinstance(answer, Mapping):
                    answer = answer[words[3]]
                elif isinstance(answer, Iterator):
                    answer = next(answer)
                return answer.replace(b"%t", words[0]) if answer else answer
        return SILENCE


IMAP_GREETING = b"* OK ready\r\n"

IMAP_ANSWERS: dict[str, bytes | None] = {
    "CAPABILITY": b"* CAPABILITY IMAP4rev1\r\n%t OK done\r\n",
    "LOGIN": b"%t OK done\r\n",
    "EXAMINE": b"* 2 EXISTS\r\n* OK [UIDVALIDITY 7] x\r\n%t OK [READ-ONLY] done\r\n",
    "NOOP": b"%t OK done\r\n",
    "UID SEARCH UID 1:* LARGER": b"* SEARCH\r\n%t OK done\r\n",
    "UID SEARCH UID": b"* SEARCH 1 2\r\n%t OK done\r\n",
    "LOGOUT": b"* BYE bye\r\n%t OK done\r\n",
}
"""A mailbox with two mails, ready to be fetched; what FETCH answers is the test's affair."""

SMTP_GREETING = b"220 scripted\r\n"

SMTP_ANSWERS: dict[str, bytes | None] = {
    "EHLO": b"250 scripted\r\n",
    "MAIL": b"250 ok\r\n",
    "RCPT": b"250 ok\r\n",
    "DATA": b"354 go on\r\n",
    ".\r\n": b"250 taken\r\n",
    "RSET": b"250 ok\r\n",
    "NOOP": b"250 ok\r\n",
    "QUIT": b"221 bye\r\n",
}
"""A server that takes everything."""
