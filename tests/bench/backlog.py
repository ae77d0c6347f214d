"""A mailbox full of mails of all kinds after an outage: how fast the bot catches up.

Two things are asked.  How fast the mails are safe: fetched from a Dovecot and on the disk, beside
imapclient and sqlite3 doing just that with the same mails, in the same run.  And how fast all is
done: every mail read and filed, and every answer sent.

`python -m tests.bench.backlog 10000` prints the figures and where the time goes.
"""

from __future__ import annotations

import sqlite3
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import imapclient
from msgspec.structs import replace

from rednov_bot import service
from rednov_bot.bootstrap import open_desk
from rednov_bot.core import settings
from rednov_bot.core.settings import SmtpSettings
from rednov_bot.core.transport.imap import Mailbox
from rednov_bot.core.transport.smtp import SmtpClient
from rednov_bot.core.workflow.contest import starting
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.core.workflow.drafts import approval
from tests.bench.figures import Figure, figure
from tests.bench.shares import watched
from tests.bench.sink import sink
from tests.bench.station import PEOPLE, Station
from tests.bench.stopwatch import Stopwatch
from tests.bench.traffic import Traffic
from tests.rigs.dovecot import Dovecot
from tests.rigs.scale import many

MAILS: Final = many(1_000, 500)
FULL: Final = 10_000
ONE_BY_ONE: Final = many(300, 100)
BATCH: Final = 200  # as many as the bot fetches and keeps together
ROUNDS: Final = many(3, 1)


def figures(mails: int = MAILS) -> tuple[Figure, ...]:
    """All figures of a backlog."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        station = stack.enter_context(Station(folder))
        station.fill(*Traffic().some(mails, datetime.now(UTC)))
        _raw(station, folder / "warm.db", mails, BATCH)  # the server makes its index
        rounds = []
        for number in range(ROUNDS):
            few, box = min(mails, ONE_BY_ONE), folder / f"{number}"
            rounds.append(
                (
                    _fetched(station, box, mails),
                    mails / _raw(station, folder / f"{number}.raw", mails, BATCH),
                    _fetched(station, box, few, one_by_one=True),
                    few / _raw(station, folder / f"{number}.single", few, 1),
                )
            )
        done = handled(station, folder)
    together, raw, single, raw_single = map(statistics.median, zip(*rounds, strict=True))
    name, tools = "backlog, fetched and on the disk", "imapclient, sqlite3"
    return (
        figure(name, "mails/s", together, tools, raw),
        figure(f"{name}, singly", "mails/s", single, tools, raw_single),
        figure("backlog, handled and answered", "mails/s", done, "only fetched", together),
    )


def _raw(station: Station, path: Path, number: int, at_a_time: int) -> float:
    """Seconds that imapclient and sqlite3 take to fetch mails and keep them on the disk."""
    begin = time.perf_counter()
    with (
        imapclient.IMAPClient(station.dovecot.host, station.dovecot.imap_port, ssl=False) as client,
        sqlite3.connect(path, isolation_level=None) as connection,
    ):
        client.login("rednov", Dovecot.password)
        client.select_folder("INBOX", readonly=True)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("CREATE TABLE mails (uid INTEGER PRIMARY KEY, at TEXT, octets BLOB)")
        uids = client.search(["UID", "1:*"])[:number]
        for first in range(0, number, at_a_time):
            chosen = uids[first : first + at_a_time]
            found = client.fetch(chosen, ["BODY.PEEK[]", "INTERNALDATE"])
            connection.execute("BEGIN IMMEDIATE")
            for uid in chosen:
                one = found[uid]
                kept = (uid, str(one[b"INTERNALDATE"]), one[b"BODY[]"])
                connection.execute("INSERT INTO mails VALUES (?, ?, ?)", kept)
            connection.execute("COMMIT")
        seconds = time.perf_counter() - begin
    connection.close()
    return seconds


@contextmanager
def _desk(station: Station, folder: Path, smtp: int = 1) -> Iterator[Desk]:
    """A desk with a database of its own in a folder."""
    known = settings.load(station.config)
    known = replace(
        known,
        bot=replace(known.bot, database=f"sqlite:///{folder}/rednov.db"),
        smtp=SmtpSettings(host="127.0.0.1", port=smtp, tls="none"),
    )
    desk = open_desk(known)
    try:
        yield desk
    finally:
        desk.db.close()


def _fetched(station: Station, folder: Path, number: int, *, one_by_one: bool = False) -> float:
    """Mails a second that the bot fetches and keeps, from the login on."""
    folder = folder.with_name(f"{folder.name}-{one_by_one}")
    folder.mkdir()
    with _desk(station, folder) as desk:
        begin = time.perf_counter()
        with Mailbox(desk.settings.imap, Dovecot.password) as mailbox:
            if one_by_one:
                sweep = mailbox.sweep(batch=1)
                for _ in range(number):
                    with desk.db.transaction() as records:
                        records.keep(next(sweep))
                sweep.close()
            else:
                assert service.fetch(desk, mailbox) == number
        return number / (time.perf_counter() - begin)


def handled(station: Station, folder: Path) -> float:
    """Mails a second from the mailbox until each is filed and every answer is sent.

    A game is on, and nobody approves anything meanwhile.
    """
    (folder / "handled").mkdir()
    with sink() as port, _desk(station, folder / "handled", port) as desk:
        service.get_ready(desk)
        with desk.db.transaction() as records:
            draft = starting.start(desk, records, PEOPLE[:8], {})
            approval.approve(desk, records, draft.code, desk.contestmaster)
        with (
            Mailbox(desk.settings.imap, Dovecot.password) as mailbox,
            SmtpClient(desk.settings.smtp) as client,
        ):
            begin = time.perf_counter()
            service.go_round(desk, mailbox, client)
            seconds = time.perf_counter() - begin
        with desk.db.transaction() as records:
            filed = records.dispositions()
            assert not records.undisposed(1)
            assert all(queued.state == "accepted" for queued in records.outbox())
            if __name__ == "__main__":
                print(Counter(one.disposition for one in filed), len(records.outbox()), "sent")
    return len(filed) / seconds


def shares(mails: int) -> None:
    """Where the time goes, room by room, with a stopwatch everywhere."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        station = stack.enter_context(Station(folder))
        station.fill(*Traffic().some(mails, datetime.now(UTC)))
        with Stopwatch() as watch:
            watched(watch)
            rate = handled(station, folder)
            total = sum(watch.seconds.values())
            print(f"with stopwatches everywhere {rate:.0f} mails/s")
            for label, seconds in sorted(watch.seconds.items(), key=lambda pair: -pair[1]):
                each = seconds / mails * 1e6
                print(f"{label:16} {seconds / total:6.1%} {each:7.0f} us a mail")


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else FULL
    for line in figures(wanted):
        print(
            f"{line.name:<42} {line.ours:>10.4g} {line.unit:<10}"
            f" {line.peer:>10.4g} {line.peer_name:<20} x {line.ratio:.2f}",
            flush=True,
        )
    shares(wanted)
