"""Small decision trees that vote: how sure a reading is, from what is known of it as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Any, Final, TypeAlias

DEPTH: Final = 4
INNER: Final = 2**DEPTH - 1
"""Questions of one tree, node by node; the children of node n are 2n + 1 and 2n + 2."""

Tree = tuple[Sequence[int], Sequence[float], Sequence[float]]
"""Which sign each node asks about, from which value on it goes right, and what each leaf adds."""


Node: TypeAlias = "tuple[int, float, Node, Node] | float"
"""A sign, the bound from which on it goes right, what follows left and right; or a leaf."""


class Trees:
    """Trees whose leaves are added up: the logarithm of the odds that something holds."""

    def __init__(self, start: float, trees: Sequence[Tree]) -> None:
        self.told = {"start": start, "trees": trees}  # as the weights file has it
        self._start = start
        self._roots: list[Any] = [_node(tree, 0) for tree in trees]

    def probability(self, signs: Sequence[float]) -> float:
        """How probable it is, given these signs."""
        odds = self._start
        for sign, bound, left, right in self._roots:
            sign, bound, left, right = right if signs[sign] > bound else left
            sign, bound, left, right = right if signs[sign] > bound else left
            sign, bound, left, right = right if signs[sign] > bound else left
            odds += right if signs[sign] > bound else left
        return 1 / (1 + exp(-odds))


def _node(tree: Tree, at: int) -> Node:
    asks, bounds, leaves = tree
    if at >= INNER:
        return leaves[at - INNER]
    return asks[at], bounds[at], _node(tree, 2 * at + 1), _node(tree, 2 * at + 2)
