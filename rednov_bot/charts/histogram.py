"""How a number is spread: columns side by side."""

from __future__ import annotations

from rednov_bot.charts.figures import Axis, Histogram
from rednov_bot.charts.frame import TALL, framed, height
from rednov_bot.charts.sheet import Sheet


def draw_histogram(chart: Histogram) -> str:
    """The chart as SVG."""
    top = 56.0
    sheet = Sheet(chart.title, chart.desc, height(top))
    low = min([one.low for one in chart.bins], default=0.0)
    high = max([one.high for one in chart.bins], default=1.0)
    most = max([one.count for one in chart.bins], default=0.0)
    y = Axis(chart.y, 0, most * 1.08 or 1.0)
    across, upwards = framed(sheet, top, Axis(chart.x, low, high), y)
    for one in chart.bins:
        left, right, tip = across.at(one.low), across.at(one.high), upwards.at(one.count)
        if one.count > 0:
            sheet.box(left + 0.5, tip, right - left - 1, top + TALL - tip, 0)
    if chart.mark is not None:
        at = across.at(chart.mark)
        sheet.line(at, top - 8, at, top + TALL, "m")
        sheet.text(at + 6, top, chart.mark_title, width=300)
    return sheet.whole()
