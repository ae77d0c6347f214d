"""The bot's mailbox over IMAP: mail is fetched by number, and nothing in it is ever changed.

The caller remembers what was fetched as (UIDVALIDITY, UID), never by flags: somebody who looks into
the mailbox must not make a mail disappear for the bot.
"""

from __future__ import annotations

import imaplib
import re
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from ssl import SSLContext
from typing import Final, NamedTuple, NoReturn, Self, TypeAlias, TypeVar

import imapclient
from imapclient.response_parser import parse_response

from rednov_bot.core import watchdog
from rednov_bot.core.errors import MailboxUnreachable
from rednov_bot.core.models import RawMail
from rednov_bot.core.settings import ImapSettings
from rednov_bot.core.transport import remedy

Bookmark = tuple[int, int]
"""UIDVALIDITY and the highest UID that was handed on (RFC 3501, 2.3.1.1)."""

Answer = TypeVar("Answer")

CONNECT_SECONDS: Final = 15.0
READ_SECONDS: Final = 60.0
ANSWER_SECONDS: Final = 900.0  # for one whole answer, however slowly it comes in
LARGEST: Final = 64 * 1024 * 1024  # octets of a mail; mail servers take no larger ones
OCTETS: Final = 2 * LARGEST  # of one answer
LINES: Final = 500_000  # of one answer: so many come when somebody marks a mailbox as read
TRIES: Final = 3  # how often a mail that is not given is asked for again
_LARGE: Final = 256 * 1024  # octets: such a mail is fetched alone, so that a batch stays small
_ITEMS: Final = "(UID INTERNALDATE BODY.PEEK[])"
_TEXT: Final = "(UID BODY.PEEK[])"
_AT_ONCE: Final = 20_000  # mails whose numbers are asked for in one line, which has its limits
_WARY: Final = 200  # mails that are fetched one by one after a connection was lost
_LOOK: Final = (
    "If this goes on, ask the host to look at that mail (UID {}) with a mail program, to move it "
    "out of the folder if it cannot be read there either, and to have its sender write again."
)

# Deeply nested answers exhaust imapclient's parser, which calls itself.
_LIBRARY_ERRORS = (imaplib.IMAP4.error, OSError, ValueError, EOFError, RecursionError)


@dataclass(slots=True)
class Failures:
    """Mails at which connections broke, remembered from one connection to the next.

    A failure counts against a mail only where the same connection had brought another one: a
    server that gives no mail at all is not the fault of the mail that happens to be next.
    """

    wary: bool = False  # the last connection broke: the next mails are fetched one by one
    counted: Counter[Bookmark] = field(default_factory=Counter)  # of each, also where it is none


