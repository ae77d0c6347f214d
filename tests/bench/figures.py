"""What a benchmark says: our figure beside that of a limit or a peer, measured in the same run."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the benchmarks."""

    name: str
    unit: str
    ours: float
    peer_name: str  # the limit or peer, in words
    peer: float

    @property
    def ratio(self) -> float:
        """As the unit has it: ours / peer."""
        return self.ours / self.peer

    def __str__(self) -> str:
        return (
            f"{self.name:<42} {self.ours:>10.4g} {self.unit:<20}"
            f" {self.peer:>10.4g} {self.peer_name:<18} x {self.ratio:.2f}"
        )


def cpu_seconds(work: Callable[[], object], *, runs: int = 5) -> float:
    """The median CPU time of *work* over some runs, after one to warm up.

    CPU time, for other processes may share the machine; collections of garbage are not put off.
    """
    work()
    return statistics.median(one_run(work) for _ in range(runs))


def one_run(work: Callable[[], object]) -> float:
    """The CPU time of *work*, in seconds."""
    gc.collect()
    begin = time.process_time()
    work()
    return time.process_time() - begin


def rate(work: Callable[[], int], *, runs: int = 5) -> float:
    """How many things *work* does in a second of CPU time; it says how many it did."""
    done = work()
    return done / cpu_seconds(work, runs=runs)
