"""Where a bot may be killed: every edge of a transaction, every word to a server and from it.

The points of a life are numbered as they are passed.  In a process that was forked to be killed,
`watch` puts one before and after each: begin and commit, connect, send, receive.
"""

from __future__ import annotations

import imaplib
import os
import shutil
import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import aiosmtplib
from aiosmtplib.protocol import SMTPProtocol
from imapclient.imap4 import IMAP4WithTimeout

from rednov_bot.core.store import database
from rednov_bot.core.store.database import Line
from rednov_bot.core.store.statements import Kind
from rednov_bot.core.store.unit_of_work import Database, UnitOfWork

Blow = Literal["kill", "power", "cut"]
"""SIGKILL; the same, and what no durable commit had carried is lost; the connection in use, or the
next one that is used, is lost."""


@dataclass
class Points:
    """Counts; strikes where it was told.  *strike* says so to whoever plans, just before."""

    blows: Mapping[int, Blow]
    strike: Callable[[int, str, Blow], None]
    file: Path
    spare: Path | None  # where the file is kept as the last durable commit left it
    count: int = 0
    names: list[str] = field(default_factory=list)
    _durable: bool = True
    _cut: bool = False
    _hearing: bool = False

    def at(self, name: str, hang_up: Callable[[], None] | None = None) -> None:
        """The next point is reached; on the line to a server, *hang_up* breaks it."""
        self._hearing = False
        self.count += 1
        self.names.append(name)
        blow = self.blows.get(self.count)
        if blow == "cut":
            self._cut = True
        elif blow is not None:
            self.strike(self.count, name, blow)
            os.kill(os.getpid(), signal.SIGKILL)
        if self._cut and hang_up is not None:
            self._cut = False
            self.strike(self.count, name, "cut")
            hang_up()

    # -- the database

    def begin(self, durable: bool) -> None:
        self._durable = durable

    def edge(self, what: str) -> None:
        self.at(f"{what} {'durable' if self._durable else 'hasty'}")

    def keep(self) -> None:
        """What is on file is safe from a loss of power, if it was waited for."""
        if self.spare is not None and self._durable:
            for end in ("", "-wal"):
                source = Path(f"{self.file}{end}")
                if source.exists():
                    shutil.copyfile(source, f"{self.spare}{end}")

    # -- IMAP

    def hears(self, name: str, hang_up: Callable[[], None]) -> None:
        """An answer begins: its other lines are no points of their own."""
        if not self._hearing:
            self.at(name, hang_up)
            self._hearing = True

    def hearing(self) -> None:
        """What comes next still belongs to the answer."""
        self._hearing = True


def watch(points: Points) -> None:
    """Every edge and every word of this process is a point from now on."""
    _watch_store(points)
    _watch_imap(points)
    _watch_smtp(points)


def _watch_store(points: Points) -> None:
    begin, commit, transaction = database.begin, database.commit, Database.transaction

    def begun(line: Line, kind: Kind) -> None:
        points.edge("before begin")
        begin(line, kind)
        points.edge("after begin")

    def committed(line: Line, kind: Kind) -> None:
        points.edge("before commit")
        commit(line, kind)
        points.keep()
        points.edge("after commit")

    @contextmanager
    def opened(self: Database, *, durable: bool = True) -> Iterator[UnitOfWork]:
        points.begin(durable)
        with transaction(self, durable=durable) as records:
            yield records

    database.begin, database.commit = begun, committed
    Database.transaction = opened  # type: ignore[method-assign]


def _watch_imap(points: Points) -> None:
    connect, send = IMAP4WithTimeout._create_socket, imaplib.IMAP4.send
    readline, read = imaplib.IMAP4.readline, imaplib.IMAP4.read

    def hang_up(client: Any) -> Callable[[], None]:
        return lambda: client.sock.shutdown(2)

    def connected(self: Any, *given: Any) -> Any:
        points.at("before IMAP connect")
        made = connect(self, *given)
        points.at("after IMAP connect")
        return made

    def sent(self: Any, data: bytes) -> None:
        words = data.split(b" ")[1:3] if b" " in data else []
        name = "IMAP " + b" ".join(words).decode("ascii", "replace").strip()[:20]
        points.at(f"before {name}", hang_up(self))
        send(self, data)
        points.at(f"after {name}", hang_up(self))

    def line(self: Any) -> bytes:
        points.hears("before the IMAP answer", hang_up(self))
        found: bytes = readline(self)
        if not found.startswith(b"*"):  # it is complete
            points.at("after the IMAP answer", hang_up(self))
        return found

    def literal(self: Any, size: int) -> bytes:
        found: bytes = read(self, size)
        points.at("in the IMAP answer", hang_up(self))
        points.hearing()
        return found

    IMAP4WithTimeout._create_socket = connected
    imaplib.IMAP4.send = sent  # type: ignore[method-assign]
    imaplib.IMAP4.readline = line  # type: ignore[method-assign]
    imaplib.IMAP4.read = literal  # type: ignore[method-assign]


def _watch_smtp(points: Points) -> None:
    connect, write, answer = aiosmtplib.SMTP.connect, SMTPProtocol.write, SMTPProtocol.read_response

    def hang_up(protocol: Any) -> Callable[[], None]:
        return lambda: None if protocol.transport is None else protocol.transport.abort()

    async def connected(self: Any, *given: Any, **named: Any) -> Any:
        points.at("before SMTP connect")
        said = await connect(self, *given, **named)
        points.at("after SMTP connect")
        return said

    def written(self: Any, data: bytes) -> None:
        name = "SMTP " + (
            "text" if len(data) > 200 else data[:4].decode("ascii", "replace").strip()
        )
        points.at(f"before {name}", hang_up(self))
        write(self, data)
        points.at(f"after {name}", hang_up(self))

    async def answered(self: Any, *given: Any, **named: Any) -> Any:
        said = await answer(self, *given, **named)
        points.at(f"after the SMTP answer {said.code}", hang_up(self))
        return said

    aiosmtplib.SMTP.connect = connected  # type: ignore[method-assign]
    SMTPProtocol.write = written  # type: ignore[method-assign]
    SMTPProtocol.read_response = answered  # type: ignore[method-assign]
