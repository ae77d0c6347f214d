"""All benchmarks: each line a figure of ours, that of a limit or a peer, and the ratio.

`python -m tests.bench` prints them and writes them into bench.json; `python -m tests.bench engine
pipe` prints those of some modules alone.
"""

from __future__ import annotations

import dataclasses
import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from tests.bench import backlog, desk, engine, latency, pages, pipe, reading
from tests.bench.figures import Figure

WHERE: Final = Path("bench.json")
PARTS: Final[dict[str, Callable[[], Iterable[Figure]]]] = {
    "desk": desk.figures,
    "engine": engine.figures,
    "pages": pages.figures,
    "reading": reading.figures,
    "pipe": pipe.figures,
    "backlog": backlog.figures,
    "latency": latency.figures,
}


def main(names: list[str]) -> None:
    """Measure, print; write down where everything was measured."""
    found = []
    for name in names or PARTS:
        for one in PARTS[name]():
            found.append({**dataclasses.asdict(one), "ratio": one.ratio})
            print(one, flush=True)
    if not names:
        WHERE.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
        print(f"written to {WHERE}")


if __name__ == "__main__":
    main(sys.argv[1:])
