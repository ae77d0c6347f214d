"""`make cases DIR=path`: plays every case file of a folder outside the project."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.contract.cases import play, read_cases


def main(folder: Path) -> int:
    """Play the plain cases in *folder*; those marked `admin` are tests of their own."""
    if not folder.is_dir():
        print(f"{folder} is no folder; say make cases DIR=path/to/cases", file=sys.stderr)
        return 1
    passed, failed = 0, 0
    for case in read_cases(folder):
        if not case.plain:
            continue
        try:
            play(case)
        except Exception as error:
            failed += 1
            print(f"{case.file} {case.id}: {type(error).__name__}: {error}")
        else:
            passed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path("tests/contract")))
