"""What a benchmark says: our figure beside that of a limit or a peer, measured in the same run."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One line of the benchmarks."""

    name: str
    unit: str
    ours: float
    peer_name: str  # the limit or peer, in words
    peer: float
    ratio: float  # as the unit has it: ours / peer


def figure(name: str, unit: str, ours: float, peer_name: str, peer: float) -> Figure:
    """A figure with its ratio."""
    return Figure(
        name=name, unit=unit, ours=ours, peer_name=peer_name, peer=peer, ratio=ours / peer
    )


def cpu_seconds(work: Callable[[], object], *, runs: int = 5) -> float:
    """The median CPU time of *work* over some runs, after one to warm up.

    CPU time, for other processes may share the machine; collections of garbage are not put off.
    """
    work()
    seconds = []
    for _ in range(runs):
        gc.collect()
        begin = time.process_time()
        work()
        seconds.append(time.process_time() - begin)
    return statistics.median(seconds)


def rate(work: Callable[[], int], *, runs: int = 5) -> float:
    """How many things *work* does in a second of CPU time; it says how many it did."""
    done = work()
    return done / cpu_seconds(work, runs=runs)
