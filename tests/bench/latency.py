"""From the delivery of a turn to the arrival of its draft, mail by mail, at a real `rednov run`.

`python -m tests.bench.latency 300` prints both percentiles for so many turns: with a near mailbox,
with one that counts as far (IDLE), and on PostgreSQL; and what each way of waiting costs.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from tests.bench.figures import Figure, figure
from tests.bench.season import Season
from tests.bench.station import Station
from tests.rigs.postgres import Postgres
from tests.rigs.scale import many

TURNS: Final = many(100, 40)
AIM: Final = 1000.0  # milliseconds at most, 99 times of a hundred
PAUSE: Final = 1.0  # as long as the longest way of waiting
FAR: Final = "127.1"  # an address of this machine that is none of a near server to the bot
IDLE: Final = 5.0  # seconds that the bot is left alone
_TICKS: Final = 100  # of the processor's clock in a second


class Lateness(NamedTuple):
    """Seconds from the end of a delivery to the arrival of the draft, and what waiting costs."""

    seconds: Sequence[float]
    idle: float  # share of a processor that the waiting bot takes

    def at(self, percent: int) -> float:
        """Below this are so many of a hundred."""
        ordered = sorted(self.seconds)
        return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


def figures() -> tuple[Figure, ...]:
    """The latency of a bot with a near mailbox."""
    found = measured(TURNS, pause=0.3)
    name = "a turn delivered, to its draft at a sink"
    return tuple(
        figure(f"{name}, p{percent}", "ms (less is better)", found.at(percent) * 1000, "aim", AIM)
        for percent in (50, 99)
    )


def measured(
    turns: int, *, database: str = "", host: str = "127.0.0.1", pause: float = PAUSE
) -> Lateness:
    """Turns are mailed one at a time, at random moments, each approved before the next.

    *pause*: seconds at most between two of them; each moment is as likely.
    """
    rng, found = Random(1), []
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        station = stack.enter_context(Station(Path(folder), database=database, host=host))
        desk = station.desk()
        stack.callback(desk.db.close)
        service = stack.enter_context(station.service())
        season = Season(station, desk)
        said = season.announcement()
        idle = _load(service.pid, IDLE)
        while len(found) < turns:
            time.sleep(rng.uniform(0.0, pause))
            taken = station.deliver(said.octets)
            if said.turn is not None:
                draft = season.draft_of(said.turn)
                found.append(draft.at - taken)
                season.approve(draft)
            said = season.announcement()
        assert service.stop() == 0
    return Lateness(found, idle)


def _load(pid: int, seconds: float) -> float:
    """The share of a processor that a process takes for so long."""
    time.sleep(1.0)
    before = _ticks(pid)
    time.sleep(seconds)
    return (_ticks(pid) - before) / _TICKS / seconds


def _ticks(pid: int) -> int:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def main() -> None:
    """Measure and print."""
    turns = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    for kind in sys.argv[2:] or ("near", "far", "postgresql"):
        with ExitStack() as stack:
            url = stack.enter_context(Postgres()).fresh_url() if kind == "postgresql" else ""
            found = measured(turns, database=url, host=FAR if kind == "far" else "127.0.0.1")
        print(
            f"{kind:12} {turns} turns, delivery to draft: p50 {found.at(50) * 1000:.0f} ms,"
            f" p99 {found.at(99) * 1000:.0f} ms, worst {max(found.seconds) * 1000:.0f} ms,"
            f" mean {statistics.mean(found.seconds) * 1000:.0f} ms;"
            f" {found.idle:.1%} of a processor while it waits",
            flush=True,
        )


if __name__ == "__main__":
    main()
