"""The frame of a chart with two axes: edges, grid, round numbers, titles."""

from __future__ import annotations

from rednov_bot.charts.figures import Axis
from rednov_bot.charts.scale import Scale, ticks, told
from rednov_bot.charts.sheet import WIDTH, Sheet

LEFT, RIGHT, TALL = 64, 24, 260


def framed(sheet: Sheet, top: float, x: Axis, y: Axis) -> tuple[Scale, Scale]:
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


def height(top: float) -> float:
    """How high a sheet is with a frame from *top* down."""
    return top + TALL + 52
