"""What an IMAP client sends: a line, with literals in it, taken apart into words (RFC 3501, 9)."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from typing import Final, TypeAlias

Word: TypeAlias = "bytes | tuple[Word, ...]"
"""An atom, a string, or a list in parentheses.  How a string was quoted does not matter here."""

MAX_LINE: Final = 64 * 1024  # octets
MAX_LITERAL: Final = 32 * 1024 * 1024  # octets
_MAX_LITERALS: Final = 8  # in one command

_LITERAL = re.compile(rb"\{(\d{1,10})(\+?)\}$")
_WORD = re.compile(
    rb"""\s*(?:(?P<open>\() | (?P<close>\))
    | "(?P<quoted>(?:[^"\\]|\\.)*)"
    | (?P<atom>(?:\[[^\]]*\]|[^\s()"\[\]])+) )""",  # BODY[HEADER.FIELDS (FROM DATE)]<0.99> is one
    re.VERBOSE,
)


class BadCommand(Exception):
    """The client's words make no command; the text is the answer."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command and its words; names are upper case."""

    tag: bytes
    name: str
    words: tuple[Word, ...]
    by_uid: bool = False  # said with UID in front

    def text(self, index: int) -> bytes:
        """The word at *index*, which must be a plain one."""
        if index < len(self.words):
            word = self.words[index]
            if isinstance(word, bytes):
                return word
        raise BadCommand(f"{self.name} lacks an argument")


async def receive(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> Command | None:
    """The next command, None at the end of the connection.

    A literal is asked for with `+` unless the client sends it unasked (LITERAL+, RFC 7888).
    """
    pieces: list[bytes] = []  # lines and literals by turns, beginning with a line
    while True:
        line = await receive_line(reader)
        if line is None:
            return None
        literal = _LITERAL.search(line)
        if literal is None:
            pieces.append(line)
            return _taken_apart(pieces)
        size = int(literal[1])
        if size > MAX_LITERAL or len(pieces) > 2 * _MAX_LITERALS:
            raise ConnectionAbortedError("the client sends more than is taken")
        if not literal[2]:
            writer.write(b"+ go on\r\n")
            await writer.drain()
        pieces += (line[: literal.start()], await reader.readexactly(size))


async def receive_line(reader: asyncio.StreamReader) -> bytes | None:
    """One line without its end, None when the client has left."""
    try:
        line = await reader.readuntil(b"\n")
    except asyncio.IncompleteReadError:
        return None
    except asyncio.LimitOverrunError as error:
        raise ConnectionAbortedError("the client sends an endless line") from error
    return line.rstrip(b"\r\n")


def _taken_apart(pieces: list[bytes]) -> Command:
    tag, _, rest = pieces[0].partition(b" ")
    if not tag or not rest:
        raise BadCommand("a command is a tag and a name")
    open_lists: list[list[Word]] = [[]]
    for number, piece in enumerate([rest, *pieces[1:]]):
        if number % 2:
            open_lists[-1].append(piece)
        else:
            _add_words(piece, open_lists)
    if len(open_lists) != 1:
        raise BadCommand("a parenthesis is not closed")
    words = open_lists[0]
    name = words.pop(0) if words else b""
    if not isinstance(name, bytes):
        raise BadCommand("a command begins with its name")
    return Command(tag, name.decode("ascii", "replace").upper(), tuple(words))


def _add_words(line: bytes, open_lists: list[list[Word]]) -> None:
    at = 0
    line = line.rstrip()
    while at < len(line):
        found = _WORD.match(line, at)
        if found is None:
            raise BadCommand("a quote is not closed")
        at = found.end()
        if found["open"]:
            if len(open_lists) > 16:
                raise BadCommand("lists are nested too deeply")
            open_lists.append([])
        elif found["close"]:
            if len(open_lists) == 1:
                raise BadCommand("a parenthesis was never opened")
            done = tuple(open_lists.pop())
            open_lists[-1].append(done)
        elif found["quoted"] is not None:
            open_lists[-1].append(re.sub(rb"\\(.)", rb"\1", found["quoted"]))
        else:
            open_lists[-1].append(found["atom"])
