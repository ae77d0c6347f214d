"""How well the mails are read: `python -m tests.mails [DIR ...] [-v]`."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

from tests.mails.corpus import HERE, mails, plain, read


def main(folders: list[str], *, verbose: bool) -> None:
    """Prints each mail that is read otherwise than by a human, and the counts by folder."""
    for folder in [Path(name) for name in folders] or [HERE]:
        faults: Counter[str] = Counter()
        for path in mails(folder):
            one = read(path)
            faults[one.fault] += 1
            if one.fault:
                print(f"{one.fault:10} {path}")
                if verbose:
                    print(f"           why     {one.wanted.get('why', '')}")
                    for side, reading in (("wanted", one.wanted), ("found", one.found)):
                        acts = json.dumps(plain(reading["acts"]), ensure_ascii=False)
                        print(f"           {side:8}{reading['verdict']} {acts}")
                    for question in one.found["questions"]:
                        print(f"           asks    {question}")
                    if one.found["disposition"] != "read":
                        print(f"           {one.found['disposition']}: {one.found['reason']}")
        right, total = faults.pop("", 0), faults.total() + 0
        total = right + sum(faults.values())
        print(f"{folder}: {right} of {total} right", dict(faults))


if __name__ == "__main__":
    main([one for one in sys.argv[1:] if one != "-v"], verbose="-v" in sys.argv)
