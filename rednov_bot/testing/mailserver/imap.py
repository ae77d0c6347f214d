"""One IMAP client at the mail server, from greeting to BYE (RFC 3501; IDLE: RFC 2177).

A client sees the folder through its own list of mails, which changes only where the protocol lets
numbers change: after a command other than FETCH, STORE and SEARCH, and while it idles.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import socket
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime

from rednov_bot.testing.mailserver.command import BadCommand, Command, receive, receive_line
from rednov_bot.testing.mailserver.fetching import flags_of, search, wanted
from rednov_bot.testing.mailserver.folder import Folder, StoredMail, positions

_CAPABILITIES = b"IMAP4rev1 LITERAL+ SASL-IR IDLE UIDPLUS UNSELECT AUTH=PLAIN"
_FLAGS = b"(\\Answered \\Flagged \\Deleted \\Seen \\Draft)"
_BEFORE_LOGIN = frozenset({"CAPABILITY", "NOOP", "LOGOUT", "LOGIN", "AUTHENTICATE"})
_NUMBERS_STAY = frozenset({"FETCH", "STORE", "SEARCH"})
_CHANGES = frozenset({"STORE", "EXPUNGE"})
_DRAIN_EVERY = 64 * 1024  # octets of FETCH answers between two waits for the client

Folders = Mapping[str, tuple[str, Folder]]
"""Login name, lower case -> password and INBOX."""

Answer = Callable[[Command], Awaitable[bytes]]
"""What carries a command out: `_do_` and its name; it says what the tagged line says."""


class ImapSession:
    """A connection: who logged in, what is open, and the mails that the client was told of."""

    def __init__(
        self, folders: Folders, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self.reader = reader
        self.writer = writer
        self._folders = folders
        self._inbox: Folder | None = None  # whose owner is logged in
        self._open: Folder | None = None
        self._read_only = False
        self._mails: list[StoredMail] = []  # in the order of their sequence numbers
        self._told = (0, 0)  # the numbering, and how many mails had left, as the client knows them
        self._idling = self._leaving = False

    async def serve(self) -> None:
        """Commands are answered until either side leaves."""
        try:
            self.say(b"* OK [CAPABILITY " + _CAPABILITIES + b"] the harbour is open")
            while not self._leaving and await self._next():
                await self.writer.drain()
        except (OSError, asyncio.IncompleteReadError):
            pass  # the client is gone, or sent what is not taken; nobody is left to be told
        finally:
            self._let_go()
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
            self.say(tag + b" " + await self._answer(command))
        except (BadCommand, ValueError, IndexError) as error:
            self.say(tag + b" BAD " + str(error).encode("ascii", "replace"))
        return True

    async def _answer(self, command: Command) -> bytes:
        """A command is carried out, and the client hears what else has happened."""
        name, words = command.name, command.words
        if name == "UID":
            name, words = command.text(0).decode("ascii", "replace").upper(), words[1:]
            if name not in (*_NUMBERS_STAY, "EXPUNGE"):
                raise BadCommand(f"UID {name} is not known here")
        by_uid = name != command.name
        answer: Answer | None = getattr(self, f"_do_{name.lower()}", None)
        if answer is None:
            raise BadCommand(f"{name} is not known here")
        if name not in _BEFORE_LOGIN and self._inbox is None:
            raise BadCommand("log in first")
        if name in _CHANGES and self._opened() and self._read_only:
            return b"NO the folder is open for reading only"
        done = await answer(Command(command.tag, name, words, by_uid))
        if by_uid or name not in _NUMBERS_STAY:
            self._catch_up()
        return done

    def _catch_up(self) -> None:
        """The client is told what left and what arrived since it was last told."""
        folder = self._open
        if folder is None:
            return
        if self._told != (folder.uidvalidity, folder.expunged):
            self._told = (folder.uidvalidity, folder.expunged)
            for number in range(len(self._mails), 0, -1):
                if self._mails[number - 1].gone:
                    del self._mails[number - 1]
                    self.say(b"* %d EXPUNGE" % number)
        if len(folder.mails) > len(self._mails):
            self._mails += folder.mails[len(self._mails) :]
            self.say(b"* %d EXISTS\r\n* 0 RECENT" % len(self._mails))

    def _changed(self) -> None:
        if self._open is not None and self._told[0] != self._open.uidvalidity:
            self.dismiss()  # numbered anew: nothing seen here holds any longer
        elif self._idling:
            self._catch_up()

    def _opened(self) -> Folder:
        if self._open is None:
            raise BadCommand("select a folder first")
        return self._open

    def _let_go(self) -> None:
        """The folder is closed, if one was open."""
        if self._open is not None:
            self._open.watchers.discard(self._changed)
        self._open = None

    # -- commands that need no login

    async def _do_capability(self, command: Command) -> bytes:
        self.say(b"* CAPABILITY " + _CAPABILITIES)
        return b"OK done"

    async def _do_noop(self, command: Command) -> bytes:
        return b"OK done"

    _do_check = _do_subscribe = _do_noop

    async def _do_logout(self, command: Command) -> bytes:
        self.say(b"* BYE fair winds")
        self._leaving = True
        return b"OK done"

    async def _do_login(self, command: Command) -> bytes:
        return self._admit(command.text(0), command.text(1))

    async def _do_authenticate(self, command: Command) -> bytes:
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

    async def _do_select(self, command: Command) -> bytes:
        self._let_go()
        folder = self._inbox
        if folder is None or command.text(0).upper() != b"INBOX":
            return b"NO [NONEXISTENT] there is no such folder"
        folder.watchers.add(self._changed)
        self._open, self._read_only = folder, command.name == "EXAMINE"
        self._mails, self._told = list(folder.mails), (folder.uidvalidity, folder.expunged)
        self.say(b"* FLAGS " + _FLAGS)
        kept = b"()" if self._read_only else _FLAGS
        self.say(b"* OK [PERMANENTFLAGS " + kept + b"] these are kept")
        self.say(b"* %d EXISTS\r\n* 0 RECENT" % len(self._mails))
        self.say(b"* OK [UIDVALIDITY %d] the numbering" % folder.uidvalidity)
        self.say(b"* OK [UIDNEXT %d] the next number" % folder.next_uid)
        return b"OK [READ-ONLY] done" if self._read_only else b"OK [READ-WRITE] done"

    _do_examine = _do_select

    async def _do_close(self, command: Command) -> bytes:
        if self._opened() and command.name == "CLOSE" and not self._read_only:
            await self._do_expunge(command)
        self._let_go()
        return b"OK done"

    _do_unselect = _do_close

    async def _do_list(self, command: Command) -> bytes:
        pattern, name = command.text(1), command.name.encode()
        if not pattern:
            self.say(b"* " + name + b' (\\Noselect) "/" ""')
        elif pattern.upper() == b"INBOX" or pattern in (b"*", b"%"):
            self.say(b"* " + name + b' (\\HasNoChildren) "/" INBOX')
        return b"OK done"

    _do_lsub = _do_list

    async def _do_status(self, command: Command) -> bytes:
        folder = self._inbox
        if folder is None or command.text(0).upper() != b"INBOX":
            return b"NO [NONEXISTENT] there is no such folder"
        facts = folder.facts()
        asked = [one.upper() for one in command.words[1] if isinstance(one, bytes)]
        told = b" ".join(b"%b %d" % (item, facts[item]) for item in asked if item in facts)
        self.say(b"* STATUS INBOX (" + told + b")")
        return b"OK done"

    async def _do_append(self, command: Command) -> bytes:
        if self._inbox is None or command.text(0).upper() != b"INBOX":
            return b"NO [TRYCREATE] there is no such folder"
        flags = next((word for word in command.words if isinstance(word, tuple)), ())
        mail = self._inbox.append(
            command.text(len(command.words) - 1),
            arrived_at=datetime.now(UTC),
            flags=[flag.decode("ascii", "replace") for flag in flags if isinstance(flag, bytes)],
        )
        return b"OK [APPENDUID %d %d] done" % (self._inbox.uidvalidity, mail.uid)

    async def _do_idle(self, command: Command) -> bytes:
        self.say(b"+ idling")
        self._catch_up()  # what arrived just before must not wait for the next arrival
        self._idling = True
        try:
            await self.writer.drain()
            done = await receive_line(self.reader)
        finally:
            self._idling = False
        return b"OK done" if done and done.upper() == b"DONE" else b"BAD DONE was expected"

    # -- commands about mails

    def _chosen(self, command: Command, which: bytes) -> Iterator[tuple[int, StoredMail]]:
        """The mails of a set with their sequence numbers, without those that are gone."""
        self._opened()
        mails = self._mails
        numbers = [one.uid for one in mails] if command.by_uid else range(1, len(mails) + 1)
        for position in positions(numbers, which):
            if not mails[position].gone:
                yield position + 1, mails[position]

    async def _do_fetch(self, command: Command) -> bytes:
        """Asking for a body without PEEK marks the mail as seen."""
        answers, marks_seen = wanted(command.words[1], with_uid=command.by_uid)
        waiting = 0
        for number, mail in self._chosen(command, command.text(0)):
            if marks_seen and not self._read_only:
                mail.flags.add("\\Seen")
            facts = b" ".join(label + b" " + answer(mail) for label, answer in answers.items())
            self.say(b"* %d FETCH (%b)" % (number, facts))
            waiting += len(facts)
            if waiting > _DRAIN_EVERY:
                await self.writer.drain()
                waiting = 0
        return b"OK done"

    async def _do_search(self, command: Command) -> bytes:
        self._opened()
        found = search(self._mails, command.words)
        numbers = [self._mails[at].uid if command.by_uid else at + 1 for at in found]
        self.say(b"* SEARCH" + b"".join(b" %d" % number for number in numbers))
        return b"OK done"

    async def _do_store(self, command: Command) -> bytes:
        """Flags are set, added or taken away; the answers say what they are now."""
        change, _, silent = command.text(1).upper().partition(b".")
        given = command.words[2:]
        names = given[0] if len(given) == 1 and isinstance(given[0], tuple) else given
        flags = {name.decode("ascii", "replace") for name in names if isinstance(name, bytes)}
        for number, mail in self._chosen(command, command.text(0)):
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
                self.say(b"* %d FETCH (UID %d FLAGS %b)" % (number, mail.uid, flags_of(mail)))
        return b"OK done"

    async def _do_expunge(self, command: Command) -> bytes:
        """Those marked as deleted leave the folder."""
        chosen = self._chosen(command, command.text(0) if command.by_uid else b"1:*")
        leaving = [mail.uid for _, mail in chosen if "\\Deleted" in mail.flags]
        self._opened().expunge(leaving)
        return b"OK done"
