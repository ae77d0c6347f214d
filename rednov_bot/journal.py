"""The log: every line that the bot writes of its own work, for whoever keeps the machine.

Logs are passed on to whoever helps, so nothing stands in them that one gnome alone may know (§6).
Their lines are made here, of numbers, of the names of servers and of the kinds of faults; nothing
else of the program writes to a log, and this module cannot reach a hand.
"""

from __future__ import annotations

import logging
import time
from typing import Final

from rednov_bot import faults
from rednov_bot.errors import Unreachable
from rednov_bot.settings import Settings

_LOG: Final = logging.getLogger("rednov")
_AGAIN: Final = 3600.0  # seconds after which a fault that stays is said again
_SAID: Final[dict[str, float]] = {}  # when each was said last


def begin(*, verbose: bool) -> None:
    """From now on lines go to the standard error: ours, and warnings of the libraries.

    *verbose* has the libraries say more.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(WithoutWords("%(asctime)s %(levelname)s %(message)s"))
    logging.basicConfig(level=logging.INFO if verbose else logging.WARNING, handlers=[handler])
    _LOG.setLevel(logging.INFO)


class WithoutWords(logging.Formatter):
    """Our own lines as they stand.  Of a library's only who speaks, where, and of which fault.

    Their words may quote a mail or what is on file.
    """

    def format(self, record: logging.LogRecord) -> str:
        """One line, without a traceback."""
        fault = record.exc_info[1] if record.exc_info else None
        said = record.getMessage()
        if record.name != _LOG.name:
            said = f"{record.name} has something to say ({record.module}:{record.lineno})"
        if fault is not None:
            said = f"{said}: {faults.named(fault)}"
        plain = logging.makeLogRecord(
            {**record.__dict__, "msg": said, "args": (), "exc_info": None, "exc_text": None}
        )
        plain.stack_info = None
        return super().format(plain)


def serves(version: str, database: str, settings: Settings) -> None:
    """The service begins: what it serves, and how it is stopped."""
    imap, smtp = settings.imap, settings.smtp
    _LOG.info(
        "rednov %s serves %s: it reads %s of %s at %s:%s, sends as %s by %s:%s, and waits for mail "
        "until Ctrl-C or SIGTERM stops it",
        version,
        database,
        imap.folder,
        imap.user,
        imap.host,
        imap.port,
        settings.bot.address,
        smtp.host,
        smtp.port,
    )


def stopped() -> None:
    """The service has come to its end."""
    _LOG.info("rednov has stopped")


def held(mail: int, fault: BaseException) -> None:
    """A mail waits for a human, because handling it failed."""
    _LOG.error("mail %s is held: handling it failed with %s", mail, faults.named(fault))


def left_undone(duty: str, fault: BaseException) -> None:
    """A duty that the clock brings could not be done; the others are, and mail goes on.

    The same fault of the same duty is said once an hour, though it come at every round.
    """
    told, now = f"{duty}: {faults.named(fault)}", time.monotonic()
    if _SAID.get(told, now - _AGAIN) > now - _AGAIN:
        return
    _SAID[told] = now
    _LOG.error("what falls due by the clock is left, %s", told)


def lost(error: Unreachable, pause: float) -> None:
    """A server or the database is out of reach; how many seconds from now it is tried again."""
    _LOG.warning("%s; trying again in %.0f s", error, pause)


def also_lost(error: Unreachable) -> None:
    """Another one is, too."""
    _LOG.warning("%s", error)
