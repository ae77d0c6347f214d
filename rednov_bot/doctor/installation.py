"""The program and its database: versions, libraries, settings, disk, backups."""

from __future__ import annotations

import fcntl
import os
import shutil
import sqlite3
import stat
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime, timedelta
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

from sqlalchemy import make_url

from rednov_bot import __version__
from rednov_bot.core import settings, watchdog
from rednov_bot.core.errors import DataError, Mendable, SettingsError, StoreUnreachable
from rednov_bot.core.invocation import program
from rednov_bot.core.settings import Settings
from rednov_bot.core.store import database, upgrading
from rednov_bot.core.store.backups import BEGINS
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.web import writing
from rednov_bot.doctor.findings import Finding, mind, spoken, well, wrong
from rednov_bot.games.red_november import datasets
from rednov_bot.games.red_november.rules.options import options_from

_LEAST_SQLITE = (3, 35)


def versions() -> Iterator[Finding]:
    """Python and SQLite."""
    python = ".".join(map(str, sys.version_info[:3]))
    said = f"rednov {__version__} on Python {python}, with SQLite {sqlite3.sqlite_version}"
    known = tuple(int(part) for part in sqlite3.sqlite_version.split(".")[:2])
    if sys.version_info < (3, 11) or known < _LEAST_SQLITE:
        yield wrong("versions", said, "install Python 3.11 or newer, with SQLite 3.35 or newer")
    else:
        yield well("versions", said)


def loaded(path: Path) -> tuple[Settings | None, Finding]:
    """The settings, where they can be loaded."""
    try:
        known = settings.load(path)
    except SettingsError as error:
        what = "mend that, and look again"
        if not path.exists():
            what = f"`{program()} init` makes one; or name yours with --config or in REDNOV_CONFIG"
        return None, wrong("settings", str(error), what)
    return known, well("settings", f"{path} is in order")


def settings_file(path: Path, known: Settings) -> Iterator[Finding]:
    """Who may read the file that holds passwords; people without an address in use."""
    mail, reading = known.imap, known.reading
    inside = (mail.password and not mail.password_file) or (reading.key and not reading.key_file)
    if path.exists() and path.stat().st_mode & 0o004 and inside:
        yield mind(
            "settings file",
            f"everybody on the machine may read {path}, which holds a password or a key",
            f"chmod 640 {path}, or name a file that holds it",
        )


def data_set(known: Settings) -> Iterator[Finding]:
    """The data set and the options of games to come."""
    try:
        tables = datasets.load(known.game.data)
    except DataError as error:
        yield wrong("data set", str(error), "mend the file that is named, or the key game.data")
        return
    options = options_from(known.game.options)
    if isinstance(options, str):
        yield wrong("game options", options, "mend [game.options]")
        return
    yield well("data set", f"{known.game.data}, SHA-256 {tables.digest[:12]}")


def libraries(known: Settings) -> Iterator[Finding]:
    """What the settings need besides, and is not there."""
    wanted = {
        "psycopg": (known.bot.database.startswith(settings.POSTGRESQL), "postgresql"),
        "pysequoia": (any(one.openpgp_key for one in known.people.values()), "openpgp"),
        "dkim": (bool(known.trust.resolver or known.trust.keys_file), "dkim"),
    }
    for module, (needed, extra) in wanted.items():
        if needed and find_spec(module) is None:
            said = f"the settings need the library {module}, which is not installed"
            yield wrong("libraries", said, f"pip install 'rednov-bot[{extra}]'")


LITTLE_ROOM = 100e6  # octets
SOME_ROOM = 1e9
LONG_LOG = 64e6
OLD_BACKUP = timedelta(days=7)
SILENCE = timedelta(minutes=30)
"""How long a service that runs may go without a good sweep."""


@dataclass(frozen=True, slots=True)
class Files:
    """A SQLite database on its disk."""

    path: Path
    size: int  # octets
    log: int  # octets of its write-ahead log
    free: int  # octets free on its disk
    open_to_others: bool  # somebody but its owner may read it
    writable: bool  # by whoever asks, and its folder, too
    served: bool  # a service has it


def on_disk(url: str) -> Files | None:
    """The files of a SQLite database that is there; None of none, and of PostgreSQL."""
    parsed = make_url(url)
    path = database.place(parsed)
    if database.kind(parsed) != "sqlite" or not path.is_file():
        return None
    log = Path(f"{path}-wal")
    known = path.stat()
    return Files(
        path=path,
        size=known.st_size,
        log=log.stat().st_size if log.exists() else 0,
        free=shutil.disk_usage(path.parent).free,
        open_to_others=bool(stat.S_IMODE(known.st_mode) & 0o077),
        writable=os.access(path, os.W_OK) and os.access(path.parent, os.W_OK),
        served=_is_locked(Path(f"{path}.serving")),
    )


def _is_locked(path: Path) -> bool:
    if not path.exists():
        return False
    with path.open("rb") as mark:
        try:
            fcntl.flock(mark, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def _is_database(path: Path) -> bool:
    """Whether a file is one of SQLite's, or empty, by its first octets; or cannot be read."""
    try:
        with path.open("rb") as found:
            return found.read(len(BEGINS)) in (b"", BEGINS)
    except OSError:
        return True


def _damage(path: Path) -> str:
    """What is wrong with the pages of a SQLite file, by SQLite's own check; "" where nothing is.

    It may hold what is on file, so no word of SQLite's is passed on.
    """
    try:
        with closing(sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True)) as found:
            (said,) = found.execute("PRAGMA quick_check(1)").fetchone()
            return "" if said == "ok" else "its pages or indexes do not fit together"
    except sqlite3.Error as error:
        return f"SQLite says {getattr(error, 'sqlite_errorname', 'that it cannot be read')}"


