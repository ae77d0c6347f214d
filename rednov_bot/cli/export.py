"""`rednov export`: everything on file, row by row, or what everybody may know of it, in files.

The public edition names each column that it tells: whatever is new is left out until somebody has
thought about it.
"""

from __future__ import annotations

import base64
import email
import email.policy
import hashlib
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path
from typing import Any, Final

import click
from sqlalchemy import Connection, LargeBinary, select

from rednov_bot import __version__
from rednov_bot.cli.desks import config
from rednov_bot.core import settings
from rednov_bot.core.domains import ADDRESS
from rednov_bot.core.errors import Mendable
from rednov_bot.core.invocation import program
from rednov_bot.core.store import database, statements, upgrading
from rednov_bot.core.store.tables import metadata

MAILS: Final = {"raw_mails": "mails-in.mbox", "postings": "mails-out.mbox"}
"""The tables whose octets are mails, and where those are."""

_FROM: Final = re.compile(rb"^(>*From )", re.MULTILINE)
_POSTED: Final = "posted.jsonl"

COMPLETE: Final = """\
EVERYTHING that rednov_bot had on file, EVERY HAND AND SECRET included: keep it as close as the
database.

mails-in.mbox   every mail as it was fetched, in the order of the table raw_mails
mails-out.mbox  every mail of the bot's as it was sealed, in the order of the table postings
                (both mboxrd: take one ">" from each line that begins with ">From " or ">>From ")
tables/*.jsonl  every row of every table, a JSON object a line.  Moments are microseconds since 1970
                in UTC.  Octets are {"base64": ...}; of mails {"mbox": FILE, "mail": PLACE FROM 1,
                "sha256": DIGEST} instead.
manifest.json   which program wrote this, when, and of each file the octets, lines and SHA-256
"""

PUBLIC: Final = """\
What everybody could know of these games, from the list: no hand, no private mail, no address.

posted.jsonl    what the bot posted and a server accepted: when, under which subject, the text;
                addresses in it are written as (address)
tables/*.jsonl  games, and for each gamestate the position and what happened in public; who joined
                and left; awards; what was published of the luck.  A JSON object a line; moments are
                microseconds since 1970 in UTC.
manifest.json   which program wrote this, when, and of each file the octets, lines and SHA-256
"""


TOLD: Final[Mapping[str, str]] = {
    "games": "id tag called gnomes options data data_digest rules_version at luck beacon",
    "gamestates": "game number at position happenings",
    "memberships": "name change at",
    "awards": "game place at",
    "draws": "game number moment link tiles drawn",
    "luck_seals": "game draws seal",
    "revealed": "game tiles at",
    "beacons": "round value at named",
}
"""The tables of which the list was told everything that stands in these columns."""

_AT_ONCE: Final = 500  # rows in memory; of those with octets, which may be many, one


@contextmanager
def opened(url: str) -> Iterator[Connection]:
    """The database as of one moment.  Mendable where it is not up to date.

    Who writes meanwhile does not wait for it.
    """
    with database.connected(url) as engine:
        stale = Mendable(
            f"{database.name(engine.url)} is not up to date; run `{program()} db upgrade`"
        )
        if database.is_missing(engine.url):
            raise stale
        with database.moment_of(engine) as connection:
            if upgrading.version_on(connection) != upgrading.HEAD:
                raise stale
            yield connection


def rows(found: Connection, name: str, *, public: bool = False) -> Iterator[dict[str, Any]]:
    """The rows of a table in their order, each by its columns; octets are bytes."""
    table = metadata.tables[name]
    told = TOLD[name].split() if public else table.columns.keys()
    at_once = 1 if _octets_of(name) else _AT_ONCE
    asked = select(table).order_by(*table.primary_key.columns)
    for row in found.execution_options(yield_per=at_once).execute(asked).mappings():
        yield {column: row[column] for column in told}


def _octets_of(table: str) -> list[str]:
    """The columns of a table that hold octets."""
    return [one.name for one in metadata.tables[table].columns if isinstance(one.type, LargeBinary)]


