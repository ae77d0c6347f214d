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

from tests.fuzz.targets import SEEDS, TARGETS, WORDS

FOUND = Path("fuzz")
LONGEST = 16_384  # octets of an input
SECONDS = 0.05  # at most, for an input of that length
QUICK = 0.025  # any input may take as long
HANDLED = 2.0  # so may a sequence of mails, each of which is answered, drafted and put on file


def main(seconds: int, targets: list[str]) -> int:
    """Fuzzes, prints what was found; how many inputs were bad."""
    FOUND.mkdir(exist_ok=True)
    return sum(_fuzzed(target, seconds) for target in targets)


def _fuzzed(target: str, seconds: int) -> int:
    with tempfile.TemporaryDirectory() as folder:
        corpus, slow = Path(folder, "corpus"), Path(folder, "slow")
        corpus.mkdir()
        slow.mkdir()
        for number, octets in enumerate(SEEDS[target]()):
            (corpus / f"{number:04}").write_bytes(octets[:LONGEST])
        words = Path(folder, "words")
        words.write_text("".join(f"{_entry(word)}\n" for word in WORDS[target]()), "ascii")
        options = [
            f"-max_total_time={seconds}", f"-max_len={LONGEST}", f"-dict={words}", "-timeout=60",
            f"-artifact_prefix={FOUND}/{target}-", "-print_final_stats=1",
            "-len_control=0",
        ]  # fmt: skip
        harness = [sys.executable, "-m", "tests.fuzz.harness", target, str(slow)]
        run = subprocess.run([*harness, *options, str(corpus)], capture_output=True, text=True)
        log = FOUND / f"{target}.log"
        log.write_text(run.stdout + run.stderr, encoding="utf-8")
        executed = run.stderr.rpartition("number_of_executed_units: ")[2].split()
        print(f"{target}: {executed[0] if executed else 'no'} inputs in {seconds} s", end="")
        print(f", an exception: see {log}" if run.returncode else ", no exception", flush=True)
        return bool(run.returncode) + _too_slow(target, slow)


def _too_slow(target: str, slow: Path) -> int:
    """Prints how long the slowest inputs take without instruments; how many take too long."""
    read = TARGETS[target]
    bad = 0
    for path in sorted(slow.iterdir(), key=lambda path: int(path.name.rpartition("-")[2])):
        octets = path.read_bytes()
        read(octets)
        begin = time.process_time()
        read(octets)
        taken = time.process_time() - begin
        limit = max(QUICK, SECONDS * len(octets) / LONGEST)
        limit = HANDLED if target == "sequences" else limit
        verdict = ""
        if taken > limit:
            bad += 1
            verdict = f"  more than {limit * 1000:.0f} ms: {FOUND}/{path.name}"
            (FOUND / path.name).write_bytes(octets)
        print(f"  {len(octets):>6} octets {taken * 1000:>8.1f} ms{verdict}")
    return bad


def _entry(word: str) -> str:
    """A word in the form of libFuzzer's dictionaries."""
    return '"' + "".join(f"\\x{octet:02x}" for octet in word.encode()) + '"'


if __name__ == "__main__":
    chosen = [one for one in sys.argv[1:] if not one.isdigit()] or list(TARGETS)
    numbers = [int(one) for one in sys.argv[1:] if one.isdigit()] or [60]
    sys.exit(min(1, main(numbers[0], chosen)))
