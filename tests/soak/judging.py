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
    found = []
    early = log.looks[len(log.looks) // 4 : len(log.looks) // 2]
    late = log.looks[len(log.looks) // 2 :]
    span = late[-1].mails - late[0].mails
    slope = _slope([(one.mails, one.megabytes) for one in late])
    print(
        f"memory: {slope * span:+.2f} MB over the last {span} mails, at most {MEGABYTES:+.1f};"
        f" {slope * 1024 * 1024:+.0f} octets a mail"
    )
    if slope * span > MEGABYTES:
        found.append("memory")
    for what, more in (("files", FILES), ("threads", 0)):
        before = max(getattr(one, what) for one in early)
        after = max(getattr(one, what) for one in late)
        print(f"{what}: {before} at most in the second quarter, {after} in the second half")
        if after > before + more:
            found.append(what)
    first = (late[0].stored - early[0].stored) / (late[0].mails - early[0].mails)
    last = (late[-1].stored - late[0].stored) / span
    print(f"database: {first:.0f} octets a mail in the second quarter, {last:.0f} after it")
    if last > first * SLOWER:
        found.append("the database")
    if _is_slower("from an approval to its posting", log.latencies, SECONDS):
        found.append("latency")
    if _is_slower("for each mail of a wave", log.costs):
        found.append("work")
    return found


def _is_slower(what: str, series: Sequence[float], chance: float = 0.0) -> bool:
    quarter = len(series) // 4
    before, last = series[quarter : 2 * quarter], sorted(series[-quarter:])
    early, late = statistics.median(before), statistics.median(last)
    print(
        f"{early * 1000:.1f} ms {what} in the second quarter, {late * 1000:.1f} ms in the last one"
        f" (p99 {last[len(last) * 99 // 100] * 1000:.1f} ms)"
    )
    return late > early * SLOWER + chance


def _slope(points: Sequence[tuple[float, float]]) -> float:
    """Of the straight line that is nearest to some points."""
    x, y = (statistics.fmean(one) for one in zip(*points, strict=True))
    square = sum((one - x) ** 2 for one, _ in points)
    return sum((one - x) * (other - y) for one, other in points) / square
