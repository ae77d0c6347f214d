"""`rednov simulate`: many games between computer gnomes, and what they tell."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from rednov_bot.cli.desks import as_json, pair
from rednov_bot.core.errors import Mendable
from rednov_bot.core.render.charts import svg
from rednov_bot.core.toml import STANDARD_DATA
from rednov_bot.games.red_november import datasets
from rednov_bot.games.red_november.simulation import playing, report
from rednov_bot.games.red_november.simulation.playing import settings

MOST_SETTINGS = 200


@click.command()
@as_json
@click.option(
    "--games", type=click.IntRange(1), default=200, show_default=True, help="Of each setting."
)
@click.option(
    "--gnomes", default="4", show_default=True, metavar="N|N-N|N,N", help="How many play: 3-8."
)
@click.option(
    "--crew",
    default="sensible",
    show_default=True,
    metavar="STRATEGY,...",
    help="Their strategies, seat by seat in turn: random, sensible, cautious, greedy.",
)
@click.option(
    "--option",
    "given",
    multiple=True,
    metavar="KEY=VALUE,...",
    help="An option of the game; several values are compared.  As often as you like.",
)
@click.option(
    "--data",
    multiple=True,
    metavar="PATH",
    help="A folder with a data set, or standard; several are compared.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Another one, other games.")
@click.option(
    "--jobs", type=click.IntRange(1), help="Processes at once; as many as cores unless said."
)
@click.option(
    "--plots", type=click.Path(path_type=Path, file_okay=False), help="A folder for charts (SVG)."
)
def simulate(
    as_json: bool,
    games: int,
    gnomes: str,
    crew: str,
    given: tuple[str, ...],
    data: tuple[str, ...],
    seed: int,
    jobs: int | None,
    plots: Path | None,
) -> None:
    """Play whole games between computer gnomes, and tell how they went.

    It tells win rates with their 95 % intervals, what the sub was lost by, how long games are,
    and how each strategy fared; for every combination of what is to be compared.  The same seed
    plays the same games, with the same luck in every setting.  Needs no settings and no database.

    \b
    Strategies:
      random    any valid turn
      sensible  keeps the sub afloat
      cautious  mends early, never drinks, and stays alive
      greedy    is after points

    \b
    Example:
      rednov simulate --gnomes 3-8
      rednov simulate --crew sensible,greedy,random --games 1000
      rednov simulate --option token_at_zero=harmless,lethal --plots charts/
    """
    strategies = [one.strip() for one in crew.split(",") if one.strip()]
    if not strategies:
        raise click.UsageError("--crew takes one strategy or more, with commas between them")
    tables = {called: datasets.load(called) for called in data or (STANDARD_DATA,)}
    compared = settings(_counts(gnomes), strategies, _values(given), tables)
    if len(compared) > MOST_SETTINGS:
        raise Mendable(
            f"these are {len(compared)} settings; compare at most {MOST_SETTINGS} at once"
        )
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    with _progress(games * len(compared)) as advance:
        outcomes = playing.play_all(compared, games, seed, jobs or cores or 1, advance)
    told = report.report_of(compared, outcomes, seed)
    if plots is not None:
        plots.mkdir(parents=True, exist_ok=True)
        for name, chart in report.plots(told).items():
            (plots / name).write_text(svg(chart), encoding="utf-8")
        click.echo(f"charts are in {plots}", err=True)
    if as_json:
        click.echo(json.dumps(msgspec.to_builtins(told), ensure_ascii=False))
    else:
        click.echo(report.in_words(told), nl=False)


def _counts(said: str) -> list[int]:
    """`4`, `3-8`, `3,5-7`: how many gnomes."""
    counts: list[int] = []
    for part in said.split(","):
        low, dash, high = part.strip().partition("-")
        if not low.isdecimal() or (dash and not high.isdecimal()):
            raise click.UsageError(f"--gnomes takes a number, 3-8 or 3,5,8, not {said!r}")
        first, last = int(low), int(high) if dash else int(low)
        if first > last:
            raise click.UsageError(f"--gnomes takes the smaller number first, not {said!r}")
        counts += range(first, min(last, first + 99) + 1)
    return list(dict.fromkeys(counts))


def _values(given: tuple[str, ...]) -> dict[str, list[str]]:
    """Each option and its values."""
    found: dict[str, list[str]] = {}
    for one in given:
        key, values = pair(one, "--option")
        each = [value.strip() for value in values.split(",") if value.strip()]
        if not each:
            raise click.UsageError(f"--option {key} has no value")
        found[key] = list(dict.fromkeys([*found.get(key, []), *each]))
    return found


@contextmanager
def _progress(games: int) -> Iterator[Callable[[int], None] | None]:
    """A bar on the terminal; nothing where there is none."""
    if not sys.stderr.isatty():
        yield None
        return

    columns = (BarColumn(), MofNCompleteColumn(), "games", TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=games)
        yield lambda more: bar.advance(task, more)