class Mailbox:
    """One connection, logged in, with the folder open for reading only.

    Belongs to one thread.  After MailboxUnreachable it is closed; the caller makes a new one, and
    gives it the same *failures*.  The library's errors, and what caused them, are not passed on:
    their words may quote a mail.
    """

    def __init__(
        self,
        settings: ImapSettings,
        password: str,
        *,
        connect_seconds: float = CONNECT_SECONDS,
        read_seconds: float = READ_SECONDS,
        answer_seconds: float = ANSWER_SECONDS,
        retry_seconds: float = 1.0,  # before a mail that was not given is asked for again
        tls_context: SSLContext | None = None,  # None: certificates are checked as usual
        failures: Failures | None = None,  # of earlier connections
    ) -> None:
        self._settings = settings
        self._failures = Failures() if failures is None else failures
        self._retry_seconds = retry_seconds
        self._has_served = False  # whether this connection has brought the text of any mail
        self._where = f"the IMAP server {settings.host}:{settings.port}"
        self._patience = imapclient.SocketTimeout(connect_seconds, read_seconds)
        self._tls_context = tls_context
        self._met: int | None = None  # the highest UID, or bookmark, that a sweep has seen
        self._client = self._connected()
        try:
            # The library would log every line it reads: that costs time, and the log holds mail.
            self._client._imap.debug = 0
            # It sends a command in pieces, and each piece would wait until the last is confirmed.
            self._client.socket().setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._limits = Limits(self._client._imap, answer_seconds)
            self._log_in(password)
            self.uidvalidity = self._examine()
        except BaseException:
            self._hang_up()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Log out; a server that does not answer is left without a word."""
        try:
            self._client.logout()
        except _LIBRARY_ERRORS:
            self._hang_up()

    def sweep(
        self, after: Bookmark | None = None, *, batch: int = 200
    ) -> Iterator[tuple[RawMail, ...]]:
        """Every mail beyond *after*, in order, at most *batch* at a time.

        A bookmark of another UIDVALIDITY does not count: the server has numbered its mails anew.
        Mails that are deleted meanwhile are left out.  May be called again and again.

        No mail keeps back those behind it.  One whose text the server does not give is asked for
        again, on this connection; one that breaks the connection, on the next ones, alone.  After
        TRIES times it is handed on without octets, in its place.  It is not left to later sweeps,
        for a restart would forget it: what is behind it would be on file, and it would not.
        """
        last = after[1] if after is not None and after[0] == self.uidvalidity else 0
        uids = self._uids_beyond(last)
        self._met = uids[-1] if uids else last
        if not uids:
            return
        large = self._ask(lambda: self._client.search(["UID", f"{uids[0]}:*", "LARGER", _LARGE]))
        alone = {*large, *self._suspects()}
        if self._failures.wary:
            alone.update(uids[:_WARY])
            self._failures.wary = False
        for chosen in _batches(uids, alone, batch):
            if mails := tuple(self._mails(chosen, uids)):
                yield mails

    @property
    def can_idle(self) -> bool:
        """Whether the server announces new mail by itself (RFC 2177)."""
        return bool(self._ask(lambda: self._client.has_capability("IDLE")))

    def has_more(self) -> bool:
        """Whether a mail has come that no sweep on this connection has seen."""
        return self._met is None or bool(self._uids_beyond(self._met))

    # -- the conversation

    def _connected(self) -> imapclient.IMAPClient:
        settings = self._settings
        try:
            return imapclient.IMAPClient(
                settings.host,
                settings.port,
                ssl=settings.tls == "implicit",
                ssl_context=self._tls_context,
                timeout=self._patience,
            )
        except _LIBRARY_ERRORS as error:
            raise MailboxUnreachable(
                f"{self._where} does not answer: {_why(error)}", remedy(error)
            ) from None

    def _log_in(self, password: str) -> None:
        client, user = self._client, self._settings.user
        if self._settings.tls == "starttls":
            self._ask(lambda: client.starttls(self._tls_context))
        # LOGIN is for ASCII alone; AUTHENTICATE PLAIN carries UTF-8 (RFC 4616).
        log_in = client.login if (user + password).isascii() else client.plain_login
        try:
            with self._limits.answer():
                log_in(user, password)
        except _LIBRARY_ERRORS as error:
            if isinstance(error, OSError) or isinstance(error.__context__, imaplib.IMAP4.abort):
                self._give_up(error)
            # Without the server's words, which might repeat the password.
            raise MailboxUnreachable(
                f"{self._where} refuses the login of {user}: check the user and the password",
                "Ask the host to put the right user and password into [imap] of rednov.toml and "
                "start the bot again; or, if they are right, ask whoever runs the mail server why "
                "it refuses them. Once it takes them the bot comes back by itself.",
            ) from None

    def _examine(self) -> int:
        folder = self._settings.folder
        try:
            with self._limits.answer():
                facts = self._client.select_folder(folder, readonly=True)
            self._count = int(facts.get(b"EXISTS", 0))
            self.uidnext = int(facts.get(b"UIDNEXT", 0))  # 0 where the server does not say
            return int(facts[b"UIDVALIDITY"])
        except imaplib.IMAP4.abort as error:
            self._give_up(error)
        except (imaplib.IMAP4.error, KeyError):
            raise MailboxUnreachable(
                f"{self._where} has no folder {folder!r} for {self._settings.user}:"
                " check [imap] folder",
                f"Ask the host to make the folder {folder!r} again, or rename it back, at the mail "
                "server: then the bot comes back by itself. Or put its new name into [imap] folder "
                "of rednov.toml and start the bot again.",
            ) from None
        except _LIBRARY_ERRORS as error:
            self._give_up(error)

    def _uids_beyond(self, last: int) -> list[int]:
        """The numbers of the mails beyond *last*; of a vast mailbox asked for in several lines."""
        self._client._imap.untagged_responses.clear()  # told long ago; the library keeps it all
        self._ask(self._client.noop)  # without it the server need not tell of new mail
        told = self._client._imap.untagged_responses.get("EXISTS", [])
        if told and told[-1].isdigit():
            self._count = int(told[-1])
        if self._count <= _AT_ONCE:
            return sorted(self._search(f"{last + 1}:*", last))
        found: list[int] = []
        for first in range(1, self._count + 1, _AT_ONCE)[::-1]:  # the newest stand at the end
            end = "*" if first + _AT_ONCE > self._count else first + _AT_ONCE - 1
            some = self._search(f"{last + 1}:*", last, f"{first}:{end}")
            found += some
            if not some:
                break
        return sorted(set(found))

    def _search(self, uids: str, last: int, *places: str) -> list[int]:
        found = self._ask(lambda: self._client.search([*places, "UID", uids]))
        # `*` is the highest UID there is, so the set never is empty: n:* finds n - 1 as well.
        return [uid for uid in found if uid > last]

    def _mails(self, uids: tuple[int, ...], all_uids: Sequence[int]) -> Iterator[RawMail]:
        """The mails of these numbers that are still there; without octets where they are given up.

        One mail may be asked for alone: then a broken connection is noted as its failure.
        """
        is_suspect = uids[0] in self._suspects()  # then it is the only one
        found: dict[int, Fetched] = {}
        if is_suspect and self._failures.counted[self.uidvalidity, uids[0]] >= TRIES:
            missing = uids
        else:
            if is_suspect and not self._has_served:
                self._fetch_another(uids[0], all_uids)
            # Without INTERNALDATE: a server may stumble over that, and still give the text.
            found = self._fetch(uids, _TEXT if is_suspect else _ITEMS)
            missing = self._missing(uids, found)
            for attempt in range(TRIES):
                if not (wanted := self._there(missing, "LARGER", 0)):  # the others are empty
                    break
                time.sleep(attempt * self._retry_seconds)
                for uid, again in self._fetch(wanted, _TEXT).items():
                    found[uid] = again._replace(arrived_at=found.get(uid, again).arrived_at)
                missing = self._missing(missing, found)
        if is_suspect:
            del self._failures.counted[self.uidvalidity, uids[0]]
        for uid in uids:
            mail = found.get(uid, _NOTHING)
            if mail.octets or uid in missing:
                yield RawMail(
                    folder=self._settings.folder,
                    uidvalidity=self.uidvalidity,
                    uid=uid,
                    octets=mail.octets,
                    arrived_at=mail.arrived_at or datetime.now(UTC),
                )

    def _missing(self, uids: Iterable[int], found: Mapping[int, Fetched]) -> tuple[int, ...]:
        """The mails that came without a text, or not at all, though they are in the folder."""
        return self._there([uid for uid in uids if not found.get(uid, _NOTHING).octets])

    def _there(self, uids: Collection[int], *criteria: str | int) -> tuple[int, ...]:
        """Those of some mails that are still in the folder, and meet some criteria of SEARCH."""
        if not uids:
            return ()
        self._ask(self._client.noop)
        wanted = ",".join(map(str, uids))
        there = set(self._ask(lambda: self._client.search(["UID", wanted, *criteria])))
        return tuple(uid for uid in uids if uid in there)

    def _suspects(self) -> set[int]:
        """The mails at which a connection broke while they were fetched alone."""
        return {uid for numbering, uid in self._failures.counted if numbering == self.uidvalidity}

    def _fetch_another(self, suspect: int, uids: Sequence[int]) -> None:
        """Fetch another mail first, to learn whether the server gives any."""
        behind = [uid for uid in uids if uid > suspect][:1]
        for uid in (*behind, *self._ask(lambda: self._client.search(["1,*"]))):
            if uid not in self._suspects():
                self._fetch((uid,))
                if self._has_served:
                    return

    def _fetch(self, uids: tuple[int, ...], items: str = _ITEMS) -> dict[int, Fetched]:
        def errand() -> dict[int, Fetched]:
            # Not imapclient's fetch(): its parser, octet by octet, takes three times as long.
            kind, lines = self._client._imap.uid("FETCH", ",".join(map(str, uids)), items)
            if kind != "OK":
                raise imaplib.IMAP4.error("FETCH was refused")
            numbered = self._client._imap.untagged_responses.get("UIDVALIDITY", [])
            if any(int(one) != self.uidvalidity for one in numbered):
                raise imaplib.IMAP4.abort("it has numbered its mails anew")
            return read_fetched(lines)

        found = self._ask(errand, uids)
        self._has_served |= any(found[uid].octets for uid in uids if uid in found)
        return found

    def _ask(self, errand: Callable[[], Answer], mails: tuple[int, ...] = ()) -> Answer:
        try:
            with self._limits.answer():
                return errand()
        except _LIBRARY_ERRORS as error:
            self._give_up(error, mails)

    def _give_up(self, error: Exception, mails: tuple[int, ...] = ()) -> NoReturn:
        """The connection is closed, and why is said; *mails* were being fetched."""
        goodbye = self._client._imap.untagged_responses.get("BYE")
        why = goodbye[-1].decode("ascii", "replace") if goodbye else _why(error)
        at, to_do = "", remedy(error)
        if mails:
            self._failures.wary = True
        if len(mails) == 1:
            self._failures.counted[self.uidvalidity, mails[0]] += self._has_served
            at, to_do = f" at mail UID {mails[0]} in {self._settings.folder}", _LOOK.format(*mails)
        self._hang_up()
        raise MailboxUnreachable(f"{self._where} broke off{at}: {why[:200]}", to_do) from None

    def _hang_up(self) -> None:
        with suppress(*_LIBRARY_ERRORS):  # it may be shut already
            self._client.shutdown()


def _batches(uids: Iterable[int], alone: set[int], size: int) -> Iterator[tuple[int, ...]]:
    """The numbers in order, *size* together, but each of some *alone*."""
    together: list[int] = []
    for uid in uids:
        if together and (len(together) == size or not alone.isdisjoint((uid, together[-1]))):
            yield tuple(together)
            together = []
        together.append(uid)
    if together:
        yield tuple(together)


def _why(error: Exception) -> str:
    """The error in a few words on one line, without anything that may come out of a mail."""
    if isinstance(error, TimeoutError):
        return "no answer in time"
    if isinstance(error, OSError):
        return " ".join((error.strerror or str(error) or type(error).__name__).split())[:200]
    told = " ".join(str(error).split())
    # Where imaplib cannot read a line it quotes it, as a bytes literal.
    quotes = "b'" in told or 'b"' in told
    if quotes or not isinstance(error, imaplib.IMAP4.abort):
        return "an answer that makes no sense"
    return told[:200]


# -- what FETCH answers

Line: TypeAlias = "bytes | tuple[bytes, bytes] | None"
"""As imaplib gives them: a pair where a literal follows, then the rest of the line."""

_UID = re.compile(rb"\bUID (\d+)")
_BODY = re.compile(rb"BODY\[\] ~?\{\d+\}\Z")  # literal8 too (RFC 3516, RFC 9051)
_END = re.compile(
    rb"(?: (?:UID|FLAGS|MODSEQ|INTERNALDATE|SAVEDATE|RFC822\.SIZE|EMAILID|THREADID|X-[A-Z0-9-]+)"
    rb' (?:\([^()]*\)|"[^"]*"|[^ ()"]+))*\)'
)
"""How a mail's line ends behind its literal: with anything else there, the length was wrong."""

