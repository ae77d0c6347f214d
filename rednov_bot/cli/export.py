"""`rednov export`: everything on file, for whoever wants it in files."""

from __future__ import annotations

import base64
import email
import email.policy
import hashlib
import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any, BinaryIO, Final

import click

from rednov_bot import __version__
from rednov_bot.cli.desks import config
from rednov_bot.core import settings
from rednov_bot.core.errors import Mendable
from rednov_bot.core.store import exporting as store, upgrading
from rednov_bot.core.store.exporting import Open, octets_of
from rednov_bot.core.store.tables import metadata

MAILS: Final = {"raw_mails": "mails-in.mbox", "postings": "mails-out.mbox"}
"""The tables whose octets are mails, and where those are."""

_ADDRESS: Final = re.compile(r"[^\s<>()\"',;:]+@[^\s<>()\"',;:]+")
_FROM: Final = re.compile(rb"^(>*From )", re.MULTILINE)
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
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


@dataclass
class Folder:
    """A new folder that is being filled."""

    path: Path
    mode: int  # of its files
    files: dict[str, dict[str, int | str]] = field(default_factory=dict)

    @contextmanager
    def file(self, name: str) -> Iterator[Counting]:
        """A new file in it; its digest is kept for the manifest."""
        path = self.path / name
        path.parent.mkdir(mode=0o700 if self.mode == 0o600 else 0o755, exist_ok=True)
        handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, self.mode)
        with os.fdopen(handle, "wb") as opened:
            counting = Counting(opened)
            yield counting
        self.files[name] = {
            "octets": counting.octets,
            "entries": counting.entries,
            "sha256": counting.digest.hexdigest(),
        }


class Counting:
    """A file that knows what was written into it."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.octets = self.entries = 0
        self.digest = hashlib.sha256()

    def write(self, octets: bytes) -> None:
        """One entry more."""
        self._file.write(octets)
        self.digest.update(octets)
        self.octets += len(octets)
        self.entries += 1

    def line(self, row: dict[str, Any]) -> None:
        """One JSON object, in a line."""
        self.write(json.dumps(row, ensure_ascii=False).encode() + b"\n")


def write(found: Open, path: Path, *, public: bool, at: datetime) -> Folder:
    """The folder is written anew.  Mendable where there is one already."""
    try:
        path.mkdir(mode=0o755 if public else 0o700, parents=True)
    except FileExistsError:
        raise Mendable(f"{path} is there already; name another folder") from None
    folder = Folder(path, 0o644 if public else 0o600)
    with folder.file("README.txt") as file:
        file.write((PUBLIC if public else COMPLETE).encode())
    if public:
        _write_posted(found, folder)
    for name in found.tables(public=public):
        _write_table(found, folder, name, public=public)
    manifest = {
        "program": f"rednov {__version__}",
        "migration": upgrading.HEAD,
        "written_at": at.isoformat(),
        "edition": "public" if public else "complete",
        "files": folder.files,
    }
    with folder.file("manifest.json") as file:
        file.write(json.dumps(manifest, indent=1).encode() + b"\n")
    return folder


def _write_table(found: Open, folder: Folder, name: str, *, public: bool) -> None:
    octets = octets_of(metadata.tables[name])
    with folder.file(f"tables/{name}.jsonl") as file:
        if name in MAILS and not public:
            with folder.file(MAILS[name]) as mails:
                for place, row in enumerate(found.rows(name), 1):
                    mail: bytes = row["octets"]
                    mails.write(_in_mbox(mail, row.get("arrived_at") or row.get("queued_at") or 0))
                    digest = hashlib.sha256(mail).hexdigest()
                    told = {"mbox": MAILS[name], "mail": place, "sha256": digest}
                    file.line({**row, "octets": told})
            return
        for row in found.rows(name, public=public):
            for column in octets:
                if row.get(column) is not None:
                    row[column] = {"base64": base64.b64encode(row[column]).decode()}
            file.line({key: _masked(one) for key, one in row.items()} if public else row)


def _write_posted(found: Open, folder: Folder) -> None:
    """What the list was told: the public postings that a server has accepted."""
    accepted = {row["posting"] for row in found.rows("attempts") if row["outcome"] == "accepted"}
    with folder.file(_POSTED) as file:
        for row in found.rows("postings"):
            if row["kind"] == "public" and row["id"] in accepted:
                mail = email.message_from_bytes(row["octets"], policy=email.policy.default)
                assert isinstance(mail, EmailMessage)
                part = mail.get_body(("plain",))
                text = "" if part is None else str(part.get_content())
                told = {"at": row["queued_at"], "subject": str(mail["Subject"]), "text": text}
                file.line({key: _masked(one) for key, one in told.items()})


def _masked(value: Any) -> Any:
    return _ADDRESS.sub("(address)", value) if isinstance(value, str) else value


def _in_mbox(mail: bytes, moment: int) -> bytes:
    """A mail behind its separator (mboxrd); what it held is found again exactly."""
    at = _EPOCH + timedelta(microseconds=moment)
    body = _FROM.sub(rb">\1", mail)
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
    with store.opened(known.bot.database) as found:
        made = write(found, folder, public=public, at=datetime.now(UTC))
    octets = sum(int(one["octets"]) for one in made.files.values())
    click.echo(f"{folder} holds {len(made.files)} files of {octets} octets; see its README.txt")
    if not public:
        click.echo(
            "every hand, secret and private mail lies open in it: keep it as close as the database",
            err=True,
        )
