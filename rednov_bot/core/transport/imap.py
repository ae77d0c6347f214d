"""The bot's mailbox: what came is fetched by number, and nothing in it is ever changed.

What was fetched is remembered by the caller as (UIDVALIDITY, UID), never by flags: a human who
looks into the mailbox must not make a mail disappear for the bot.
"""

from __future__ import annotations

import imaplib
import re
import socket
import ssl
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta, timezone
from functools import partial
from types import TracebackType
from typing import Final, NamedTuple, NoReturn, Self, TypeAlias, TypeVar

import imapclient
from imapclient.response_parser import parse_fetch_response

from rednov_bot.core.transport.bounds import SECONDS, Bounds, remedy
from rednov_bot.errors import MailboxUnreachable
from rednov_bot.papers import RawMail
from rednov_bot.settings import ImapSettings

Bookmark = tuple[int, int]
"""UIDVALIDITY and the highest UID that was handed on (RFC 3501, 2.3.1.1)."""

Answer = TypeVar("Answer")

CONNECT_SECONDS: Final = 15.0
READ_SECONDS: Final = 60.0
_LARGE: Final = 256 * 1024  # octets: such a mail is fetched alone, so that a batch stays small
_ITEMS: Final = "(UID INTERNALDATE BODY.PEEK[])"
_AT_ONCE: Final = 20_000  # mails whose numbers are asked for in one line, which has its bounds
_WARY: Final = 200  # mails that are fetched one by one after a connection was lost
_MOVE: Final = (
    "Ask the host to look at that mail (UID {}) with a mail program, and move it out of the folder "
    "if it cannot be read there either; tell its sender to write again. The mails behind it wait "
    "until then, lest it be passed over."
)

_LIBRARY_ERRORS = (imaplib.IMAP4.error, OSError, ValueError, EOFError)


class Mailbox:
    """One connection, logged in, with the folder open for reading only.

    Belongs to one thread.  After MailboxUnreachable it is dead; the caller makes a new one.
    The library's errors end at this wall, cause and all: their words may quote a mail.
    """

    def __init__(
        self,
        settings: ImapSettings,
        password: str,
        *,
        connect_seconds: float = CONNECT_SECONDS,
        read_seconds: float = READ_SECONDS,
        answer_seconds: float = SECONDS,  # for a whole answer, however it trickles in
        tls_context: ssl.SSLContext | None = None,  # None: certificates are checked as usual
        wary: bool = False,  # the last connection was lost: perhaps by a mail that breaks it
    ) -> None:
        self._settings = settings
        self._wary = wary
        self._where = f"the IMAP server {settings.host}:{settings.port}"
        self._patience = imapclient.SocketTimeout(connect_seconds, read_seconds)
        self._tls_context = tls_context
        self._met: int | None = None  # the highest UID, or bookmark, that a sweep has met
        self._client = self._connected()
        try:
            # The library would note every line it reads: the notes cost time, and hold mail.
            self._client._imap.debug = 0
            # It sends a command in pieces, and each piece would wait for the last one's receipt.
            self._client.socket().setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._bounds = Bounds(self._client._imap, answer_seconds)
            self._log_in(password)
            self.uidvalidity = self._examine()
        except BaseException:
            self._hang_up()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """The bot logs out; a server that does not answer is left without a word."""
        try:
            self._client.logout()
        except _LIBRARY_ERRORS:
            self._hang_up()

    def sweep(
        self, after: Bookmark | None = None, *, batch: int = 200
    ) -> Iterator[tuple[RawMail, ...]]:
        """Every mail beyond *after*, in order, at most *batch* at a time.

        A bookmark of another UIDVALIDITY counts for nothing: the numbers were given out anew.
        Mails that vanish meanwhile are left out.  May be called again and again.

        Whoever is wary takes the first mails one by one: all that come before one which breaks the
        connection are handed on, and the trouble names it.  A mail that is there and is not given
        ends the sweep in the same way; none behind it is handed on, lest it be passed over.
        """
        last = after[1] if after is not None and after[0] == self.uidvalidity else 0
        uids = self._uids_beyond(last)
        self._met = uids[-1] if uids else last
        if not uids:
            return
        large = set(
            self._ask(lambda: self._client.search(["UID", f"{uids[0]}:*", "LARGER", _LARGE]))
        )
        if self._wary:
            large.update(uids[:_WARY])
            self._wary = False
        for chosen in _batches(uids, large, batch):
            mails = self._ask(partial(self._fetch, chosen), chosen)
            broken = self._still_there(set(chosen) - {mail.uid for mail in mails})
            if mails := tuple(mail for mail in mails if broken is None or mail.uid < broken):
                yield mails
            if broken is not None:
                self._hang_up()
                raise MailboxUnreachable(
                    f"{self._where} does not give the text of mail UID {broken} in "
                    f"{self._settings.folder}",
                    _MOVE.format(broken),
                )

    @property
    def can_idle(self) -> bool:
        """Whether the server tells of new mail by itself (RFC 2177)."""
        return bool(self._ask(lambda: self._client.has_capability("IDLE")))

    def has_more(self) -> bool:
        """Whether a mail has come that no sweep on this connection has met."""
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
            with self._bounds.errand():
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
            with self._bounds.errand():
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

    def _still_there(self, missing: set[int]) -> int | None:
        """The first of the mails that were not given, though they have not vanished."""
        if not missing:
            return None
        self._ask(self._client.noop)
        wanted = ",".join(map(str, sorted(missing)))
        found = self._ask(lambda: self._client.search(["UID", wanted]))
        return min((uid for uid in found if uid in missing), default=None)

    def _fetch(self, uids: tuple[int, ...]) -> tuple[RawMail, ...]:
        # Below imapclient's fetch(): its parser looks at each octet and takes three times as long.
        kind, lines = self._client._imap.uid("FETCH", ",".join(map(str, uids)), _ITEMS)
        if kind != "OK":
            raise imaplib.IMAP4.error("FETCH was refused")
        numbered = self._client._imap.untagged_responses.get("UIDVALIDITY", [])
        if any(int(one) != self.uidvalidity for one in numbered):
            raise imaplib.IMAP4.abort("it has numbered its mails anew")
        found = read_fetched(lines)
        return tuple(
            RawMail(
                folder=self._settings.folder,
                uidvalidity=self.uidvalidity,
                uid=uid,
                octets=found[uid].octets,
                arrived_at=found[uid].arrived_at,
            )
            for uid in uids
            if uid in found
        )

    def _ask(self, errand: Callable[[], Answer], uids: tuple[int, ...] = ()) -> Answer:
        try:
            with self._bounds.errand():
                return errand()
        except _LIBRARY_ERRORS as error:
            self._give_up(error, uids)

    def _give_up(self, error: Exception, uids: tuple[int, ...] = ()) -> NoReturn:
        goodbye = self._client._imap.untagged_responses.get("BYE")
        why = goodbye[-1].decode("ascii", "replace") if goodbye else _why(error)
        at = f" at mail UID {uids[0]} in {self._settings.folder}" if len(uids) == 1 else ""
        self._hang_up()
        to_do = _MOVE.format(uids[0]) if at else remedy(error)
        raise MailboxUnreachable(f"{self._where} broke off{at}: {why[:200]}", to_do) from None

    def _hang_up(self) -> None:
        with suppress(*_LIBRARY_ERRORS):  # it may be shut already
            self._client.shutdown()


