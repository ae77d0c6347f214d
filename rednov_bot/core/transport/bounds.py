"""What an IMAP server may take of our time and memory with one answer.

The library waits a while for each octet and believes every length: a server that drips, babbles
without end or announces a literal of a terabyte would keep the bot for ever, or kill it.
"""

from __future__ import annotations

import imaplib
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

from rednov_bot import watchdog

LARGEST: Final = 64 * 1024 * 1024
"""Octets of a mail; more than any mail server takes."""

OCTETS: Final = 2 * LARGEST
LINES: Final = 500_000
"""Of one answer: so many are told of, say, when somebody marks a whole mailbox as read."""

SECONDS: Final = 900.0
"""For one answer, whatever trickles in meanwhile."""

CERTIFICATE: Final = (
    "Ask the host to see to the mail server's certificate: have it renewed if it has expired, and "
    "if it is signed by a CA of their own, name that CA's file in SSL_CERT_FILE. Certificates are "
    "checked, for without that anybody could read along."
)
"""What to do where a server's certificate is refused."""

ENCRYPTION: Final = (
    "Ask the host to see whether host, port and tls of that server belong together in rednov.toml: "
    'tls = "implicit" is for ports 993 and 465 as a rule, "starttls" for 143 and 587.'
)
"""What to do where a port does not speak TLS as it should."""


def remedy(error: Exception) -> str:
    """What a human must do about it, where trying again will not help; else nothing."""
    cause = error.__cause__ or error
    if isinstance(cause, ssl.SSLCertVerificationError):
        return CERTIFICATE
    speaks_plainly = isinstance(cause, ssl.SSLError) and cause.reason == "WRONG_VERSION_NUMBER"
    return ENCRYPTION if speaks_plainly or "STARTTLS" in str(error).upper() else ""


class Bounds:
    """Watches over one connection of the library's: what is beyond the bounds ends the errand."""

    def __init__(self, imap: imaplib.IMAP4, seconds: float = SECONDS) -> None:
        self._imap = imap
        self._seconds = seconds
        self._octets = self._lines = 0
        self._over = False
        self._read, self._readline = imap.read, imap.readline
        vars(imap).update(read=self._read_some, readline=self._read_line)

    @contextmanager
    def errand(self) -> Iterator[None]:
        """One command and all of its answer.  Raises OSError when it is beyond the bounds."""
        self._octets = self._lines = 0
        watchdog.alive()
        alarm = threading.Timer(self._seconds, self._cut)
        alarm.daemon = True
        alarm.start()
        try:
            yield
        except (imaplib.IMAP4.error, OSError, ValueError, EOFError):
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
        """In a thread of its own: whoever reads finds the connection ended."""
        self._over = True
        with suppress(OSError):  # it ended by itself
            self._imap.sock.shutdown(socket.SHUT_RDWR)
