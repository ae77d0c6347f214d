"""What a deliberate leak is: words of the program, other words in their place, and a guard."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

Guard = Literal["twins", "types", "contracts"] | str
"""What is to catch it: the probe (a game at two tables side by side), mypy, the import contracts;
or the test of this name, `tests/secrecy/test_reprs.py::test_what`."""

TWINS: Final = "twins"
TYPES: Final = "types"
CONTRACTS: Final = "contracts"


@dataclass(frozen=True, slots=True)
class Change:
    """Words that stand once in a file, and those that take their place."""

    file: str
    now: str
    then: str


@dataclass(frozen=True, slots=True)
class Mutant:
    """A deliberate leak."""

    what: str  # it tells, in one sentence
    guard: Guard
    changes: tuple[Change, ...] = field(repr=False)


def mutant(what: str, guard: Guard, *changes: tuple[str, str, str]) -> Mutant:
    """A leak by these changes: file, words now, words then."""
    return Mutant(what, guard, tuple([Change(*one) for one in changes]))
