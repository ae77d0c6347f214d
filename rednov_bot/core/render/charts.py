"""Small charts as SVG: bars, steps over time, histograms."""

from __future__ import annotations

import re
from html import escape
from math import ceil, floor, isfinite, log10
from typing import Final, TypeAlias, assert_never
from zlib import crc32

import msgspec

from rednov_bot.core.render.environment import environment


class ChartAxis(msgspec.Struct, frozen=True):
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
    axis: ChartAxis
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
    x: ChartAxis
    y: ChartAxis
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
    step = next(one * power for one in (1, 2, 5, 10) if one * power >= rough * 0.999)
    first = ceil(low / step - 1e-9)
    return [n * step for n in range(first, floor(high / step + 1e-9) + 1)]


def told(value: float) -> str:
    """A number at the edge: `10`, `2.5`, `12,000`."""
    if abs(value - round(value)) < 1e-9:
        return f"{round(value):,}"
    return f"{value:.3f}".rstrip("0").rstrip(".")


WIDTH: Final = 720
SMALL: Final = 12  # pixels of the letters
ROOM_FOR_A_LETTER: Final = 6.6

SERIES: Final = 8
"""Colours and patterns; further series begin again."""

_LIGHT: Final = (
    *("#0072b2", "#d55e00", "#009e73", "#a8548a"),
    *("#9a6b00", "#4a86b5", "#6b6b6b", "#7a3b00"),
)
_DARK: Final = (
    *("#56a7dd", "#ff8a3d", "#3fcf9f", "#e39cc6"),
    *("#f0b93a", "#8fc4ea", "#b5b5b5", "#d09a66"),
)
_DASHES: Final = ("none", "7 4", "2 3", "10 3 2 3", "4 2", "12 4", "1 2", "6 2 1 2 1 2")

_HATCHES: Final = (
    "",
    '<path d="M-2 2L2 -2M0 8L8 0M6 10L10 6"/>',
    '<circle cx="4" cy="4" r="1.3"/>',
    '<path d="M0 4H8"/>',
    '<path d="M-2 6L2 10M0 0L8 8M6 -2L10 2"/>',
    '<path d="M4 0V8"/>',
    '<path d="M0 4H8M4 0V8"/>',
    '<path d="M0 2H4M4 6H8"/>',
)


def number(value: float) -> str:
    """A coordinate: one decimal at most."""
    told = f"{value:.1f}".rstrip("0").rstrip(".")
    return "0" if told == "-0" else told


_FORBIDDEN: Final = re.compile(
    "[^\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\u202a-\u202e\u2066-\u2069]"
)
"""What no XML can hold, and what turns the direction of writing."""


def plain(text: str) -> str:
    """A text as it may stand in SVG: no markup, nothing that is forbidden, on one line."""
    return escape(" ".join(_FORBIDDEN.sub(" ", text).split()))


def cut(text: str, width: float) -> str:
    """A text cut to so many pixels, as far as can be told without its letters."""
    most = max(2, int(width / ROOM_FOR_A_LETTER))
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def length(text: str) -> float:
    """How wide a text is, about."""
    return len(text) * ROOM_FOR_A_LETTER


def legend_places(names: tuple[str, ...]) -> list[tuple[str, float, int]]:
    """The name of each series with where it stands: from where on, and on which line."""
    places, x, row = [], 16.0, 0
    for name in names:
        wide = 50 + length(cut(name, WIDTH - 80))
        if x + wide > WIDTH - 8 and x > 16:
            x, row = 16.0, row + 1
        places.append((name, x, row))
        x += wide
    return places


