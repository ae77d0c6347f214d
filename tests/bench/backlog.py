"""A mailbox full of mails of all kinds after an outage: how fast the bot catches up.

Two things are asked.  How fast the mails are safe: fetched from a Dovecot and on the disk, beside
imapclient and sqlite3 doing just that with the same mails, in the same run.  And how fast all is
done: every mail read and filed, and every answer sent.

`python -m tests.bench.backlog 10000` prints the figures and where the time goes.
"""

from __future__ import annotations

import cProfile
import pstats
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from rednov_bot import service
from rednov_bot.bootstrap import open_desk
from rednov_bot.core import settings
from rednov_bot.core.settings import SmtpSettings
from rednov_bot.core.transport.imap import Mailbox
from rednov_bot.core.transport.smtp import SmtpClient
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.core.workflow.drafts import decisions
from tests.bench.figures import Figure
from tests.bench.pipe import kept, sink
from tests.bench.station import PEOPLE, Station
from tests.bench.traffic import Traffic
from tests.bench.voyages import start
from tests.rigs.dovecot import Dovecot
from tests.rigs.scale import many

MAILS: Final = many(1_000, 500)
BATCH: Final = 200  # as many as the bot fetches and keeps together
ROUNDS: Final = many(3, 1)


def figures(mails: int = MAILS, profile: cProfile.Profile | None = None) -> Iterator[Figure]:
    """Mails a second that are safe, and that are done with; where the time went is profiled."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        station = stack.enter_context(Station(folder))
        station.fill(*Traffic().some(mails, datetime.now(UTC)))

        def raw(name: str) -> float:
            begin = time.perf_counter()
            path = folder / f"{name}.raw"
            assert len(kept(station.dovecot.imap_port, "rednov", path, mails, BATCH)) == mails
            return mails / (time.perf_counter() - begin)

        raw("warm")  # the server makes its index
        rounds = [(_fetched(station, f"{n}", mails), raw(f"{n}")) for n in range(ROUNDS)]
        ours, bare = map(statistics.median, zip(*rounds, strict=True))
        name = "backlog, fetched and on the disk"
        yield Figure(name, "mails/s", ours, "imapclient, sqlite3", bare)
        if profile is not None:
            profile.enable()
        done = _handled(station, mails)
        if profile is not None:
            profile.disable()
        yield Figure("backlog, handled and answered", "mails/s", done, "only fetched", ours)


def _desk(station: Station, name: str, smtp: int = 1) -> Desk:
    """A desk with a database of its own."""
    known = settings.load(station.config)
    url = f"sqlite:///{station.folder}/{name}.db"
    smtps = SmtpSettings(host="127.0.0.1", port=smtp, tls="none")
    return open_desk(replace(known, bot=replace(known.bot, database=url), smtp=smtps))


def _fetched(station: Station, name: str, mails: int) -> float:
    """Mails a second that the bot fetches and keeps, from the login on."""
    desk = _desk(station, name)
    with closing(desk.db):
        begin = time.perf_counter()
        with Mailbox(desk.settings.imap, Dovecot.password) as mailbox:
            assert service.fetch(desk, mailbox) == mails
        return mails / (time.perf_counter() - begin)


def _handled(station: Station, mails: int) -> float:
    """Mails a second from the mailbox until each is filed and every answer is sent.

    A game is on, and nobody approves anything meanwhile.
    """
    with sink() as port:
        desk = _desk(station, "handled", port)
        with closing(desk.db):
            service.get_ready(desk)
            start(desk, PEOPLE[:8])
            with desk.db.transaction() as records:
                (draft,) = records.open_drafts()
                decisions.approve(desk, records, draft.code, desk.contestmaster)
            with (
                Mailbox(desk.settings.imap, Dovecot.password) as mailbox,
                SmtpClient(desk.settings.smtp) as client,
            ):
                begin = time.perf_counter()
                service.go_round(desk, mailbox, client)
                seconds = time.perf_counter() - begin
            with desk.db.transaction() as records:
                assert len(records.dispositions()) == mails
                assert not records.undisposed(1)
                assert all(queued.state == "accepted" for queued in records.outbox())
    return mails / seconds


if __name__ == "__main__":
    watch = cProfile.Profile()
    for line in figures(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000, watch):
        print(line, flush=True)
    pstats.Stats(watch).sort_stats("tottime").print_stats(30)
