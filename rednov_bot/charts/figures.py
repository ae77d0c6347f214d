"""What a chart shows: values and words alone, nothing of how it is drawn."""

from __future__ import annotations

import msgspec


class Axis(msgspec.Struct, frozen=True):
    """What is measured along an edge; from `start` to `end`, which may be the smaller number."""

    title: str
    start: float
    end: float


class Bar(msgspec.Struct, frozen=True):
    """One bar: a value for each series, laid end to end."""

    label: str
    values: tuple[float, ...]
    told: str = ""  # written behind it
    low: float | None = None  # the interval of the whole, drawn as a whisker
    high: float | None = None


class Bars(msgspec.Struct, frozen=True):
    """Bars below each other, with their labels before them."""

    title: str
    desc: str  # what there is to see, for who cannot see it
    axis: Axis
    bars: tuple[Bar, ...]
    series: tuple[str, ...] = ("",)  # their names; a single one needs none


class Line(msgspec.Struct, frozen=True):
    """A value over time: each point holds until the next."""

    name: str
    points: tuple[tuple[float, float], ...]


class Steps(msgspec.Struct, frozen=True):
    """Values that change in steps, over each other."""

    title: str
    desc: str
    x: Axis
    y: Axis
    lines: tuple[Line, ...]
    mark: float | None = None  # a level across, such as a limit
    mark_title: str = ""


class Bin(msgspec.Struct, frozen=True):
    """How many there are from `low` up to, not including, `high`."""

    low: float
    high: float
    count: float


class Histogram(msgspec.Struct, frozen=True):
    """How a number is spread."""

    title: str
    desc: str
    x: str  # what the number is
    y: str  # what is counted
    bins: tuple[Bin, ...]
    mark: float | None = None  # such as the median
    mark_title: str = ""
