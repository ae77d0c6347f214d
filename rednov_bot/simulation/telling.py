"""The report in words, at most 80 columns wide, and as data for programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import shorten, wrap
from typing import Any, Final

import msgspec

from rednov_bot.engine.words import Cause
from rednov_bot.simulation.figures import Share
from rednov_bot.simulation.outcome import LOSSES, Loss
from rednov_bot.simulation.report import Comparison, Report, Summary, Twins

LOST_BY: Final[Mapping[Loss, str]] = {
    "heat": "heat at 10",
    "pressure": "pressure at 10",
    "asphyxiation": "asphyxiation at 10",
    "crushed": "Crushed! passed",
    "asphyxiated": "Asphyxiated! passed",
    "missiles": "Missiles Launched! passed",
    "kraken": "Devoured by Kraken! passed",
    "crew": "nobody left aboard",
}
"""What the sub was lost by."""

BRIEFLY: Final[Mapping[Loss, str]] = {
    "heat": "heat",
    "pressure": "press.",
    "asphyxiation": "air",
    "crushed": "Cru!",
    "asphyxiated": "Asp!",
    "missiles": "Mis!",
    "kraken": "Kra!",
    "crew": "crew",
}
"""The same, as the head of a column."""

KILLED_BY: Final[Mapping[Cause, str]] = {
    "fire": "fire",
    "high_water": "high water",
    "no_air": "no air outside",
    "asleep_in_fire": "fire while asleep",
    "asleep_in_flood": "high water while asleep",
    "idle": "idleness",
    "slain": "another gnome",
}
"""What a gnome was killed by."""

LABEL: Final = 24  # columns
BAR: Final = 30


def in_words(report: Report) -> str:
    """The whole report."""
    return "\n".join(_lines(report)) + "\n"


def as_data(report: Report) -> dict[str, Any]:
    """The whole report, for JSON."""
    told: dict[str, Any] = msgspec.to_builtins(report)
    return told


def _lines(report: Report) -> Iterator[str]:
    games = report.settings[0].games
    yield f"{counted(games, 'game')} a setting, seed {report.seed}; crew: {', '.join(report.crew)}"
    yield ""
    yield from _won([(one.what, one) for one in report.settings])
    for one in report.comparisons:
        yield from _compared(one)
    yield from _twins(report.twins)
    if len(report.settings) == 1:
        yield from _losses(report.settings[0])
    else:
        yield from _losses_compared(report.settings)
    for each in report.settings:
        yield from _more(each, alone=len(report.settings) == 1)


def counted(number: int, what: str) -> str:
    """`1 game`, `1,000 games`."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def percent(rate: float) -> str:
    """`45.2 %`."""
    return f"{100 * rate:.1f} %"


def interval(one: Share) -> str:
    """`42.1 - 48.3 %`."""
    return f"{100 * one.low:.1f} - {100 * one.high:.1f} %"


def _row(label: str, figures: str) -> Iterator[str]:
    """A row of a table; a long label has a line of its own."""
    if len(label) > LABEL:
        yield shorten(label, 80, placeholder=" ...")
        label = ""
    yield f"{label:<{LABEL}} {figures}".rstrip()


def _won(rows: Sequence[tuple[str, Summary]]) -> Iterator[str]:
    heads = ("won", "95 % interval", "turns", "10 - 90 %", "alive")
    yield from _row("", "{:>7} {:>15} {:>6} {:>11} {:>6}".format(*heads))
    for label, one in rows:
        turns = one.turns
        figures = (
            f"{percent(one.won.rate):>7} {interval(one.won):>15} {turns.median:>6}"
            f" {f'{turns.tenth} - {turns.ninetieth}':>11} {one.survivors:>6.1f}"
        )
        yield from _row(label, figures)


def _compared(one: Comparison) -> Iterator[str]:
    yield ""
    yield f"BY {one.of.upper()}"
    yield from _won(one.values)


def _twins(twins: Sequence[Twins]) -> Iterator[str]:
    """How many games ended otherwise, though the luck was the same."""
    if not twins:
        return
    yield ""
    yield "WITH THE SAME LUCK"
    for each in twins:
        said = (
            f"{each.of}: of {counted(each.games, 'game')} {each.only_one:,} were won with"
            f" {each.one} alone, {each.only_other:,} with {each.other} alone"
        )
        yield from wrap(said, 80, subsequent_indent="  ")


def _losses(one: Summary) -> Iterator[str]:
    if not one.losses:
        return
    yield ""
    yield "LOST BY"
    most = max([each.rate for _, each in one.losses])
    for loss, each in one.losses:
        bar = "#" * max(1, round(BAR * each.rate / most))
        yield f"{LOST_BY[loss]:<27} {percent(each.rate):>7}  {bar}"


def _losses_compared(settings: Sequence[Summary]) -> Iterator[str]:
    yield ""
    yield "LOST BY, in % of the games"
    yield from _row("", " ".join([f"{BRIEFLY[loss]:>6}" for loss in LOSSES]))
    for one in settings:
        rates = {loss: each.rate for loss, each in one.losses}
        cells = [f"{100 * rates[loss]:6.1f}" if loss in rates else "     ." for loss in LOSSES]
        yield from _row(one.what, " ".join(cells))
    yield "Cru! Crushed!, Asp! Asphyxiated!, Mis! Missiles Launched!, Kra! Kraken passed"


def _more(one: Summary, *, alone: bool) -> Iterator[str]:
    """Who fared how, and what killed em."""
    if alone or len(one.brains) > 1:
        yield ""
        yield "HOW EACH FARED" if alone else f"HOW EACH FARED: {shorten(one.what, 60)}"
        heads = ("gnomes", "won", "alive", "X a game", "part of Y")
        yield from _row("", "{:>7} {:>8} {:>8} {:>9} {:>10}".format(*heads))
        pot = max(1.0, sum([each.y * each.gnomes for each in one.brains]))
        for each in one.brains:
            part = each.y * each.gnomes / pot
            figures = (
                f"{each.gnomes:>7,} {percent(each.won):>8} {percent(each.alive):>8}"
                f" {each.x:>9.1f} {percent(part):>10}"
            )
            yield from _row(each.brain, figures)
    if alone and one.deaths:
        told = ", ".join([f"{KILLED_BY[cause]} {each:.2f}" for cause, each in one.deaths])
        yield ""
        yield from wrap(f"Killed in a game: {told}", 80, subsequent_indent="  ")