def write(
    found: Connection, path: Path, *, public: bool, at: datetime
) -> dict[str, dict[str, Any]]:
    """The folder is written anew; what is told of each file.  Mendable where there is one."""
    try:
        path.mkdir(mode=0o755 if public else 0o700, parents=True)
    except FileExistsError:
        raise Mendable(f"{path} is there already; name another folder") from None
    (path / "tables").mkdir(mode=0o755 if public else 0o700)
    files: dict[str, dict[str, Any]] = {}

    def file(name: str, entries: Iterable[bytes]) -> None:
        digest, count, octets = hashlib.sha256(), 0, 0
        flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY
        with os.fdopen(os.open(path / name, flags, 0o644 if public else 0o600), "wb") as out:
            for entry in entries:
                out.write(entry)
                digest.update(entry)
                count, octets = count + 1, octets + len(entry)
        files[name] = {"octets": octets, "entries": count, "sha256": digest.hexdigest()}

    file("README.txt", [(PUBLIC if public else COMPLETE).encode()])
    if public:
        file(_POSTED, map(_line, _posted(found)))
    for name in sorted(TOLD if public else metadata.tables):
        if name in MAILS and not public:
            file(MAILS[name], map(_in_mbox, rows(found, name)))
        file(f"tables/{name}.jsonl", map(_line, _rows(found, name, public=public)))
    manifest = {
        "program": f"rednov {__version__}",
        "migration": upgrading.HEAD,
        "written_at": at.isoformat(),
        "edition": "public" if public else "complete",
        "files": dict(files),
    }
    file("manifest.json", [json.dumps(manifest, indent=1).encode() + b"\n"])
    return files


def _line(row: dict[str, Any]) -> bytes:
    return json.dumps(row, ensure_ascii=False).encode() + b"\n"


def _rows(found: Connection, name: str, *, public: bool) -> Iterator[dict[str, Any]]:
    """A table's rows; of mails, which stand in an mbox, only where."""
    octets = _octets_of(name)
    for place, row in enumerate(rows(found, name, public=public), 1):
        if name in MAILS and not public:
            digest = hashlib.sha256(row["octets"]).hexdigest()
            yield {**row, "octets": {"mbox": MAILS[name], "mail": place, "sha256": digest}}
            continue
        for column in octets:
            if row.get(column) is not None:
                row[column] = {"base64": base64.b64encode(row[column]).decode()}
        yield {key: _masked(one) for key, one in row.items()} if public else row


def _posted(found: Connection) -> Iterator[dict[str, Any]]:
    """What the list was told: the public postings that a server has accepted."""
    accepted = {row["posting"] for row in rows(found, "attempts") if row["outcome"] == "accepted"}
    for row in rows(found, "postings"):
        if row["kind"] == "public" and row["id"] in accepted:
            mail = email.message_from_bytes(row["octets"], policy=email.policy.default)
            assert isinstance(mail, EmailMessage)
            part = mail.get_body(("plain",))
            text = "" if part is None else str(part.get_content())
            told = {"at": row["queued_at"], "subject": str(mail["Subject"]), "text": text}
            yield {key: _masked(one) for key, one in told.items()}


def _masked(value: Any) -> Any:
    return ADDRESS.sub("(address)", value) if isinstance(value, str) else value


def _in_mbox(row: dict[str, Any]) -> bytes:
    """A mail behind its separator (mboxrd); what it held is found again exactly."""
    at = statements.at(row.get("arrived_at") or row.get("queued_at") or 0)
    body = _FROM.sub(rb">\1", row["octets"])
    return f"From rednov {at:%a %b %d %H:%M:%S %Y}\n".encode() + body + b"\n\n"


@click.command()
@config
@click.option("--public", is_flag=True, help="Only what everybody could know, without addresses.")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
def export(config: Path, public: bool, folder: Path) -> None:
    """Write everything on file into FOLDER, which is made: mails as mbox, tables as lines of JSON.

    The README.txt in it tells what is what, and manifest.json the SHA-256 of each file.  Every
    hand, secret and private mail lies open in it, readable for its owner alone.

    With --public: what the bot posted, and of the games what everybody could see; no hand, no
    private mail, no address.

    \b
    Example:
      rednov export /var/backups/rednov/all-of-it
      rednov export --public /srv/www/red-november
    """
    known = settings.load(config)
    with opened(known.bot.database) as found:
        files = write(found, folder, public=public, at=datetime.now(UTC))
    octets = sum(one["octets"] for one in files.values())
    click.echo(f"{folder} holds {len(files)} files of {octets} octets; see its README.txt")
    if not public:
        click.echo(
            "every hand, secret and private mail lies open in it: keep it as close as the database",
            err=True,
        )
