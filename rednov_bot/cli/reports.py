"""`rednov report`, `standing`: how things stand, for people, for programs or for the list."""

from __future__ import annotations

import json
from pathlib import Path

import click

from rednov_bot.cli import desks, options
from rednov_bot.cli.desks import at_the_desk
from rednov_bot.core.workflow.commands import ReportKind
from rednov_bot.core.workflow.reports import reporting


@click.command()
@options.usual
@click.argument("which", type=click.Choice(["position", "contest", "week", "story"]))
@click.argument("game", required=False)
@click.option("--post", is_flag=True, help="Draft it for the list.")
def report(config: Path, as_json: bool, which: ReportKind, game: str | None, post: bool) -> None:
    """Report a game's position, the contest, the week or the story of a game that is over.

    GAME is a tag as `rednov games` lists it; the latest one unless named.

    \b
    Example:
      rednov report position
      rednov report story RN1 --json
      rednov report week --post
    """
    if post:
        with at_the_desk(config) as (desk, records):
            draft = reporting.post(desk, records, which, game)
        desks.say(draft, as_json=as_json)
        return
    _report(config, which, game, as_json=as_json)


@click.command()
@options.usual
def standing(config: Path, as_json: bool) -> None:
    """How the contest stands: its members, games, points due and awarded, and rulings.

    \b
    Example:
      rednov standing
      rednov standing --json
    """
    _report(config, "contest", None, as_json=as_json)


def _report(config: Path, which: ReportKind, game: str | None, *, as_json: bool) -> None:
    with at_the_desk(config) as (desk, records):
        if as_json:
            told = json.dumps(reporting.facts(desk, records, which, game))
        else:
            told = reporting.report(desk, records, which, game).body.rstrip("\n")
    click.echo(told)
