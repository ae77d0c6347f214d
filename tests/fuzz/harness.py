"""One harness, run by libFuzzer: `python -m tests.fuzz.harness TARGET SLOW [options] CORPUS`.

What is slow for its length is kept in the folder SLOW, the slowest of each length.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["rednov_bot"]):
    from tests.fuzz.targets import TARGETS

RECORDS: dict[int, float] = {}  # seconds by the number of bits of the length


def main(target: str, slow: Path, arguments: list[str]) -> None:
    """Fuzzes until libFuzzer has enough."""
    read = TARGETS[target].read

    def once(octets: bytes) -> None:
        begin = time.process_time()
        read(octets)
        seconds = time.process_time() - begin
        size = len(octets).bit_length()
        if seconds > RECORDS.get(size, 0.0):
            RECORDS[size] = seconds
            (slow / f"{target}-{size}").write_bytes(octets)

    atheris.Setup([sys.argv[0], *arguments], once)
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3:])
