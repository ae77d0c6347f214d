"""How many texts a second are read, beside how many are only parted into words.

`python -m tests.bench.reading` prints the figures.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from itertools import takewhile

from rednov_bot.games.red_november.reader.reading import Reader
from rednov_bot.games.red_november.reader.samples import WRITERS, Sample, load
from tests.bench.figures import Figure, figure
from tests.corpus.score import HERE, LOCKED, by_reader, samples_of

WARM = "mails_01"  # what is read first, untimed: tables are unpacked, caches are filled


def figures() -> tuple[Figure, ...]:
    """Whole mails and short texts a second of CPU time, each read once."""
    warm = list(takewhile(lambda one: one.file == WARM, load(HERE / "mails_0.jsonl")))
    found = []
    for kind in ("mails", "shorts"):
        samples = samples_of(LOCKED, kind)
        ours, limit = [_rate(warm, read) and _rate(samples, read) for read in (by_reader, _words)]
        found.append(figure(f"{kind} read", "texts/s", ours, "words alone", limit))
    return tuple(found)


def _words(sample: Sample) -> object:
    return Reader.trained().tokens(sample.text, WRITERS)


def _rate(samples: Sequence[Sample], read: Callable[[Sample], object]) -> float:
    began = time.process_time()
    for one in samples:
        read(one)
    return len(samples) / (time.process_time() - began)


if __name__ == "__main__":
    for one in figures():
        print(f"{one.name:<42} {one.ours:8.1f} {one.unit}, {one.peer_name} {one.peer:8.1f}")
