"""One IMAP client at the mail server, from greeting to BYE (RFC 3501; IDLE: RFC 2177).

A client sees the folder through its own view, which changes only where the protocol lets
numbers change: after a command other than FETCH, STORE and SEARCH, and while it idles.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import socket
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import ClassVar

from rednov_bot.testing.mailserver.command import BadCommand, Command, Word, receive, receive_line
from rednov_bot.testing.mailserver.fetching import Wanted, flags_of, search
from rednov_bot.testing.mailserver.folder import Folder, StoredMail, positions


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


_CAPABILITIES = b"IMAP4rev1 LITERAL+ SASL-IR IDLE UIDPLUS UNSELECT AUTH=PLAIN"
_FLAGS = b"(\\Answered \\Flagged \\Deleted \\Seen \\Draft)"
_BEFORE_LOGIN = frozenset({"CAPABILITY", "NOOP", "LOGOUT", "LOGIN", "AUTHENTICATE"})
_NUMBERS_STAY = frozenset({"FETCH", "STORE", "SEARCH"})
_DRAIN_EVERY = 64 * 1024  # octets of FETCH answers between two waits for the client

Folders = Mapping[str, tuple[str, Folder]]
"""Login name, lower case -> password and INBOX."""


class ImapSession(Guest):
    """A connection: who logged in, and what is open."""

    def __init__(
        self, folders: Folders, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        super().__init__(reader, writer)
        self._folders = folders
        self._inbox: Folder | None = None  # whose owner is logged in
        self._view: View | None = None
        self._idling = False

    def greeting(self) -> bytes:
        """What the mail server can do, before anything is asked."""
        return b"* OK [CAPABILITY " + _CAPABILITIES + b"] the harbour is open"

    async def answer(self, command: Command) -> bytes:
        """A command is carried out, and the client hears what else has happened."""
        name, words = command.name, command.words
        if name == "UID":
            name, words = command.text(0).decode("ascii", "replace").upper(), words[1:]
            if name not in (*_NUMBERS_STAY, "EXPUNGE"):
                raise BadCommand(f"UID {name} is not known here")
        by_uid = name != command.name
        answer = self._COMMANDS.get(name)
        if answer is None:
            raise BadCommand(f"{name} is not known here")
        if name not in _BEFORE_LOGIN and self._inbox is None:
            raise BadCommand("log in first")
        done = await answer(self, Command(command.tag, name, words, by_uid))
        if by_uid or name not in _NUMBERS_STAY:
            self._catch_up()
        return done

    def _catch_up(self) -> None:
        """The client is told what left and what arrived since it was last told."""
        if self._view is not None:
            self.writer.write(b"".join(self._view.news()))

    def _changed(self) -> None:
        if self._view is not None and self._view.is_stale:
            self.dismiss()
        elif self._idling:
            self._catch_up()

    def _opened(self) -> View:
        if self._view is None:
            raise BadCommand("select a folder first")
        return self._view

    def let_go(self) -> None:
        """The folder is closed, if one was open."""
        if self._view is not None:
            self._view.folder.watchers.discard(self._changed)
        self._view = None

    # -- commands that need no login

    async def _capability(self, command: Command) -> bytes:
        self.say(b"* CAPABILITY " + _CAPABILITIES)
        return b"OK done"

    async def _noop(self, command: Command) -> bytes:
        return b"OK done"

    async def _logout(self, command: Command) -> bytes:
        self.say(b"* BYE fair winds")
        self.leaving = True
        return b"OK done"

    async def _login(self, command: Command) -> bytes:
        return self._admit(command.text(0), command.text(1))

    async def _authenticate(self, command: Command) -> bytes:
        if command.text(0).upper() != b"PLAIN":
            return b"NO only PLAIN is known"
        if len(command.words) > 1:
            said: bytes | None = command.text(1)
        else:
            self.say(b"+ ")
            await self.writer.drain()
            said = await receive_line(self.reader)
        try:
            _, user, password = base64.b64decode(said or b"").split(b"\0")
        except (binascii.Error, ValueError):
            return b"BAD not what PLAIN wants"
        return self._admit(user, password)

    def _admit(self, user: bytes, password: bytes) -> bytes:
        secret, inbox = self._folders.get(user.decode("utf-8", "replace").lower(), ("", None))
        if inbox is None or password.decode("utf-8", "replace") != secret:
            return b"NO [AUTHENTICATIONFAILED] unknown user or wrong password"
        self._inbox = inbox
        return b"OK [CAPABILITY " + _CAPABILITIES + b"] welcome aboard"

    # -- commands about folders

    async def _select(self, command: Command) -> bytes:
        self.let_go()
        folder = self._inbox
        if folder is None or command.text(0).upper() != b"INBOX":
            return b"NO [NONEXISTENT] there is no such folder"
        folder.watchers.add(self._changed)
        view = self._view = View(folder, read_only=command.name == "EXAMINE")
        self.say(b"* FLAGS " + _FLAGS)
        self.say(b"* OK [PERMANENTFLAGS %b] these are kept" % (b"()" if view.read_only else _FLAGS))
        self.say(b"* %d EXISTS\r\n* 0 RECENT" % len(view))
        self.say(b"* OK [UIDVALIDITY %d] the numbering" % folder.uidvalidity)
        self.say(b"* OK [UIDNEXT %d] the next number" % folder.next_uid)
        return b"OK [READ-ONLY] done" if view.read_only else b"OK [READ-WRITE] done"

    async def _close(self, command: Command) -> bytes:
        view = self._opened()
        if command.name == "CLOSE" and not view.read_only:
            view.expunge()
        self.let_go()
        return b"OK done"

    async def _list(self, command: Command) -> bytes:
        pattern = command.text(1)
        name = command.name.encode()
        if not pattern:
            self.say(b"* " + name + b' (\\Noselect) "/" ""')
        elif pattern.upper() == b"INBOX" or pattern in (b"*", b"%"):
            self.say(b"* " + name + b' (\\HasNoChildren) "/" INBOX')
        return b"OK done"

    async def _status(self, command: Command) -> bytes:
        folder = self._inbox
        if folder is None or command.text(0).upper() != b"INBOX":
            return b"NO [NONEXISTENT] there is no such folder"
        facts = folder.facts()
        asked = command.words[1] if len(command.words) > 1 else ()
        known = [
            item.upper() for item in asked if isinstance(item, bytes) and item.upper() in facts
        ]
        told = b" ".join(b"%b %d" % (item, facts[item]) for item in known)
        self.say(b"* STATUS INBOX (" + told + b")")
        return b"OK done"

    async def _append(self, command: Command) -> bytes:
        if self._inbox is None or command.text(0).upper() != b"INBOX":
            return b"NO [TRYCREATE] there is no such folder"
        flags = next((word for word in command.words if isinstance(word, tuple)), ())
        mail = self._inbox.append(
            command.text(len(command.words) - 1),
            arrived_at=datetime.now(UTC),
            flags=[flag.decode("ascii", "replace") for flag in flags if isinstance(flag, bytes)],
        )
        return b"OK [APPENDUID %d %d] done" % (self._inbox.uidvalidity, mail.uid)

    async def _idle(self, command: Command) -> bytes:
        self.say(b"+ idling")
        self._catch_up()  # what arrived just before must not wait for the next arrival
        self._idling = True
        try:
            await self.writer.drain()
            done = await receive_line(self.reader)
        finally:
            self._idling = False
        return (
            b"OK done" if done is not None and done.upper() == b"DONE" else b"BAD DONE was expected"
        )

    # -- commands about mails

    async def _fetch(self, command: Command) -> bytes:
        waiting = 0
        for line in self._opened().fetch(command.text(0), command.words[1], by_uid=command.by_uid):
            self.writer.write(line)
            waiting += len(line)
            if waiting > _DRAIN_EVERY:
                await self.writer.drain()
                waiting = 0
        return b"OK done"

    async def _search(self, command: Command) -> bytes:
        self.writer.write(self._opened().search(command.words, by_uid=command.by_uid))
        return b"OK done"

    async def _store(self, command: Command) -> bytes:
        view = self._opened()
        if view.read_only:
            return b"NO the folder is open for reading only"
        flags = command.words[2:]
        for line in view.store(
            command.text(0),
            command.text(1),
            flags[0] if len(flags) == 1 else flags,
            by_uid=command.by_uid,
        ):
            self.writer.write(line)
        return b"OK done"

    async def _expunge(self, command: Command) -> bytes:
        view = self._opened()
        if view.read_only:
            return b"NO the folder is open for reading only"
        view.expunge(command.text(0) if command.by_uid else b"1:*", by_uid=command.by_uid)
        return b"OK done"

    _COMMANDS: ClassVar[dict[str, Callable[[ImapSession, Command], Awaitable[bytes]]]] = {
        "CAPABILITY": _capability,
        "NOOP": _noop,
        "LOGOUT": _logout,
        "LOGIN": _login,
        "AUTHENTICATE": _authenticate,
        "SELECT": _select,
        "EXAMINE": _select,
        "CLOSE": _close,
        "UNSELECT": _close,
        "LIST": _list,
        "LSUB": _list,
        "SUBSCRIBE": _noop,
        "STATUS": _status,
        "CHECK": _noop,
        "APPEND": _append,
        "IDLE": _idle,
        "FETCH": _fetch,
        "SEARCH": _search,
        "STORE": _store,
        "EXPUNGE": _expunge,
    }


class View:
    """The mails a client was told of, in the order of their sequence numbers."""

    def __init__(self, folder: Folder, *, read_only: bool) -> None:
        self.folder = folder
        self.read_only = read_only
        self.uidvalidity = folder.uidvalidity
        self._mails = list(folder.mails)
        self._expunged = folder.expunged

    def __len__(self) -> int:
        return len(self._mails)

    @property
    def is_stale(self) -> bool:
        """The folder was numbered anew, so nothing seen here holds any longer."""
        return self.uidvalidity != self.folder.uidvalidity

    def news(self) -> Iterator[bytes]:
        """The untagged lines that bring the client up to date."""
        if self.folder.expunged != self._expunged:
            for number in range(len(self._mails), 0, -1):
                if self._mails[number - 1].gone:
                    del self._mails[number - 1]
                    yield b"* %d EXPUNGE\r\n" % number
            self._expunged = self.folder.expunged
        if len(self.folder.mails) > len(self._mails):
            self._mails += self.folder.mails[len(self._mails) :]
            yield b"* %d EXISTS\r\n* 0 RECENT\r\n" % len(self._mails)

    def fetch(self, which: bytes, items: Word, *, by_uid: bool) -> Iterator[bytes]:
        """The answers to a FETCH; asking for a body without PEEK marks the mail as seen."""
        wanted = Wanted(items, with_uid=by_uid)
        for number, mail in self._chosen(which, by_uid):
            if wanted.marks_seen and not self.read_only:
                mail.flags.add("\\Seen")
            yield wanted.line(number, mail)

    def search(self, words: Sequence[Word], *, by_uid: bool) -> bytes:
        """The answer to a SEARCH."""
        found = search(self._mails, words)
        numbers = (self._mails[at].uid if by_uid else at + 1 for at in found)
        return b"* SEARCH" + b"".join(b" %d" % number for number in numbers) + b"\r\n"

    def store(self, which: bytes, how: bytes, words: Word, *, by_uid: bool) -> Iterator[bytes]:
        """Flags are set, added or taken away; the answers say what they are now."""
        change, _, silent = how.upper().partition(b".")
        names = words if isinstance(words, tuple) else (words,)
        flags = {name.decode("ascii", "replace") for name in names if isinstance(name, bytes)}
        for number, mail in self._chosen(which, by_uid):
            match change:
                case b"+FLAGS":
                    mail.flags |= flags
                case b"-FLAGS":
                    mail.flags -= flags
                case b"FLAGS":
                    mail.flags = set(flags)
                case _:
                    raise BadCommand("STORE changes FLAGS")
            if not silent:
                yield b"* %d FETCH (UID %d FLAGS %b)\r\n" % (number, mail.uid, flags_of(mail))

    def expunge(self, which: bytes = b"1:*", *, by_uid: bool = False) -> None:
        """Those marked as deleted leave the folder."""
        chosen = [mail.uid for _, mail in self._chosen(which, by_uid) if "\\Deleted" in mail.flags]
        self.folder.expunge(chosen)

    def _chosen(self, which: bytes, by_uid: bool) -> Iterator[tuple[int, StoredMail]]:
        """The mails of a set with their sequence numbers, without those that are gone."""
        mails = self._mails
        numbers = [mail.uid for mail in mails] if by_uid else range(1, len(mails) + 1)
        for position in positions(numbers, which):
            if not mails[position].gone:
                yield position + 1, mails[position]