_INTERNALDATE = re.compile(rb'\bINTERNALDATE "([^"]*)"')
_FIRST_YEAR: Final = 1970  # there was no mail on the Internet before; servers make up such dates


class Fetched(NamedTuple):
    """A mail as the mailbox holds it."""

    octets: bytes  # empty where the server names the mail and gives no text
    arrived_at: datetime | None  # INTERNALDATE in UTC; None where it is missing or impossible


_NOTHING: Final = Fetched(b"", None)


def read_fetched(lines: Sequence[Line]) -> dict[int, Fetched]:
    """The mails of an answer by their UIDs; what else the server mentions is passed over.

    A mail's line is expected to hold one literal, the body.  An answer with anything else in it
    goes to imapclient's parser, which knows every form and is several times slower.
    """
    found: dict[int, Fetched] = {}
    for position, line in enumerate(lines):
        if isinstance(line, tuple):
            before, octets = line
            after = lines[position + 1] if position + 1 < len(lines) else None
            facts = before + after if isinstance(after, bytes) else before
            uid, date = _UID.search(facts), _INTERNALDATE.search(facts)
            if uid is None or after is None or not _BODY.search(before):
                return _read_slowly(lines)
            if isinstance(after, bytes) and not _END.fullmatch(after):
                raise ValueError("a literal of another length")
            found[int(uid[1])] = Fetched(octets, moment(date[1]) if date else None)
        elif line is not None and b"BODY[]" in line:
            return _read_slowly(lines)  # a short body may come in quotes
    return found


