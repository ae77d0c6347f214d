"""All benchmarks: each line a figure of ours, that of a limit or a peer, and the ratio.

`python -m tests.bench` prints them and writes them into bench.json; then it prints whether the luck
is fair, where the time of the pipe goes, and what the recorded games cost their contestmasters in
words and in reading.
"""

from __future__ import annotations

import dataclasses
import json
import sys
from pathlib import Path

from tests.bench import (
    backlog,
    crew,
    engine,
    hostile,
    latency,
    luck,
    mails,
    office,
    pictures,
    pipe,
    reading,
    shares,
    startup,
    verifying,
)
from tests.games import counting
from tests.games.script import GAMES

WHERE = Path("bench.json")
_PARTS = (
    startup,
    engine,
    crew,
    pictures,
    luck,
    mails,
    reading,
    hostile,
    office,
    verifying,
    pipe,
    backlog,
    latency,
)


def main() -> int:
    """Measure, print, write down; 1 where the luck is not fair."""
    found = []
    for part in _PARTS:
        for one in part.figures():
            found.append(one)
            print(
                f"{one.name:<42} {one.ours:>10.4g} {one.unit:<20}"
                f" {one.peer:>10.4g} {one.peer_name:<18} x {one.ratio:.2f}",
                flush=True,
            )
    WHERE.write_text(
        json.dumps([dataclasses.asdict(one) for one in found], indent=2) + "\n", encoding="utf-8"
    )
    print(f"written to {WHERE}")
    fair = luck.told(luck.fair())
    shares.shares()
    for script in GAMES:
        print(counting.report(script))
    return 0 if fair else 1


if __name__ == "__main__":
    sys.exit(main())
