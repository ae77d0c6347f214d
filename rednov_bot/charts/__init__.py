"""Small charts as SVG: bars, steps over time, histograms.

They know nothing of the game.  The same chart is always the same bytes; every label may be hostile.
"""

from __future__ import annotations

from typing import Final, TypeAlias, assert_never

from rednov_bot.charts.figures import Axis, Bar, Bars, Bin, Histogram, Line, Steps
from rednov_bot.charts.scale import Scale, ticks, told
from rednov_bot.charts.sheet import WIDTH, Sheet, legend_rows, length

__all__ = ["Axis", "Bar", "Bars", "Bin", "Chart", "Histogram", "Line", "Steps", "svg"]

LEFT, RIGHT, TALL = 64, 24, 260

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
    sheet = Sheet(chart.title, chart.desc, _height(top))
    low = min([one.low for one in chart.bins], default=0.0)
    high = max([one.high for one in chart.bins], default=1.0)
    most = max([one.count for one in chart.bins], default=0.0)
    y = Axis(chart.y, 0, most * 1.08 or 1.0)
    across, upwards = _framed(sheet, top, Axis(chart.x, low, high), y)
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
    top = 48.0 + 20 * legend_rows(names) + 8
    sheet = Sheet(chart.title, chart.desc, _height(top))
    sheet.legend(names, 54, lines=True)
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
    rows = 20 * legend_rows(chart.series) + 12 if named else 0
    top = 44 + rows
    bottom = top + ROW * len(chart.bars)
    sheet = Sheet(chart.title, chart.desc, bottom + 48)
    if named:
        sheet.legend(chart.series, 54, lines=False)
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


def _framed(sheet: Sheet, top: float, x: Axis, y: Axis) -> tuple[Scale, Scale]:
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
    sheet.upright(20, (top + bottom) / 2, y.title)
    return across, upwards


def _height(top: float) -> float:
    """How high a sheet is with a frame from *top* down."""
    return top + TALL + 52