def _read_slowly(lines: Sequence[Line]) -> dict[int, Fetched]:
    # imapclient takes the marker of a literal8 for the text (findings/imapclient-literal8.sh).
    # Nor is its parser of whole answers used: it raises OverflowError for some dates.
    told = [
        (line[0].replace(b"~{", b"{"), line[1]) if isinstance(line, tuple) else line
        for line in lines
        if line is not None
    ]
    found: dict[int, Fetched] = {}
    items = iter(parse_response(told))  # the number of a mail, then all about it
    for _, facts in zip(items, items, strict=True):
        if not isinstance(facts, tuple):
            raise ValueError("no list of facts about a mail")
        known = dict(zip(facts[::2], facts[1::2], strict=True))
        uid, octets, date = (known.get(name) for name in (b"UID", b"BODY[]", b"INTERNALDATE"))
        if isinstance(uid, int) and b"BODY[]" in known:
            found[uid] = Fetched(
                octets if isinstance(octets, bytes) else b"",  # NIL: perhaps it has just vanished
                moment(date) if isinstance(date, bytes) else None,
            )
    return found


def moment(written: bytes) -> datetime | None:
    """An INTERNALDATE in UTC, or None where there is no such moment.

    Servers have been seen to write 00-Jan-0000, 31-Feb, 24:00:00, months in their own language, and
    offsets of days.
    """
    try:
        there = datetime.strptime(written.decode("ascii"), "%d-%b-%Y %H:%M:%S %z")
        return there.astimezone(UTC) if there.year >= _FIRST_YEAR else None
    except (ValueError, OverflowError):
        return None


