"""From values to places on the sheet, and the round numbers at the edge."""

from __future__ import annotations

from math import ceil, floor, isfinite, log10
from typing import Final

import msgspec

_ROUND: Final = (1, 2, 5, 10)


class Scale(msgspec.Struct, frozen=True):
    """Values from `start` to `end`, laid out from `first` to `last`."""

    start: float
    end: float
    first: float
    last: float

    def at(self, value: float) -> float:
        """Where a value lies; what is beyond an end lies at it."""
        if not isfinite(value) or self.end == self.start:
            return self.first
        part = (value - self.start) / (self.end - self.start)
        return self.first + min(1.0, max(0.0, part)) * (self.last - self.first)


def ticks(start: float, end: float, most: int = 7) -> list[float]:
    """Round numbers between the two, at most about so many."""
    low, high = min(start, end), max(start, end)
    if not high > low:
        return [low]
    rough = (high - low) / most
    power = 10.0 ** floor(log10(rough))
    step = next(one * power for one in _ROUND if one * power >= rough * 0.999)
    first = ceil(low / step - 1e-9)
    return [n * step for n in range(first, floor(high / step + 1e-9) + 1)]


def told(value: float) -> str:
    """A number at the edge: `10`, `2.5`, `12,000`."""
    if abs(value - round(value)) < 1e-9:
        return f"{round(value):,}"
    return f"{value:.3f}".rstrip("0").rstrip(".")
