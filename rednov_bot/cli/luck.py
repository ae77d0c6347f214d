"""`rednov beacon`, `reveal`: what the luck of a game is mixed with, and its secret at the end."""

from __future__ import annotations

from pathlib import Path

import click

from rednov_bot.cli import desks, options
from rednov_bot.cli.desks import at_the_desk
from rednov_bot.core.workflow.luck import beacons, revealing


@click.command()
@options.usual
@click.argument("round", type=click.IntRange(1, 10**17))
@click.argument("value")
def beacon(config: Path, as_json: bool, round: int, value: str) -> None:
    """Supply the value of a round of the public beacon, 64 hex digits.

    A turn that waits for it is resolved and drafted.  A file of lines `ROUND VALUE`, named by
    [luck] beacon_file, is read by the bot itself.

    \b
    Example:
      rednov beacon 5417233 \\
        c0ffee42c0ffee42c0ffee42c0ffee42c0ffee42c0ffee42c0ffee42c0ffee42
    """
    with at_the_desk(config) as (desk, records):
        draft = beacons.supply(desk, records, round, value, desk.decides)
    if draft is None:
        click.echo("{}" if as_json else f"The value of round {round} is on file.")
    else:
        desks.say(draft, as_json=as_json)


@click.command()
@options.usual
@click.argument("game", required=False)
@click.option("--tiles", is_flag=True, help="That of the tiles too: every gnome agrees.")
def reveal(config: Path, as_json: bool, game: str | None, tiles: bool) -> None:
    """Draft the posting that tells the secret of the luck of a game that is over.

    GAME is a tag as `rednov games` lists it; the latest one unless named.  With the secret of the
    tiles everybody can work out what each gnome held (§6, A24b).

    \b
    Example:
      rednov reveal
      rednov reveal RN1 --tiles
    """
    with at_the_desk(config) as (desk, records):
        draft = revealing.reveal(desk, records, game, tiles=tiles)
    desks.say(draft, as_json=as_json)