# -- what a server may take


class Limits:
    """What an IMAP server may take of our time and memory with one answer.

    The library waits a while for each octet and believes every length: a server that sends octet by
    octet, never ends its answer, or announces a literal of a terabyte would block the bot for ever.
    """

    def __init__(self, imap: imaplib.IMAP4, seconds: float = ANSWER_SECONDS) -> None:
        self._imap = imap
        self._seconds = seconds
        self._octets = self._lines = 0
        self._over = False
        self._read, self._readline = imap.read, imap.readline
        vars(imap).update(read=self._read_some, readline=self._read_line)

    @contextmanager
    def answer(self) -> Iterator[None]:
        """One command and its whole answer.  Raises OSError when it is beyond the limits."""
        self._octets = self._lines = 0
        watchdog.alive()
        alarm = threading.Timer(self._seconds, self._cut)
        alarm.daemon = True
        alarm.start()
        try:
            yield
        except _LIBRARY_ERRORS:
            if self._over:
                raise TimeoutError from None
            raise
        finally:
            alarm.cancel()

    def _read_some(self, size: int) -> bytes:
        if size > LARGEST:
            raise OSError(f"a mail of {size} octets, which is more than any has")
        self._count(size)
        return self._read(size)

    def _read_line(self) -> bytes:
        line = self._readline()
        self._lines += 1
        self._count(len(line))
        return line

    def _count(self, octets: int) -> None:
        self._octets += octets
        if self._octets > OCTETS or self._lines > LINES:
            raise OSError("an answer without end")

    def _cut(self) -> None:
        """In a thread of its own: the thread that reads finds the connection closed."""
        self._over = True
        with suppress(OSError):  # it is closed already
            self._imap.sock.shutdown(socket.SHUT_RDWR)
