"""One IMAP client at the harbour, from greeting to BYE (RFC 3501; IDLE: RFC 2177).

A client sees the folder through its own view, which changes only where the protocol lets
numbers change: after a command other than FETCH, STORE and SEARCH, and while it idles.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from typing import ClassVar

from rednov_bot.harbour.command import BadCommand, Command, receive_line
from rednov_bot.harbour.folder import Folder
from rednov_bot.harbour.guest import Guest
from rednov_bot.harbour.view import View

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
        """What the harbour can do, before anything is asked."""
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
