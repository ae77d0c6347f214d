"""Totals of both readers on the locked samples, which nobody looks into.

`python -m tests.corpus` prints totals alone; nothing of a locked sample is shown.
"""

from __future__ import annotations

from tests.corpus.score import LOCKED, by_new, by_old, samples_of, score

for kind in ("mails", "shorts", "ordinary", "harsh"):
    for name, read in (("before", by_old), ("learnt", by_new)):
        print(f"{kind:8} {name}  {score(samples_of(LOCKED, kind), read)}", flush=True)