class Sheet:
    """A drawing of a certain height, element by element."""

    def __init__(self, title: str, desc: str, height: float) -> None:
        self.title, self.desc, self.height = title, desc, height
        self.key = f"c{crc32(f'{title}|{desc}|{height}'.encode('utf-8', 'replace')):08x}"
        self.drawn: list[str] = []
        self.text(16, 26, title, kind="h")

    def text(
        self,
        x: float,
        y: float,
        said: str,
        *,
        kind: str = "",
        anchor: str = "start",
        width: float | None = None,
    ) -> None:
        """Letters; cut to *width*, with the whole text told when pointed at."""
        shown = said if width is None else cut(said, width)
        more = f"<title>{plain(said)}</title>" if shown != said else ""
        named = f' class="{kind}"' if kind else ""
        at = "" if anchor == "start" else f' text-anchor="{anchor}"'
        where = f'x="{number(x)}" y="{number(y)}"'
        self.drawn.append(f"<text {where}{at}{named}>{plain(shown)}{more}</text>")

    def upright(self, y: float, said: str) -> None:
        """Letters along the left edge, their middle at *y*."""
        turned = f'transform="translate(20 {number(y)}) rotate(-90)"'
        self.drawn.append(f'<text {turned} text-anchor="middle">{plain(cut(said, 240))}</text>')

    def line(self, x1: float, y1: float, x2: float, y2: float, kind: str) -> None:
        """A straight line: an axis `a`, a line of the grid `g`, a whisker `w`, a mark `m`."""
        ends = f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}"
        self.drawn.append(f'<path class="{kind}" d="{ends}"/>')

    def box(self, x: float, y: float, width: float, height: float, series: int) -> None:
        """A filled box in the colour and pattern of a series."""
        of = series % SERIES
        where = f'x="{number(x)}" y="{number(y)}"'
        size = f'width="{number(max(0.0, width))}" height="{number(height)}"'
        fill = f'fill="url(#{self.key}p{of})"'
        self.drawn.append(f'<rect class="b s{of}" {where} {size} {fill}/>')

    def run(self, points: list[tuple[float, float]], series: int) -> None:
        """A line through *points* in the colour and dash of a series."""
        path = "L".join([f"{number(x)} {number(y)}" for x, y in points])
        self.drawn.append(f'<path class="l s{series % SERIES}" d="M{path}"/>')

    def legend(self, names: tuple[str, ...], *, lines: bool) -> None:
        """What each series is called, below the title."""
        for series, (name, x, row) in enumerate(legend_places(names)):
            y = 54 + 20 * row
            if lines:
                self.run([(x, y - 4), (x + 26, y - 4)], series)
            else:
                self.box(x, y - 11, 26, 12, series)
            self.text(x + 32, y, name, width=WIDTH - 80)

    def whole(self) -> str:
        """The document."""
        series = list(enumerate(zip(_LIGHT, _DARK, _DASHES, _HATCHES, strict=True)))
        return (
            environment()
            .get_template("chart.svg.j2")
            .render(
                sheet=self,
                width=WIDTH,
                height=number(self.height),
                title=plain(self.title),
                desc=plain(self.desc),
                small=SMALL,
                series=series,
            )
        )


LEFT, RIGHT, TALL = 64, 24, 260
BELOW: Final = TALL + 52  # from the top of a frame to the end of its sheet

Chart: TypeAlias = Bars | Steps | Histogram


def svg(chart: Chart) -> str:
    """The chart as a whole SVG document."""
    match chart:
        case Bars():
            return draw_bars(chart)
        case Steps():
            return draw_steps(chart)
        case Histogram():
            return draw_histogram(chart)
        case _:
            assert_never(chart)


def draw_histogram(chart: Histogram) -> str:
    """The chart as SVG."""
    top = 56.0
    sheet = Sheet(chart.title, chart.desc, top + BELOW)
    low = min([one.low for one in chart.bins], default=0.0)
    high = max([one.high for one in chart.bins], default=1.0)
    most = max([one.count for one in chart.bins], default=0.0)
    y = ChartAxis(chart.y, 0, most * 1.08 or 1.0)
    across, upwards = _framed(sheet, top, ChartAxis(chart.x, low, high), y)
    for one in chart.bins:
        left, right, tip = across.at(one.low), across.at(one.high), upwards.at(one.count)
        if one.count > 0:
            sheet.box(left + 0.5, tip, right - left - 1, top + TALL - tip, 0)
    if chart.mark is not None:
        at = across.at(chart.mark)
        sheet.line(at, top - 8, at, top + TALL, "m")
        sheet.text(at + 6, top, chart.mark_title, width=300)
    return sheet.whole()


def draw_steps(chart: Steps) -> str:
    """The chart as SVG."""
    names = tuple([line.name for line in chart.lines])
    top = 76.0 + 20 * max([row for _, _, row in legend_places(names)], default=0)
    sheet = Sheet(chart.title, chart.desc, top + BELOW)
    sheet.legend(names, lines=True)
    across, upwards = _framed(sheet, top, chart.x, chart.y)
    if chart.mark is not None:
        at = upwards.at(chart.mark)
        sheet.line(LEFT, at, WIDTH - RIGHT, at, "m")
        sheet.text(WIDTH - RIGHT, at - 5, chart.mark_title, anchor="end", width=300)
    for series, line in enumerate(chart.lines):
        if line.points:
            sheet.run(_stairs(line, across, upwards), series)
    return sheet.whole()


