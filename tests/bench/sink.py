"""An SMTP server that takes everything and keeps nothing, in a process of its own."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.rigs.processes import PATIENCE, free_port, greets
from tests.rigs.programs import RigError, program


class Sink(asyncio.Protocol):
    """One conversation: the least that a client wants to hear."""

    def __init__(self) -> None:
        self._rest = b""
        self._in_data = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(b"220 sink\r\n")

    def data_received(self, data: bytes) -> None:
        self._rest += data
        while True:
            end = b"\r\n.\r\n" if self._in_data else b"\r\n"
            line, found, rest = self._rest.partition(end)
            if not found:
                return
            self._rest = rest
            if self._in_data:
                self._in_data = False
                self._transport.write(b"250 taken\r\n")
                continue
            verb = line[:4].upper()
            if verb == b"DATA":
                self._in_data = True
                self._transport.write(b"354 go on\r\n")
            elif verb == b"QUIT":
                self._transport.write(b"221 bye\r\n")
                self._transport.close()
            else:
                self._transport.write(b"250 sink\r\n")


@contextmanager
def sink() -> Iterator[int]:
    """The port of a sink that runs until the block ends: Postfix's own, else the one above."""
    port = free_port()
    try:
        command = [program("smtp-sink"), f"127.0.0.1:{port}", str(_BACKLOG)]
    except RigError:
        command = [sys.executable, "-m", "tests.bench.sink", str(port)]
    else:
        if os.getuid() == 0:
            command[1:1] = ["-u", "nobody"]
    process = subprocess.Popen(command, cwd=Path(__file__).parents[2])
    try:
        until = time.monotonic() + PATIENCE
        while not greets(port, b"220"):
            if process.poll() is not None or time.monotonic() > until:
                raise RigError(f"{command[0]} does not run")
            time.sleep(0.01)
        yield port
    finally:
        process.terminate()
        process.wait(timeout=10)


_BACKLOG = 100  # connections


async def _serve(port: int) -> None:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind(("127.0.0.1", port))
    server = await asyncio.get_running_loop().create_server(Sink, sock=listening)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(_serve(int(sys.argv[1])))
