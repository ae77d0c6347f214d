"""One IMAP client at the harbour: its commands are answered one by one until it leaves."""

from __future__ import annotations

import asyncio
import socket
from abc import ABC, abstractmethod
from contextlib import suppress

from rednov_bot.harbour.command import BadCommand, Command, receive


class Guest(ABC):
    """A connection; what the commands mean is known to the subclass."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer
        self.leaving = False

    @abstractmethod
    def greeting(self) -> bytes:
        """The first line a client reads."""

    @abstractmethod
    async def answer(self, command: Command) -> bytes:
        """The command is carried out; the answer begins with OK, NO or BAD."""

    @abstractmethod
    def let_go(self) -> None:
        """Nothing is held for this client any longer."""

    async def serve(self) -> None:
        """Commands are answered until either side leaves."""
        try:
            self.say(self.greeting())
            while not self.leaving and await self._next():
                await self.writer.drain()
        except (OSError, asyncio.IncompleteReadError):
            pass  # the client is gone, or sent what is not taken; nobody is left to be told
        finally:
            self.let_go()
            self._hang_up()

    def say(self, line: bytes) -> None:
        """One line, soon."""
        self.writer.write(line + b"\r\n")

    def dismiss(self) -> None:
        """The connection ends at once; a client that still listens reads why."""
        self.say(b"* BYE the harbour closes")
        self._hang_up()

    def _hang_up(self) -> None:
        """The client hears our last word and then the end.

        A socket that is closed over unread commands is reset instead: hence the end is said first.
        """
        if not self.writer.is_closing() and not self.writer.transport.get_write_buffer_size():
            with suppress(OSError):  # the client is gone already
                self.writer.get_extra_info("socket").shutdown(socket.SHUT_WR)
        self.writer.close()

    async def _next(self) -> bool:
        tag = b"*"
        try:
            command = await receive(self.reader, self.writer)
            if command is None:
                return False
            tag = command.tag
            self.say(tag + b" " + await self.answer(command))
        except (BadCommand, ValueError, IndexError) as error:
            self.say(tag + b" BAD " + str(error).encode("ascii", "replace"))
        return True
