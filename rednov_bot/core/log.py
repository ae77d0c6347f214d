"""The log: every line that the bot writes of its own work, for whoever keeps the machine.

Logs are passed on to whoever helps, so nothing stands in them that one gnome alone may know (§6),
and no address above the debug level.  Their lines are made here, of numbers, of the names of
servers and of the kinds of faults; nothing else of the program writes to a log, and this module
cannot reach a hand.  Each has an event and fields beside its words, for programs that read logs.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Final, Literal

from rednov_bot.core import errors
from rednov_bot.core.domains import ADDRESS
from rednov_bot.core.errors import (
    MailboxUnreachable,
    SmtpUnreachable,
    StoreUnreachable,
    Unreachable,
)
from rednov_bot.core.settings import Settings
from rednov_bot.core.toml import Side

_LOG: Final = logging.getLogger("rednov")

Form = Literal["text", "json"]
"""Lines for people, or one JSON object each."""

_AGAIN: Final = 3600.0  # seconds after which a fault that stays is said again
_SAID: Final[dict[str, float]] = {}  # when each was said last


def begin(*, verbose: bool, form: Form = "text") -> None:
    """From now on lines go to the standard error: ours, and warnings of the libraries.

    *verbose* has the libraries say more, and the bot its addresses.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(
        AsJson() if form == "json" else WithoutWords("%(asctime)s %(levelname)s %(message)s")
    )
    logging.basicConfig(level=logging.INFO if verbose else logging.WARNING, handlers=[handler])
    _LOG.setLevel(logging.DEBUG if verbose else logging.INFO)


class WithoutWords(logging.Formatter):
    """Our own lines as they stand.  Of a library's only who speaks, where, and of which fault.

    Their words may quote a mail or what is on file.
    """

    def words(self, record: logging.LogRecord) -> str:
        """What is said; without an address, above the debug level: a login may be one."""
        fault = record.exc_info[1] if record.exc_info else None
        said = record.getMessage()
        if record.name != _LOG.name:
            said = f"{record.name} has something to say ({record.module}:{record.lineno})"
        if fault is not None:
            said = f"{said}: {errors.named(fault)}"
        return said if record.levelno <= logging.DEBUG else ADDRESS.sub("(an address)", said)

    def format(self, record: logging.LogRecord) -> str:
        """One line, without a traceback."""
        said = self.words(record)
        plain = logging.makeLogRecord(
            {**record.__dict__, "msg": said, "args": (), "exc_info": None, "exc_text": None}
        )
        plain.stack_info = None
        return super().format(plain)


class AsJson(WithoutWords):
    """The same as one JSON object a line: at, level, event, its fields, and the words."""

    def format(self, record: logging.LogRecord) -> str:
        """One line; nothing in it that the words for people would not tell."""
        fault = record.exc_info[1] if record.exc_info else None
        event = getattr(record, "event", "library")
        facts: Mapping[str, str | int | float] = getattr(record, "facts", {})
        if event == "library":
            facts = {"logger": record.name, "place": f"{record.module}:{record.lineno}"}
            facts = {**facts, "fault": "" if fault is None else errors.named(fault)}
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        head = {"at": at, "level": record.levelname.lower(), "event": event}
        return json.dumps({**head, **facts, "said": self.words(record)}, ensure_ascii=False)


def _say(level: int, event: str, words: str, **facts: str | int | float) -> None:
    """One line of our own: an event with its fields, and a sentence for people."""
    _LOG.log(level, "%s", words, extra={"event": event, "facts": facts})


def serves(version: str, database: str, settings: Settings) -> None:
    """The service begins: what it serves, and how it is stopped."""
    imap, smtp = settings.imap, settings.smtp
    read, sent = f"{imap.host}:{imap.port}", f"{smtp.host}:{smtp.port}"
    _say(
        logging.INFO,
        "serves",
        f"rednov {version} serves {database}: it reads {imap.folder} at {read}, sends by {sent}, "
        "and waits for mail until Ctrl-C or SIGTERM stops it",
        version=version,
        database=database,
        imap=read,
        folder=imap.folder,
        smtp=sent,
    )
    _say(
        logging.DEBUG,
        "logs in",
        f"it is {settings.bot.address}, logs in to read as {imap.user}, and to send as "
        f"{smtp.user or 'nobody'}",
        address=settings.bot.address,
        imap_user=imap.user,
        smtp_user=smtp.user,
    )


def stopped() -> None:
    """The service has come to its end."""
    _say(logging.INFO, "stopped", "rednov has stopped")


def held(mail: int, fault: BaseException) -> None:
    """A mail waits for a human, because handling it failed."""
    named = errors.named(fault)
    words = f"mail {mail} is held: handling it failed with {named}"
    _say(logging.ERROR, "held", words, mail=mail, fault=named)