def _stairs(line: Line, across: Scale, upwards: Scale) -> list[tuple[float, float]]:
    """Level until the next point, then up or down."""
    stairs: list[tuple[float, float]] = []
    for x, y in line.points:
        at = (across.at(x), upwards.at(y))
        if stairs and stairs[-1][1] != at[1]:
            stairs.append((at[0], stairs[-1][1]))
        stairs.append(at)
    if len(stairs) == 1:
        stairs.append((stairs[0][0] + 2, stairs[0][1]))
    return stairs


ROW: Final = 30
THICK: Final = 18
LABELS: Final = 320  # pixels at most
BEHIND: Final = 120  # pixels at most, for what is told behind a bar


def draw_bars(chart: Bars) -> str:
    """The chart as SVG."""
    named = len(chart.series) > 1
    rows = 1 + max([row for _, _, row in legend_places(chart.series)], default=0)
    top = 56 + 20 * rows if named else 44
    bottom = top + ROW * len(chart.bars)
    sheet = Sheet(chart.title, chart.desc, bottom + 48)
    if named:
        sheet.legend(chart.series, lines=False)
    wide = min(LABELS, max([length(bar.label) for bar in chart.bars], default=0))
    behind = min(BEHIND, max([length(bar.told) for bar in chart.bars], default=0))
    left = 16 + wide + 10
    scale = Scale(chart.axis.start, chart.axis.end, left, WIDTH - 24 - behind)
    for value in ticks(chart.axis.start, chart.axis.end):
        x = scale.at(value)
        sheet.line(x, top, x, bottom, "g")
        sheet.text(x, bottom + 16, told(value), anchor="middle")
    sheet.text((left + scale.last) / 2, bottom + 36, chart.axis.title, anchor="middle")
    for row, bar in enumerate(chart.bars):
        _bar(sheet, bar, top + ROW * row + (ROW - THICK) / 2, scale, left, wide)
    sheet.line(left, top, left, bottom, "a")
    return sheet.whole()


def _bar(sheet: Sheet, bar: Bar, y: float, scale: Scale, left: float, wide: float) -> None:
    middle = y + THICK / 2
    sheet.text(left - 10, middle + 4, bar.label, anchor="end", width=wide + 4)
    total = 0.0
    for series, value in enumerate(bar.values):
        begin, total = scale.at(total), total + value
        if value > 0:
            sheet.box(begin, y, scale.at(total) - begin, THICK, series)
    reach = scale.at(total)
    if bar.low is not None and bar.high is not None:
        low, high = scale.at(bar.low), scale.at(bar.high)
        sheet.line(low, middle, high, middle, "w")
        for end in (low, high):
            sheet.line(end, middle - 5, end, middle + 5, "w")
        reach = max(reach, high)
    if bar.told:
        sheet.text(reach + 8, middle + 4, bar.told, width=WIDTH - reach - 8)


def _framed(sheet: Sheet, top: float, x: ChartAxis, y: ChartAxis) -> tuple[Scale, Scale]:
    """Draws the frame from *top* down; where values lie in it, across and upwards."""
    bottom = top + TALL
    across = Scale(x.start, x.end, LEFT, WIDTH - RIGHT)
    upwards = Scale(y.start, y.end, bottom, top)
    for value in ticks(y.start, y.end):
        at = upwards.at(value)
        sheet.line(LEFT, at, WIDTH - RIGHT, at, "g")
        sheet.text(LEFT - 8, at + 4, told(value), anchor="end")
    for value in ticks(x.start, x.end, 10):
        at = across.at(value)
        sheet.line(at, bottom, at, bottom + 5, "a")
        sheet.text(at, bottom + 19, told(value), anchor="middle")
    sheet.line(LEFT, top, LEFT, bottom, "a")
    sheet.line(LEFT, bottom, WIDTH - RIGHT, bottom, "a")
    sheet.text((LEFT + WIDTH - RIGHT) / 2, bottom + 39, x.title, anchor="middle", width=560)
    sheet.upright((top + bottom) / 2, y.title)
    return across, upwards
