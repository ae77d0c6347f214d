"""Thousands of games under all options, each step watched: `python -m tests.simulation 5000`."""

from __future__ import annotations

import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

from tests.simulation.laws import any_setting, watched


def ended(number: int) -> str:
    """How a game ended; the error, where it broke a law."""
    try:
        return watched(any_setting(number), 7, number).loss or "won"
    except Exception as error:
        return f"game {number}: {type(error).__name__}: {error}"


def main(games: int) -> int:
    """Play them; 1 where a law is broken."""
    begin, ends = time.monotonic(), Counter[str]()
    with ProcessPoolExecutor() as pool:
        for end in pool.map(ended, range(games), chunksize=10):
            ends[end] += 1
    for end, count in ends.most_common():
        print(f"{count:>7,} {end}")
    print(f"{games:,} games in {time.monotonic() - begin:.0f} s")
    return 1 if any(end.startswith("game ") for end in ends) else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 5000))
