"""Trees are grown, one after the other, each on what those before it get wrong; needs numpy."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from rednov_bot.games.red_november.reader.trees import DEPTH, INNER, Tree, Trees

_TREES: Final = 250
_STEP: Final = 0.05
"""How many, and how much of each is added."""
_BINS: Final = 32
_LEAST: Final = 4.0
"""The least evidence in a leaf: p (1 - p), summed over its rows."""
_STIFF: Final = 4.0
"""The weight of nothing known, that draws a leaf towards 0."""
_SHARE: Final = 0.5
"""Of the signs that one tree may ask about."""

Numbers = NDArray[np.float64]
Whole = NDArray[np.int64]


def _logistic(odds: Numbers) -> Numbers:
    """1 / (1 + e^-x) by products alone, which every machine rounds alike."""
    power = np.square(np.maximum(1.0 - odds / 1024.0, 0.0))
    for _ in range(9):
        power = np.square(power)
    return 1.0 / (1.0 + power)


def grow(signs: Numbers, holds: Numbers, weights: Numbers) -> Trees:
    """Trees for rows of signs, whether something *holds* in each, and how much each row counts."""
    rows, count = signs.shape
    bounds = [_bounds(signs[:, one]) for one in range(count)]
    binned = [np.searchsorted(bounds[one], signs[:, one], side="left") for one in range(count)]
    share = float((weights * holds).sum() / weights.sum())
    start = float(np.log(share / (1 - share)))
    odds = np.full(rows, start)
    luck = np.random.default_rng(7)
    trees = []
    for _ in range(_TREES):
        chance = _logistic(odds)
        slope = weights * (holds - chance)
        bend = weights * chance * (1 - chance)
        chosen = np.sort(luck.choice(count, int(count * _SHARE), replace=False))
        tree, leaf = _tree(binned, bounds, chosen, slope, bend)
        odds += np.asarray(tree[2])[leaf]
        trees.append(tree)
    return Trees(start, trees)


def _bounds(values: Numbers) -> Numbers:
    """Where a sign is parted: between values that are about equally frequent."""
    return np.unique(np.quantile(values, np.linspace(0, 1, _BINS + 1)[1:-1], method="lower"))


def _tree(
    binned: list[Whole], bounds: list[Numbers], chosen: Whole, slope: Numbers, bend: Numbers
) -> tuple[Tree, Whole]:
    """One tree, level by level, and the leaf of each row."""
    asks, parts = [0] * INNER, [1e30] * INNER
    node = np.zeros(len(slope), np.int64)
    for level in range(DEPTH):
        first, width = 2**level - 1, 2**level
        best = np.zeros(width)
        cuts = [(0, -1)] * width
        for one in chosen:
            size = len(bounds[one]) + 1
            if size < 2:
                continue
            at = (node - first) * size + binned[one]
            gain = _gains(at, width, size, slope, bend)
            cut = gain.argmax(axis=1)
            most = gain[np.arange(width), cut]
            for better in np.flatnonzero(most > best + 1e-9):
                best[better], cuts[better] = most[better], (int(one), int(cut[better]))
        right = np.zeros(len(slope), bool)
        for here, (sign, cut_at) in enumerate(cuts):
            if cut_at >= 0:
                asks[first + here], parts[first + here] = sign, float(bounds[sign][cut_at])
                right |= (node == first + here) & (binned[sign] > cut_at)
        node = 2 * node + 1 + right
    leaf = node - INNER
    up = np.bincount(leaf, slope, INNER + 1)
    down = np.bincount(leaf, bend, INNER + 1)
    values = [round(float(one), 4) for one in _STEP * up / (down + _STIFF)]
    return (asks, parts, values), leaf


def _gains(at: Whole, width: int, size: int, slope: Numbers, bend: Numbers) -> Numbers:
    """What parting each node behind each bin would explain more."""
    up = np.bincount(at, slope, width * size).reshape(width, size).cumsum(axis=1)
    down = np.bincount(at, bend, width * size).reshape(width, size).cumsum(axis=1)
    whole_up, whole_down = up[:, -1:], down[:, -1:]
    up, down = up[:, :-1], down[:, :-1]
    gain = (
        up**2 / (down + _STIFF)
        + (whole_up - up) ** 2 / (whole_down - down + _STIFF)
        - whole_up**2 / (whole_down + _STIFF)
    )
    return np.where((down >= _LEAST) & (whole_down - down >= _LEAST), gain, 0.0)
