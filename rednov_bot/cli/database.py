"""`rednov db`: the database itself."""

from __future__ import annotations

from pathlib import Path

import click

from rednov_bot.cli import options


@click.group()
def db() -> None:
    """Make the database, or bring it up to date."""


@db.command(short_help="Make the database, or bring it up to date.")
@options.config
@click.option(
    "--despite-differences",
    "despite",
    is_flag=True,
    help="Take games over though this program would have played them otherwise.",
)
def upgrade(config: Path, despite: bool) -> None:
    """Make the database, or bring it up to date; `run` and `start` do so by themselves.

    A program that takes over a database from another version plays every game in it again first,
    from the stored papers: each opening, announcement, resolution, discard, gift and kill, with the
    luck, orders and rulings of then.  Where anything comes out otherwise, it says in which game and
    turn, and changes nothing.

    With --despite-differences it takes over all the same.  What was posted stays as it is; but from
    then on this program's rules hold for games that began under others, a rewind of an old turn may
    tell more than what was mistaken, and whoever checks the game with `rednov verify` may find what
    differs.  Tell the list.

    \b
    Example:
      rednov db upgrade --config rednov.toml
    """
    from rednov_bot.bootstrap import open_desk
    from rednov_bot.desk.restoring.played_anew import Count
    from rednov_bot.store import upgrading

    count = Count()
    desk = open_desk(config, thoroughly=True, despite=despite, count=count)
    version = upgrading.version(desk.settings.bot.database)
    again = ""
    if count.games:
        games = "1 game" if count.games == 1 else f"{count.games} games"
        turns = "1 turn" if count.turns == 1 else f"{count.turns} turns"
        again = f"; {games} with {turns} played again"
        again += " and taken over despite differences" if count.differing else ", as they were"
    click.echo(f"the database is at version {version}{again}")
