"""How well mails are read: `python -m tests.mails [-v] [FILE ...]`."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

from tests.mails.corpus import FILES, Read, plain, read_all


def main(places: list[str], *, verbose: bool) -> None:
    """Prints what is read otherwise than by a human, and the counts by file."""
    for place in map(Path, places) if places else FILES:
        faults: Counter[str] = Counter()
        for one in read_all([place]):
            faults[one.fault] += 1
            if one.fault:
                print(_described(one) if verbose else f"{one.fault:7} {one.name}")
        total = faults.total()
        right = faults.pop("", 0)
        print(f"{place}: {right} of {total} right {dict(faults)}")


def _described(one: Read) -> str:
    lines = [f"===== {one.fault}  {one.name}", one.text]
    for side, reading in (("wanted", one.wanted), ("found", one.found)):
        acts = json.dumps(plain(reading["acts"]), ensure_ascii=False)
        lines.append(f"--- {side:7}{reading['verdict']} {acts}")
    lines.append(f"--- why    {one.wanted.get('why', '')}")
    lines += [f"--- asks   {question}" for question in one.found["questions"]]
    if one.found.get("status", "read") != "read":
        lines.append(f"--- {one.found['status']}: {one.found['reason']}")
    for key in ("sender", "forum", "public"):
        if key in one.wanted and one.found.get(key) != one.wanted[key]:
            lines.append(f"--- {key}: wanted {one.wanted[key]}, found {one.found.get(key)}")
    return "\n".join(lines)


if __name__ == "__main__":
    main([one for one in sys.argv[1:] if one != "-v"], verbose="-v" in sys.argv)
