"""`rednov db`: the database itself."""

from __future__ import annotations

from pathlib import Path

import click
from sqlalchemy import make_url

from rednov_bot.bootstrap import copy_database, open_desk
from rednov_bot.cli import options
from rednov_bot.core.settings import SQLITE
from rednov_bot.core.store import database, upgrading
from rednov_bot.core.workflow.restoring.played_anew import Count


@click.group()
def db() -> None:
    """Make the database, bring it up to date, or copy it."""


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
    count = Count()
    desk = open_desk(config, thoroughly=True, despite=despite, count=count)
    version = upgrading.version(desk.settings.bot.database)
    click.echo(f"the database is at version {version}{_played_again(count)}")


@db.command(short_help="Copy the database into another, empty one.")
@options.config
@click.argument("target")
def copy(config: Path, target: str) -> None:
    """Copy the database into TARGET, from SQLite to PostgreSQL or back; stop the service first.

    TARGET is a file, or the URL of a database as in bot.database; it must be empty.  Every table is
    copied as of one moment, the rows are counted, and every game is played again in the copy.
    Where anything goes wrong, TARGET is left as it was.  The database itself is only read.

    Afterwards name TARGET as bot.database, look with `rednov doctor`, and start the service.  Never
    let one serve each of the two: both would send the same mails.

    \b
    Example:
      rednov db copy postgresql+psycopg://rednov@db.bots.example/rednov
    """
    if "://" not in target:
        target = database.named(Path(target)).render_as_string()
    count = Count()
    rows = copy_database(config, target, count)
    for table, number in sorted(rows.items()):
        if number:
            click.echo(f"{number:>9}  {table}")
    url = make_url(target)
    click.echo(f"{database.name(url)} holds all of it{_played_again(count)}")
    named = f'"{target}"' if target.startswith(SQLITE) else "its URL"
    click.echo(f"set bot.database to {named}, run `rednov doctor`, and start the service")


def _played_again(count: Count) -> str:
    """`; 1 game with 12 turns played again, as they were`."""
    if not count.games:
        return ""
    games = "1 game" if count.games == 1 else f"{count.games} games"
    turns = "1 turn" if count.turns == 1 else f"{count.turns} turns"
    again = f"; {games} with {turns} played again"
    return again + (" and taken over despite differences" if count.differing else ", as they were")
