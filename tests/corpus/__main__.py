"""Totals of the locked samples, which nobody looks into.

`python -m tests.corpus` prints totals alone, nothing of a locked sample, and writes them to
totals.txt: `git diff` of it shows what a training made better and worse.
"""

from __future__ import annotations

from tests.corpus.score import HERE, LOCKED, by_reader, samples_of, score

lines = []
for kind in ("mails", "shorts", "ordinary", "harsh"):
    found = score(samples_of(LOCKED, kind), by_reader)
    lines.append(f"{kind:8} {found}")
    print(f"{lines[-1]}, {found.samples / found.seconds:.0f} texts a second", flush=True)
(HERE / "totals.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
