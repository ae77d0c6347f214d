"""From the delivery of a turn to the arrival of its draft, mail by mail, at a real `rednov run`.

`python -m tests.bench.latency 300` prints both percentiles for so many turns: with a near mailbox,
with one that counts as far (IDLE), and on PostgreSQL; and what each way of waiting costs.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from tests.bench.figures import Figure
from tests.bench.season import in_season
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
        """Milliseconds below which are so many of a hundred."""
        ordered = sorted(self.seconds)
        return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)] * 1000


def figures() -> Iterator[Figure]:
    """The latency of a bot with a near mailbox, and what it costs to wait."""
    found = measured(TURNS, pause=0.3)
    for percent in (50, 99):
        name = f"a turn delivered, to its draft, p{percent}"
        yield Figure(name, "ms (less is better)", found.at(percent), "aim", AIM)


def measured(turns: int, *, pause: float = PAUSE, **where: Any) -> Lateness:
    """Turns are mailed one at a time, at random moments, each approved before the next.

    *pause*: seconds at most between two of them; each moment is as likely.
    """
    rng, found = Random(1), list[float]()
    with in_season(**where) as (station, service, season):
        said = season.announcement()
        time.sleep(1.0)
        before = _ticks(service.pid)
        time.sleep(IDLE)
        idle = (_ticks(service.pid) - before) / _TICKS / IDLE
        while len(found) < turns:
            time.sleep(rng.uniform(0.0, pause))
            taken = station.deliver(said.octets)
            if said.turn is not None:
                draft = season.draft_of(said.turn)
                found.append(draft.at - taken)
                season.approve(draft)
            said = season.announcement()
    return Lateness(found, idle)


def _ticks(pid: int) -> int:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def main(turns: int) -> None:
    """Measure and print."""
    for kind in ("near", "far", "postgresql"):
        with ExitStack() as stack:
            where = {"host": FAR} if kind == "far" else {}
            if kind == "postgresql":
                where["database"] = stack.enter_context(Postgres()).fresh_url()
            found = measured(turns, **where)
        print(
            f"{kind:12} {turns} turns, delivery to draft: p50 {found.at(50):.0f} ms,"
            f" p99 {found.at(99):.0f} ms, mean {statistics.mean(found.seconds) * 1000:.0f} ms;"
            f" {found.idle:.1%} of a processor while it waits",
            flush=True,
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 300)
