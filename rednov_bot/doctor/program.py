"""The program itself: the versions under it, the libraries that the settings need, its settings."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from rednov_bot import __version__, datasets, settings
from rednov_bot.doctor.findings import Finding, mind, well, wrong
from rednov_bot.engine.options import options_from
from rednov_bot.errors import DataError, SettingsError
from rednov_bot.invocation import program
from rednov_bot.settings import Settings
from rednov_bot.store.checkup import sqlite_version

_LEAST_SQLITE = (3, 35)


def versions() -> Iterator[Finding]:
    """Python and SQLite."""
    python = ".".join(map(str, sys.version_info[:3]))
    said = f"rednov {__version__} on Python {python}, with SQLite {sqlite_version()}"
    known = tuple(int(part) for part in sqlite_version().split(".")[:2])
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
