"""The limit of the pipe: imaplib, sqlite3 and smtplib by themselves, with the same mails."""

from __future__ import annotations

import imaplib
import smtplib
import sqlite3
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.bench.berth import Berth
from tests.builders import BOT

BATCH = 50


@dataclass(frozen=True, slots=True)
class Run:
    """So many turns in so many seconds."""

    turns: int
    seconds: float
    mails_in: Sequence[bytes]
    mails_out: int

    @property
    def rate(self) -> float:
        """Turns a second."""
        return self.turns / self.seconds


def rate(box: Berth, sink: int, run: Run, at_a_time: int) -> float:
    """Turns a second if the same mails were only fetched, committed and as many sent.

    *at_a_time*: how many are kept by one commit.

    imaplib, sqlite3 and smtplib by themselves: what nobody can do without.
    """
    box.fresh()
    box.fill(*run.mails_in)
    with tempfile.TemporaryDirectory() as folder:
        begin = time.perf_counter()
        fetched = _fetched(box, len(run.mails_in))
        _committed(Path(folder) / "bare.db", fetched, at_a_time)
        _sent(sink, [fetched[n % len(fetched)] for n in range(run.mails_out)])
        seconds = time.perf_counter() - begin
    return run.turns / seconds


def _fetched(box: Berth, number: int) -> list[bytes]:
    with imaplib.IMAP4("127.0.0.1", box.imap_port) as client:
        client.login(box.user, box.password)
        client.select("INBOX", readonly=True)
        found: list[bytes] = []
        for first in range(1, number + 1, BATCH):
            _, parts = client.fetch(f"{first}:{min(first + BATCH - 1, number)}", "(BODY.PEEK[])")
            found += [part[1] for part in parts if isinstance(part, tuple)]
    assert len(found) == number
    return found


def _committed(path: Path, mails: Sequence[bytes], at_a_time: int) -> None:
    with sqlite3.connect(path, isolation_level=None) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("CREATE TABLE mails (id INTEGER PRIMARY KEY, octets BLOB)")
        for first in range(0, len(mails), at_a_time):
            connection.execute("BEGIN IMMEDIATE")
            for octets in mails[first : first + at_a_time]:
                connection.execute("INSERT INTO mails (octets) VALUES (?)", (octets,))
            connection.execute("COMMIT")
    connection.close()


def _sent(sink: int, mails: Sequence[bytes]) -> None:
    with smtplib.SMTP("127.0.0.1", sink, local_hostname="bots.example") as client:
        for octets in mails:
            client.sendmail(BOT, ["somebody@post.example"], octets)
