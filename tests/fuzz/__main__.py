"""Fuzzes every target for so many seconds: `python -m tests.fuzz [SECONDS] [TARGET ...]`.

Ends with 1 where an input raised an exception, or took longer than it may without instruments.
Such inputs are kept in the folder `fuzz`.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from tests.fuzz.targets import LONGEST, TARGETS

FOUND: Final = Path("fuzz")
QUICK: Final = 0.025  # seconds that any input may take


def fuzzed(name: str, seconds: int) -> int:
    """Fuzzes a target and prints what was found; how many inputs were bad."""
    target = TARGETS[name]
    FOUND.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        corpus, slow, words = (Path(folder, it) for it in ("corpus", "slow", "words"))
        corpus.mkdir()
        slow.mkdir()
        for number, octets in enumerate(target.seeds()):
            (corpus / f"{number:04}").write_bytes(octets[:LONGEST])
        entries = ["".join(f"\\x{octet:02x}" for octet in word) for word in target.words()]
        words.write_text("".join(f'"{entry}"\n' for entry in entries), "ascii")
        options = [
            f"-max_total_time={seconds}", f"-max_len={LONGEST}", f"-dict={words}", "-timeout=60",
            f"-artifact_prefix={FOUND}/{name}-", "-print_final_stats=1", "-len_control=0",
        ]  # fmt: skip
        harness = [sys.executable, "-m", "tests.fuzz.harness", name, str(slow)]
        run = subprocess.run([*harness, *options, str(corpus)], capture_output=True, text=True)
        log = FOUND / f"{name}.log"
        log.write_text(run.stdout + run.stderr, encoding="utf-8")
        executed = run.stderr.rpartition("number_of_executed_units: ")[2].split()
        print(f"{name}: {executed[0] if executed else 'no'} inputs in {seconds} s", end="")
        print(f", an exception: see {log}" if run.returncode else ", no exception", flush=True)
        return bool(run.returncode) + _too_slow(name, slow)


def _too_slow(name: str, slow: Path) -> int:
    """Prints how long the slowest inputs take without instruments; how many take too long."""
    target, bad = TARGETS[name], 0
    for path in sorted(slow.iterdir(), key=lambda path: int(path.name.rpartition("-")[2])):
        octets = path.read_bytes()
        target.read(octets)
        begin = time.process_time()
        target.read(octets)
        taken = time.process_time() - begin
        limit, verdict = max(QUICK, target.seconds * len(octets) / LONGEST), ""
        if name == "sequences":
            limit = target.seconds  # however short: each of its mails is answered
        if taken > limit:
            bad += 1
            verdict = f"  more than {limit * 1000:.0f} ms: {FOUND}/{path.name}"
            (FOUND / path.name).write_bytes(octets)
        print(f"  {len(octets):>6} octets {taken * 1000:>8.1f} ms{verdict}")
    return bad


if __name__ == "__main__":
    chosen = [one for one in sys.argv[1:] if not one.isdigit()] or list(TARGETS)
    numbers = [int(one) for one in sys.argv[1:] if one.isdigit()] or [60]
    sys.exit(min(1, sum(fuzzed(one, numbers[0]) for one in chosen)))
