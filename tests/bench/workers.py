"""Two `rednov run` on one PostgreSQL beside one, and how soon the other takes over.

`python -m tests.bench.workers 2000 20` lets a backlog of so many mails be handled by one and by
two, and kills whoever sweeps the mailbox so often.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import psycopg

from rednov_bot.desk.contest import starting
from rednov_bot.desk.drafts import approval
from tests.bench.figures import Figure, figure
from tests.bench.station import PATIENCE, PEOPLE, Station
from tests.bench.traffic import Traffic
from tests.games.service import Service
from tests.rigs.postgres import Postgres
from tests.rigs.scale import many

MAILS: Final = many(600, 200)
KILLS: Final = many(5, 2)
WANTED: Final = 5.0  # seconds at most until the mailbox is swept again
_LONG: Final = 600.0  # seconds for a backlog
_OWN_SOCKETS: Final = 4  # by which the parts of a service wake each other


def figures(mails: int = MAILS, kills: int = KILLS) -> tuple[Figure, ...]:
    """All figures of several workers."""
    with Postgres() as server:
        taken = take_overs(server, kills)
        one, two = (rate(server, mails, workers) for workers in (1, 2))
    name = f"mailbox taken over after SIGKILL, {kills} times"
    return (
        figure("backlog on PostgreSQL, two workers", "mails/s", two, "one worker", one),
        figure(f"{name}, p50", "s (less is better)", statistics.median(taken), "at most", WANTED),
        figure(f"{name}, worst", "s (less is better)", max(taken), "at most", WANTED),
    )


def rate(server: Postgres, mails: int, workers: int) -> float:
    """Mails a second from the mailbox until all are filed and everything is sent."""
    with ExitStack() as stack:
        station, watch = _station(server, stack)
        desk = station.desk()
        with desk.ledger, desk.ledger.transaction() as records:
            draft = starting.start(desk, records, PEOPLE[:8], {})
            approval.approve(desk, records, draft.code, desk.contestmaster)
        services = [stack.enter_context(_worker(station, n)) for n in range(workers)]
        _wait(lambda: _asked(watch, _UNSENT) == 0)
        _ready(*services)
        before = _asked(watch, _FILED)
        begin = time.perf_counter()
        station.fill(*Traffic().some(mails, datetime.now(UTC)))
        _wait(lambda: _asked(watch, _FILED) >= before + mails and _asked(watch, _UNSENT) == 0)
        seconds = time.perf_counter() - begin
        assert all(one.stop() == 0 for one in services)
    return mails / seconds


def take_overs(server: Postgres, kills: int) -> list[float]:
    """Seconds from the death of whoever sweeps until a mail delivered then is on file."""
    found = []
    with ExitStack() as stack:
        station, watch = _station(server, stack)
        services = [stack.enter_context(_worker(station, n)) for n in range(2)]
        _ready(*services)
        for number in range(kills):
            sweeper = _sweeper(services)
            before = _asked(watch, _KEPT)
            begin = time.perf_counter()
            sweeper.kill()
            station.deliver(Traffic(number).one("talk", datetime.now(UTC)))
            _wait(lambda before=before: _asked(watch, _KEPT) > before)
            found.append(time.perf_counter() - begin)
            sweeper.wait()
            services.remove(sweeper)
            services.append(stack.enter_context(_worker(station, number + 2)))
            _ready(*services)
        assert all(one.stop() == 0 for one in services)
    return found


_FILED: Final = "SELECT count(*) FROM dispositions"
_KEPT: Final = "SELECT count(*) FROM raw_mails"
_UNSENT: Final = (
    "SELECT count(*) FROM postings WHERE NOT EXISTS"
    " (SELECT 1 FROM attempts WHERE attempts.posting = postings.id)"
)


def _station(server: Postgres, stack: ExitStack) -> tuple[Station, psycopg.Connection[tuple[int]]]:
    """Mail servers and an empty database, and somebody who may count in it."""
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    url = server.fresh_url()
    station = stack.enter_context(Station(folder, database=url))
    desk = station.desk()  # brings the database up to date
    desk.ledger.close()
    watch = psycopg.connect(url.replace("+psycopg", ""), autocommit=True)
    return station, stack.enter_context(watch)


def _worker(station: Station, number: int) -> Service:
    return Service(station, log=f"log-{number}.txt")


def _asked(watch: psycopg.Connection[tuple[int]], question: str) -> int:
    row = watch.execute(question).fetchone()
    assert row is not None
    return row[0]


def _wait(ready: Callable[[], bool], seconds: float = _LONG) -> None:
    until = time.monotonic() + seconds
    while not ready():
        assert time.monotonic() < until, "nothing comes of it"
        time.sleep(0.01)


def _ready(*services: Service) -> None:
    """Until every worker is at work and one sweeps."""
    for one in services:
        _wait(lambda one=one: _is_at_work(one), PATIENCE)
    _sweeper(services)


def _is_at_work(service: Service) -> bool:
    """Whether the service has made its grammar: only then does it talk to its database."""
    links = Path(f"/proc/{service.pid}/fd").iterdir()
    return " serves " in service.log.read_text() and sum(map(_is_socket, links)) > _OWN_SOCKETS


def _is_socket(path: Path) -> bool:
    with suppress(FileNotFoundError):
        return str(path.readlink()).startswith("socket:")
    return False


def _sweeper(services: list[Service] | tuple[Service, ...]) -> Service:
    """Who holds the mailbox: whoever said so last, and is there."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        for one in services:
            said = [line for line in one.log.read_text().splitlines() if "the mailbox" in line]
            if said and "sweeps the mailbox" in said[-1] and one.runs:
                return one
        time.sleep(0.02)
    raise AssertionError("nobody sweeps")


def main() -> None:
    """Measure and print."""
    mails, kills = [int(word) for word in sys.argv[1:3]] or (2_000, 20)
    for one in figures(mails, kills):
        print(
            f"{one.name:<52} {one.ours:>8.4g} {one.unit:<20}"
            f" {one.peer:>8.4g} {one.peer_name:<12} x {one.ratio:.2f}"
        )


if __name__ == "__main__":
    main()
