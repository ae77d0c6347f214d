"""The two weights, and how the grid becomes ems, which are thousandths of the font's size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rednov_bot.lettering.strokes import CAPITAL_HEIGHT, Point

EM: Final = 1000
ASCENT: Final = 980
DESCENT: Final = -260
CAPITALS: Final = 720
"""How high a capital stands in ems, its stroke included."""

_UNIT: Final = 50


@dataclass(frozen=True, slots=True)
class Weight:
    """How broad the tool is that engraves, and how far the letters make room for it."""

    style: str
    number: int  # as CSS counts weights
    tool: int  # in ems
    stretch: float
    file: str

    def across(self, units: float) -> float:
        """A width of the grid in ems."""
        return units * _UNIT * self.stretch

    def up(self, units: float) -> float:
        """A height of the grid in ems, of any tool the same for the edges of capitals."""
        return units * (CAPITALS - self.tool) / CAPITAL_HEIGHT

    def point(self, at: Point) -> Point:
        """A point of the grid in ems; the lower edge of a stroke at 0 is the baseline."""
        return (self.across(at[0]), self.up(at[1]) + self.tool / 2)


REGULAR: Final = Weight("Regular", 400, 84, 1.0, "RednovSign-Regular.ttf")
BOLD: Final = Weight("Bold", 700, 122, 1.06, "RednovSign-Bold.ttf")
WEIGHTS: Final = (REGULAR, BOLD)


def nearest(number: float) -> int:
    """A whole number of ems, the same on every machine though sines differ in their last digit."""
    return int((number + 0.5 + 1e-6) // 1)
