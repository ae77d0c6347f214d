"""An SMTP server that takes everything and keeps nothing, in a process of its own."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
from pathlib import Path
from typing import Self


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


class SinkProcess:
    """The sink, running until the block ends."""

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.bench.sink"],
            cwd=Path(__file__).parents[2],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        self.port = int(self._process.stdout.readline())
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.communicate(timeout=10)


async def _serve() -> None:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.bind(("127.0.0.1", 0))
    server = await asyncio.get_running_loop().create_server(Sink, sock=listening)
    print(listening.getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(_serve())
