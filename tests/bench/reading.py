"""How many texts a second are read, by the reader that learns and by the one in service.

`python -m tests.bench.reading` prints the figures.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from rednov_bot.games.red_november.reader.samples import Sample
from rednov_bot.papers import Reading
from tests.bench.figures import Figure, figure
from tests.corpus.score import LOCKED, by_new, by_old, samples_of

ROUNDS = 3


def figures() -> tuple[Figure, ...]:
    """Whole mails and short texts a second of CPU time, both readers in turn."""
    found = []
    for kind in ("mails", "shorts"):
        samples = samples_of(LOCKED, kind)[:390]
        ours, before = rates(samples)
        found.append(figure(f"{kind} read by learnt roles", "texts/s", ours, "language/", before))
    return tuple(found)


def rates(samples: Sequence[Sample]) -> tuple[float, float]:
    """The best of some rounds of each; what is loaded at the first text is not counted."""
    best = [0.0, 0.0]
    for _ in range(ROUNDS):
        for at, read in enumerate((by_new, by_old)):
            read(samples[0])
            best[at] = max(best[at], _rate(samples, read))
    return best[0], best[1]


def _rate(samples: Sequence[Sample], read: Callable[[Sample], Reading]) -> float:
    began = time.process_time()
    for one in samples:
        read(one)
    return len(samples) / (time.process_time() - began)


if __name__ == "__main__":
    for one in figures():
        print(f"{one.name:<42} {one.ours:8.1f} {one.unit}, {one.peer_name} {one.peer:8.1f}")
