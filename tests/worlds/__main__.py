"""Compare so many positions of random games, from the game of the number that may follow on."""

from __future__ import annotations

import sys
import time

from tests.worlds.games import compare

POSITIONS = 10_000
SHOWN = 20


def main(most: int = POSITIONS, first: int = 0) -> int:
    """Print what was compared; 1 where anything would have told the list something hidden."""
    begin = time.monotonic()
    counted = compare(most, first)
    print(f"{counted}\n{time.monotonic() - begin:.0f} s")
    for one in counted.differences[:SHOWN]:
        print(one)
    return 1 if counted.differences else 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
