"""Small charts as SVG: bars, steps over time, histograms.

They know nothing of the game.  The same chart is always the same bytes; every label may be hostile.
"""

from __future__ import annotations

from typing import TypeAlias, assert_never

from rednov_bot.charts.bars import draw_bars
from rednov_bot.charts.figures import Axis, Bar, Bars, Bin, Histogram, Line, Steps
from rednov_bot.charts.histogram import draw_histogram
from rednov_bot.charts.steps import draw_steps

__all__ = ["Axis", "Bar", "Bars", "Bin", "Chart", "Histogram", "Line", "Steps", "svg"]

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