def withheld(posting: str, forum: str, state: str) -> None:
    """A list does not pass a posting on: the part of its Message-ID before the @, which is ours."""
    words = f"posting {posting} is {state} {forum}: `rednov outbox` says why, and what to do"
    _say(logging.WARNING, "withheld", words, posting=posting, forum=forum, state=state)


def left_undone(duty: str, fault: BaseException) -> None:
    """A duty that the clock brings could not be done; the others are, and mail goes on.

    The same fault of the same duty is said once an hour, though it come at every round.
    """
    told = f"{duty}: {errors.named(fault)}"
    if _said_lately(told):
        return
    words = f"what falls due by the clock is left, {told}"
    _say(logging.ERROR, "left undone", words, duty=duty, fault=errors.named(fault))


def left_out(what: str, fault: BaseException) -> None:
    """A picture or the pages could not be made: a fault of ours, and mail goes on without.

    Said once an hour, though it come with every posting.
    """
    told = f"{what}: {errors.named(fault)}"
    if _said_lately(told):
        return
    words = f"mail goes on without {told}"
    _say(logging.ERROR, "left out", words, what=what, fault=errors.named(fault))


def unassisted(why: str, pause: float) -> None:
    """The model that helps the reader gave no answer: mail goes on without, and it has a rest."""
    words = f"the reading assistant did not answer ({why}); it is asked again in {pause:.0f} s"
    _say(logging.WARNING, "unassisted", words, why=why, pause=pause)


def _said_lately(what: str) -> bool:
    """Whether something was said within the hour; if not, it counts as said now."""
    now = time.monotonic()
    if _SAID.get(what, now - _AGAIN) > now - _AGAIN:
        return True
    _SAID[what] = now
    return False


def stands_by() -> None:
    """Another service is at work on the database; said once."""
    words = "another rednov serves this database: this one stands by, and takes over when it goes"
    _say(logging.INFO, "stands by", words)


def takes_over() -> None:
    """The other service has gone."""
    _say(logging.INFO, "takes over", "the other rednov has gone: this one takes over")


def clock_jumped(by: timedelta) -> None:
    """The machine's clock went on otherwise than time does."""
    seconds = round(by.total_seconds())
    way, length = "forward" if seconds > 0 else "back", timedelta(seconds=abs(seconds))
    _say(
        logging.WARNING,
        "clock jumped",
        f"the clock of this machine jumped {way} by {length}; what was dated meanwhile keeps its "
        "date. Have the clock set by NTP",
        seconds=seconds,
    )


def health_unwritten(file: str, why: str) -> None:
    """What watches the machine cannot read how the service is; said once until it goes again."""
    words = (
        f"the file {file} cannot be written ({why.lower()}), and tells nobody how the service is; "
        "name another in [alarm] health, in a folder that the service may write"
    )
    _say(logging.WARNING, "health unwritten", words, file=file, why=why)


def pages_unwritten(folder: str, why: str) -> None:
    """The pages for spectators are not up to date; said again after an hour at the earliest."""
    if _said_lately(f"pages {folder} {why}"):
        return
    words = (
        f"the pages in {folder} cannot be written ({why.lower()}), and show an older position; "
        "name another in [pages] folder, in which the service may write"
    )
    _say(logging.WARNING, "pages unwritten", words, folder=folder, why=why)


def lost(error: Unreachable, pause: float) -> None:
    """A server or the database is out of reach; how many seconds from now it is tried again."""
    words = f"{error}; trying again in {pause:.0f} s"
    _say(
        logging.WARNING,
        "lost",
        words,
        server=_SERVERS.get(type(error), "server"),
        pause=round(pause, 3),
    )


def also_lost(error: Unreachable) -> None:
    """Another one is, too."""
    _say(logging.WARNING, "also lost", str(error), server=_SERVERS.get(type(error), "server"))


def back(side: Side) -> None:
    """What was out of reach is in reach again."""
    _say(logging.INFO, "back", f"the {_NAMES[side]} is in reach again", server=_SIDES[side])


def sounded(side: Side) -> None:
    """It has been out of reach for long: the contestmaster and a named host are mailed."""
    words = f"the {_NAMES[side]} is out of reach for long: the alarm is sounded by mail"
    _say(logging.WARNING, "alarm", words, server=_SIDES[side])


_NAMES: Final[Mapping[Side, str]] = {
    "mailbox": "mailbox",
    "postman": "mail server for sending",
    "database": "database",
}
_SIDES: Final[Mapping[Side, str]] = {"mailbox": "imap", "postman": "smtp", "database": "database"}
_SERVERS: Final[Mapping[type[Unreachable], str]] = {
    MailboxUnreachable: "imap",
    SmtpUnreachable: "smtp",
    StoreUnreachable: "database",
}
