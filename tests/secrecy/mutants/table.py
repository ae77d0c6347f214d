"""Every deliberate leak, by its number."""

from __future__ import annotations

from typing import Final

from tests.secrecy.mutants.beside import BESIDE
from tests.secrecy.mutants.leak import Mutant
from tests.secrecy.mutants.told import TOLD

MUTANTS: Final[dict[int, Mutant]] = dict(enumerate((*TOLD, *BESIDE), 1))
