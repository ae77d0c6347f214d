"""How many texts a second are read, by the reader that learns and by the one in service.

`python -m tests.bench.reading` prints the figures.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from rednov_bot.games.red_november.reader.samples import Sample, load
from rednov_bot.papers import Reading
from tests.bench.figures import Figure, figure
from tests.corpus.score import HERE, LOCKED, by_new, by_old, samples_of

WARM = "mails_01"  # what is read first, untimed: tables are unpacked, caches are filled


def figures() -> tuple[Figure, ...]:
    """Whole mails and short texts a second of CPU time, each read once by both readers."""
    warm = list(load(HERE / f"{WARM}.jsonl"))
    for read in (by_new, by_old):
        _rate(warm, read)
    found = []
    for kind in ("mails", "shorts"):
        samples = samples_of(LOCKED, kind)
        ours, before = _rate(samples, by_new), _rate(samples, by_old)
        found.append(figure(f"{kind} read by learnt roles", "texts/s", ours, "language/", before))
    return tuple(found)


def _rate(samples: Sequence[Sample], read: Callable[[Sample], Reading]) -> float:
    began = time.process_time()
    for one in samples:
        read(one)
    return len(samples) / (time.process_time() - began)


if __name__ == "__main__":
    for one in figures():
        print(f"{one.name:<42} {one.ours:8.1f} {one.unit}, {one.peer_name} {one.peer:8.1f}")
