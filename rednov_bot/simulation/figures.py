"""Figures of many games: shares with their intervals, and how a number is spread."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import sqrt
from typing import Final

import msgspec

NINETEEN_OF_TWENTY: Final = 1.959964
"""Standard deviations either way that hold 95 % of a normal distribution."""


class Share(msgspec.Struct, frozen=True):
    """How often something was so, with the interval in which the true rate is to be looked for."""

    count: int
    of: int
    rate: float
    low: float
    high: float


def share(count: int, of: int, alike: int = 1) -> Share:
    """The share with Wilson's 95 % interval; of nothing, nothing is known.

    As many as are *alike*, such as games played with the same luck, count as one chance.
    """
    if of == 0:
        return Share(0, 0, 0.0, 0.0, 1.0)
    rate, z, chances = count / of, NINETEEN_OF_TWENTY, of / alike
    wide = z * sqrt(rate * (1 - rate) / chances + z * z / (4 * chances * chances))
    middle, scale = rate + z * z / (2 * chances), 1 + z * z / chances
    low = 0.0 if count == 0 else (middle - wide) / scale
    high = 1.0 if count == of else (middle + wide) / scale
    return Share(count, of, rate, low, high)


class Spread(msgspec.Struct, frozen=True):
    """How a number is spread over games."""

    mean: float
    least: int
    tenth: int  # a tenth of the games have less
    median: int
    ninetieth: int
    most: int
    counts: tuple[tuple[int, int], ...]  # how often each number came, ascending


def spread(numbers: Iterable[int]) -> Spread:
    """The spread of at least one number."""
    every = sorted(numbers)
    last = len(every) - 1
    return Spread(
        mean=sum(every) / len(every),
        least=every[0],
        tenth=every[round(last * 0.1)],
        median=every[round(last * 0.5)],
        ninetieth=every[round(last * 0.9)],
        most=every[-1],
        counts=tuple(sorted(Counter(every).items())),
    )


def mean(numbers: Iterable[float]) -> float:
    """The mean; 0 of nothing."""
    every = list(numbers)
    return sum(every) / len(every) if every else 0.0
