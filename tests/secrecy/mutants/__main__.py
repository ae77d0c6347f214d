"""Puts each deliberate leak into a copy of the program, and prints by what it is caught.

    python -m tests.secrecy.mutants [NUMBER ...]

Without a number all of them, after a look at the copy as it is: about five minutes, so `make bench`
leaves them out.  Ends with 1 if one is not caught, or does not fit the program any more.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.secrecy.mutants.leak import TYPES, Mutant
from tests.secrecy.mutants.table import MUTANTS
from tests.secrecy.mutants.tree import Outdated, Tree

NOT_CAUGHT = "NOT CAUGHT"


def caught(tree: Tree, mutants: Mapping[int, Mutant]) -> Iterator[tuple[int, str]]:
    """By what each is caught, with its number; of all that are mistyped in one run of mypy."""
    for number, mutant in mutants.items():
        if mutant.guard != TYPES:
            with tree.leaking(mutant):
                yield number, tree.caught(mutant) or NOT_CAUGHT
    mistyped = {number: one for number, one in mutants.items() if one.guard == TYPES}
    if mistyped:
        with tree.leaking(*mistyped.values()):
            found = tree.mistyped(list(mistyped.values()))
        for number, mutant in mistyped.items():
            yield number, "types: mypy --strict" if mutant in found else NOT_CAUGHT


def main(numbers: list[int], *, look: bool = True) -> int:
    """Print a line for each, and how many were caught."""
    mutants = {number: MUTANTS[number] for number in numbers or MUTANTS}
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        tree = Tree(Path(folder))
        guards = sorted({one.guard for one in mutants.values()})
        if look and not numbers and not tree.is_quiet(guards):
            print("the program as it is does not pass its guards: mend that first")
            return 1
        try:
            for number, how in caught(tree, mutants):
                missed += how.startswith(("NOT", "NOTHING"))
                print(f"{number:3}  {mutants[number].what}: {how}", flush=True)
        except Outdated as wrong:
            print(f"a leak does not fit the program any more: {wrong}")
            return 1
    print(f"{len(mutants) - missed} of {len(mutants)} deliberate leaks are caught")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main([int(one) for one in sys.argv[1:]]))
