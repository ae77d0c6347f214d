"""Small decision trees that vote: how sure a reading is, from what is known of it as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Any, Final

DEPTH: Final = 4
INNER: Final = 2**DEPTH - 1
"""Questions of one tree, node by node; the children of node n are 2n + 1 and 2n + 2."""

Tree = tuple[Sequence[int], Sequence[float], Sequence[float]]
"""Which sign each node asks about, from which value on it goes right, and what each leaf adds."""


class Trees:
    """Trees whose leaves are added up: the logarithm of the odds that something holds."""

    def __init__(self, start: float, trees: Sequence[Tree]) -> None:
        self._start = start
        self._trees = trees

    @classmethod
    def of(cls, told: dict[str, Any]) -> Trees:
        """From what `told` gives, as the weights file has it."""
        return cls(told["start"], [tuple(one) for one in told["trees"]])

    def told(self) -> dict[str, Any]:
        """In plain lists."""
        return {"start": self._start, "trees": [list(map(list, one)) for one in self._trees]}

    def probability(self, signs: Sequence[float]) -> float:
        """How probable it is, given these signs."""
        odds = self._start
        for asks, bounds, leaves in self._trees:
            node = 0
            for _ in range(DEPTH):
                node = 2 * node + 1 + (signs[asks[node]] > bounds[node])
            odds += leaves[node - INNER]
        return 1 / (1 + exp(-odds))