def files(known: Settings) -> Iterator[Finding]:
    """The file of a SQLite database, and its disk."""
    found = on_disk(known.bot.database)
    if found is None:
        return
    free = f"{spoken(found.free)} are free beside the database"
    if found.free < LITTLE_ROOM:
        yield wrong("disk", free, "make room now: without it no mail is kept")
    elif found.free < SOME_ROOM:
        yield mind("disk", free, "make some room")
    else:
        yield well("disk", free)
    if found.open_to_others:
        said = f"others than its owner may read {found.path}, and hands lie in it"
        yield mind("database rights", said, f"chmod 600 {found.path}")
    if not found.writable:
        said = f"{found.path} or its folder cannot be written by this user"
        yield wrong("database rights", said, "run this as the service's user, or mend the rights")
    if found.log > max(LONG_LOG, found.size):
        said = f"its log has grown to {spoken(found.log)}: some program has been reading for long"
        yield mind("database log", said, "end that program, or restart the service")
    if not _is_database(found.path):
        return  # told with its version
    if said := _damage(found.path):
        yield wrong(
            "database integrity", said, f"stop the service and run `{program()} restore FILE`"
        )
    else:
        yield well("database integrity", f"{found.path}, {spoken(found.size)}, is whole")


def version(known: Settings) -> Finding:
    """Whether it can be reached, and is up to date."""
    url = make_url(known.bot.database)
    try:
        found = upgrading.version(known.bot.database)
    except StoreUnreachable as error:
        return wrong("database", str(error), "start its server, or mend bot.database")
    except Mendable as error:
        return wrong("database", str(error), "mend that first")
    called = database.name(url)
    folder = database.place(url).absolute().parent
    if database.kind(url) == "sqlite" and not folder.is_dir():
        said = f"{called} cannot be made, for there is no folder {folder}"
        remedy = "make it for the service's user alone, or name another path in bot.database"
        return wrong("database", said, remedy)
    if found is None:
        return wrong("database", f"{called} is not made yet", f"run `{program()} db upgrade`")
    try:
        upgrading.refuse_unknown(called, found)
    except Mendable as error:
        said, _, remedy = str(error).partition("; ")
        return wrong("database", said, remedy)
    if found != upgrading.HEAD:
        said = f"{called} is at migration {found}, and {upgrading.HEAD} is the last"
        return wrong("database", said, f"back it up, then run `{program()} db upgrade`")
    return well("database", f"{called} is at migration {found}")


def backups(records: UnitOfWork, now: datetime) -> Finding:
    """When it was backed up last."""
    last, since = records.last_backup(), records.restoration()
    if since is not None and (last is None or last < since.at):
        of = "" if since.reaches is None else f", of {since.reaches:%Y-%m-%d %H:%M} UTC"
        said = f"it was restored on {since.at:%Y-%m-%d} from one{of}, and none was taken since"
        return mind("backup", said, f"take one every day: `{program()} backup FILE`")
    if last is None:
        said = f"none was ever taken with `{program()} backup`"
        return mind("backup", said, "take one every day")
    if now - last > OLD_BACKUP:
        said = f"the last one was taken on {last:%Y-%m-%d}"
        return mind("backup", said, f"look why none is taken any more: `{program()} backup FILE`")
    return well("backup", f"the last one was taken on {last:%Y-%m-%d %H:%M} UTC")


def pages_folder(known: Settings) -> Iterator[Finding]:
    """Whether the pages for spectators can be written where the settings say."""
    if not known.pages.folder:
        return
    folder = Path(known.pages.folder)
    if fault := writing.fault(folder):
        remedy = "name another in [pages] folder, in which the service may write"
        yield wrong("pages", fault, remedy)


def health_file(known: Settings) -> Iterator[Finding]:
    """Whether the file that tells how the service is can be written."""
    path = watchdog.place(known)
    if path is not None and known.alarm.health and not watchdog.can_be_written(path):
        said = f"{path} cannot be written by this user, so that it tells nobody how the service is"
        remedy = "name one in [alarm] health whose folder the service may write: /var/lib/rednov"
        yield wrong("health file", said, remedy)


def service(known: Settings, records: UnitOfWork, now: datetime) -> Iterator[Finding]:
    """Whether the service is at work."""
    found = on_disk(known.bot.database)
    state = watchdog.read(watchdog.place(known))
    beat = records.last_beat()
    good = (beat, *(state.good.values() if state else ()))
    last = max([one for one in good if one], default=None)
    if found is not None and not found.served:
        yield mind("service", "no service runs on the database", f"start it: `{program()} run`")
    elif last is None:
        yield mind("service", "it never swept the mailbox", f"start it: `{program()} run`")
    elif now - last > SILENCE:
        said = f"its last good sweep was on {last:%Y-%m-%d %H:%M} UTC"
        yield wrong("service", said, "look into its log; restart it")
    else:
        yield well("service", f"it was well at {last:%Y-%m-%d %H:%M} UTC")
    if last is not None and last - now > timedelta(minutes=5):
        yield wrong(
            "clock",
            f"the clock says {now:%Y-%m-%d %H:%M} UTC, and the bot was at work later than that",
            "set the clock, and have it kept right (NTP)",
        )
    if state is not None and now - state.at < watchdog.STALE:
        for one in state.troubles:
            said = f"it is cut off from its {one.side} since {one.since:%Y-%m-%d %H:%M} UTC"
            yield wrong("service", f"{said}: {one.why}", "see the check of that server below")
