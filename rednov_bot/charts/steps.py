"""Values that change in steps."""

from __future__ import annotations

from rednov_bot.charts.figures import Line, Steps
from rednov_bot.charts.frame import LEFT, RIGHT, framed, height
from rednov_bot.charts.scale import Scale
from rednov_bot.charts.sheet import WIDTH, Sheet, legend_rows


def draw_steps(chart: Steps) -> str:
    """The chart as SVG."""
    names = tuple([line.name for line in chart.lines])
    top = 48.0 + 20 * legend_rows(names) + 8
    sheet = Sheet(chart.title, chart.desc, height(top))
    sheet.legend(names, 54, lines=True)
    across, upwards = framed(sheet, top, chart.x, chart.y)
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
