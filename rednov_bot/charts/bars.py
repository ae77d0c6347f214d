"""Bars below each other."""

from __future__ import annotations

from typing import Final

from rednov_bot.charts.figures import Bar, Bars
from rednov_bot.charts.scale import Scale, ticks, told
from rednov_bot.charts.sheet import WIDTH, Sheet, legend_rows, length

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