def _batches(uids: Iterable[int], large: set[int], size: int) -> Iterator[tuple[int, ...]]:
    """The numbers in order, *size* together, but each of the *large* ones alone."""
    together: list[int] = []
    for uid in uids:
        if together and (uid in large or len(together) == size):
            yield tuple(together)
            together = []
        if uid in large:
            yield (uid,)
        else:
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
    # Where imaplib could not make sense of a line it quotes it, as a bytes literal.
    quotes = "b'" in told or 'b"' in told
    if quotes or not isinstance(error, imaplib.IMAP4.abort):
        return "an answer that makes no sense"
    return told[:200]


Line: TypeAlias = "bytes | tuple[bytes, bytes] | None"
"""As imaplib gives them: a pair where a literal follows, then the rest of the line."""

_UID = re.compile(rb"\bUID (\d+)")
_STAMP = re.compile(
    rb'\bINTERNALDATE "([ \d]\d)-([A-Za-z]{3})-(\d{4}) (\d\d):(\d\d):(\d\d) ([+-])(\d\d)(\d\d)"'
)
_BODY = b"BODY[] {"
_END = re.compile(
    rb"(?: (?:UID|FLAGS|MODSEQ|INTERNALDATE|SAVEDATE|RFC822\.SIZE|EMAILID|THREADID|X-[A-Z0-9-]+)"
    rb' (?:\([^()]*\)|"[^"]*"|[^ ()"]+))*\)'
)
"""How a mail's line ends behind its literal: with anything else there, the length was wrong."""
_MONTHS = {
    name.encode(): number
    for number, name in enumerate(
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"],
        start=1,
    )
}


class Fetched(NamedTuple):
    """A mail as the mailbox holds it."""

    octets: bytes
    arrived_at: datetime  # INTERNALDATE, UTC


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
            uid, stamp = _UID.search(facts), _STAMP.search(facts)
            if uid is None or stamp is None or _BODY not in before or after is None:
                return _read_slowly(lines)
            if isinstance(after, bytes) and not _END.fullmatch(after):
                raise ValueError("a literal of another length")
            found[int(uid[1])] = Fetched(octets, _moment(stamp))
        elif line is not None and b"BODY[]" in line:
            return _read_slowly(lines)  # a short body may come in quotes
    return found


def _read_slowly(lines: Sequence[Line]) -> dict[int, Fetched]:
    found: dict[int, Fetched] = {}
    for uid, facts in parse_fetch_response(list(lines), normalise_times=False).items():
        octets, stamp = facts.get(b"BODY[]"), facts.get(b"INTERNALDATE")
        if isinstance(octets, bytes):  # Dovecot says NIL for a mail that has just vanished
            # A server without a readable stamp must not hold up the mail.
            at = stamp if isinstance(stamp, datetime) else datetime.now(UTC)
            found[uid] = Fetched(octets, at.astimezone(UTC))
    return found


def _moment(stamp: re.Match[bytes]) -> datetime:
    day, month, year, hour, minute, second, sign, hours, minutes = stamp.groups()
    east = timedelta(hours=int(hours), minutes=int(minutes))
    zone = UTC if not east else timezone(-east if sign == b"-" else east)
    local = datetime(
        int(year),
        _MONTHS[month.lower()],
        int(day),
        int(hour),
        int(minute),
        int(second),
        tzinfo=zone,
    )
    return local.astimezone(UTC)
