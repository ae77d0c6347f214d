"""Whether a service that was soaked has stayed as it was."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

MEGABYTES: Final = 4.0  # of growth over the second half that may still be chance
FILES: Final = 4  # kept connections for sending come and go
SLOWER: Final = 1.5  # times what it took in the second quarter, in the last one
SECONDS: Final = 0.1  # more of it that may be chance


@dataclass(frozen=True)
class Look:
    """The process after so many mails."""

    mails: int
    megabytes: float  # resident
    files: int
    threads: int
    stored: int  # octets of the database and its log


@dataclass
class Log:
    """Everything that was measured."""

    looks: list[Look] = field(default_factory=list)
    latencies: list[float] = field(default_factory=list)  # seconds from an approval to its posting
    costs: list[float] = field(default_factory=list)  # seconds for each mail of a wave


def growths(log: Log) -> list[str]:
    """What has grown over the second half, by name; how all of it stood is printed."""
    early = log.looks[len(log.looks) // 4 : len(log.looks) // 2]
    late = log.looks[len(log.looks) // 2 :]
    span = late[-1].mails - late[0].mails
    line = statistics.linear_regression(
        [one.mails for one in late], [one.megabytes for one in late]
    )
    files, threads = (
        [max(getattr(one, what) for one in part) for part in (early, late)]
        for what in ("files", "threads")
    )
    stored = [
        (late[0].stored - early[0].stored) / (late[0].mails - early[0].mails),
        (late[-1].stored - late[0].stored) / span,
    ]
    found = {
        "memory": ([0.0, line.slope * span], MEGABYTES),
        "files": (files, files[0] + FILES),
        "threads": (threads, threads[0]),
        "the database": (stored, stored[0] * SLOWER),
        "latency": _in_time(log.latencies, SECONDS),
        "work": _in_time(log.costs),
    }
    for what, ((before, after), most) in found.items():
        print(f"{what}: {before:.3g} in the second quarter, then {after:.3g}, at most {most:.3g}")
    return [what for what, ((_, after), most) in found.items() if after > most]


def _in_time(series: Sequence[float], chance: float = 0.0) -> tuple[list[float], float]:
    """The medians of the second and of the last quarter, and the most that the last may be."""
    quarter = len(series) // 4
    early, late = statistics.median(series[quarter : 2 * quarter]), series[-quarter:]
    return [early, statistics.median(late)], early * SLOWER + chance
