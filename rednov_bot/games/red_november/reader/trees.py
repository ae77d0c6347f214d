"""Small decision trees that vote: how sure a reading is, from what is known of it as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from typing import Final

DEPTH: Final = 4
INNER: Final = 2**DEPTH - 1
"""Questions of one tree, node by node; the children of node n are 2n + 1 and 2n + 2."""

Tree = tuple[Sequence[int], Sequence[float], Sequence[float]]
"""Which sign each node asks about, from which value on it goes right, and what each leaf adds."""


@dataclass(frozen=True, slots=True)
class Trees:
    """Trees whose leaves are added up: the logarithm of the odds that something holds."""

    start: float
    trees: Sequence[Tree]

    def probability(self, signs: Sequence[float]) -> float:
        """How probable it is, given these signs."""
        odds = self.start
        for asks, bounds, leaves in self.trees:
            node = 0
            for _ in range(DEPTH):
                node = 2 * node + 1 + (signs[asks[node]] > bounds[node])
            odds += leaves[node - INNER]
        return 1 / (1 + exp(-odds))
